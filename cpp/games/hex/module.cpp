#include "games/hex/state.hpp"

#include "engine/session_of.hpp"

namespace moonflower::hex {

GameModule module() { return module_of<State>(); }

}  // namespace moonflower::hex
