// FP-13: builds as ranks. A build is a partition of a pack into parts of at least two, written in
// descending order; the rank counts the partitions with a larger first part first.
#pragma once

#include <array>
#include <cstdint>

#include "core/static_vector.hpp"
#include "games/flower_power/rules/rules.hpp"

namespace moonflower::flower_power {

using Parts = StaticVector<std::uint8_t, kMaxPack / 2>;

// kPartitions[n][m]: partitions of n into parts from 2 to m.
using PartitionTable = std::array<std::array<std::uint16_t, kMaxPack + 1>, kMaxPack + 1>;

constexpr PartitionTable count_partitions() {
    PartitionTable table{};
    for (std::size_t most = 0; most <= kMaxPack; ++most) {
        table[0][most] = 1;
        for (std::size_t n = 1; n <= kMaxPack && most >= 2; ++n)
            table[n][most] = static_cast<std::uint16_t>(table[n][most - 1] +
                                                        (n >= most ? table[n - most][most] : 0));
    }
    return table;
}

inline constexpr PartitionTable kPartitions = count_partitions();
static_assert(kPartitions[20][20] == 137 && kPartitions[15][15] == 41 && kPartitions[12][12] == 21);

[[nodiscard]] constexpr int partitions_of(int pack) {
    return kPartitions[static_cast<std::size_t>(pack)][static_cast<std::size_t>(pack)];
}

[[nodiscard]] constexpr Parts partition_at(int pack, int rank) {
    Parts parts;
    auto left = static_cast<std::size_t>(pack);
    std::size_t most = left;
    while (left > 0) {
        while (most > left || rank >= kPartitions[left - most][most]) {
            if (most <= left) rank -= kPartitions[left - most][most];
            --most;
        }
        parts.push_back(static_cast<std::uint8_t>(most));
        left -= most;
    }
    return parts;
}

// The rank of parts in descending order that make up the pack.
[[nodiscard]] constexpr int rank_of(const Parts& parts) {
    std::size_t left = 0;
    for (const std::uint8_t part : parts) left += part;
    int rank = 0;
    std::size_t most = left;
    for (const std::uint8_t part : parts) {
        for (; most > part; --most)
            if (most <= left) rank += kPartitions[left - most][most];
        left -= part;
    }
    return rank;
}

}  // namespace moonflower::flower_power
