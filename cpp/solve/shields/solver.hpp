// The solutions of Shields! in the form all solvers share. Values are expected payoffs of the seat
// on turn; where the fraction is known the note has it.
#pragma once

#include "games/shields/state.hpp"
#include "solve/solution.hpp"

namespace moonflower::shields {

struct Solver {
    // What the view's seat should do now. Nothing when it is not on turn or the kind of position is
    // not offered; kUnknown, with the reason as its note, when a limit came first.
    [[nodiscard]] static std::optional<Solution> solve(const View& view, const SolveLimits& limits,
                                                       const ProgressCallback& progress);
    // The same for the seat on turn, from its view: what others hide plays no part.
    [[nodiscard]] static std::optional<Solution> solve(const State& state,
                                                       const SolveLimits& limits,
                                                       const ProgressCallback& progress);
};

// The part of it that play asks before it searches: one seat alone, and two of which neither has
// anything to hide but the shields of the running turn.
struct Answer {
    [[nodiscard]] static std::optional<Solution> solve(const View& view, const SolveLimits& limits,
                                                       const ProgressCallback& progress);
};

static_assert(SolvesPosition<Solver, State> && SolvesPosition<Solver, View>);
static_assert(SolvesPosition<Answer, View>);

}  // namespace moonflower::shields
