// Endings of Flower Power: small gardens with open cards, and wins this turn that hold against any
// hand the others may have.
#pragma once

#include <optional>

#include "games/flower_power/view.hpp"
#include "solve/solution.hpp"

namespace moonflower::flower_power {

struct Solver {
    // Up to two petals a seat: two seats by best-first search, which answers with bounds where it
    // is not done in time; more by max^n.
    [[nodiscard]] static std::optional<Solution> solve(const State& state,
                                                       const SolveLimits& limits,
                                                       const ProgressCallback& progress);
    // In the seat's own turn: a move that wins before the turn is over whatever the others hold.
    // The proof is checked by the rules alone before it is told.
    [[nodiscard]] static std::optional<Solution> solve(const View& view, const SolveLimits& limits,
                                                       const ProgressCallback& progress);
};

}  // namespace moonflower::flower_power
