// How much seats like each kind of bid, in parts of a doubling (core/inference.hpp). Learned from
// the engine's own play by `python bench/learn_play.py liars_dice`.
#pragma once

#include <array>
#include <cstdint>

namespace moonflower::liars_dice {

inline constexpr std::array<std::int32_t, 12> kBidWeights{-226,  1196, -1976, -475,  -63, -6,
                                                          -1396, -51,  1680,  -1715, 359, 1157};

}  // namespace moonflower::liars_dice
