// Exact solutions of Shields! for positions whose type is hidden.
#pragma once

#include "engine/any_game.hpp"
#include "solve/shields/exact.hpp"

namespace moonflower {

// OptionError when the position is of another game or not offered, TooLargeError when it is too
// large.
[[nodiscard]] shields::Analysis solve_shields(const AnyState& state, std::uint64_t max_positions,
                                              ProgressTimer& progress);
[[nodiscard]] shields::Analysis solve_shields(const AnyView& view, std::uint64_t max_positions,
                                              ProgressTimer& progress);

}  // namespace moonflower
