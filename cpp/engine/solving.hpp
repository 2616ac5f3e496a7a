// Solvers for positions whose game is hidden behind the session: flatten once, then run over
// arrays. What the bindings and the commands use of solve/.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "engine/session.hpp"
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
};

[[nodiscard]] inline FlatGame flatten(const AnyState& state, std::uint64_t memory_limit,
                                      Pulse& pulse) {
    return FlatGame(state.flatten(memory_limit, pulse));
}
[[nodiscard]] inline FlatGame flatten(const AnyView& view, std::size_t most_worlds,
                                      std::uint64_t memory_limit, Pulse& pulse) {
    return FlatGame(view.flatten(most_worlds, memory_limit, pulse));
}

// Goes on with a CfrSolver or McCfrSolver; the pulse may end it between two iterations.
template <class Solver>
void run(Solver& solver, std::uint64_t iterations, Pulse& pulse) {
    solver.run(iterations, [&] { pulse.check(); });
}

}  // namespace moonflower
