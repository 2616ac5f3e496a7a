#include "solve/flower_power/ending_graph.hpp"

#include <algorithm>
#include <cmath>

#include "core/hash.hpp"
#include "games/flower_power/rules/open_key.hpp"

namespace moonflower::flower_power {
namespace {

// How much a further open branch counts beside the hardest one, and how far the game's own guess
// tells a position that looks won from one that looks lost. By trial on random endings.
constexpr float kBranchEffort = 0.3F;
constexpr float kGuessEffort = 2;
constexpr float kHopeless = 1e30F;

int lead_in_petals(const State& state) {
    const auto petals = state.scores();
    if (state.rules().stall_share || petals[0] == petals[1]) return 0;
    return petals[0] > petals[1] ? 1 : -1;
}

}  // namespace

EndingGraph::EndingGraph(const State& root)
    : is_late_(root.rules().max_turns - OpenKey::turn(root) < kLateTurns) {}

std::uint64_t EndingGraph::bytes() const {
    return nodes_.size() * sizeof(Node) + edges_.size() * sizeof(Edge) +
           kins_.size() * sizeof(Kin) + by_position_.bytes() + by_key_.bytes();
}

// --- positions

std::uint32_t EndingGraph::end_node(const State& state) {
    const bool is_counted = OpenKey::turns_left(state) <= 0;
    const auto units = static_cast<std::uint64_t>(state.returns().units[0]);
    const auto [number, is_new] = by_position_.find_or_add(
        mix64(2 * units + (is_counted ? 1 : 0)), static_cast<std::uint32_t>(nodes_.size()));
    if (!is_new) return number;
    Node node;
    node.sure.payoffs = {state.returns().payoff(0), state.returns().payoff(1)};
    node.is_counted = {is_counted, is_counted};
    node.who = kOver;
    nodes_.push_back(node);
    return number;
}

std::uint64_t EndingGraph::key_of(const State& state) const {
    const std::uint64_t key = OpenKey::of(state);
    return is_late_ ? mix64(key + static_cast<std::uint64_t>(OpenKey::turn(state))) : key;
}

std::uint32_t EndingGraph::node_of(const State& state) {
    if (state.turn().is_over()) return end_node(state);
    const int left = OpenKey::turns_left(state);
    const std::uint64_t key = key_of(state);
    const auto [number, is_new] =
        by_position_.find_or_add(mix64(key ^ (static_cast<std::uint64_t>(left) * kGoldenGamma)),
                                 static_cast<std::uint32_t>(nodes_.size()));
    if (!is_new) return number;
    Node node;
    node.turns_left = static_cast<std::uint16_t>(left);
    node.kin = by_key_.find(key);
    if (node.kin != kNone) {
        node.efforts = kins_[node.kin].efforts;
        share(node);
    }
    if (node.efforts[0] <= 0) {
        const auto lead = static_cast<float>(2 * state.heuristic().payoff(0) - 1);
        node.efforts = {std::exp(-kGuessEffort * lead), std::exp(kGuessEffort * lead)};
    }
    nodes_.push_back(node);
    return number;
}

void EndingGraph::join(std::uint32_t leaf, const State& state) {
    Node& node = nodes_[leaf];
    if (node.kin == kNone) {
        const auto [kin, is_first] =
            by_key_.find_or_add(key_of(state), static_cast<std::uint32_t>(kins_.size()));
        node.kin = kin;
        if (is_first) {
            kins_.emplace_back();
            kins_.back().active = static_cast<std::int8_t>(state.active());
            kins_.back().lead = static_cast<std::int8_t>(lead_in_petals(state));
        }
    }
    share(node);
}

Move EndingGraph::only_move(const State& state) const {
    if (state.turn().is_over()) return kNoMove;
    if (state.turn().is_chance()) {
        State::Outcomes outcomes;
        state.chance(outcomes);
        return outcomes.size() == 1 ? outcomes[0].move : kNoMove;
    }
    state.legal_moves(*moves_);
    return moves_->size() == 1 ? (*moves_)[0] : kNoMove;
}

void EndingGraph::skip_forced(State& state) const {
    for (Move move = only_move(state); move != kNoMove; move = only_move(state)) state.apply(move);
}

void EndingGraph::expand(std::uint32_t leaf, const State& state, bool lists_all) {
    const auto first = static_cast<std::uint32_t>(edges_.size());
    const auto add = [&](Move move, std::uint64_t weight) {
        State child = state;
        child.apply(move);
        skip_forced(child);
        const std::uint32_t to = node_of(child);
        const bool is_known = std::any_of(edges_.begin() + first, edges_.end(),
                                          [&](const Edge& edge) { return edge.child == to; });
        if (weight == 0 && is_known && !lists_all) return;
        edges_.push_back({OpenKey::to_ranks(state, move), to, static_cast<std::uint16_t>(weight),
                          static_cast<std::uint16_t>(OpenKey::turn(child) - OpenKey::turn(state))});
    };
    const bool is_chance = state.turn().is_chance();
    if (is_chance) {
        State::Outcomes outcomes;
        state.chance(outcomes);
        for (const Outcome& outcome : outcomes) add(outcome.move, outcome.weight);
    } else {
        state.legal_moves(*moves_);
        const std::vector<Move> moves(moves_->begin(), moves_->end());
        for (const Move move : moves) add(move, 0);
    }
    Node& node = nodes_[leaf];
    node.who = is_chance ? kChance : static_cast<std::int8_t>(state.turn().seat());
    node.first = first;
    node.edges = static_cast<std::uint16_t>(edges_.size() - first);
    // With one turn left the game may end where it goes on otherwise.
    std::uint32_t& shown = kins_[node.kin].node;
    if (shown == kNone && node.turns_left > 1) shown = leaf;
}

// --- what is sure, and how far it is to more

void EndingGraph::Claim::rest_on(const Claim& other) {
    need = std::max(need, other.need);
    span = std::max(span, other.span);
    is_counted = is_counted || other.is_counted;
}

// After a success the count is whole again, whatever it was: proofs from there may rest on its end.
EndingGraph::Claim EndingGraph::claim(const Node& node, const Edge& edge, std::size_t seat) const {
    const Node& child = nodes_[edge.child];
    Claim found{.payoff = child.sure.payoffs[seat]};
    found.span = static_cast<std::uint16_t>(child.span[seat] + edge.turns);
    if (is_loud(node, edge)) return found;
    found.need = static_cast<std::uint16_t>(child.need[seat] + edge.turns);
    found.is_counted = child.is_counted[seat];
    return found;
}

void EndingGraph::raise(Node& node, std::size_t seat, const Claim& claim) {
    if (claim.payoff <= node.sure.payoffs[seat] || claim.span > kLongestProof) return;
    node.sure.payoffs[seat] = claim.payoff;
    node.need[seat] = claim.need;
    node.span[seat] = claim.span;
    node.is_counted[seat] = claim.is_counted;
}

// Takes over what is known of the key, and tells what is new.
void EndingGraph::share(Node& node) {
    Kin& kin = kins_[node.kin];
    for (std::size_t seat = 0; seat < 2; ++seat) {
        raise(node, seat, {kin.safe[seat], 0, kin.safe_span[seat], false});
        if (node.turns_left > kin.need[seat])
            raise(node, seat, {kin.payoffs[seat], kin.need[seat], kin.span[seat], false});
        if (node.sure.payoffs[seat] <= kin.payoffs[seat] || node.is_counted[seat]) continue;
        kin.payoffs[seat] = node.sure.payoffs[seat];
        kin.need[seat] = node.need[seat];
        kin.span[seat] = node.span[seat];
    }
}

void EndingGraph::refresh(std::uint32_t number) {
    Node& node = nodes_[number];
    if (node.kin == kNone || node.sure.is_closed()) return;
    if (node.who == kChance) weigh_chance(node);
    if (node.who >= 0) weigh_moves(node);
    share(node);
    if (node.sure.is_closed())
        node.efforts = {};
    else
        kins_[node.kin].efforts = node.efforts;
}

// What follows a position is mostly younger than it.
void EndingGraph::refresh_all(const ProgressCallback& progress) {
    for (auto number = static_cast<std::uint32_t>(nodes_.size()); number-- > 0;) {
        progress();
        refresh(number);
    }
}

// Both seats are sure of the mean of what they are sure of after each outcome.
void EndingGraph::weigh_chance(Node& node) {
    double total = 0;
    for (const Edge& edge : edges_of(node)) total += edge.weight;
    for (std::size_t seat = 0; seat < 2; ++seat) {
        Claim sum;
        float effort = 0;
        int open = 0;
        for (const Edge& edge : edges_of(node)) {
            const Claim one = claim(node, edge, seat);
            sum.payoff += edge.weight * one.payoff;
            sum.rest_on(one);
            const Node& child = nodes_[edge.child];
            if (child.sure.is_closed()) continue;
            effort = std::max(effort, child.efforts[seat]);
            ++open;
        }
        sum.payoff /= total;  // last, so that sure outcomes add up to a sure one
        node.efforts[seat] = effort + kBranchEffort * static_cast<float>(open - 1);
        raise(node, seat, sum);
    }
}

// The mover is sure of the best of its moves, the other of the worst.
void EndingGraph::weigh_moves(Node& node) {
    const auto mover = static_cast<std::size_t>(node.who);
    const std::size_t other = 1 - mover;
    Claim worst{.payoff = 1};
    for (const Edge& edge : edges_of(node)) {
        raise(node, mover, claim(node, edge, mover));
        const Claim one = claim(node, edge, other);
        worst.payoff = std::min(worst.payoff, one.payoff);
        worst.rest_on(one);
    }
    raise(node, other, worst);
    float easiest = kHopeless;
    float hardest = 0;
    int open = 0;
    for (const Edge& edge : edges_of(node)) {
        const Node& child = nodes_[edge.child];
        const double hoped = 1 - child.sure.payoffs[other];
        if (hoped >= 1 - node.sure.payoffs[other] - Sure::kRounding)
            easiest = std::min(easiest, child.efforts[mover]);
        if (hoped <= node.sure.payoffs[mover] + Sure::kRounding) continue;
        hardest = std::max(hardest, child.efforts[other]);
        ++open;
    }
    node.efforts[mover] = easiest;
    node.efforts[other] = hardest + kBranchEffort * static_cast<float>(open - 1);
}

}  // namespace moonflower::flower_power
