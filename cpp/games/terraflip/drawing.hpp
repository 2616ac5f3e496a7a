// The board for people, with what is known and nothing else.
#pragma once

#include <string>

#include "games/terraflip/position.hpp"

namespace moonflower::terraflip {

// Rows from 1 at the top; a tile shows its face and its underside (DF, D?), a special tile its kind
// and owner (HD), an empty cell its name where a tile can be placed, "." within the limit and ":"
// in the riders' ring.
[[nodiscard]] std::string draw_board(const Position& position);

}  // namespace moonflower::terraflip
