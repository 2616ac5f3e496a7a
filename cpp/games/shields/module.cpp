#include "games/shields/state.hpp"

#include "engine/session_of.hpp"

namespace moonflower::shields {

GameModule module() { return module_of<State>(); }

}  // namespace moonflower::shields
