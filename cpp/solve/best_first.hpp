// Lists of moves in the order in which solvers look at them or tell them; equal ones stay as they
// are.
#pragma once

#include <cstdint>
#include <vector>

#include "core/types.hpp"
#include "solve/max_n_solution.hpp"
#include "solve/open_solution.hpp"

namespace moonflower {

struct RankedMove {
    Move move;
    std::uint64_t rank = 0;
};

void sort_best_first(std::vector<RankedMove>& moves);
// By value in the eyes of the seat with this sign, whole values before bounds.
void sort_best_first(std::vector<OpenMove>& moves, double sign);
void sort_best_first(std::vector<MaxNMove>& moves, Seat seat);

}  // namespace moonflower
