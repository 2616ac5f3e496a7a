// Numbers by 64-bit keys: open addressing in two flat arrays, for searches that remember millions.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace moonflower {

class KeyIndex {
public:
    static constexpr std::uint32_t kNone = UINT32_MAX;

    KeyIndex() : KeyIndex(kFirstSize) {}

    // The number of a key, and whether it is new: then `next` is its number from now on.
    [[nodiscard]] std::pair<std::uint32_t, bool> find_or_add(std::uint64_t key,
                                                             std::uint32_t next) {
        if (4 * used_ >= 3 * keys_.size()) grow();
        const std::size_t i = place(key);
        const bool is_new = numbers_[i] == kNone;
        if (is_new) {
            keys_[i] = key;
            numbers_[i] = next;
            ++used_;
        }
        return {numbers_[i], is_new};
    }
    // kNone if there is none.
    [[nodiscard]] std::uint32_t find(std::uint64_t key) const { return numbers_[place(key)]; }
    [[nodiscard]] std::uint64_t bytes() const {
        return keys_.size() * (sizeof(std::uint64_t) + sizeof(std::uint32_t));
    }

private:
    static constexpr std::size_t kFirstSize = 1U << 12U;

    // Where the key is, or where it goes.
    [[nodiscard]] std::size_t place(std::uint64_t key) const {
        std::size_t i = key & (keys_.size() - 1);
        while (numbers_[i] != kNone && keys_[i] != key) i = (i + 1) & (keys_.size() - 1);
        return i;
    }
    void grow() {
        KeyIndex larger(2 * keys_.size());
        for (std::size_t i = 0; i < keys_.size(); ++i) {
            if (numbers_[i] == kNone) continue;
            const std::size_t to = larger.place(keys_[i]);
            larger.keys_[to] = keys_[i];
            larger.numbers_[to] = numbers_[i];
        }
        larger.used_ = used_;
        *this = std::move(larger);
    }
    explicit KeyIndex(std::size_t size) : keys_(size), numbers_(size, kNone) {}

    std::size_t used_ = 0;
    std::vector<std::uint64_t> keys_;
    std::vector<std::uint32_t> numbers_;
};

}  // namespace moonflower
