// Thinned ranges for positions whose public tree is too large: the holdings of some sampled worlds.
#pragma once

#include <array>

#include "solve/hanamikoji/range.hpp"

namespace moonflower::hanamikoji {

// The viewer's holding and those of `worlds` deals that agree with the view: the other seat's as
// the viewer may meet them, the viewer's as the other seat may meet them. Weights count how often a
// holding came. The same for the same view.
[[nodiscard]] std::array<Range, 2> sampled_ranges(const View& view, int worlds);

}  // namespace moonflower::hanamikoji
