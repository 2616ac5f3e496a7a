// Odds of the playout policy by kinds of moves. Uniform play over raw moves makes games several
// times longer, because hand actions outnumber attacks and the end of a turn is one move of many.
#pragma once

#include <cstdint>

namespace moonflower::flower_power::policy {

inline constexpr std::uint32_t kOdds = 64;  // all odds are of 64

// In the main phase; what is left attacks.
inline constexpr std::uint32_t kMainHand = 14;
inline constexpr std::uint32_t kMainEnd = 4;
inline constexpr std::uint32_t kMainDraw = 10;
// In a reply; what is left passes.
inline constexpr std::uint32_t kReplyHand = 14;
inline constexpr std::uint32_t kReplyEnd = 1;
// At a confirmation; what is left keeps.
inline constexpr std::uint32_t kConfirmChange = 16;
// In a creation beyond its smallest size.
inline constexpr std::uint32_t kLayMore = 20;
// A creation where a hand action is due and the hand is large enough.
inline constexpr std::uint32_t kCreate = 10;

}  // namespace moonflower::flower_power::policy
