#include "games/goofspiel/state.hpp"

#include "engine/session_of.hpp"

namespace moonflower::goofspiel {

GameModule module() { return module_of<State>(); }

}  // namespace moonflower::goofspiel
