// Solvers for positions whose game is hidden behind the session. `solve` picks the method: the
// game's own solver, else alpha-beta, max^n or an equilibrium of the flattened tree. What the
// bindings and the commands use of solve/.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "engine/any_game.hpp"
#include "engine/flat_game.hpp"
#include "search/limits.hpp"
#include "solve/dfpn.hpp"
#include "solve/mccfr.hpp"
#include "solve/pvs.hpp"

namespace moonflower {

// Goes on with a CfrSolver or McCfrSolver; the progress callback may end it between two iterations.
template <class Solver>
void run(Solver& solver, std::uint64_t iterations, ProgressTimer& progress) {
    solver.run(iterations, [&] { progress.check(); });
}

// A request's limits for a solver of this view: the clock of its seat comes to the time of one
// decision, as in a search. OptionError for limits that make no sense.
[[nodiscard]] SolveLimits solve_limits(const SearchLimits& limits, const AnyView& view,
                                       double overhead_ms);

// The value of a state with its certificate. All secrets of the state count as seen by every seat;
// only what is hidden later, from the start of a game on or in choices made together, stays hidden.
// Never throws for size: "too large" is an answer of kind unknown whose note says how large.
// `progress` is called every few milliseconds; what it throws comes through, but for
// SolveStopped, which asks for what is known by now.
[[nodiscard]] Solution solve(const AnyState& state, const SolveLimits& limits,
                             const ProgressCallback& progress);

// The same from what one seat knows: an equilibrium over all worlds of the view with the shares the
// rules imply, which the others are taken to know as well.
[[nodiscard]] Solution solve(const AnyView& view, const SolveLimits& limits,
                             const ProgressCallback& progress);

// With all known: alpha-beta of 1 to 1,000 moves, and forced wins of 1 to 1,000 turns (0: as many
// as the game has). OptionError for anything else.
[[nodiscard]] Solution solve_open(const AnyState& state, const OpenLimits& limits,
                                  ProgressTimer& progress);
[[nodiscard]] Solution prove(const AnyState& state, Seat attacker, const ProofLimits& limits,
                             ProgressTimer& progress);

}  // namespace moonflower
