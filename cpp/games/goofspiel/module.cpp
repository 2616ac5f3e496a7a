// Goofspiel, joined to the engine.
#include "games/goofspiel/state.hpp"

#include "engine/game_of.hpp"
#include "games/goofspiel/words.hpp"

namespace moonflower::goofspiel {

GameModule module() { return module_of<State>(); }

}  // namespace moonflower::goofspiel
