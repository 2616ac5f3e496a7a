// The example, joined to the engine.
#include "games/example/state.hpp"

#include "engine/game_of.hpp"

namespace moonflower::example {

GameModule module() { return module_of<State>(); }

}  // namespace moonflower::example
