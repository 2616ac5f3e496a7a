// Judging moves by counting cards: what the seat to act knows, and no search. For the greedy
// baseline and the priors.
#pragma once

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
    [[nodiscard]] int standing(Cards mine, Cards theirs) const;
    [[nodiscard]] int after_offer(Move offer) const;

    Cards mine_;    // validated, the secret included
    Cards theirs_;  // validated
    Cards gone_;    // own discards
    std::uint8_t owned_;
    std::uint8_t lost_;  // owned by the other seat
    Move offer_;         // awaits this seat's answer, or code 0
};

}  // namespace moonflower::hanamikoji
