// Hanamikoji, joined to the engine.
#include "engine/game_of.hpp"
#include "games/hanamikoji/state.hpp"
#include "games/hanamikoji/words.hpp"
#include "solve/hanamikoji/solver.hpp"

namespace moonflower::hanamikoji {

GameModule module() { return module_of<State, Solver>(); }

}  // namespace moonflower::hanamikoji
