// An exact result in points: what seat 0 scores more than seat 1 under best play.
#pragma once

#include <cstdint>
#include <vector>

#include "core/types.hpp"

namespace moonflower {

struct MarginSolution {
    int value = 0;
    std::vector<Move> best;  // every optimal first move
    std::uint64_t nodes = 0;
};

}  // namespace moonflower
