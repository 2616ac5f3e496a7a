#include "games/skud_paisho/ring_in_one.hpp"

#include "games/skud_paisho/half_axes.hpp"

namespace moonflower::skud_paisho {
namespace {

bool wins(const Board& board, Seat seat) {  // SP-41
    return has_ring(board, seat) && !has_ring(board, 1 - seat);
}

// The rings a single flower completes wherever it lands. The harmonies that do not touch it are
// joined once; a landing then only asks whether the lines from it close a cycle.
class LandingRings {
public:
    LandingRings(const Board& board, Point from, Seat seat)
        : board_(board), from_(from), seat_(seat), lifted_(board) {
        const Tile tile = lifted_.take(from);
        kind_ = tile_kind(tile);
        for (int kind = 0; kind < kBasicKinds; ++kind) meet(lifted_.flowers(seat, kind_of(kind)));
        for (Seat owner = 0; owner < kPlayers; ++owner) meet(lifted_.flowers(owner, Kind::kLotus));
        for_each_harmony(lifted_, seat, [&](const Harmony& harmony) {
            has_ring_ = finder_.join(harmony) || has_ring_;
            add_line(harmony, lines_);
        });
    }

    // For a legal landing. The start itself counts as none of the lines' points: it is free.
    [[nodiscard]] bool closes_at(Point to) {
        if (lines_.has(to) || !lifted_.is_free(to)) {  // cuts a line or captures: count anew
            Board after = board_;
            after.move(from_, to);
            return has_ring(after, seat_);
        }
        return has_ring_ || closes_between_partners(to);
    }

private:
    void meet(const auto& places) {
        for (const Point p : places) finder_.meet(p);
    }

    [[nodiscard]] bool closes_between_partners(Point to) {
        if (kind_ == Kind::kOrchid || lifted_.is_drained(to)) return false;
        lifted_.put(to, make_tile(seat_, kind_));
        const Partners partners = partners_of(lifted_, to, seat_);
        lifted_.take(to);
        for (std::size_t i = 0; i + 1 < partners.size(); ++i)
            for (std::size_t j = i + 1; j < partners.size(); ++j)
                if (closes(to, partners[i], partners[j])) return true;
        return false;
    }
    [[nodiscard]] bool closes(Point to, Point a, Point b) {
        const Harmony to_a = line(to, a);
        const Harmony to_b = line(to, b);
        if (RingFinder::passes_centre(to_a) || RingFinder::passes_centre(to_b)) return false;
        return finder_.would_close(a, weight_from(to, to_a), b, weight_from(to, to_b));
    }
    [[nodiscard]] Harmony line(Point a, Point b) const {
        return a < b ? Harmony{a, b, seat_} : Harmony{b, a, seat_};
    }
    [[nodiscard]] static int weight_from(Point p, const Harmony& harmony) {
        return harmony.first == p ? RingFinder::weight(harmony) : -RingFinder::weight(harmony);
    }

    const Board& board_;
    Point from_;
    Seat seat_;
    Board lifted_;
    Kind kind_{};
    RingFinder finder_;
    PointSet lines_;
    bool has_ring_ = false;
};

// The bonuses that leave the seat with a won ring, at one board after an arrange.
class BonusRings {
public:
    BonusRings(const Board& board, const Reserve& reserve, Seat seat)
        : board_(board), reserve_(reserve), seat_(seat) {
        const Harmonies mine = harmonies_of(board, seat);
        has_ring_ = has_ring({mine.data(), mine.size()});
        enemy_rings_ = has_ring(board, 1 - seat);
        lacking_ = kAllHalfAxes & ~axes_of({mine.data(), mine.size()});
        for (const Harmony& harmony : mine) {
            add_line(harmony, lines_);
            if (harmony.is_vertical())
                columns_ |= 1U << column_of(harmony.first);
            else
                rows_ |= 1U << row_of(harmony.first);
        }
    }

    template <class Visit>
    void for_each(Visit visit) const {
        if (has_ring_) {
            for_each_bonus(board_, reserve_, seat_, [&](const Bonus& bonus) {
                if (keeps_ring(bonus) || wins_with(bonus)) visit(bonus);
            });
            return;
        }
        // Other tiles only cut lines: they complete nothing.
        if (reserve_.of(Kind::kWheel) > 0)
            points_that_turn_tiles().for_each([&](Point p) {
                if ((lacking_ & ~axes_turned_around(p)) != 0 || !may_turn(board_, p)) return;
                if (wins_with({Kind::kWheel, p})) visit(Bonus{Kind::kWheel, p});
            });
        if (reserve_.of(Kind::kBoat) > 0)
            for_each_boat(board_, [&](const Bonus& bonus) {
                if ((lacking_ & ~axes_changed_by(bonus)) == 0 && wins_with(bonus)) visit(bonus);
            });
    }
    [[nodiscard]] bool wins_declined() const { return has_ring_ && !enemy_rings_; }
    [[nodiscard]] std::optional<Bonus> first() const {
        std::optional<Bonus> found;
        for_each([&](const Bonus& bonus) {
            if (!found) found = bonus;
        });
        return found;
    }

private:
    [[nodiscard]] bool wins_with(const Bonus& bonus) const {
        Board after = board_;
        Reserve reserve = reserve_;
        play_bonus(after, reserve, seat_, bonus);
        return wins(after, seat_);
    }
    // Certain that the ring stays and the enemy gets none; false means it has to be tried.
    [[nodiscard]] bool keeps_ring(const Bonus& bonus) const {
        if (enemy_rings_) return false;
        if (is_flower(bonus.kind)) return true;  // nothing in a gate is seen
        if (bonus.kind == Kind::kRock)
            return (rows_ >> row_of(bonus.at) & 1U) == 0 &&
                   (columns_ >> column_of(bonus.at) & 1U) == 0;
        return bonus.kind == Kind::kKnotweed && is_clear_around(bonus.at);
    }
    [[nodiscard]] bool is_clear_around(Point p) const {
        if (lines_.has(p)) return false;
        for (const Point q : kGrid.around[p])
            if (q != kNowhere && lines_.has(q)) return false;
        return true;
    }
    // A Wheel anywhere else stands in the way and no more.
    [[nodiscard]] PointSet points_that_turn_tiles() const {
        PointSet tiles = kOpenSet;
        tiles.subtract(board_.free_points());
        PointSet points;
        tiles.for_each([&](Point p) {
            for (const Point q : kGrid.around[p])
                if (q != kNowhere) points.add(q);
        });
        points &= board_.free_points();
        return points;
    }
    // The half axes that harmonies in the lines of p and its neighbours can reach.
    [[nodiscard]] static HalfAxes axes_around(Point p) {
        HalfAxes axes = axes_of_lines(p);
        for (const Point q : kGrid.around[p])
            if (q != kNowhere) axes |= axes_of_lines(q);
        return axes;
    }
    // A Knotweed that turns lets go of tiles further away.
    [[nodiscard]] HalfAxes axes_turned_around(Point centre) const {
        for (const Point knotweed : board_.accents(Kind::kKnotweed))
            if (is_near(knotweed, centre)) return kAllHalfAxes;
        return axes_around(centre);
    }
    [[nodiscard]] HalfAxes axes_changed_by(const Bonus& boat) const {
        if (boat.direction >= 0) return axes_of_lines(kGrid.around[boat.at][boat.direction]);
        const bool drains = tile_kind(board_.at(boat.at)) == Kind::kKnotweed;
        return drains ? axes_around(boat.at) : axes_of_lines(boat.at);
    }

    const Board& board_;
    const Reserve& reserve_;
    Seat seat_;
    bool has_ring_ = false;
    bool enemy_rings_ = false;
    HalfAxes lacking_ = 0;
    PointSet lines_;
    std::uint32_t rows_ = 0;     // rows with a horizontal harmony
    std::uint32_t columns_ = 0;  // columns with a vertical one
};

Board after_arrange(const Board& board, Point from, Point to) {
    Board after = board;
    after.move(from, to);
    return after;
}

void add_turns(const Board& after, const Reserve& reserve, Seat seat, Play play,
               std::vector<Play>& turns) {
    const BonusRings rings(after, reserve, seat);
    if (rings.wins_declined()) turns.push_back(play);
    rings.for_each([&](const Bonus& bonus) {
        play.say(bonus);
        turns.push_back(play);
    });
}

}  // namespace

std::vector<Play> ring_in_one(const State& state, Seat seat) {
    std::vector<Play> turns;
    if (state.is_over() || state.phase() < Phase::kBase) return turns;
    const Board& board = state.board();
    const Reserve& reserve = state.reserve(seat);
    if (state.mid_turn() && state.mover() == seat) {
        const BonusRings rings(board, reserve, seat);
        if (rings.wins_declined()) turns.push_back(Play::decline());
        rings.for_each([&](const Bonus& bonus) { turns.push_back(Play::of(bonus)); });
        return turns;
    }
    const bool has_movers = reserve.of(Kind::kWheel) + reserve.of(Kind::kBoat) > 0;
    const Arranger arranger(board, state.rules(), seat);
    // A ring needs a new harmony, and whoever makes one may add a bonus.
    arranger.for_each_flower([&](Kind /*kind*/, Point from) {
        const PointSet earning = arranger.landings(from).earning;
        if (earning.empty()) return;
        LandingRings rings(board, from, seat);
        earning.for_each([&](Point to) {
            if (has_movers || rings.closes_at(to))
                add_turns(after_arrange(board, from, to), reserve, seat, Play::arrange(from, to),
                          turns);
        });
    });
    return turns;
}

std::optional<Play> ring_with_bonus(const State& state, Seat seat) {
    const Reserve& reserve = state.reserve(seat);
    if (reserve.of(Kind::kWheel) + reserve.of(Kind::kBoat) == 0) return std::nullopt;
    const Arranger arranger(state.board(), state.rules(), seat);
    std::optional<Play> turn;
    arranger.for_each_flower([&](Kind /*kind*/, Point from) {
        if (turn) return;
        arranger.landings(from).earning.for_each([&](Point to) {
            if (turn) return;
            const Board after = after_arrange(state.board(), from, to);
            if (const auto bonus = BonusRings(after, reserve, seat).first()) {
                turn = Play::arrange(from, to);
                turn->say(*bonus);
            }
        });
    });
    return turn;
}

std::optional<Play> ring_by_bonus(const State& open) {
    const Seat seat = open.mover();
    const BonusRings rings(open.board(), open.reserve(seat), seat);
    if (rings.wins_declined()) return Play::decline();
    const auto bonus = rings.first();
    return bonus ? std::optional(Play::of(*bonus)) : std::nullopt;
}

std::vector<Play> ring_arranges(const Board& board, const Rules& rules, Seat seat) {
    std::vector<Play> turns;
    const Arranger arranger(board, rules, seat);
    arranger.for_each_flower([&](Kind /*kind*/, Point from) {
        const PointSet earning = arranger.landings(from).earning;
        if (earning.empty()) return;
        LandingRings rings(board, from, seat);
        earning.for_each([&](Point to) {
            if (!rings.closes_at(to)) return;
            if (!has_ring(after_arrange(board, from, to), 1 - seat))
                turns.push_back(Play::arrange(from, to));
        });
    });
    return turns;
}

}  // namespace moonflower::skud_paisho
