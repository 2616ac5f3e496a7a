// How large the public tree of a position will be, before it is built.
#pragma once

#include <array>

#include "solve/hanamikoji/range.hpp"
#include "solve/solution.hpp"

namespace moonflower::hanamikoji {

// Slots of a policy (moves of holdings), right on average.
struct PublicTreeSize {
    double slots = 0;
};

// Knuth's probe (1975) over public actions; the same for the same position.
[[nodiscard]] PublicTreeSize estimate_public_tree(const Table& table,
                                                  const std::array<Range, 2>& ranges,
                                                  const ProgressCallback& progress);

}  // namespace moonflower::hanamikoji
