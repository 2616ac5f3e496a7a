// Ownerships up to the exchange of geishas of equal value: 540 classes, of which 274 do not end a
// match at 11 points. The index of the table of round values.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "games/hanamikoji/cards.hpp"

namespace moonflower::hanamikoji {

using Owned = std::array<std::uint8_t, 2>;  // a bit per geisha, as in Table::owned

inline constexpr std::size_t kOwnershipClasses = 540;  // 10 * 6 * 3 * 3

// How many of a tier of geishas belong to the first and to the second owner, as one number.
[[nodiscard]] constexpr std::size_t tier_index(const Owned& owned, unsigned tier, int size) {
    const int first = std::popcount(static_cast<unsigned>(owned[0] & tier));
    const int second = std::popcount(static_cast<unsigned>(owned[1] & tier));
    return static_cast<std::size_t>(first * (2 * size + 3 - first) / 2 + second);
}

[[nodiscard]] constexpr std::size_t ownership_class(const Owned& owned) {
    std::size_t index = tier_index(owned, 0b0000111, 3);  // the 2s: 10 ways
    index = index * 6 + tier_index(owned, 0b0011000, 2);  // the 3s: 6 ways
    index = index * 3 + tier_index(owned, 0b0100000, 1);  // the 4
    return index * 3 + tier_index(owned, 0b1000000, 1);   // the 5
}

}  // namespace moonflower::hanamikoji
