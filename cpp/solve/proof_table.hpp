// The table of proof-number search. Nothing is ever replaced: a finished proof can be walked again
// and checked; when the memory is used up the search ends without a verdict.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/hash.hpp"
#include "core/types.hpp"

namespace moonflower {

// How many leaves must be proved (disproved) at least to prove (disprove) a node.
struct ProofNumbers {
    static constexpr std::uint32_t kInfinite = 1U << 30U;
    std::uint32_t proof = 1;
    std::uint32_t disproof = 1;

    [[nodiscard]] static constexpr ProofNumbers proved() { return {0, kInfinite}; }
    [[nodiscard]] static constexpr ProofNumbers disproved() { return {kInfinite, 0}; }
    [[nodiscard]] constexpr bool is_proved() const { return proof == 0; }
    [[nodiscard]] constexpr bool is_disproved() const { return disproof == 0; }
};

class ProofTable {
public:
    struct Entry {
        std::uint64_t key = 0;
        ProofNumbers numbers;
        Move move;  // attacker on turn and proved: the move that proves it
        bool is_used = false;
    };

    // Takes memory as it needs it, up to `bytes`.
    explicit ProofTable(std::uint64_t bytes)
        : most_(std::bit_floor(std::max<std::uint64_t>(bytes / sizeof(Entry), 16))),
          entries_(std::min<std::uint64_t>(most_, 1U << 10U)) {}

    [[nodiscard]] bool is_full() const { return entries_.size() == most_ && is_crowded(); }
    [[nodiscard]] const Entry* find(std::uint64_t key) const {
        const Entry& entry = entries_[slot(key)];
        return entry.is_used ? &entry : nullptr;
    }
    [[nodiscard]] ProofNumbers numbers(std::uint64_t key) const {
        const Entry* const entry = find(key);
        return entry == nullptr ? ProofNumbers{} : entry->numbers;
    }
    // Not when full.
    void store(std::uint64_t key, ProofNumbers numbers, Move move) {
        if (entries_.size() < most_ && is_crowded()) grow();
        Entry& entry = entries_[slot(key)];
        if (!entry.is_used) ++used_;
        entry = {key, numbers, move, true};
    }

private:
    [[nodiscard]] bool is_crowded() const { return used_ + 1 >= entries_.size() / 4 * 3; }
    void grow() {
        std::vector<Entry> old(2 * entries_.size());
        old.swap(entries_);
        for (const Entry& entry : old)
            if (entry.is_used) entries_[slot(entry.key)] = entry;
    }
    [[nodiscard]] std::size_t slot(std::uint64_t key) const {
        std::size_t i = mix64(key) & (entries_.size() - 1);
        while (entries_[i].is_used && entries_[i].key != key) i = (i + 1) & (entries_.size() - 1);
        return i;
    }

    std::size_t most_;
    std::vector<Entry> entries_;
    std::size_t used_ = 0;
};

}  // namespace moonflower
