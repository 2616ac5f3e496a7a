#include "engine/session_of.hpp"
#include "games/flower_power/view.hpp"

namespace moonflower::flower_power {

GameModule module() { return module_of<State>(); }

}  // namespace moonflower::flower_power
