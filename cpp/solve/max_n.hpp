// Max^n (Luckhardt and Irani 1986): any number of seats, all known, each seat takes what pays it
// most; chance counts as its expectation. Among moves that pay the mover the same, the first one
// of the rules' order is taken: with more than two seats, or payoffs that do not add up to a
// constant, another choice may give the others other values.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "solve/best_first.hpp"
#include "solve/max_n_solution.hpp"
#include "solve/solution.hpp"

namespace moonflower {

template <GameState S>
class MaxN {
public:
    // `beat` is called at every node; it may throw, SolveStopped to end without an answer.
    MaxN(const S& root, const MaxNLimits& limits, std::function<void()> beat)
        : root_(root),
          limits_(limits),
          beat_(std::move(beat)),
          most_entries_(limits.table_bytes / kEntryBytes) {}

    [[nodiscard]] MaxNSolution solve();

private:
    static constexpr int kDeepest = 1'000;  // the stack, not the game, sets this
    struct Entry {
        SeatValues values;
        Move best;
    };
    static constexpr std::uint64_t kEntryBytes = sizeof(std::pair<std::uint64_t, Entry>) + 32;

    SeatValues value_of(const S& state, int depth);
    SeatValues decide(const S& state, int depth);
    SeatValues expect(const S& state, int depth);
    [[nodiscard]] std::vector<Move> line_from(Move first) const;

    S root_;
    MaxNLimits limits_;
    std::function<void()> beat_;
    std::uint64_t most_entries_;
    std::uint64_t nodes_ = 0;
    std::unordered_map<std::uint64_t, Entry> known_;  // by state key, whole values only
};

template <GameState S>
MaxNSolution MaxN<S>::solve() {
    MaxNSolution found;
    try {
        found.values = value_of(root_, 0);
        found.is_exact = true;
        if (root_.turn().is_seat()) {
            const auto moves = std::make_unique<typename S::Moves>();
            root_.legal_moves(*moves);
            for (const Move move : *moves) {
                S child = root_;
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

template <GameState S>
SeatValues MaxN<S>::value_of(const S& state, int depth) {
    beat_();
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

template <GameState S>
SeatValues MaxN<S>::decide(const S& state, int depth) {
    const std::uint64_t key = state.key();
    if (const auto entry = known_.find(key); entry != known_.end()) return entry->second.values;
    const auto moves = std::make_unique<typename S::Moves>();
    state.legal_moves(*moves);
    const auto seat = static_cast<std::size_t>(state.turn().seat());
    Entry best{};
    for (const Move move : *moves) {
        S child = state;
        child.apply(move);
        const SeatValues values = value_of(child, depth + 1);
        if (move == (*moves)[0] || values[seat] > best.values[seat]) best = {values, move};
    }
    if (known_.size() < most_entries_) known_.emplace(key, best);
    return best.values;
}

template <GameState S>
SeatValues MaxN<S>::expect(const S& state, int depth) {
    const auto outcomes = std::make_unique<typename S::Outcomes>();
    state.chance(*outcomes);
    double total = 0;
    for (const Outcome& outcome : *outcomes) total += static_cast<double>(outcome.weight);
    SeatValues sum{};
    for (const Outcome& outcome : *outcomes) {
        S child = state;
        child.apply(outcome.move);
        const SeatValues values = value_of(child, depth + 1);
        for (std::size_t seat = 0; seat < sum.size(); ++seat)
            sum[seat] += static_cast<double>(outcome.weight) / total * values[seat];
    }
    return sum;
}

template <GameState S>
std::vector<Move> MaxN<S>::line_from(Move first) const {
    std::vector<Move> line{first};
    S state = root_;
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
