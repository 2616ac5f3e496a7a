// The transposition table of alpha-beta: bounds of values by state key, in fixed memory.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>
#include <type_traits>

#include "core/types.hpp"

namespace moonflower {

struct BoundEntry {
    static constexpr std::int16_t kWhole = std::numeric_limits<std::int16_t>::max();
    enum class Kind : std::uint8_t { kNone, kLower, kUpper, kExact };

    std::uint64_t key = 0;
    double value = 0;
    Move move;
    std::int16_t depth = 0;  // looked ahead; kWhole: to the end of every line
    Kind kind = Kind::kNone;
};

// All its bits 0, an entry is an empty one.
static_assert(std::is_trivially_copyable_v<BoundEntry> &&
              std::is_trivially_destructible_v<BoundEntry>);

// Buckets of two: the deeper search and the latest.
class BoundTable {
public:
    // The system hands cleared pages out when they are touched, so a large table costs nothing
    // until it is used.
    explicit BoundTable(std::uint64_t bytes)
        : size_(std::bit_floor(std::max<std::uint64_t>(bytes / sizeof(BoundEntry), 2))),
          entries_(cleared(size_)) {}

    // Forgets everything. Nothing to do while nothing was stored.
    void clear() {
        if (!is_used_) return;
        entries_.reset();  // before the new one: never more memory than was allowed
        entries_ = cleared(size_);
        is_used_ = false;
    }
    // Part of the table in use, by its first thousand entries.
    [[nodiscard]] double load() const {
        const std::size_t looked_at = std::min<std::size_t>(size_, 1000);
        std::size_t used = 0;
        for (std::size_t i = 0; i < looked_at; ++i)
            used += entries_[i].kind != BoundEntry::Kind::kNone ? 1 : 0;
        return static_cast<double>(used) / static_cast<double>(looked_at);
    }

    [[nodiscard]] const BoundEntry* find(std::uint64_t key) const {
        const BoundEntry* const bucket = &entries_[home(key)];
        for (int i = 0; i < 2; ++i)
            if (bucket[i].kind != BoundEntry::Kind::kNone && bucket[i].key == key)
                return &bucket[i];
        return nullptr;
    }
    void store(const BoundEntry& entry) {
        is_used_ = true;
        BoundEntry* const bucket = &entries_[home(entry.key)];
        const bool deep = bucket[0].kind == BoundEntry::Kind::kNone || bucket[0].key == entry.key ||
                          entry.depth >= bucket[0].depth;
        if (deep && bucket[0].key != entry.key) bucket[1] = bucket[0];
        bucket[deep ? 0 : 1] = entry;
    }

private:
    [[nodiscard]] std::size_t home(std::uint64_t key) const {
        return key & (size_ - 1) & ~std::uint64_t{1};
    }

    struct Free {
        void operator()(BoundEntry* entries) const { std::free(entries); }
    };
    using Entries = std::unique_ptr<BoundEntry[], Free>;
    [[nodiscard]] static Entries cleared(std::size_t size) {
        Entries entries(static_cast<BoundEntry*>(std::calloc(size, sizeof(BoundEntry))));
        if (!entries) throw std::bad_alloc();
        return entries;
    }

    std::size_t size_;
    Entries entries_;
    bool is_used_ = false;
};

}  // namespace moonflower
