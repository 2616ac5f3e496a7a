// Endings of TerraFlip: the last turns with all backs known, by margin; and a seat's last turn
// under hidden undersides, with what its spies are worth.
#pragma once

#include <optional>

#include "games/terraflip/state.hpp"
#include "solve/solution.hpp"

namespace moonflower::terraflip {

struct Solver {
    // With open backs: two seats by alpha-beta on the margin, more by max^n. Spies tell nothing
    // then and are left out. Nothing before the last turns, and with backs still to be drawn.
    [[nodiscard]] static std::optional<Solution> solve(const State& state,
                                                       const SolveLimits& limits,
                                                       const ProgressCallback& progress);
    // When nobody acts after the seat's turn: exact expectimax over all worlds of the view.
    [[nodiscard]] static std::optional<Solution> solve(const View& view, const SolveLimits& limits,
                                                       const ProgressCallback& progress);
};

// The part of it that play asks before it searches: the seat's turn that ends the game, and with
// open backs the last few turns, as far as a small number of nodes goes.
struct Answer {
    [[nodiscard]] static std::optional<Solution> solve(const View& view, const SolveLimits& limits,
                                                       const ProgressCallback& progress);
};

}  // namespace moonflower::terraflip
