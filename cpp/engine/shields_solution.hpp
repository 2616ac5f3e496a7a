// Exact solutions of Shields! for positions whose type is hidden.
#pragma once

#include "engine/session.hpp"
#include "solve/shields/exact.hpp"

namespace moonflower {

// OptionError when the state is of another game, not offered, or too large.
[[nodiscard]] shields::Solution solve_shields(const AnyState& state, std::uint64_t max_positions,
                                              Pulse& pulse);

}  // namespace moonflower
