// The value HasFeatures::measure gives where a feature says nothing about such a move in any world:
// the chance of an attack, for a move that is none.
#pragma once

#include <limits>

namespace moonflower {

inline constexpr double kNoFeature = std::numeric_limits<double>::quiet_NaN();

}  // namespace moonflower
