#include "search/belief/alias_table.hpp"

#include <numeric>

namespace moonflower {

// Columns of equal height: what is too low is filled up from what is too high.
AliasTable::AliasTable(std::span<const std::uint32_t> weights) : columns_(weights.size()) {
    const std::uint64_t height = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
    std::vector<std::uint64_t> left(weights.begin(), weights.end());
    std::vector<std::uint32_t> low;
    std::vector<std::uint32_t> high;
    for (std::uint32_t i = 0; i < left.size(); ++i) {
        left[i] *= left.size();
        columns_[i].other = i;
        (left[i] < height ? low : high).push_back(i);
    }
    while (!low.empty() && !high.empty()) {
        const std::uint32_t poor = low.back();
        const std::uint32_t rich = high.back();
        low.pop_back();
        columns_[poor] = {static_cast<std::uint32_t>((left[poor] << 20) / height << 12), rich};
        left[rich] -= height - left[poor];
        if (left[rich] >= height) continue;
        high.pop_back();
        low.push_back(rich);
    }
}

}  // namespace moonflower
