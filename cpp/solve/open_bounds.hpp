// Bounds on the value of an open position whose lines cannot all be followed to their end: once
// what lies beyond the horizon counts as lost for the first seat, once as won. The true value is
// between the two however early the search ends, so that games that need not end (cards that come
// back, turns that are passed) have an answer too.
#pragma once

#include <utility>

#include "solve/pvs.hpp"

namespace moonflower {

struct OpenBounds {
    double low = 0;  // of the first seat's score
    double high = 0;
    OpenSolution sure;  // the moves of the seat on turn by what they are sure to get
    std::uint64_t nodes = 0;

    [[nodiscard]] bool is_exact() const { return low == high; }
};

// Both deeper and deeper in turns until they meet, or the beat or the nodes end it.
template <GameState S>
[[nodiscard]] OpenBounds bound_open(const S& root, OpenLimits limits, const Beat& beat) {
    const ScoreRange range = score_range(root);
    const auto searched = [&](OpenLimits::Horizon horizon) {
        limits.horizon = horizon;
        return Pvs<S>(root, limits, beat);
    };
    Pvs<S> worst = searched(OpenLimits::Horizon::kLost);
    Pvs<S> best = searched(OpenLimits::Horizon::kWon);
    OpenSolution low;
    OpenSolution high;
    low.value = range.low;
    high.value = range.high;
    bool goes_on = true;
    while (goes_on && low.value != high.value) {
        const bool deeper = worst.deepen(low);
        goes_on = best.deepen(high) && deeper;
        if (low.is_exact) high.value = low.value;
        if (high.is_exact) low.value = high.value;
    }
    // A search that followed every line speaks for itself; else the mover trusts the worse one.
    const bool is_first = !root.turn().is_seat() || root.turn().seat() == 0;
    const bool takes_low = low.is_exact || (is_first && !high.is_exact);
    return {low.value, high.value, std::move(takes_low ? low : high), worst.nodes() + best.nodes()};
}

}  // namespace moonflower
