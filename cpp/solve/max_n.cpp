#include "solve/max_n.hpp"

#include <algorithm>

#include "solve/best_first.hpp"
#include "solve/telling.hpp"

namespace moonflower {

namespace {

constexpr const char* kMethod = "max^n";

}  // namespace

Solution MaxN::solve() {
    const Seat seat = std::max(0, root_.turn().code());
    Solution found;
    try {
        const SeatValues values = value_of(root_, 0);
        found.method = kMethod;
        found.seat = seat;
        found.values.assign(values.begin(), values.begin() + root_.seats());
        found.value = values[static_cast<std::size_t>(seat)];
        found.is_exact = true;
        found.bound = 0;
        if (root_.turn().is_seat()) tell_moves(found);
        found.kind = kind_of(found, root_.facts());
    } catch (const SolveStopped&) {
        found = unsolved(root_.facts(), root_.seats(), seat, kMethod);
    }
    found.nodes = nodes_;
    return found;
}

void MaxN::tell_moves(Solution& found) {
    for (const Move move : moves_of(root_)) {
        OpaqueState child = root_;
        child.apply(move);
        const double value = value_of(child, 1)[static_cast<std::size_t>(found.seat)];
        found.moves.push_back({.move = move,
                               .text = root_.format(move),
                               .value = value,
                               .loss = std::max(0.0, found.value - value),
                               .share = 0,
                               .is_exact = true});
    }
    sort_best_first(found.moves);
    found.moves.front().share = 1;
    found.line = tokens_from(root_, line_from(found.moves.front().move));
}

MaxN::SeatValues MaxN::value_of(const OpaqueState& state, int depth) {
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

MaxN::SeatValues MaxN::decide(const OpaqueState& state, int depth) {
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

MaxN::SeatValues MaxN::expect(const OpaqueState& state, int depth) {
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
