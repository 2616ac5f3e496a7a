// The turns that complete a ring at once, found from union-find and sight lines: an arrange is
// looked at only where it makes a harmony, a bonus only where the lines it changes can close what
// the ring still lacks.
#pragma once

#include <vector>

#include "games/skud_paisho/state.hpp"

namespace moonflower::skud_paisho {

// All turns of the seat after which it has won by a ring, as if it were on turn; at its own open
// bonus, the bonus steps that do so. In the order of the legal moves, the declined bonus first.
[[nodiscard]] std::vector<Play> ring_in_one(const State& state, Seat seat);

// The arranges of the seat that win by a ring with any bonus declined.
[[nodiscard]] std::vector<Play> ring_arranges(const Board& board, const Rules& rules, Seat seat);

}  // namespace moonflower::skud_paisho
