// Numbers by 64-bit keys: open addressing in two flat arrays, for searches that remember millions.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace moonflower {

class KeyIndex {
public:
    // The number of a key, and whether it is new: then `next` is its number from now on.
    [[nodiscard]] std::pair<std::uint32_t, bool> find_or_add(std::uint64_t key,
                                                             std::uint32_t next) {
        if (2 * used_ >= slots_.size()) grow();
        Slot& slot = place(key);
        const bool is_new = slot.number == kNone;
        if (is_new) {
            slot = {key, next};
            ++used_;
        }
        return {slot.number, is_new};
    }
    [[nodiscard]] std::uint64_t bytes() const { return slots_.size() * sizeof(Slot); }

private:
    static constexpr std::uint32_t kNone = UINT32_MAX;
    struct Slot {
        std::uint64_t key = 0;
        std::uint32_t number = kNone;
    };

    [[nodiscard]] Slot& place(std::uint64_t key) {
        std::size_t i = key & (slots_.size() - 1);
        while (slots_[i].number != kNone && slots_[i].key != key) i = (i + 1) & (slots_.size() - 1);
        return slots_[i];
    }
    void grow() {
        std::vector<Slot> old(2 * slots_.size());
        std::swap(old, slots_);
        for (const Slot& slot : old)
            if (slot.number != kNone) place(slot.key) = slot;
    }

    std::size_t used_ = 0;
    std::vector<Slot> slots_ = std::vector<Slot>(1U << 12U);
};

}  // namespace moonflower
