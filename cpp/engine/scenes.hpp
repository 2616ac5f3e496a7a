// Scenes of any game: those that games make, and plain ones for small games that make none.
#pragma once

#include "engine/any_game.hpp"

namespace moonflower {

// With the moves of the seat on turn; of a view, when that is its own seat.
[[nodiscard]] Scene scene_of(const AnyState& state, bool with_moves);
[[nodiscard]] Scene scene_of(const AnyView& view, bool with_moves);

}  // namespace moonflower
