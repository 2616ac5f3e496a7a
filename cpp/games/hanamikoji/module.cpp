#include "engine/session_of.hpp"
#include "games/hanamikoji/state.hpp"

namespace moonflower::hanamikoji {

GameModule module() { return module_of<State>(); }

}  // namespace moonflower::hanamikoji
