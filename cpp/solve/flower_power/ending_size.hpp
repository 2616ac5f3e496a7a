// How large an open ending is as a whole, told where it is too large to be solved.
#pragma once

#include "games/flower_power/state.hpp"

namespace moonflower::flower_power {

// In how many ways `cards` different cards can lie at the start of a turn of two seats that both
// have a petal: in the hands, the grave, the pile, and in flowers of any number and size. Play from
// one position does not come to all of them, so this is the size at most.
[[nodiscard]] double arrangements(int cards);

// The same for the cards of a position, with what else the start of a turn knows: whose it is and
// who drew last (FP-31).
[[nodiscard]] double most_turn_starts(const State& state);

}  // namespace moonflower::flower_power
