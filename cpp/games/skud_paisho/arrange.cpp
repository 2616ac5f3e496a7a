#include "games/skud_paisho/arrange.hpp"

#include <algorithm>

namespace moonflower::skud_paisho {
namespace {

// The points strictly between two points of one line.
PointSet between(Point a, Point b) {
    PointSet set;
    if (row_of(a) == row_of(b)) {
        const std::uint32_t above_first = ~1U << std::min(column_of(a), column_of(b));
        const std::uint32_t below_last = (1U << std::max(column_of(a), column_of(b))) - 1;
        set.add_to_row(row_of(a), above_first & below_last);
        return set;
    }
    const int last = std::max(row_of(a), row_of(b));
    for (int row = std::min(row_of(a), row_of(b)) + 1; row < last; ++row)
        set.add_to_row(row, 1U << column_of(a));
    return set;
}

}  // namespace

Arranger::Arranger(const Board& board, const Rules& rules, Seat mover)
    : board_(board), mover_(mover), walkable_(board.free_points()) {
    if (rules.gate_walk)  // SP-17: an empty gate may be walked through
        for (const Point gate : kGatePoints)
            if (board.is_free(gate)) walkable_.add(gate);
    for (const Point knotweed : board.accents(Kind::kKnotweed))
        for (const Point p : kGrid.around[knotweed])
            if (p != kNowhere) drained_.add(p);
}

PointSet Arranger::targets(Point from) const {
    Sight lifted = board_.sight();
    if (!is_gate(from)) lifted.open(from);
    return targets(from, tile_kind(board_.at(from)), lifted);
}

Landings Arranger::landings(Point from) const {
    const Kind kind = tile_kind(board_.at(from));
    Sight lifted = board_.sight();
    if (!is_gate(from)) lifted.open(from);
    Landings landings;
    landings.all = targets(from, kind, lifted);
    if (!landings.all.empty()) landings.earning = earning(from, kind, lifted, landings.all);
    return landings;
}

PointSet Arranger::targets(Point from, Kind kind, const Sight& lifted) const {
    if (board_.is_trapped(from, mover_)) return {};  // SP-19
    // SP-17: all steps but the last over empty points, the last one also onto a capture.
    PointSet ground = walkable_;
    ground.add(from);
    PointSet reached = PointSet::of(from);
    for (int step = 1; step < kDistance[index(kind)]; ++step)
        reached = reached.spread_within(ground);
    const PointSet prey = capturable(kind);
    PointSet found = reached.spread_within(ground | prey);
    found &= kStops[index(kind)];  // SP-18
    found.remove(from);
    // SP-21: no Clash may exist afterwards. On a captured tile's point its own line is void.
    const PointSet captures = found & prey;
    found.subtract(clash_views(kind, lifted));
    captures.for_each([&](Point p) {
        if (board_.clashes_from(p, kind, lifted))
            found.remove(p);
        else
            found.add(p);
    });
    if (!is_gate(from)) keep_clashes_covered(from, lifted, found);
    return found;
}

// SP-23, SP-24: the enemy flowers that a flower of this kind captures.
PointSet Arranger::capturable(Kind kind) const {
    const Seat enemy = 1 - mover_;
    PointSet prey;
    const auto add = [&](Kind target) {
        for (const Point p : board_.flowers(enemy, target))
            if (!is_gate(p)) prey.add(p);
    };
    if (kind == Kind::kOrchid && board_.is_wild(mover_)) {
        for (int target = 0; target < kFlowerKinds; ++target) add(kind_of(target));
        return prey;
    }
    if (is_basic(kind)) add(opposite(kind));
    if (board_.is_wild(enemy)) add(Kind::kOrchid);
    return prey;
}

// Points from which a flower of this kind would see its opposite, of either owner (SP-30).
PointSet Arranger::clash_views(Kind kind, const Sight& lifted) const {
    PointSet seen;
    if (!is_basic(kind)) return seen;
    for (Seat owner = 0; owner < kPlayers; ++owner)
        for (const Point p : board_.flowers(owner, opposite(kind))) {
            if (is_gate(p)) continue;
            lifted.add_row_view(p, seen);
            lifted.add_column_view(p, seen);
        }
    return seen;
}

// SP-21: if two flowers would clash past the start, the mover has to land between them or to
// capture one of the two.
void Arranger::keep_clashes_covered(Point from, const Sight& lifted, PointSet& targets) const {
    const auto cover = [&](Point a, Point b) {
        if (a == kNowhere || b == kNowhere || is_gate(a) || is_gate(b)) return;
        if (!kRelations.clash[board_.at(a)][board_.at(b)]) return;
        PointSet allowed = between(a, b);
        allowed.add(a);
        allowed.add(b);
        targets &= allowed;
    };
    cover(lifted.left(from), lifted.right(from));
    cover(lifted.up(from), lifted.down(from));
}

// Points from which the flower would be in Harmony, owned by the mover, with a tile it is not in
// Harmony with now (SP-27 to SP-29, SP-31).
PointSet Arranger::partner_views(Point from, Kind kind, const Sight& lifted) const {
    PointSet seen;
    const Partners old = partners_of(board_, from, mover_);
    const auto add = [&](Seat owner, Kind partner) {
        for (const Point p : board_.flowers(owner, partner)) {
            if (is_gate(p) || board_.is_drained(p)) continue;
            if (std::find(old.begin(), old.end(), p) != old.end()) continue;
            if (!board_.row_has_rock(row_of(p))) lifted.add_row_view(p, seen);
            if (!board_.column_has_rock(column_of(p))) lifted.add_column_view(p, seen);
        }
    };
    if (is_basic(kind)) {
        add(mover_, kind_of((index(kind) + 1) % kBasicKinds));
        add(mover_, kind_of((index(kind) + kBasicKinds - 1) % kBasicKinds));
        add(kGuest, Kind::kLotus);
        add(kHost, Kind::kLotus);
    } else if (kind == Kind::kLotus) {
        for (int partner = 0; partner < kBasicKinds; ++partner) add(mover_, kind_of(partner));
    }
    return seen.subtract(drained_);
}

PointSet Arranger::earning(Point from, Kind kind, const Sight& lifted, const PointSet& all) const {
    PointSet earning = partner_views(from, kind, lifted) & all;
    if (is_gate(from)) return earning;
    // SP-31: two tiles that come to see each other past the start.
    const auto uncover = [&](Point a, Point b) {
        PointSet landings = all;
        landings.subtract(between(a, b));
        landings.remove(a);
        landings.remove(b);
        earning |= landings;
    };
    const Point left = lifted.left(from);
    const Point right = lifted.right(from);
    if (row_harmony(board_, left, right) == mover_) uncover(left, right);
    const Point up = lifted.up(from);
    const Point down = lifted.down(from);
    if (column_harmony(board_, up, down) == mover_) uncover(up, down);
    return earning;
}

}  // namespace moonflower::skud_paisho
