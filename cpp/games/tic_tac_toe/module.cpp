// Tic-tac-toe, joined to the engine.
#include "games/tic_tac_toe/state.hpp"

#include "engine/game_of.hpp"
#include "games/tic_tac_toe/words.hpp"

namespace moonflower::tic_tac_toe {

GameModule module() { return module_of<State>(); }

}  // namespace moonflower::tic_tac_toe
