// When a search must end. Whatever comes first ends it; no limit at all means: until stopped.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "core/types.hpp"

namespace moonflower {

struct SearchLimits {
    std::optional<std::uint64_t> nodes;   // simulations
    std::optional<double> time_ms;        // wall clock
    std::optional<int> depth;             // moves of the tree below the root
    std::optional<std::uint64_t> worlds;  // worlds sampled; pimc: how many are searched
    // What each seat has left on its clock, and what a move adds to it.
    std::array<std::optional<double>, kMaxSeats> clock_ms{};
    std::array<double, kMaxSeats> increment_ms{};
    int moves_to_go = 0;  // until the clock is filled up again; 0: for the rest of the game
    // May end as soon as more simulations cannot change the move: for play, not for analysis.
    bool early_stop = false;

    [[nodiscard]] bool has_clock(Seat seat) const {
        return clock_ms[static_cast<std::size_t>(seat)].has_value();
    }
};

}  // namespace moonflower
