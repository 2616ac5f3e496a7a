#include "solve/best_first.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace moonflower {

void sort_best_first(std::vector<RankedMove>& moves) {
    std::ranges::stable_sort(moves, std::greater{}, &RankedMove::rank);
}

void sort_best_first(std::vector<OpenMove>& moves, double sign) {
    std::ranges::stable_sort(moves, [&](const OpenMove& a, const OpenMove& b) {
        return std::pair(sign * a.value, a.is_exact) > std::pair(sign * b.value, b.is_exact);
    });
}

void sort_best_first(std::vector<MaxNMove>& moves, Seat seat) {
    std::ranges::stable_sort(moves, std::greater{}, [&](const MaxNMove& move) {
        return move.values[static_cast<std::size_t>(seat)];
    });
}

}  // namespace moonflower
