#include "solve/max_n.hpp"

#include "solve/best_first.hpp"
#include "solve/solution.hpp"

namespace moonflower {

MaxNSolution MaxN::solve() {
    MaxNSolution found;
    try {
        found.values = value_of(root_, 0);
        found.is_exact = true;
        if (root_.turn().is_seat()) {
            for (const Move move : moves_of(root_)) {
                OpaqueState child = root_;
                child.apply(move);
                found.moves.push_back({move, value_of(child, 1)});
            }
            sort_best_first(found.moves, root_.turn().seat());
            found.line = line_from(found.moves.front().move);
        }
    } catch (const SolveStopped&) {
        found = {};
    }
    found.nodes = nodes_;
    return found;
}

SeatValues MaxN::value_of(const OpaqueState& state, int depth) {
    progress_();
    if (++nodes_ > limits_.nodes || depth > kDeepest) throw SolveStopped{};
    if (state.turn().is_over()) {
        const Returns returns = state.returns();
        SeatValues values{};
        for (Seat seat = 0; seat < state.seats(); ++seat)
            values[static_cast<std::size_t>(seat)] = returns.payoff(seat);
        return values;
    }
    return state.turn().is_chance() ? expect(state, depth) : decide(state, depth);
}

SeatValues MaxN::decide(const OpaqueState& state, int depth) {
    const std::uint64_t key = state.key();
    if (const auto entry = known_.find(key); entry != known_.end()) return entry->second.values;
    const std::vector<Move> moves = moves_of(state);
    const auto seat = static_cast<std::size_t>(state.turn().seat());
    Entry best{};
    for (const Move move : moves) {
        OpaqueState child = state;
        child.apply(move);
        const SeatValues values = value_of(child, depth + 1);
        if (move == moves[0] || values[seat] > best.values[seat]) best = {values, move};
    }
    if (known_.size() < most_entries_) known_.emplace(key, best);
    return best.values;
}

SeatValues MaxN::expect(const OpaqueState& state, int depth) {
    const std::vector<Outcome> outcomes = outcomes_of(state);
    double total = 0;
    for (const Outcome& outcome : outcomes) total += static_cast<double>(outcome.weight);
    SeatValues sum{};
    for (const Outcome& outcome : outcomes) {
        OpaqueState child = state;
        child.apply(outcome.move);
        const SeatValues values = value_of(child, depth + 1);
        for (std::size_t seat = 0; seat < sum.size(); ++seat)
            sum[seat] += static_cast<double>(outcome.weight) / total * values[seat];
    }
    return sum;
}

std::vector<Move> MaxN::line_from(Move first) const {
    std::vector<Move> line{first};
    OpaqueState state = root_;
    state.apply(first);
    while (state.turn().is_seat()) {
        const auto entry = known_.find(state.key());
        if (entry == known_.end()) break;
        line.push_back(entry->second.best);
        state.apply(entry->second.best);
    }
    return line;
}

}  // namespace moonflower
