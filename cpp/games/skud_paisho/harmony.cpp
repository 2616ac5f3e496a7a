#include "games/skud_paisho/harmony.hpp"

#include <algorithm>

namespace moonflower::skud_paisho {

Partners partners_of(const Board& board, Point p, Seat owner) {
    Partners partners;
    if (is_gate(p)) return partners;
    const Sight& sight = board.sight();
    for (const Point q : {sight.left(p), sight.right(p)})
        if (row_harmony(board, p, q) == owner) partners.push_back(q);
    for (const Point q : {sight.up(p), sight.down(p)})
        if (column_harmony(board, p, q) == owner) partners.push_back(q);
    return partners;
}

bool earns_bonus(const Board& before, Point from, Point to) {
    const Seat mover = tile_owner(before.at(from));
    const Partners old = partners_of(before, from, mover);
    Board after = before;
    after.move(from, to);
    for (const Point q : partners_of(after, to, mover))
        if (std::find(old.begin(), old.end(), q) == old.end()) return true;
    if (is_gate(from)) return false;
    // Pairs with the flower itself were compared above, so they are left out here.
    const Sight& sight = after.sight();
    const Point left = sight.left(from);
    const Point right = sight.right(from);
    if (left != to && right != to && row_harmony(after, left, right) == mover) return true;
    const Point up = sight.up(from);
    const Point down = sight.down(from);
    return up != to && down != to && column_harmony(after, up, down) == mover;
}

}  // namespace moonflower::skud_paisho
