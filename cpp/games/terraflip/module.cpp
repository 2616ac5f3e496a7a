// TerraFlip, joined to the engine.
#include "engine/game_of.hpp"
#include "games/terraflip/state.hpp"
#include "games/terraflip/words.hpp"
#include "solve/terraflip/solver.hpp"

namespace moonflower::terraflip {

GameModule module() { return module_of<State, Solver, Answer>(); }

}  // namespace moonflower::terraflip
