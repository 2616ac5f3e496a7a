// Drawing by weight from one random number (Walker 1977; Vose 1991), in whole numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/rng.hpp"

namespace moonflower {

class AliasTable {
public:
    AliasTable() = default;
    // Weights below 2^20, at least one of them above 0; at most 2^20 of them.
    explicit AliasTable(std::span<const std::uint32_t> weights);

    [[nodiscard]] std::size_t size() const { return columns_.size(); }
    [[nodiscard]] std::size_t draw(Rng& rng) const {
        const std::uint64_t random = rng.next();
        const std::size_t i = (random >> 32) * columns_.size() >> 32;
        const Column& column = columns_[i];
        return static_cast<std::uint32_t>(random) < column.own ? i : column.other;
    }

private:
    // A column holds its own index, up to `own` in 2^32, and one other.
    struct Column {
        std::uint32_t own = UINT32_MAX;
        std::uint32_t other = 0;
    };
    std::vector<Column> columns_;
};

}  // namespace moonflower
