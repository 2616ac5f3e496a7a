// Harmonies: who owns which, those that cross a midline, and whether an arrange makes a new one.
#pragma once

#include "core/static_vector.hpp"
#include "games/skud_paisho/board.hpp"

namespace moonflower::skud_paisho {

struct Harmony {
    Point first;  // before `second` in reading order
    Point second;
    Seat owner;

    [[nodiscard]] constexpr bool is_vertical() const {
        return column_of(first) == column_of(second);
    }
    // SP-42: strictly from one side of a midline to the other, not along it.
    [[nodiscard]] constexpr bool crosses_midline() const {
        if (is_vertical()) return x_of(first) != 0 && y_of(first) * y_of(second) < 0;
        return y_of(first) != 0 && x_of(first) * x_of(second) < 0;
    }
};

// Every point of a harmony's line, both ends included.
inline void add_line(const Harmony& harmony, PointSet& points) {
    const int last_row = row_of(harmony.second);
    const int last_column = column_of(harmony.second);
    for (int row = row_of(harmony.first); row <= last_row; ++row)
        for (int column = column_of(harmony.first); column <= last_column; ++column)
            points.add(kGrid.at[row][column]);
}

// SP-27, SP-28, SP-29: owner of the Harmony of two tiles that see each other along a row or a
// column, or -1. Points may be kNowhere or gates.
[[nodiscard]] inline Seat row_harmony(const Board& board, Point a, Point b) {
    if (a == kNowhere || b == kNowhere || is_gate(a) || is_gate(b)) return -1;
    const Seat owner = kRelations.harmony[board.at(a)][board.at(b)];
    if (owner < 0 || board.row_has_rock(row_of(a))) return -1;
    return board.is_drained(a) || board.is_drained(b) ? -1 : owner;
}
[[nodiscard]] inline Seat column_harmony(const Board& board, Point a, Point b) {
    if (a == kNowhere || b == kNowhere || is_gate(a) || is_gate(b)) return -1;
    const Seat owner = kRelations.harmony[board.at(a)][board.at(b)];
    if (owner < 0 || board.column_has_rock(column_of(a))) return -1;
    return board.is_drained(a) || board.is_drained(b) ? -1 : owner;
}

// Calls visit(Harmony) for each Harmony of one seat: from its own basic flowers and from both
// Lotuses, looking right and down, so that each line is met once.
template <class Visit>
void for_each_harmony(const Board& board, Seat owner, Visit visit) {
    const auto look = [&](Point p) {
        if (is_gate(p)) return;
        const Point right = board.sight().right(p);
        if (row_harmony(board, p, right) == owner) visit(Harmony{p, right, owner});
        const Point down = board.sight().down(p);
        if (column_harmony(board, p, down) == owner) visit(Harmony{p, down, owner});
    };
    for (int kind = 0; kind < kBasicKinds; ++kind)
        for (const Point p : board.flowers(owner, kind_of(kind))) look(p);
    for (Seat seat = 0; seat < kPlayers; ++seat)
        for (const Point p : board.flowers(seat, Kind::kLotus)) look(p);
}

// At most two lines begin at each of 18 basic flowers and 2 Lotuses.
using Harmonies = StaticVector<Harmony, 40>;

[[nodiscard]] inline Harmonies harmonies_of(const Board& board, Seat owner) {
    Harmonies found;
    for_each_harmony(board, owner, [&](const Harmony& harmony) { found.push_back(harmony); });
    return found;
}

// SP-42
[[nodiscard]] inline int midline_count(const Board& board, Seat owner) {
    int count = 0;
    for_each_harmony(board, owner,
                     [&](const Harmony& harmony) { count += harmony.crosses_midline() ? 1 : 0; });
    return count;
}

// The tiles in Harmony of `owner` with the tile on p: at most one per direction.
using Partners = StaticVector<Point, 4>;
[[nodiscard]] Partners partners_of(const Board& board, Point p, Seat owner);

// SP-31: whether the mover's arrange earns a bonus. Only the lines through its two ends can have
// changed: two tiles that see each other past the start, or the flower on its end point.
[[nodiscard]] bool earns_bonus(const Board& before, Point from, Point to);

}  // namespace moonflower::skud_paisho
