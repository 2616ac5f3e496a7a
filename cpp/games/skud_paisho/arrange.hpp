// Where the flowers of one seat may be arranged to, and which landings earn a bonus: whole sets of
// points at a time, from sight lines, without playing the moves.
#pragma once

#include "games/skud_paisho/harmony.hpp"

namespace moonflower::skud_paisho {

struct Landings {
    PointSet all;
    PointSet earning;  // those that make a new Harmony (SP-31)
};

class Arranger {
public:
    Arranger(const Board& board, const Rules& rules, Seat mover);

    // For the mover's flower standing on `from`.
    [[nodiscard]] Landings landings(Point from) const;
    // The same without asking what earns a bonus.
    [[nodiscard]] PointSet targets(Point from) const;

    // Calls visit(kind, from) for each flower of the mover, trapped ones included.
    template <class Visit>
    void for_each_flower(Visit visit) const {
        for (int kind = 0; kind < kFlowerKinds; ++kind)
            for (const Point from : board_.flowers(mover_, kind_of(kind)))
                visit(kind_of(kind), from);
    }

private:
    [[nodiscard]] PointSet targets(Point from, Kind kind, const Sight& lifted) const;
    [[nodiscard]] PointSet capturable(Kind kind) const;
    [[nodiscard]] PointSet clash_views(Kind kind, const Sight& lifted) const;
    void keep_clashes_covered(Point from, const Sight& lifted, PointSet& targets) const;
    [[nodiscard]] PointSet partner_views(Point from, Kind kind, const Sight& lifted) const;
    [[nodiscard]] PointSet earning(Point from, Kind kind, const Sight& lifted,
                                   const PointSet& all) const;

    const Board& board_;
    Seat mover_;
    PointSet walkable_;
    PointSet drained_;
};

}  // namespace moonflower::skud_paisho
