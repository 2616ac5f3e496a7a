// The way from the engine's positions to those of this game, for what the game offers beyond the
// contract. Declared without the engine's headers; module.cpp knows them.
#pragma once

#include "games/flower_power/view.hpp"

namespace moonflower {

class AnyState;
class AnyView;

namespace flower_power {

// The position itself, or nothing if it is one of another game.
[[nodiscard]] const State* state_in(const AnyState& any);
[[nodiscard]] const View* view_in(const AnyView& any);

}  // namespace flower_power
}  // namespace moonflower
