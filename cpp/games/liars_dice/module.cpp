// Liar's dice, joined to the engine.
#include "games/liars_dice/state.hpp"

#include "engine/game_of.hpp"
#include "games/liars_dice/words.hpp"

namespace moonflower::liars_dice {

GameModule module() { return module_of<State>(); }

}  // namespace moonflower::liars_dice
