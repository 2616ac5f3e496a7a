// Light judgement for search: a value of unfinished games, prior weights, and the greedy move. All
// of it in whole numbers and from what the mover knows.
#pragma once

#include <cstdint>
#include <span>

#include "games/terraflip/position.hpp"

namespace moonflower::terraflip {

// The odds of a tile's underside by colour, to the mover.
using Chances = std::array<int, kColours>;
[[nodiscard]] Chances underside_odds(const Position& position, Cell cell);

// Payoffs guessed from the points on the board.
[[nodiscard]] Returns guess_returns(const Position& position);

// Weights for the moves of list_moves.
void weigh_moves(const Position& position, const MoveList& moves, std::span<std::uint32_t> weights);

// The move with the largest expected gain of points at once, a placement counted with the best flip
// it opens; ties at random. Never spies.
[[nodiscard]] Move greedy_move(const Position& position, Rng& rng);

}  // namespace moonflower::terraflip
