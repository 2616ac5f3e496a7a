// Endings of Flower Power: small gardens with open cards, and wins this turn that hold against any
// hand the others may have.
#pragma once

#include <optional>

#include "games/flower_power/view.hpp"
#include "solve/solution.hpp"

namespace moonflower::flower_power {

struct Solver {
    // Up to two petals a seat: expectimax over a table of states, the stall counter in the key.
    [[nodiscard]] static std::optional<Solution> solve(const State& state,
                                                       const SolveLimits& limits, const Beat& beat);
    // In the seat's own turn: a move that wins before the turn is over whatever the others hold.
    [[nodiscard]] static std::optional<Solution> solve(const View& view, const SolveLimits& limits,
                                                       const Beat& beat);
};

}  // namespace moonflower::flower_power
