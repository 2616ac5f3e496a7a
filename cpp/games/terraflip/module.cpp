#include "engine/session_of.hpp"
#include "games/terraflip/state.hpp"

namespace moonflower::terraflip {

GameModule module() { return module_of<State>(); }

}  // namespace moonflower::terraflip
