// What a match is worth at the end of a round: the rules where they decide it, else the table of
// round values.
#pragma once

#include <cstdint>

#include "games/hanamikoji/ownership.hpp"
#include "games/hanamikoji/rules.hpp"

namespace moonflower::hanamikoji {

struct RoundValue {
    double payoff = 0;     // expected, of seat 0, 0 to 1
    bool is_over = false;  // the rules say so; else the number is from the table
};

// When `round` is about to begin, by the table: the expected payoff of seat 0.
[[nodiscard]] double value_before(const Rules& rules, int round, const Owned& owned);

// When `round` has ended with these owners.
[[nodiscard]] RoundValue value_after(const Rules& rules, int round, const Owned& owned);

// Which tables a match is played by: HK-11's points that win, and what the last round's end counts
// for. Without a limit of rounds it ends in a draw (HK-2).
[[nodiscard]] std::size_t ending_index(const Rules& rules);

}  // namespace moonflower::hanamikoji
