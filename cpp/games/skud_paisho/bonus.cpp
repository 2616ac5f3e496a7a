#include "games/skud_paisho/bonus.hpp"

#include <algorithm>

namespace moonflower::skud_paisho {
namespace {

// The tiles around a point in clockwise order; off the board and on free points none.
std::array<Tile, kDirections> tiles_around(const Board& board, Point centre) {
    std::array<Tile, kDirections> tiles{};
    for (int d = 0; d < kDirections; ++d) {
        const Point p = kGrid.around[centre][d];
        tiles[d] = p == kNowhere ? kNoTile : board.at(p);
    }
    return tiles;
}

// SP-36 a to d: each tile on its own.
bool may_step(Tile tile, Point from, Point to) {
    const Kind kind = tile_kind(tile);
    return kind != Kind::kRock && !is_gate(from) && to != kNowhere && may_stop(kind, to);
}

bool lines_clash_around(const Board& board, Point centre) {
    const int last_row = std::min(row_of(centre) + 1, kSide - 1);
    for (int row = std::max(row_of(centre) - 1, 0); row <= last_row; ++row)
        if (board.row_clashes(row)) return true;
    const int last_column = std::min(column_of(centre) + 1, kSide - 1);
    for (int column = std::max(column_of(centre) - 1, 0); column <= last_column; ++column)
        if (board.column_clashes(column)) return true;
    return false;
}

}  // namespace

bool may_turn(const Board& board, Point centre) {
    if (is_gate(centre) || !board.is_free(centre)) return false;
    const auto tiles = tiles_around(board, centre);
    bool moves = false;
    for (int d = 0; d < kDirections; ++d) {
        if (tiles[d] == kNoTile) continue;
        const auto& ring = kGrid.around[centre];
        if (!may_step(tiles[d], ring[d], ring[(d + 1) % kDirections])) return false;
        moves = true;
    }
    if (!moves) return true;  // one more blocker cannot make a Clash
    Board after = board;
    turn_wheel(after, centre, kGuest);
    return !lines_clash_around(after, centre);  // SP-36 e
}

void turn_wheel(Board& board, Point centre, Seat owner) {
    const auto tiles = tiles_around(board, centre);
    const auto& ring = kGrid.around[centre];
    for (int d = 0; d < kDirections; ++d)
        if (tiles[d] != kNoTile) board.take(ring[d]);
    for (int d = 0; d < kDirections; ++d)
        if (tiles[d] != kNoTile) board.put(ring[(d + 1) % kDirections], tiles[d]);
    board.put(centre, make_tile(owner, Kind::kWheel));
}

bool may_ship(const Board& board, Point flower, int direction) {
    const Kind kind = tile_kind(board.at(flower));
    const Point to = kGrid.around[flower][direction];
    if (to == kNowhere || !board.is_free(to) || !may_stop(kind, to)) return false;
    // The Boat stays behind as a blocker, so nothing is uncovered; its point cannot clash.
    if (!is_basic(kind)) return true;
    const Sight& sight = board.sight();
    const Tile shipped = board.at(flower);
    for (const Point p : {sight.left(to), sight.right(to), sight.up(to), sight.down(to)})
        if (p != kNowhere && p != flower && !is_gate(p) && kRelations.clash[shipped][board.at(p)])
            return false;
    return true;
}

bool may_sink(const Board& board, Point accent) {
    const Sight& sight = board.sight();
    const auto clash = [&](Point a, Point b) {
        return a != kNowhere && b != kNowhere && !is_gate(a) && !is_gate(b) &&
               kRelations.clash[board.at(a)][board.at(b)];
    };
    return !clash(sight.left(accent), sight.right(accent)) &&
           !clash(sight.up(accent), sight.down(accent));
}

bool is_legal(const Board& board, const Reserve& reserve, Seat mover, const Bonus& bonus) {
    if (reserve.of(bonus.kind) == 0) return false;
    if (is_flower(bonus.kind))
        return is_gate(bonus.at) && board.is_free(bonus.at) &&
               !(is_basic(bonus.kind) && board.grows(mover));
    if (is_gate(bonus.at)) return false;
    if (bonus.kind == Kind::kWheel) return may_turn(board, bonus.at);
    if (bonus.kind != Kind::kBoat) return board.is_free(bonus.at);
    if (board.is_free(bonus.at)) return false;
    if (is_accent(tile_kind(board.at(bonus.at))))
        return bonus.direction < 0 && may_sink(board, bonus.at);
    return bonus.direction >= 0 && may_ship(board, bonus.at, bonus.direction);
}

void play_bonus(Board& board, Reserve& reserve, Seat mover, const Bonus& bonus) {
    assert(is_legal(board, reserve, mover, bonus));
    reserve.take(bonus.kind);
    if (bonus.kind == Kind::kWheel) {
        turn_wheel(board, bonus.at, mover);
    } else if (bonus.kind != Kind::kBoat) {
        board.put(bonus.at, make_tile(mover, bonus.kind));
    } else if (bonus.direction < 0) {
        board.take(bonus.at);
    } else {
        board.move(bonus.at, kGrid.around[bonus.at][bonus.direction]);
        board.put(bonus.at, make_tile(mover, Kind::kBoat));
    }
}

PointSet wheel_points(const Board& board) {
    PointSet free = board.free_points();
    PointSet tiles = kOpenSet | kGateSet;
    tiles.subtract(free);
    for (const Point gate : kGatePoints)
        if (board.is_free(gate)) tiles.remove(gate);
    PointSet doubtful;  // next to a tile: the rest turns nothing
    tiles.for_each([&](Point p) {
        for (const Point q : kGrid.around[p])
            if (q != kNowhere) doubtful.add(q);
    });
    doubtful &= free;
    doubtful.for_each([&](Point p) {
        if (!may_turn(board, p)) free.remove(p);
    });
    return free;
}

int count_bonuses(const Board& board, const Reserve& reserve, Seat mover) {
    int count = 0;
    for_each_placement(board, reserve, mover,
                       [&](Kind /*kind*/, const PointSet& points) { count += points.count(); });
    if (reserve.of(Kind::kBoat) > 0) for_each_boat(board, [&](const Bonus& /*bonus*/) { ++count; });
    return count;
}

}  // namespace moonflower::skud_paisho
