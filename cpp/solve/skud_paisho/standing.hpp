// What a winning arrange stands on: the points and lines that a tile added elsewhere cannot touch.
// Most of the thousands of answers to a threat are one arrange with another bonus; where the
// arrange alone does not help, most bonuses need not be tried.
#pragma once

#include <cstdint>

#include "games/skud_paisho/state.hpp"

namespace moonflower::skud_paisho {

class Standing {
public:
    // `win` is an arrange of the seat on turn that wins by a ring, any bonus declined.
    Standing(const State& state, const Play& win);

    // Certain that the win stays when the opponent adds this bonus to the turn that led here; false
    // means that it has to be tried. Holds because one more tile that is no flower outside the
    // gates and moves nothing can only block ways and sight and end harmonies: it makes no ring, no
    // Clash and no trap.
    [[nodiscard]] bool outlasts(const Bonus& bonus, const Reserve& reserve) const;

private:
    void add_way(const Board& board, const Rules& rules, Point from, Point to);
    void add_ring(const Board& after, Seat seat);

    Board board_;
    PointSet points_;            // of one way to the landing, and of the lines of the ring
    PointSet ends_;              // tiles of the ring: a Knotweed beside them ends it
    std::uint32_t rows_ = 0;     // with a horizontal harmony of the ring
    std::uint32_t columns_ = 0;  // with a vertical one
};

}  // namespace moonflower::skud_paisho
