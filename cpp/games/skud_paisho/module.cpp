// Skud Pai Sho, joined to the engine.
#include "games/skud_paisho/module.hpp"

#include "engine/game_of.hpp"
#include "games/skud_paisho/words.hpp"
#include "solve/skud_paisho/solver.hpp"

namespace moonflower::skud_paisho {

GameModule module() { return module_of<State, Solver, Answer>(); }

const State* state_in(const AnyState& any) { return state_if<State>(any); }

std::unique_ptr<AnyState> wrapped(const State& state) {
    return std::make_unique<StateOf<State>>(state);
}

}  // namespace moonflower::skud_paisho
