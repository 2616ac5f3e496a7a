// How long a search may think.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

#include "search/limits.hpp"

namespace moonflower {

class Stopwatch {
public:
    [[nodiscard]] double elapsed_ms() const {
        return std::chrono::duration<double, std::milli>(Clock::now() - start_).count();
    }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point start_ = Clock::now();
};

// `soft`: stop here unless the best move has just changed. `hard`: stop in any case.
struct TimeBudget {
    std::optional<double> soft_ms;
    std::optional<double> hard_ms;

    // `decisions`: how many the seat still has before it, this one included (remaining.hpp).
    // `overhead_ms`: what each of them costs beyond the search.
    [[nodiscard]] static TimeBudget of(const SearchLimits& limits, Seat seat, double overhead_ms,
                                       double decisions) {
        TimeBudget budget;
        if (limits.time_ms) budget.soft_ms = budget.hard_ms = std::max(*limits.time_ms, 0.0);
        if (!limits.has_clock(seat)) return budget;
        const auto index = static_cast<std::size_t>(seat);
        const double clock = *limits.clock_ms[index];
        const double reserve =
            std::max(std::min(kReserve * overhead_ms, kMostReserve * clock), overhead_ms);
        const double left = std::max(clock - reserve, 1.0);
        // The game may last longer than it looks, but a clock is filled up when it is said to be.
        const bool is_last = limits.moves_to_go == 1;
        double moves = is_last ? 1.0 : std::max(decisions, kFewest);
        if (limits.moves_to_go > 0) moves = std::min<double>(moves, limits.moves_to_go);
        // What the decisions to come will add is spent now in equal parts, as far as it is there.
        const double to_come = (moves - 1) * (limits.increment_ms[index] - overhead_ms);
        const double even = std::max(left + to_come, left / 4) / moves;
        const double most = (is_last ? kMostOfLast : kMost) * left;
        const double soft = std::min(even, most);
        const double hard = std::min(kStretch * even, most);
        budget.soft_ms = std::min(soft, budget.soft_ms.value_or(soft));
        budget.hard_ms = std::min(hard, budget.hard_ms.value_or(hard));
        return budget;
    }

private:
    static constexpr double kReserve = 30.0;  // overheads kept for moments when the machine is busy
    static constexpr double kMostReserve = 2.0 / 3;  // of the clock
    static constexpr double kFewest = 1.8;           // decisions planned for near the end of a game
    static constexpr double kStretch = 2.0;  // of an even part, where it is not clear what is best
    static constexpr double kMost = 0.6;     // of what is left, for one decision
    static constexpr double kMostOfLast = 0.8;
};

}  // namespace moonflower
