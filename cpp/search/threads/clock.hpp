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

    [[nodiscard]] static TimeBudget of(const SearchLimits& limits, Seat seat, double overhead_ms) {
        TimeBudget budget;
        if (limits.time_ms) budget.soft_ms = budget.hard_ms = std::max(*limits.time_ms, 0.0);
        if (!limits.has_clock(seat)) return budget;
        const auto index = static_cast<std::size_t>(seat);
        const double left = std::max(*limits.clock_ms[index] - overhead_ms, 1.0);
        const double moves = limits.moves_to_go > 0 ? limits.moves_to_go : kMovesAhead;
        const double share = left / moves + 0.75 * limits.increment_ms[index];
        // One move never takes more than most of what is left, however few are to go.
        const double most = 0.8 * left;
        const double soft = std::min(share, most);
        const double hard = std::min(2.0 * share, most);
        budget.soft_ms = std::min(soft, budget.soft_ms.value_or(soft));
        budget.hard_ms = std::min(hard, budget.hard_ms.value_or(hard));
        return budget;
    }

private:
    static constexpr double kMovesAhead = 25.0;  // decisions of one seat a clock is planned for
};

}  // namespace moonflower
