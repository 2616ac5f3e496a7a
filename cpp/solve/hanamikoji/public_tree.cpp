#include "solve/hanamikoji/public_tree.hpp"

#include <algorithm>
#include <unordered_map>

#include "core/error.hpp"
#include "solve/hanamikoji/layout.hpp"

namespace moonflower::hanamikoji {
namespace {

using Lists = Layouts::Lists;

class Builder {
public:
    Builder(const Table& table, const std::array<Range, 2>& ranges, const TreeLimits& limits)
        : limits_(limits) {
        tree_.table = table;
        tree_.ranges = ranges;
        tree_.weight = total_weight(table, ranges[0], ranges[1]);
    }

    PublicTree build() {
        Lists lists{};
        for (const std::size_t seat : {0U, 1U}) {
            Sides sides;
            for (const Holding& holding : tree_.ranges[seat]) sides.push_back(holding.side);
            lists[seat] = layouts_.number(std::move(sides));
        }
        tree_.root = add(tree_.table, lists);
        tree_.uses_round_values = payoffs_.uses_round_values();
        check_size(tree_.policy_slots());
        return std::move(tree_);
    }

private:
    void check_size(std::uint64_t slots) const {
        const std::uint64_t bytes =
            tree_.bytes() + layouts_.bytes() + static_cast<std::uint64_t>(slots) * kBytesPerSlot;
        if (bytes > limits_.bytes) throw TooLargeError("hanamikoji: the public tree");
    }

    std::uint32_t add(const Table& table, const Lists& lists) {
        const std::uint64_t offer = table.phase == Phase::kAnswer ? table.offer().code : 0;
        const std::uint64_t key =
            digest(table.placed[0].bits(), table.placed[1].bits(),
                   lists[0] | std::uint64_t{lists[1]} << 32,
                   table.used[0] | std::uint64_t{table.used[1]} << 8 | offer << 16);
        const auto known = known_.find(key);
        if (known != known_.end()) return known->second;
        PublicNode node;
        node.holdings = {size32(layouts_.list(lists[0])), size32(layouts_.list(lists[1]))};
        if (node.holdings[0] > 0 && node.holdings[1] > 0) open(node, table, lists);
        const std::uint32_t id = size32(tree_.nodes);
        tree_.nodes.push_back(node);
        known_.emplace(key, id);
        return id;
    }

    void open(PublicNode& node, const Table& table, const Lists& lists) {
        if (limits_.progress) limits_.progress();
        const bool is_root = !is_begun_;
        is_begun_ = true;
        if (table.phase == Phase::kEnd)
            open_end(node, table, lists, payoffs_.of(table));
        else if (table.phase != Phase::kAnswer)
            open_turn(node, table, lists, is_root);
        else if (table.turn == kTurns - 1)
            open_last_answer(node, table, lists, is_root);
        else
            open_answer(node, table, lists);
        check_size(0);
    }

    void open_turn(PublicNode& node, Table table, const Lists& lists, bool is_root) {
        const Layouts::Turn& turn = layouts_.turn(table, lists);
        table.draw();
        node.kind = PublicNode::Kind::kTurn;
        node.seat = static_cast<std::uint8_t>(table.mover());
        node.drawn = turn.drawn;
        node.draw = turn.draw;
        node.first_owner = turn.first_owner;
        node.slots = turn.slots;
        std::vector<PublicLink> links(turn.actions.size());
        const bool is_forced = turn.slots == turn.drawn;
        const bool is_last = table.turn == kTurns - 1 && !is_forced && !is_root;
        for (std::size_t i = 0; i < links.size(); ++i) {
            const Layouts::Action& action = turn.actions[i];
            links[i] = {.move = action.move, .slots = action.slots, .others = action.others};
            if (is_forced) links[i].kind = PublicLink::Kind::kOnly;
        }
        if (is_last) settle_last(links, turn, table);
        for (std::size_t i = 0; i < links.size(); ++i) {
            if (links[i].kind == PublicLink::Kind::kKept) node.kept += links[i].slots;
            if (links[i].kind == PublicLink::Kind::kDropped || links[i].child != kUnknown) continue;
            Table next = table;
            next.play(links[i].move);
            links[i].child = add(next, turn.actions[i].left);
        }
        place(node, links);
    }

    // The last offer is of all cards in hand, so its pairings are all there is to choose from.
    void settle_last(std::vector<PublicLink>& links, const Layouts::Turn& turn,
                     const Table& table) {
        std::vector<bool> is_done(links.size());
        for (std::size_t i = 0; i < links.size(); ++i) {
            if (is_done[i]) continue;
            std::vector<std::size_t> same;
            for (std::size_t j = i; j < links.size(); ++j) {
                if (cards_in_action(links[j].move) != cards_in_action(links[i].move)) continue;
                same.push_back(j);
                is_done[j] = true;
            }
            if (same.size() == 1)
                links[i].kind = PublicLink::Kind::kOnly;
            else if (limits_.drops_dominated)
                settle_pairings(links, same, turn, table);
        }
    }

    void settle_pairings(std::vector<PublicLink>& links, const std::vector<std::size_t>& same,
                         const Layouts::Turn& turn, const Table& table) {
        std::vector<Move> offers;
        for (const std::size_t i : same) offers.push_back(links[i].move);
        const std::optional<std::uint32_t> payoffs = payoffs_.settle(table, offers);
        if (!payoffs) return;
        for (const std::size_t i : same) links[i].kind = PublicLink::Kind::kDropped;
        PublicLink& first = links[same.front()];
        first.kind = PublicLink::Kind::kOnly;
        Table next = table;
        next.play(first.move);
        first.child = add_end(next, turn.actions[same.front()].left, *payoffs);
    }

    void open_answer(PublicNode& node, const Table& table, const Lists& lists) {
        Moves answers;
        list_answers(table.offer(), answers);
        node.kind = PublicNode::Kind::kAnswer;
        node.seat = static_cast<std::uint8_t>(1 - table.mover());
        node.slots = size32(answers) * node.holdings[node.seat];
        node.kept = answers.size() == 1 ? 0 : node.slots;
        std::vector<PublicLink> links;
        for (const Move answer : answers) {
            Table next = table;
            next.answer(answer);
            links.push_back({.move = answer, .child = add(next, lists)});
        }
        place(node, links);
    }

    void open_last_answer(PublicNode& node, const Table& table, const Lists& lists, bool is_root) {
        const std::vector<std::uint32_t> payoffs = payoffs_.of_answers(table);
        const auto seat = at(1 - table.mover());
        Choices choices;
        if (payoffs.size() == 1 || (limits_.drops_dominated && !is_root))
            choices = payoffs_.choose(payoffs, seat);
        open_end(node, table, lists, payoffs_.chosen(payoffs, seat, choices));
        if (choices.are_made() && !is_root) return;
        Moves answers;
        list_answers(table.offer(), answers);
        node.kind = PublicNode::Kind::kLastAnswer;
        node.seat = static_cast<std::uint8_t>(seat);
        node.choices = choices;
        for (const Side& side : layouts_.list(lists[seat]))
            if (choices.is_open(side.secret)) node.kept += size32(answers);
        node.slots = node.kept;
        node.policy_slots = node.kept;
        node.first_link = size32(tree_.links);
        node.links = size32(answers);
        for (std::size_t a = 0; a < answers.size(); ++a)
            tree_.links.push_back({.move = answers[a], .child = payoffs[a]});
    }

    std::uint32_t add_end(const Table& table, const Lists& lists, std::uint32_t payoffs) {
        PublicNode node;
        node.holdings = {size32(layouts_.list(lists[0])), size32(layouts_.list(lists[1]))};
        if (node.holdings[0] > 0 && node.holdings[1] > 0) open_end(node, table, lists, payoffs);
        tree_.nodes.push_back(node);
        return size32(tree_.nodes) - 1;
    }

    void open_end(PublicNode& node, const Table& table, const Lists& lists, std::uint32_t payoffs) {
        node.kind = PublicNode::Kind::kEnd;
        node.ending = layouts_.ending(hidden_cards(table));
        node.payoffs = payoffs;
        for (const std::size_t seat : {0U, 1U})
            node.indices[seat] = layouts_.indices(node.ending, lists[seat]);
    }

    void place(PublicNode& node, std::vector<PublicLink>& links) {
        node.policy_slots = node.kept;
        for (PublicLink& link : links) {
            link.first_slot = node.policy_slots;
            if (link.kind != PublicLink::Kind::kDropped)
                node.policy_slots += tree_.nodes[link.child].policy_slots;
        }
        node.first_link = size32(tree_.links);
        node.links = size32(links);
        tree_.links.insert(tree_.links.end(), links.begin(), links.end());
    }

    static constexpr std::uint32_t kUnknown = PublicNode::kSame;  // not built yet

    TreeLimits limits_;
    PublicTree tree_;
    Layouts layouts_{tree_};
    PayoffBook payoffs_{tree_.payoffs};
    std::unordered_map<std::uint64_t, std::uint32_t> known_;
    bool is_begun_ = false;
};

}  // namespace

std::uint64_t PublicTree::bytes() const {
    return nodes.size() * sizeof(PublicNode) + links.size() * sizeof(PublicLink) +
           owners.size() * sizeof(std::uint32_t) + others.size() * sizeof(std::uint32_t) +
           indices.size() + endings.size() * (sizeof(Ending) + 4096) +
           payoffs.size() * sizeof(SecretPayoffs);
}

PublicTree build_public_tree(const Table& table, const std::array<Range, 2>& ranges,
                             const TreeLimits& limits) {
    return Builder(table, ranges, limits).build();
}

}  // namespace moonflower::hanamikoji
