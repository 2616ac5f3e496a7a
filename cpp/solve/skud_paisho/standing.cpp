#include "solve/skud_paisho/standing.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "games/skud_paisho/ring.hpp"

namespace moonflower::skud_paisho {
namespace {

// Without the lines that dangle: no ring runs through a tile that has a single harmony.
void drop_dangling(Harmonies& harmonies) {
    for (bool drops = true; drops;) {
        std::array<std::uint8_t, kPoints> lines{};
        for (const Harmony& harmony : harmonies) {
            ++lines[harmony.first];
            ++lines[harmony.second];
        }
        Harmonies left;
        for (const Harmony& harmony : harmonies)
            if (lines[harmony.first] > 1 && lines[harmony.second] > 1) left.push_back(harmony);
        drops = left.size() < harmonies.size();
        harmonies = left;
    }
}

bool has_neighbour(const Board& board, Point p) {
    return std::ranges::any_of(kGrid.around[p],
                               [&](Point q) { return q != kNowhere && !board.is_free(q); });
}

}  // namespace

Standing::Standing(const State& state, const Play& win) : board_(state.board()) {
    add_way(board_, state.rules(), win.from, win.to);
    Board after = board_;
    after.move(win.from, win.to);
    add_ring(after, state.mover());
}

// One shortest way: what stands beside it does not matter.
void Standing::add_way(const Board& board, const Rules& rules, Point from, Point to) {
    PointSet ground = board.free_points();
    if (rules.gate_walk)
        for (const Point gate : kGatePoints)
            if (board.is_free(gate)) ground.add(gate);
    ground.add(from);
    const int most = kDistance[index(tile_kind(board.at(from)))];
    std::vector<PointSet> reached{PointSet::of(from)};  // by steps
    PointSet end = PointSet::of(to);
    while (static_cast<int>(reached.size()) < most && end.spread_within(reached.back()).empty())
        reached.push_back(reached.back().spread_within(ground));
    points_.add(to);
    for (; !reached.empty(); reached.pop_back()) {  // back to the start, one step at a time
        end = PointSet::of(end.spread_within(reached.back()).nth(0));
        points_ |= end;
    }
}

void Standing::add_ring(const Board& after, Seat seat) {
    Harmonies harmonies = harmonies_of(after, seat);
    drop_dangling(harmonies);
    for (const Harmony& harmony : harmonies) {
        ends_.add(harmony.first);
        ends_.add(harmony.second);
        add_line(harmony, points_);
        if (harmony.is_vertical())
            columns_ |= 1U << column_of(harmony.first);
        else
            rows_ |= 1U << row_of(harmony.first);
    }
}

bool Standing::outlasts(const Bonus& bonus, const Reserve& reserve) const {
    if (points_.has(bonus.at)) return false;
    if (is_basic(bonus.kind)) return reserve.basics() > 1;  // SP-42: the last one ends the game
    switch (bonus.kind) {
        case Kind::kLotus:
        case Kind::kOrchid:
            return true;  // nothing in a gate is seen
        case Kind::kRock:
            return (rows_ >> row_of(bonus.at) & 1U) == 0 &&
                   (columns_ >> column_of(bonus.at) & 1U) == 0;
        case Kind::kKnotweed:
            return std::ranges::none_of(kGrid.around[bonus.at],
                                        [&](Point q) { return q != kNowhere && ends_.has(q); });
        case Kind::kWheel:
            return !has_neighbour(board_, bonus.at);
        default:
            return false;
    }
}

}  // namespace moonflower::skud_paisho
