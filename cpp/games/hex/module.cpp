// Hex, joined to the engine.
#include "games/hex/state.hpp"

#include "engine/game_of.hpp"
#include "games/hex/words.hpp"

namespace moonflower::hex {

GameModule module() { return module_of<State>(); }

}  // namespace moonflower::hex
