#include "games/hanamikoji/table.hpp"

#include <bit>

namespace moonflower::hanamikoji {

int Table::actions_of(Seat seat) const { return std::popcount(used[at(seat)]); }

int Table::hand_size(Seat seat) const {
    if (phase == Phase::kDeal0 || (phase == Phase::kDeal1 && seat == 1)) return 0;
    const unsigned bits = used[at(seat)];
    const int played =
        static_cast<int>((bits & 1U) + (bits & 2U) + 3 * (bits >> 2 & 1U) + 4 * (bits >> 3 & 1U));
    const bool drew_now = seat == mover() && phase != Phase::kDraw && phase != Phase::kDeal1;
    const int earlier_turns = (turn + (seat == mover_of(0) ? 1 : 0)) / 2;
    return kHandSize + earlier_turns + (drew_now ? 1 : 0) - played;
}

// HK-10: strictly more cards take a geisha; equal counts leave her where she was.
std::array<std::uint8_t, 2> Table::owned_with(Card secret0, Card secret1) const {
    const Cards first = placed[0] + known_card(secret0);
    const Cards second = placed[1] + known_card(secret1);
    const unsigned at_least = first.at_least(second);
    const unsigned at_most = second.at_least(first);
    const unsigned tied = at_least & at_most;
    return {static_cast<std::uint8_t>((owned[0] & tied) | (at_least & ~at_most)),
            static_cast<std::uint8_t>((owned[1] & tied) | (at_most & ~at_least))};
}

void Table::settle(const std::array<std::uint8_t, 2>& new_owned) {
    owned = new_owned;
    if (winners() != 0) {
        phase = Phase::kOver;
        return;
    }
    Table next(rules);  // HK-2: ownership carries over, nothing else
    next.owned = owned;
    next.round = static_cast<std::uint8_t>(round + 1);
    *this = next;
}

std::uint64_t Table::summary() const {
    return static_cast<std::uint64_t>(owned[0]) | static_cast<std::uint64_t>(owned[1]) << 7 |
           static_cast<std::uint64_t>(used[0]) << 14 | static_cast<std::uint64_t>(used[1]) << 18 |
           static_cast<std::uint64_t>(round) << 22 | static_cast<std::uint64_t>(turn) << 29 |
           static_cast<std::uint64_t>(phase) << 33 | static_cast<std::uint64_t>(knows_log) << 36 |
           rules.bits() << 37;
}

}  // namespace moonflower::hanamikoji
