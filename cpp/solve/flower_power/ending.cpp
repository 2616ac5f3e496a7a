#include "solve/flower_power/ending.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/hash.hpp"
#include "solve/flower_power/open_key.hpp"

namespace moonflower::flower_power {
namespace {

constexpr Move kNoMove{UINT32_MAX};
// Turns a proof may look ahead. Further ones are not used, so that with more than kLateTurns to go
// `max_turns` bears on nothing, and positions may be the same whatever their turn.
constexpr int kLongestProof = 500;
constexpr int kLateTurns = 600;
constexpr int kMostCircles = 10'000;
// How much a further open branch counts beside the hardest one, and how far the game's own guess
// tells a position that looks won from one that looks lost. By trial on random endings.
constexpr float kBranchEffort = 0.3F;
constexpr float kGuessEffort = 2;
constexpr float kHopeless = 1e30F;

}  // namespace

Ending::Ending(const State& root, std::uint64_t most_bytes, Beat beat)
    : root_(root),
      is_late_(root.rules().max_turns - OpenKey::turn(root) < kLateTurns),
      most_bytes_(most_bytes),
      beat_(std::move(beat)) {
    OpenKey::forget(root_);
    root_node_ = node_of(root_);
}

std::uint64_t Ending::bytes() const {
    return nodes_.size() * sizeof(Node) + edges_.size() * sizeof(Edge) +
           proofs_.size() * sizeof(Proof) + by_position_.bytes() + by_key_.bytes();
}

// --- positions

std::uint32_t Ending::end_node(const State& state) {
    const bool is_counted = OpenKey::turns_left(state) <= 0;
    const auto units = static_cast<std::uint64_t>(state.returns().units[0]);
    const auto [number, is_new] = by_position_.find_or_add(
        mix64(2 * units + (is_counted ? 1 : 0)), static_cast<std::uint32_t>(nodes_.size()));
    if (!is_new) return number;
    Node node;
    node.sure.payoffs = {state.returns().payoff(0), state.returns().payoff(1)};
    node.efforts = {};
    node.is_counted = {is_counted, is_counted};
    nodes_.push_back(node);
    return number;
}

std::uint32_t Ending::node_of(const State& state) {
    if (state.turn().is_over()) return end_node(state);
    const int left = OpenKey::turns_left(state);
    std::uint64_t key = OpenKey::of(state);
    if (is_late_) key = mix64(key + static_cast<std::uint64_t>(OpenKey::turn(state)));
    const auto [number, is_new] =
        by_position_.find_or_add(mix64(key ^ (static_cast<std::uint64_t>(left) * kGoldenGamma)),
                                 static_cast<std::uint32_t>(nodes_.size()));
    if (!is_new) return number;
    const auto [kin, is_first] =
        by_key_.find_or_add(key, static_cast<std::uint32_t>(proofs_.size()));
    if (is_first) proofs_.push_back({});
    Node node;
    node.kin = kin;
    node.turns_left = static_cast<std::uint16_t>(left);
    const auto lead = static_cast<float>(2 * state.heuristic().payoff(0) - 1);
    node.efforts = {std::exp(-kGuessEffort * lead), std::exp(kGuessEffort * lead)};
    if (!is_first && proofs_[kin].efforts[0] > 0) node.efforts = proofs_[kin].efforts;
    share(node);
    nodes_.push_back(node);
    return number;
}

// Takes over what is known of the key, and tells what is new.
void Ending::share(Node& node) {
    Proof& proof = proofs_[node.kin];
    for (std::size_t seat = 0; seat < 2; ++seat) {
        double& own = node.sure.payoffs[seat];
        if (proof.payoffs[seat] > own && node.turns_left > proof.turns[seat]) {
            own = proof.payoffs[seat];
            node.turns[seat] = proof.turns[seat];
            node.is_counted[seat] = false;
        } else if (own > proof.payoffs[seat] && !node.is_counted[seat]) {
            proof.payoffs[seat] = own;
            proof.turns[seat] = node.turns[seat];
        }
    }
}

Move Ending::only_move(const State& state) const {
    if (state.turn().is_over()) return kNoMove;
    if (state.turn().is_chance()) {
        State::Outcomes outcomes;
        state.chance(outcomes);
        return outcomes.size() == 1 ? outcomes[0].move : kNoMove;
    }
    state.legal_moves(*moves_);
    return moves_->size() == 1 ? (*moves_)[0] : kNoMove;
}

void Ending::skip_forced(State& state) const {
    for (Move move = only_move(state); move != kNoMove; move = only_move(state)) state.apply(move);
}

void Ending::expand(std::uint32_t number, const State& state) {
    const auto first = static_cast<std::uint32_t>(edges_.size());
    const auto add = [&](Move move, std::uint64_t weight) {
        State child = state;
        child.apply(move);
        skip_forced(child);
        const std::uint32_t to = node_of(child);
        const bool is_known = std::any_of(edges_.begin() + first, edges_.end(),
                                          [&](const Edge& edge) { return edge.child == to; });
        if (weight == 0 && is_known && number != root_node_) return;
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
    Node& node = nodes_[number];
    node.who = is_chance ? kChance : static_cast<std::int8_t>(state.turn().seat());
    node.first = first;
    node.edges = static_cast<std::uint16_t>(edges_.size() - first);
}

// --- what is sure, and how far it is to more

void Ending::raise(Node& node, std::size_t seat, const Sure& sure, std::uint16_t turns,
                   bool is_counted) {
    if (sure.payoffs[seat] <= node.sure.payoffs[seat] || turns > kLongestProof) return;
    node.sure.payoffs[seat] = sure.payoffs[seat];
    node.turns[seat] = turns;
    node.is_counted[seat] = is_counted;
}

void Ending::refresh(std::uint32_t number) {
    Node& node = nodes_[number];
    if (node.sure.is_closed()) return;
    if (node.who == kChance) weigh_chance(node);
    if (node.who >= 0) weigh_moves(node);
    share(node);
    if (node.sure.is_closed())
        node.efforts = {};
    else
        proofs_[node.kin].efforts = node.efforts;
}

// Both seats are sure of the mean of what they are sure of after each outcome.
void Ending::weigh_chance(Node& node) {
    double total = 0;
    for (const Edge& edge : edges_of(node)) total += edge.weight;
    for (std::size_t seat = 0; seat < 2; ++seat) {
        Sure sum;
        std::uint16_t turns = 0;
        bool is_counted = false;
        float effort = 0;
        int open = 0;
        for (const Edge& edge : edges_of(node)) {
            const Node& child = nodes_[edge.child];
            sum.payoffs[seat] += edge.weight * child.sure.payoffs[seat];
            turns = std::max<std::uint16_t>(turns, child.turns[seat] + edge.turns);
            is_counted = is_counted || child.is_counted[seat];
            if (child.sure.is_closed()) continue;
            effort = std::max(effort, child.efforts[seat]);
            ++open;
        }
        sum.payoffs[seat] /= total;  // last, so that sure outcomes add up to a sure one
        node.efforts[seat] = effort + kBranchEffort * static_cast<float>(open - 1);
        raise(node, seat, sum, turns, is_counted);
    }
}

// The mover is sure of the best of its moves, the other of the worst.
void Ending::weigh_moves(Node& node) {
    const auto mover = static_cast<std::size_t>(node.who);
    const std::size_t other = 1 - mover;
    Sure worst{{1, 1}};
    std::uint16_t turns = 0;
    bool is_counted = false;
    for (const Edge& edge : edges_of(node)) {
        const Node& child = nodes_[edge.child];
        raise(node, mover, child.sure, child.turns[mover] + edge.turns, child.is_counted[mover]);
        worst.payoffs[other] = std::min(worst.payoffs[other], child.sure.payoffs[other]);
        turns = std::max<std::uint16_t>(turns, child.turns[other] + edge.turns);
        is_counted = is_counted || child.is_counted[other];
    }
    raise(node, other, worst, turns, is_counted);
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

// --- where to look

// The mover hopes for the most and takes the easiest way there; of chance the outcome that leaves
// most open for the least effort. After a circle some moves are taken at random, else the next
// descent runs into it too.
const Ending::Edge& Ending::choose(const Node& node) {
    const bool is_shaken = circles_ > 0 && rng_.below(4) == 0;
    const Edge* best = &edges_[node.first];
    double most = -2.0 * kHopeless;
    for (const Edge& edge : edges_of(node)) {
        const Node& child = nodes_[edge.child];
        if (child.sure.is_closed()) continue;
        double score = 0;
        if (is_shaken) {
            score = static_cast<double>(rng_.below(1U << 16U));
        } else if (node.who == kChance) {
            const double open = 1 - child.sure.payoffs[0] - child.sure.payoffs[1];
            score = edge.weight * open / std::min(child.efforts[0], child.efforts[1]);
        } else {
            const auto mover = static_cast<std::size_t>(node.who);
            const double given_up = child.sure.payoffs[1 - mover] - node.sure.payoffs[1 - mover];
            score = given_up <= Sure::kRounding ? -child.efforts[mover] : -kHopeless;
        }
        if (score > most) {
            most = score;
            best = &edge;
        }
    }
    return *best;
}

void Ending::descend(std::uint32_t from, const State& start) {
    State state = start;
    path_.clear();
    ++descents_;
    for (std::uint32_t at = from;;) {
        beat_();
        ++steps_;
        path_.push_back(at);
        refresh(at);
        if (nodes_[at].sure.is_closed()) break;
        const bool is_far =
            !is_late_ && OpenKey::turn(state) - OpenKey::turn(root_) > kLongestProof;
        if (nodes_[at].visit == descents_ || is_far) {
            ++circles_;
            break;
        }
        nodes_[at].visit = descents_;
        if (nodes_[at].who == kLeaf) {
            expand(at, state);
            circles_ = 0;
            break;
        }
        const Edge& edge = choose(nodes_[at]);
        state.apply(OpenKey::to_ids(state, edge.move));
        skip_forced(state);
        at = edge.child;
    }
    for (auto at = path_.rbegin(); at != path_.rend(); ++at) refresh(*at);
}

// One descent more, unless all is said or there is no room.
bool Ending::grows_from(std::uint32_t from, const State& start, std::uint64_t most_nodes) {
    if (nodes_[from].sure.is_closed() || nodes_.size() >= most_nodes || bytes() > most_bytes_ ||
        circles_ > kMostCircles)
        return false;
    descend(from, start);
    return true;
}

void Ending::solve(std::uint64_t most_nodes) {
    try {
        while (grows_from(root_node_, root_, most_nodes)) {
        }
    } catch (const SolveStopped&) {  // what is known by then is told
    }
}

void Ending::solve_moves(std::uint64_t most_nodes) {
    if (nodes_[root_node_].who < 0) return;
    const std::uint64_t most_steps = 2 * steps_;
    const Node root = nodes_[root_node_];  // by places: the edges move as they grow
    try {
        for (std::size_t i = root.first; i < std::size_t{root.first} + root.edges; ++i) {
            State state = root_;
            state.apply(OpenKey::to_ids(state, edges_[i].move));
            skip_forced(state);
            while (steps_ < most_steps && grows_from(edges_[i].child, state, most_nodes)) {
            }
        }
    } catch (const SolveStopped&) {  // the other moves keep their bounds
    }
}

// --- what is told

std::vector<Ending::RootMove> Ending::root_moves() const {
    std::vector<RootMove> found;
    const Node& root = nodes_[root_node_];
    if (root.who < 0) return found;
    for (const Edge& edge : edges_of(root))
        found.push_back({OpenKey::to_ids(root_, edge.move), nodes_[edge.child].sure});
    return found;
}

// What the mover is surest of, then what is easiest to make sure.
const Ending::Edge& Ending::best_of(const Node& node) const {
    const auto mover = static_cast<std::size_t>(node.who);
    const auto rank = [&](const Edge& edge) {
        const Node& child = nodes_[edge.child];
        return std::pair(child.sure.payoffs[mover], -child.efforts[mover]);
    };
    return *std::ranges::max_element(edges_of(node), {}, rank);
}

Ending::Line Ending::line() const {
    Line found;
    State state = root_;
    const auto play = [&](Move move) {
        found.tokens.push_back(state.format(move));
        state.apply(move);
    };
    for (std::uint32_t at = root_node_;;) {
        const Node& node = nodes_[at];
        if (node.sure.is_closed() && !found.solved_from) found.solved_from = found.tokens.size();
        if (node.who < 0) break;
        const Edge& best = best_of(node);
        const auto mover = static_cast<std::size_t>(node.who);
        // What was taken over from another count need not have a proof of its own here.
        if (nodes_[best.child].sure.payoffs[mover] < node.sure.payoffs[mover] - Sure::kRounding)
            break;
        play(OpenKey::to_ids(state, best.move));
        for (Move forced = only_move(state); state.turn().is_seat() && forced != kNoMove;
             forced = only_move(state))
            play(forced);
        at = best.child;
        if (!state.turn().is_seat()) {  // the end, or chance, which may itself be forced
            if (nodes_[at].sure.is_closed() && !found.solved_from)
                found.solved_from = found.tokens.size();
            break;
        }
    }
    return found;
}

}  // namespace moonflower::flower_power
