// Flower Power, joined to the engine.
#include "games/flower_power/module.hpp"

#include "engine/game_of.hpp"
#include "games/flower_power/words.hpp"
#include "solve/flower_power/solver.hpp"

namespace moonflower::flower_power {

GameModule module() { return module_of<State, Solver>(); }

const State* state_in(const AnyState& any) { return state_if<State>(any); }

const View* view_in(const AnyView& any) {
    const auto* same = dynamic_cast<const ViewOf<State>*>(&any);
    return same == nullptr ? nullptr : &same->inner();
}

}  // namespace moonflower::flower_power
