// Leduc poker, joined to the engine.
#include "games/leduc_poker/state.hpp"

#include "engine/game_of.hpp"
#include "games/leduc_poker/words.hpp"

namespace moonflower::leduc_poker {

GameModule module() { return module_of<State>(); }

}  // namespace moonflower::leduc_poker
