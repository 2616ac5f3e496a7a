// What a match is worth at the end of a round: the rules where they decide it, else the table of
// round values (round_table.cpp).
#pragma once

#include <array>
#include <cstdint>

#include "games/hanamikoji/rules.hpp"

namespace moonflower::hanamikoji {

struct RoundValue {
    double payoff = 0;     // expected, of seat 0, 0 to 1
    bool is_over = false;  // the rules say so; else the number is from the table
};

// When `round` has ended with these owners.
[[nodiscard]] RoundValue value_after(const Rules& rules, int round,
                                     const std::array<std::uint8_t, 2>& owned);

}  // namespace moonflower::hanamikoji
