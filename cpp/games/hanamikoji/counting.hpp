// Judging moves by counting cards: what the seat to act knows, and no search. For the greedy
// baseline and the priors.
#pragma once

#include <array>
#include <cstdint>

#include "games/hanamikoji/belief.hpp"
#include "games/hanamikoji/moves.hpp"
#include "games/hanamikoji/table.hpp"

namespace moonflower::hanamikoji {

class Counting {
public:
    Counting(const Table& table, const Side& own, Seat seat);

    // How good the geishas look for the seat after its move, in small whole numbers; an offer is
    // judged by the answer that is worst for the seat.
    [[nodiscard]] int worth(Move move) const;

private:
    static constexpr int kPlaced = 4;  // cards of one move, at most
    static constexpr int kStride = kPlaced + 1;

    [[nodiscard]] int standing(int geisha, int mine, int theirs) const;
    void tabulate();
    // How it looks once these cards have been placed as well.
    [[nodiscard]] int with(Cards mine, Cards theirs) const;
    [[nodiscard]] int after_offer(Move offer) const;

    Cards mine_;    // validated, the secret included
    Cards theirs_;  // validated
    Cards gone_;    // own discards
    std::uint8_t owned_;
    std::uint8_t lost_;  // owned by the other seat
    Move offer_;         // awaits this seat's answer, or code 0
    // By geisha and by the cards a move adds: own ones, and the other seat's times kStride. Left
    // unset where the deck has no such cards.
    std::array<std::array<std::int16_t, kStride * kStride>, kGeishas> changes_;
};

}  // namespace moonflower::hanamikoji
