// Phantom tic-tac-toe, joined to the engine.
#include "games/phantom_ttt/state.hpp"

#include "engine/game_of.hpp"
#include "games/phantom_ttt/words.hpp"

namespace moonflower::phantom_ttt {

GameModule module() { return module_of<State>(); }

}  // namespace moonflower::phantom_ttt
