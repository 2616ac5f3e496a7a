#include "solve/hanamikoji/public_tree.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "core/error.hpp"
#include "solve/hanamikoji/steps.hpp"

namespace moonflower::hanamikoji {
namespace {

class Builder {
public:
    Builder(const Table& table, const std::array<Range, 2>& ranges, const TreeLimits& limits)
        : limits_(limits) {
        tree_.table = table;
        tree_.ranges = ranges;
        tree_.weight = total_weight(table, ranges[0], ranges[1]);
    }

    PublicTree build() {
        std::array<Sides, 2> sides;
        for (const std::size_t seat : {0U, 1U})
            for (const Holding& holding : tree_.ranges[seat]) sides[seat].push_back(holding.side);
        add(tree_.table, sides);
        return std::move(tree_);
    }

private:
    std::uint32_t add(const Table& table, const std::array<Sides, 2>& sides) {
        if (limits_.beat) limits_.beat();
        if (tree_.bytes() > limits_.bytes) throw TooLargeError("hanamikoji: the public tree");
        const std::uint32_t id = size32(tree_.nodes);
        PublicNode& node = tree_.nodes.emplace_back();
        node.holdings = {size32(sides[0]), size32(sides[1])};
        if (sides[0].empty() || sides[1].empty()) return id;
        if (table.phase == Phase::kEnd)
            add_end(id, table, sides);
        else if (table.phase == Phase::kAnswer)
            add_answer(id, table, sides);
        else
            add_turn(id, table, sides);
        return id;
    }

    void add_turn(std::uint32_t id, Table table, const std::array<Sides, 2>& sides) {
        const Seat seat = table.mover();
        Sides drawn;
        if (table.phase == Phase::kDraw) {
            drawn = draw(id, table, sides[at(seat)]);
            table.draw();
        } else {
            drawn = sides[at(seat)];
            tree_.nodes[id].first_edge = PublicNode::kSame;
        }
        std::vector<PublicAction> actions = lister_.list(table.used[at(seat)], drawn);
        open_turn(id, seat, drawn, actions);
        const std::uint32_t first_link = tree_.nodes[id].first_link;
        for (std::size_t i = 0; i < actions.size(); ++i) {
            Table next = table;
            next.play(actions[i].move);
            std::array<Sides, 2> left;
            for (const Step& step : actions[i].steps) left[at(seat)].push_back(step.side);
            actions[i].steps = {};
            const Sides& before = sides[at(1 - seat)];
            if (next.phase == Phase::kAnswer)
                tree_.links[first_link + i].others =
                    keep_possible(next, before, left[at(1 - seat)]);
            else
                left[at(1 - seat)] = before;
            const std::uint32_t child = add(next, left);
            tree_.links[first_link + i].child = child;
        }
    }

    Sides draw(std::uint32_t id, const Table& table, const Sides& before) {
        const std::vector<Step> steps = draw_steps(hidden_cards(table), before);
        PublicNode& node = tree_.nodes[id];
        node.first_edge = size32(tree_.edges);
        node.edges = size32(steps);
        Sides after = distinct_sides(steps);
        std::uint32_t place = 0;
        for (const Step& step : steps) {
            if (after[place] != step.side) ++place;
            tree_.edges.push_back({step.from, place});
        }
        return after;
    }

    void open_turn(std::uint32_t id, Seat seat, const Sides& drawn,
                   const std::vector<PublicAction>& actions) {
        PublicNode& node = tree_.nodes[id];
        node.kind = PublicNode::Kind::kTurn;
        node.seat = static_cast<std::uint8_t>(seat);
        node.drawn = size32(drawn);
        node.first_link = size32(tree_.links);
        node.links = size32(actions);
        node.first_owner = size32(tree_.owners);
        for (const PublicAction& action : actions) {
            PublicLink& link = tree_.links.emplace_back();
            link.move = action.move;
            link.slots = size32(action.steps);
            for (const Step& step : action.steps) tree_.owners.push_back(step.from);
        }
        node.slots = size32(tree_.owners) - node.first_owner;
        node.is_forced = node.slots == node.drawn;
        if (!node.is_forced) open_policy(node, node.drawn);
    }

    void open_policy(PublicNode& node, std::uint32_t sets) {
        if (tree_.policy_slots + node.slots >= PublicNode::kSame)
            throw TooLargeError("hanamikoji: the public tree");
        node.first_slot = static_cast<std::uint32_t>(tree_.policy_slots);
        tree_.policy_slots += node.slots;
        tree_.info_sets += sets;
    }

    std::uint32_t keep_possible(const Table& table, const Sides& before, Sides& after) {
        const std::vector<std::uint32_t> places = possible_places(hidden_cards(table), before);
        for (const std::uint32_t place : places) after.push_back(before[place]);
        if (places.size() == before.size()) return PublicNode::kSame;
        const std::uint32_t first = size32(tree_.others);
        tree_.others.insert(tree_.others.end(), places.begin(), places.end());
        return first;
    }

    void add_answer(std::uint32_t id, const Table& table, const std::array<Sides, 2>& sides) {
        Moves answers;
        list_answers(table.offer(), answers);
        const Seat seat = 1 - table.mover();
        {
            PublicNode& node = tree_.nodes[id];
            node.kind = PublicNode::Kind::kAnswer;
            node.seat = static_cast<std::uint8_t>(seat);
            node.first_link = size32(tree_.links);
            node.links = size32(answers);
            node.is_forced = answers.size() == 1;
            node.slots = node.links * node.holdings[at(seat)];
            if (!node.is_forced) open_policy(node, node.holdings[at(seat)]);
        }
        const std::uint32_t first_link = tree_.nodes[id].first_link;
        for (const Move answer : answers) tree_.links.emplace_back().move = answer;
        for (std::size_t i = 0; i < answers.size(); ++i) {
            Table next = table;
            next.answer(answers[i]);
            const std::uint32_t child = add(next, sides);
            tree_.links[first_link + i].child = child;
        }
    }

    void add_end(std::uint32_t id, const Table& table, const std::array<Sides, 2>& sides) {
        const std::uint32_t ending = ending_of(hidden_cards(table));
        PublicNode& node = tree_.nodes[id];
        node.kind = PublicNode::Kind::kEnd;
        node.ending = ending;
        node.payoffs = payoffs_of(table);
        for (const std::size_t seat : {0U, 1U}) {
            const Ending& plan = tree_.endings[ending];
            if (sides[seat] == plan.holdings) continue;
            node.indices[seat] = size32(tree_.indices);
            for (const Side& side : sides[seat]) tree_.indices.push_back(plan.index_of(side));
        }
    }

    std::uint32_t ending_of(Cards hidden) {
        const auto [place, is_new] = endings_.try_emplace(hidden.bits(), size32(tree_.endings));
        if (is_new) tree_.endings.emplace_back(hidden);
        return place->second;
    }

    std::uint32_t payoffs_of(const Table& table) {
        const std::uint64_t key = digest(table.placed[0].bits(), table.placed[1].bits());
        const auto [place, is_new] = payoffs_.try_emplace(key, size32(tree_.payoffs));
        if (!is_new) return place->second;
        SecretPayoffs& payoffs = tree_.payoffs.emplace_back();
        const Cards hidden = hidden_cards(table);
        for (Card first = 0; first < kGeishas; ++first)
            for (Card second = 0; second < kGeishas; ++second) {
                if (!hidden.includes(Cards::one(first) + Cards::one(second))) continue;
                const RoundValue value =
                    value_after(table.rules, table.round, table.owned_with(first, second));
                const auto payoff = static_cast<float>(value.payoff - 0.5);
                payoffs.by_seat[0][std::size_t{second} * 8 + first] = payoff;
                payoffs.by_seat[1][std::size_t{first} * 8 + second] = -payoff;
                tree_.uses_round_values |= !value.is_over;
            }
        return place->second;
    }

    TreeLimits limits_;
    PublicTree tree_;
    ActionLister lister_;
    std::unordered_map<std::uint64_t, std::uint32_t> endings_;
    std::unordered_map<std::uint64_t, std::uint32_t> payoffs_;
};

}  // namespace

std::uint64_t PublicTree::bytes() const {
    constexpr std::uint64_t kPerSlot = 3 * sizeof(float);
    return nodes.size() * sizeof(PublicNode) + links.size() * sizeof(PublicLink) +
           edges.size() * sizeof(DrawEdge) + owners.size() * sizeof(std::uint32_t) +
           others.size() * sizeof(std::uint32_t) + indices.size() +
           endings.size() * (sizeof(Ending) + 4096) + payoffs.size() * sizeof(SecretPayoffs) +
           policy_slots * kPerSlot;
}

PublicTree build_public_tree(const Table& table, const std::array<Range, 2>& ranges,
                             const TreeLimits& limits) {
    return Builder(table, ranges, limits).build();
}

}  // namespace moonflower::hanamikoji
