#include "games/tic_tac_toe/state.hpp"

#include "engine/session_of.hpp"

namespace moonflower::tic_tac_toe {

GameModule module() { return module_of<State>(); }

}  // namespace moonflower::tic_tac_toe
