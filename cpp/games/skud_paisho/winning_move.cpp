// The step that begins a winning turn: a ring (SP-41), with a bonus or without, or the last flower
// planted with more harmonies across the midlines (SP-42).
#include <algorithm>

#include "games/skud_paisho/ring_in_one.hpp"
#include "games/skud_paisho/state.hpp"

namespace moonflower::skud_paisho {
namespace {

bool leads_midlines(const Board& board, Seat seat) {
    return midline_count(board, seat) > midline_count(board, 1 - seat);
}

// The last flower planted ends the game; no planting makes or breaks a harmony.
std::optional<Move> last_flower(const State& state, bool as_bonus) {
    const Seat seat = state.mover();
    const Reserve& reserve = state.reserve(seat);
    const Board& board = state.board();
    if (reserve.basics() != 1 || (as_bonus && board.grows(seat))) return std::nullopt;
    const auto gate = std::ranges::find_if(kGatePoints, [&](Point p) { return board.is_free(p); });
    if (gate == kGatePoints.end() || !leads_midlines(board, seat)) return std::nullopt;
    int kind = 0;
    while (reserve.count[kind] == 0) ++kind;
    return (as_bonus ? Play::of(Bonus{kind_of(kind), *gate}) : Play::plant(kind_of(kind), *gate))
        .move();
}

}  // namespace

// At a base step only when asked to be thorough: priors put an arrange that makes a ring first, and
// rings by an arrange and a bonus together take longer to find than a simulation.
std::optional<Move> State::winning_move(bool thorough) const {
    if (phase_ == Phase::kBonus) {
        if (const auto bonus = ring_by_bonus(*this)) return bonus->move();
        return last_flower(*this, true);
    }
    if (phase_ != Phase::kBase || !thorough) return std::nullopt;
    const auto rings = ring_arranges(board_, rules_, mover());
    if (!rings.empty()) return rings.front().move();
    if (const auto planted = last_flower(*this, false)) return planted;
    const auto turn = ring_with_bonus(*this, mover());
    return turn ? std::optional(Play::arrange(turn->from, turn->to).move()) : std::nullopt;
}

}  // namespace moonflower::skud_paisho
