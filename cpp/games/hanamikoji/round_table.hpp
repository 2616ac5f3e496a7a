// The table of round values: what a match is worth to the seat that starts a round, by the rounds
// left with it, the owners and the rules that end a match. Made by bench/cpp/hanamikoji_rounds.cpp,
// which says how.
#pragma once

#include <array>
#include <cstdint>

#include "games/hanamikoji/ownership.hpp"

namespace moonflower::hanamikoji {

inline constexpr std::size_t kTabledRounds = 4;   // more rounds left count as these
inline constexpr std::size_t kTabledEndings = 6;  // see ending_index
inline constexpr double kTableUnit = 10'000;      // of a payoff

using RoundTable = std::array<std::uint16_t, kOwnershipClasses>;
// By ending, then by rounds left less one. Classes that end a match are 0.
extern const std::array<std::array<RoundTable, kTabledRounds>, kTabledEndings> kRoundTables;

}  // namespace moonflower::hanamikoji
