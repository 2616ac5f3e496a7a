#include "solve/flower_power/waiting.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace moonflower::flower_power {
namespace {

// Values that creep down without end, as chance in a circle makes them, are rounded down from this
// pass on, ever more coarsely: less is promised, but it is settled.
constexpr int kPatience = 64;
constexpr int kFinestBits = 40;
constexpr int kCoarsestBits = 1;

}  // namespace

Waiting::Waiting(EndingGraph& graph, int stall, const ProgressCallback& progress)
    : graph_(graph), stall_(stall), progress_(progress) {}

void Waiting::settle() {
    // The count must be over before `max_turns` is; near it there are no circles.
    if (graph_.is_late() || stall_ >= EndingGraph::kLongestProof) return;
    settle(0);
    settle(1);
}

void Waiting::settle(std::size_t seat) {
    seat_ = seat;
    begin();
    bool is_lower = true;
    for (int pass = 0; is_lower; ++pass) {
        const int bits = std::max(kCoarsestBits, kFinestBits - (pass - kPatience));
        is_lower = lower(pass < kPatience ? 0 : std::ldexp(1.0, bits));
    }
    look_ahead();
    tell();
}

void Waiting::begin() {
    const std::span<Kin> kins = graph_.kins();
    safe_.assign(kins.size(), 1);
    spans_.assign(kins.size(), 0);
    for (std::size_t i = 0; i < kins.size(); ++i) {
        if (kins[i].node != EndingGraph::kNone) continue;
        // Looked at with one turn left only, so that what does not rest on the count is sure now.
        assert(kins[i].need[seat_] == 0);
        safe_[i] = kins[i].payoffs[seat_];
        spans_[i] = kins[i].span[seat_];
    }
}

// One pass; has anything changed?
bool Waiting::lower(double grid) {
    const std::span<const Kin> kins = graph_.kins();
    bool is_lower = false;
    for (std::size_t i = kins.size(); i-- > 0;) {  // what follows is mostly younger
        progress_();
        if (kins[i].node == EndingGraph::kNone || safe_[i] <= 0) continue;
        const double now = granted(kins[i], safe_[i]);
        if (now >= safe_[i]) continue;
        safe_[i] = grid > 0 ? std::floor(now * grid) / grid : now;
        is_lower = true;
    }
    return is_lower;
}

// No more than `promised` need be found.
double Waiting::granted(const Kin& kin, double promised) const {
    const Node& node = graph_.node(kin.node);
    if (node.who == EndingGraph::kChance) {
        double sum = 0;
        double total = 0;
        for (const Edge& edge : graph_.edges_of(node)) {
            sum += edge.weight * granted(kin, node, edge);
            total += edge.weight;
        }
        return sum / total;
    }
    const bool is_own = node.who == static_cast<int>(seat_);
    double found = is_own ? 0 : 1;
    for (const Edge& edge : graph_.edges_of(node)) {
        const double one = granted(kin, node, edge);
        found = is_own ? std::max(found, one) : std::min(found, one);
        if (is_own ? found >= promised : found <= 0) break;
    }
    return found;
}

// A seat has to stand well whenever the other's turn ends, should the game end with it. Then it
// also stands well at the end of its own: the other might end the turn after at once.
double Waiting::granted(const Kin& kin, const Node& node, const Edge& edge) const {
    const Node& child = graph_.node(edge.child);
    if (child.who == EndingGraph::kOver) return child.sure.payoffs[seat_];
    if (graph_.is_loud(node, edge))
        return span_of(node, edge) + stall_ < EndingGraph::kLongestProof ? child.sure.payoffs[seat_]
                                                                         : 0;
    if (child.kin == EndingGraph::kNone || edge.turns > 1) return 0;
    const double value = safe_[child.kin];
    if (edge.turns == 0 || kin.active == static_cast<int>(seat_)) return value;
    const int lead = graph_.kins()[child.kin].lead;
    return std::min(value, (1 + (seat_ == 0 ? lead : -lead)) / 2.0);
}

// --- turns: proofs across a success look on from there

std::uint16_t Waiting::span_of(const Node& node, const Edge& edge) const {
    const Node& child = graph_.node(edge.child);
    if (child.who == EndingGraph::kOver) return 0;
    if (graph_.is_loud(node, edge))
        return static_cast<std::uint16_t>(child.span[seat_] + edge.turns);
    return child.kin == EndingGraph::kNone ? std::uint16_t{0} : spans_[child.kin];
}

// Of the moves that keep the promise one is enough; of all else everything counts.
std::uint16_t Waiting::span_of(std::size_t number) const {
    const Kin& kin = graph_.kins()[number];
    const Node& node = graph_.node(kin.node);
    const bool is_own = node.who == static_cast<int>(seat_);
    std::uint16_t least = UINT16_MAX;
    std::uint16_t most = 0;
    for (const Edge& edge : graph_.edges_of(node)) {
        const double one = granted(kin, node, edge);
        if (one >= safe_[number]) least = std::min(least, span_of(node, edge));
        if (one > 0) most = std::max(most, span_of(node, edge));
    }
    return is_own ? least : most;
}

void Waiting::look_ahead() {
    const std::span<const Kin> kins = graph_.kins();
    for (bool is_longer = true; is_longer;) {
        is_longer = false;
        for (std::size_t i = kins.size(); i-- > 0;) {
            progress_();
            if (kins[i].node == EndingGraph::kNone || safe_[i] <= 0) continue;
            const std::uint16_t now = span_of(i);
            is_longer = is_longer || now > spans_[i];
            spans_[i] = std::max(spans_[i], now);
        }
    }
}

void Waiting::tell() {
    const std::span<Kin> kins = graph_.kins();
    for (std::size_t i = 0; i < kins.size(); ++i) {
        if (kins[i].node == EndingGraph::kNone || safe_[i] <= kins[i].safe[seat_]) continue;
        kins[i].safe[seat_] = safe_[i];
        kins[i].safe_span[seat_] = static_cast<std::uint16_t>(spans_[i] + stall_);
    }
}

}  // namespace moonflower::flower_power
