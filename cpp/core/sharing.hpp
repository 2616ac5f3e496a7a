// What a game may offer beyond its contract (game.hpp): a key under which search lets those who are
// in the same place, as far as everybody can see, learn from each other.
#pragma once

#include <concepts>
#include <cstdint>

#include "core/types.hpp"

namespace moonflower {

// A key of what everybody sees and of as little as its moves depend on of what the seat alone
// knows: the seat is on turn, and where keys are equal so are the legal moves. Never of what
// another seat hides.
template <class S>
concept HasOpenKey = requires(const S cs, Seat seat) {
    { cs.open_key(seat) } -> std::same_as<std::uint64_t>;
};

}  // namespace moonflower
