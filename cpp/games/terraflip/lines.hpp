// Straight lines between cell centres in any direction: which tiles a mover surrounds from a cell.
#pragma once

#include "games/terraflip/hex.hpp"

namespace moonflower::terraflip {

struct Rules;

// What a line is tested against, from the mover's side.
struct Sight {
    Cells occupied;              // every tile and the castle
    Cells own;                   // what shows the mover's colour, and the castle
    Cells terrain;               // all terrain tiles
    std::array<Cells, 4> shows;  // by colour, special tiles included
};

// TF-13: the terrain tiles surrounded from the origin, itself a tile of the mover's colour or a
// cell where one is about to lie.
[[nodiscard]] Cells surrounded(Cell origin, const Sight& sight, const Rules& rules);

}  // namespace moonflower::terraflip
