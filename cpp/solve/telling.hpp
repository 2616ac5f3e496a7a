// The parts of an answer that several solvers tell alike.
#pragma once

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "core/options.hpp"
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

// Win, loss or draw where the value says so, else a value.
[[nodiscard]] inline SolutionKind kind_of(const Solution& found, const GameFacts& facts) {
    if (!found.is_exact) return SolutionKind::kUnknown;
    if (found.bound > 0 || found.measure != kPayoff) return SolutionKind::kValue;
    if (found.value >= facts.highest_payoff) return SolutionKind::kWin;
    if (found.value <= facts.lowest_payoff) return SolutionKind::kLoss;
    const double level = facts.payoff_sum == 1 ? 0.5 : 0.0;
    const bool is_level = found.values.size() == 2 && found.value == level;
    return is_level && !facts.has_chance ? SolutionKind::kDraw : SolutionKind::kValue;
}

[[nodiscard]] inline double full_range(const GameFacts& facts) {
    return static_cast<double>(facts.highest_payoff) - facts.lowest_payoff;
}

// Nothing is known: even payoffs, within the range of the game.
[[nodiscard]] inline Solution unsolved(const GameFacts& facts, int seats, Seat seat,
                                       std::string method, std::string note = "") {
    Solution found;
    found.method = std::move(method);
    found.seat = seat;
    found.values.assign(static_cast<std::size_t>(seats),
                        facts.payoff_sum ? static_cast<double>(*facts.payoff_sum) / seats : 0.0);
    found.value = found.values[static_cast<std::size_t>(seat)];
    found.bound = full_range(facts);
    found.note = std::move(note);
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
