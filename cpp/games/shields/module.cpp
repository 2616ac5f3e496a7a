// Shields!, joined to the engine.
#include "engine/game_of.hpp"
#include "games/shields/state.hpp"
#include "games/shields/words.hpp"
#include "solve/shields/solver.hpp"

namespace moonflower::shields {

GameModule module() { return module_of<State, Solver, Answer>(); }

}  // namespace moonflower::shields
