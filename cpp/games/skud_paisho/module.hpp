// The way from the engine's states to those of this game and back, for what the game offers beyond
// the contract. Declared without the engine's headers; module.cpp knows them.
#pragma once

#include <memory>

#include "games/skud_paisho/state.hpp"

namespace moonflower {

class AnyState;

namespace skud_paisho {

// The state itself, or nothing if it is one of another game.
[[nodiscard]] const State* state_in(const AnyState& any);
[[nodiscard]] std::unique_ptr<AnyState> wrapped(const State& state);

}  // namespace skud_paisho
}  // namespace moonflower
