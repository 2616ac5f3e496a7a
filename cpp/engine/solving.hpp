// Solvers for positions whose game is hidden behind the session. `solve` picks the method: the
// game's own solver, else alpha-beta, max^n or an equilibrium of the flattened tree. What the
// bindings and the commands use of solve/.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "engine/any_game.hpp"
#include "solve/best_response.hpp"
#include "solve/cfr.hpp"
#include "solve/equilibrium.hpp"
#include "solve/mccfr.hpp"

namespace moonflower {

// A position as arrays: the tree for sampling, its sequence form for everything else. Shared by
// the solvers made from it; never changes.
struct FlatGame {
    std::shared_ptr<const Tree> tree;
    std::shared_ptr<const SequenceForm> form;

    explicit FlatGame(Tree made)
        : tree(std::make_shared<const Tree>(std::move(made))),
          form(std::make_shared<const SequenceForm>(*tree)) {}

    // OptionError for a seat the game has not.
    [[nodiscard]] const SeatSets& sets(Seat seat) const { return form->checked_sets(seat); }
};

[[nodiscard]] inline FlatGame flatten(const AnyState& state, std::uint64_t memory_limit,
                                      ProgressTimer& progress) {
    return FlatGame(state.flatten(memory_limit, progress));
}
[[nodiscard]] inline FlatGame flatten(const AnyView& view, std::size_t most_worlds,
                                      std::uint64_t memory_limit, ProgressTimer& progress) {
    return FlatGame(view.flatten(most_worlds, memory_limit, progress));
}

// Goes on with a CfrSolver or McCfrSolver; the progress callback may end it between two iterations.
template <class Solver>
void run(Solver& solver, std::uint64_t iterations, ProgressTimer& progress) {
    solver.run(iterations, [&] { progress.check(); });
}

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
[[nodiscard]] OpenSolution solve_open(const AnyState& state, const OpenLimits& limits,
                                      ProgressTimer& progress);
[[nodiscard]] WinProof prove(const AnyState& state, Seat attacker, const ProofLimits& limits,
                             ProgressTimer& progress);

}  // namespace moonflower
