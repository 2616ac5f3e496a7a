#include "games/phantom_ttt/state.hpp"

#include "engine/session_of.hpp"

namespace moonflower::phantom_ttt {

GameModule module() { return module_of<State>(); }

}  // namespace moonflower::phantom_ttt
