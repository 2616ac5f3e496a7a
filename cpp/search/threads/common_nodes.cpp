#include "search/threads/common_nodes.hpp"

#include <algorithm>

namespace moonflower {

std::uint32_t CommonNode::place_of(std::uint32_t move, std::uint32_t guess) {
    if (guess < sums_.size() && sums_[guess].move == move) return guess;
    const auto found = std::ranges::find(sums_, move, &Sum::move);
    const auto place = static_cast<std::uint32_t>(found - sums_.begin());
    if (found == sums_.end()) sums_.emplace_back().move = move;
    return place;
}

void CommonNodes::clear() {
    for (Shelf& shelf : shelves_) shelf.nodes.clear();
    used_.store(0, std::memory_order_relaxed);
    enlisted_ = 0;
}

}  // namespace moonflower
