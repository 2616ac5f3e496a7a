// The Harmony Bonus (SP-32 to SP-39): what may be played after an arrange that earned it.
#pragma once

#include "games/skud_paisho/arrange.hpp"

namespace moonflower::skud_paisho {

// One bonus: a tile, the point it is played on, and where a Boat sends the flower there.
struct Bonus {
    Kind kind;
    Point at;
    int direction = -1;  // Boat on a flower: index into the surrounding points, else -1
};

// SP-36: all eight neighbours turn clockwise around a Wheel on the free point `centre`.
[[nodiscard]] bool may_turn(const Board& board, Point centre);
void turn_wheel(Board& board, Point centre, Seat owner);

// SP-37: the Boat on a flower sends it to the surrounding point in that direction.
[[nodiscard]] bool may_ship(const Board& board, Point flower, int direction);
// SP-38: the Boat and the accent leave the game.
[[nodiscard]] bool may_sink(const Board& board, Point accent);

[[nodiscard]] bool is_legal(const Board& board, const Reserve& reserve, Seat mover,
                            const Bonus& bonus);
// Plays a legal bonus and takes its tile from the reserve.
void play_bonus(Board& board, Reserve& reserve, Seat mover, const Bonus& bonus);

// The free points on which a Wheel may be played.
[[nodiscard]] PointSet wheel_points(const Board& board);

// Without the declined one.
[[nodiscard]] int count_bonuses(const Board& board, const Reserve& reserve, Seat mover);

// Calls visit(kind, points) for each kind of tile but the Boat that can be played: gates for
// flowers, free points for accents.
template <class Visit>
void for_each_placement(const Board& board, const Reserve& reserve, Seat mover, Visit visit) {
    PointSet gates;
    for (const Point gate : kGatePoints)
        if (board.is_free(gate)) gates.add(gate);
    const int first = board.grows(mover) ? kBasicKinds : 0;  // SP-32
    for (int kind = first; kind < kFlowerKinds; ++kind)      // SP-33
        if (reserve.count[kind] > 0 && !gates.empty()) visit(kind_of(kind), gates);
    const PointSet free = board.free_points();
    if (reserve.of(Kind::kRock) > 0) visit(Kind::kRock, free);  // SP-34
    if (reserve.of(Kind::kWheel) > 0) visit(Kind::kWheel, wheel_points(board));
    if (reserve.of(Kind::kKnotweed) > 0) visit(Kind::kKnotweed, free);  // SP-35
}

// Calls visit(Bonus) for each way to play a Boat, in reading order of its point.
template <class Visit>
void for_each_boat(const Board& board, Visit visit) {
    PointSet tiles = kOpenSet;
    tiles.subtract(board.free_points());
    tiles.for_each([&](Point p) {
        if (is_accent(tile_kind(board.at(p)))) {
            if (may_sink(board, p)) visit(Bonus{Kind::kBoat, p});
            return;
        }
        for (int direction = 0; direction < kDirections; ++direction)
            if (may_ship(board, p, direction)) visit(Bonus{Kind::kBoat, p, direction});
    });
}

// Calls visit(Bonus) for each legal bonus in a fixed order.
template <class Visit>
void for_each_bonus(const Board& board, const Reserve& reserve, Seat mover, Visit visit) {
    for_each_placement(board, reserve, mover, [&](Kind kind, const PointSet& points) {
        points.for_each([&](Point p) { visit(Bonus{kind, p}); });
    });
    if (reserve.of(Kind::kBoat) > 0) for_each_boat(board, visit);
}

}  // namespace moonflower::skud_paisho
