// The parts of an answer that several solvers tell alike.
#pragma once

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "solve/max_n_solution.hpp"
#include "solve/solution.hpp"

namespace moonflower {

// A line as the tokens that were played; the state walks along it.
[[nodiscard]] std::vector<std::string> tokens_along(auto& state, const std::vector<Move>& line) {
    std::vector<std::string> tokens;
    for (const Move move : line) {
        tokens.push_back(state.format(move));
        state.apply(move);
    }
    return tokens;
}

// The same for a state that is kept.
template <class S>
[[nodiscard]] std::vector<std::string> tokens_from(S root, const std::vector<Move>& line) {
    return tokens_along(root, line);
}

// What max^n found with every line followed to its end; kind, line and note are the caller's.
[[nodiscard]] Solution told(const MaxNSolution& open, const auto& state) {
    Solution found;
    found.method = "max^n";
    found.seat = std::max(0, state.turn().code());
    const auto seat = static_cast<std::size_t>(found.seat);
    found.values.assign(open.values.begin(), open.values.begin() + state.seats());
    found.value = open.values[seat];
    found.is_exact = true;
    found.bound = 0;
    found.nodes = open.nodes;
    for (const MaxNMove& move : open.moves)
        found.moves.push_back({.move = move.move,
                               .text = state.format(move.move),
                               .value = move.values[seat],
                               .loss = std::max(0.0, found.value - move.values[seat]),
                               .share = found.moves.empty() ? 1.0 : 0.0,
                               .is_exact = true});
    return found;
}

// A progress that ends the work when half of the time is gone: for a first try that leaves the rest
// to another method.
[[nodiscard]] inline ProgressCallback half_time(const SolveLimits& limits,
                                                const ProgressCallback& progress) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::microseconds(static_cast<std::int64_t>(
                                        500 * std::min(limits.time_ms.value_or(1e9), 1e9)));
    return [&progress, end, calls = 0U]() mutable {
        progress();
        if ((++calls & 63U) == 0 && Clock::now() >= end) throw SolveStopped{};
    };
}

}  // namespace moonflower
