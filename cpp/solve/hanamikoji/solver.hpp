// Hanamikoji endgames: any position with at most four turns left of its round, as an equilibrium
// over the public tree with its NashConv.
#pragma once

#include <optional>

#include "games/hanamikoji/state.hpp"
#include "solve/solution.hpp"

namespace moonflower::hanamikoji {

struct Solver {
    static constexpr int kMostTurns = 4;

    // Both seats know all of the state; secrets are the draws to come, and what is hidden after it.
    [[nodiscard]] static std::optional<Solution> solve(const State& state,
                                                       const SolveLimits& limits,
                                                       const ProgressCallback& progress);
    // Both seats know what is public, and that all was dealt and hidden at random so far (HK-15).
    // What is told is the viewer's: the mixture of its own holding, and its payoff with it.
    [[nodiscard]] static std::optional<Solution> solve(const View& view, const SolveLimits& limits,
                                                       const ProgressCallback& progress);
};

}  // namespace moonflower::hanamikoji
