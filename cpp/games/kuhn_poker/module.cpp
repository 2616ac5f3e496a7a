// Kuhn poker, joined to the engine.
#include "games/kuhn_poker/state.hpp"

#include "engine/game_of.hpp"
#include "games/kuhn_poker/words.hpp"

namespace moonflower::kuhn_poker {

GameModule module() { return module_of<State>(); }

}  // namespace moonflower::kuhn_poker
