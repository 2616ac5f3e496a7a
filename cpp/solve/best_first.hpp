// Lists of moves in the order in which solvers look at them or tell them; equal ones stay as they
// are.
#pragma once

#include <cstdint>
#include <vector>

#include "core/types.hpp"
#include "solve/solution.hpp"

namespace moonflower {

struct RankedMove {
    Move move;
    std::uint64_t rank = 0;
};

void sort_best_first(std::vector<RankedMove>& moves);
// By value, whole values before bounds.
void sort_best_first(std::vector<SolvedMove>& moves);

}  // namespace moonflower
