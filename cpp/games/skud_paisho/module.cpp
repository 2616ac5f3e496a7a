#include "engine/session_of.hpp"
#include "games/skud_paisho/state.hpp"

namespace moonflower::skud_paisho {

GameModule module() { return module_of<State>(); }

}  // namespace moonflower::skud_paisho
