#include "solve/best_first.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace moonflower {

void sort_best_first(std::vector<RankedMove>& moves) {
    std::ranges::stable_sort(moves, std::greater{}, &RankedMove::rank);
}

void sort_best_first(std::vector<SolvedMove>& moves) {
    std::ranges::stable_sort(moves, [](const SolvedMove& a, const SolvedMove& b) {
        return std::pair(a.value, a.is_exact) > std::pair(b.value, b.is_exact);
    });
}

}  // namespace moonflower
