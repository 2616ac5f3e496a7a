// The turns that complete a ring at once, found from union-find and sight lines: an arrange is
// looked at only where it makes a harmony, a bonus only where the lines it changes can close what
// the ring still lacks.
#pragma once

#include <optional>
#include <vector>

#include "games/skud_paisho/state.hpp"

namespace moonflower::skud_paisho {

// All turns of the seat after which it has won by a ring, as if it were on turn; at its own open
// bonus, the bonus steps that do so. In the order of the legal moves, the declined bonus first.
[[nodiscard]] std::vector<Play> ring_in_one(const State& state, Seat seat);

// The arranges of the seat that win by a ring with any bonus declined.
[[nodiscard]] std::vector<Play> ring_arranges(const Board& board, const Rules& rules, Seat seat);

// The first turn with a bonus that wins by a ring which the arrange alone does not win by; nothing
// while the seat is at an open bonus.
[[nodiscard]] std::optional<Play> ring_with_bonus(const State& state, Seat seat);

// Whether the bonus steps of the seat on turn, at its open bonus, complete a ring: the first that
// does.
[[nodiscard]] std::optional<Play> ring_by_bonus(const State& open);

}  // namespace moonflower::skud_paisho
