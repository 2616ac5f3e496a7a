// Bit tricks the standard library lacks.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

namespace moonflower {

// Number of set bits. Without the instruction, which not every x86-64 has, std::popcount is a call
// into a library: this is a few additions in place.
[[nodiscard]] constexpr int count_bits(std::uint64_t bits) {
#if defined(__x86_64__) && !defined(__POPCNT__)
    bits -= bits >> 1 & 0x5555555555555555ULL;
    bits = (bits & 0x3333333333333333ULL) + (bits >> 2 & 0x3333333333333333ULL);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
    return static_cast<int>(bits * 0x0101010101010101ULL >> 56);
#else
    return std::popcount(bits);
#endif
}

// Index of the n-th set bit, counted from 0 at the low end. Portable: no pdep.
[[nodiscard]] constexpr int nth_bit(std::uint64_t bits, std::uint32_t n) {
    assert(n < static_cast<std::uint32_t>(count_bits(bits)));
    int base = 0;
    for (int width = 32; width >= 8 && bits >= 256; width /= 2) {  // halve until a byte is left
        const std::uint64_t low = bits & ((std::uint64_t{1} << width) - 1);
        const auto count = static_cast<std::uint32_t>(count_bits(low));
        if (n >= count) {
            n -= count;
            bits >>= width;
            base += width;
        } else {
            bits = low;
        }
    }
    while (n-- > 0) bits &= bits - 1;
    return base + std::countr_zero(bits);
}

// The same for masks of a few bits, and their counts, from tables: for inner loops.
template <int Bits>
struct SmallMasks {
    static_assert(Bits <= 9);
    static constexpr std::size_t kMasks = std::size_t{1} << Bits;

    static constexpr auto kCount = [] {
        std::array<std::uint8_t, kMasks> table{};
        for (std::size_t mask = 0; mask < kMasks; ++mask)
            table[mask] = static_cast<std::uint8_t>(std::popcount(mask));
        return table;
    }();
    static constexpr auto kNth = [] {
        std::array<std::array<std::uint8_t, Bits>, kMasks> table{};
        for (std::size_t mask = 0; mask < kMasks; ++mask)
            for (std::uint32_t n = 0; n < kCount[mask]; ++n)
                table[mask][n] = static_cast<std::uint8_t>(nth_bit(mask, n));
        return table;
    }();

    // One of the set bits, each as likely as the others.
    template <class Random>
    [[nodiscard]] static constexpr std::uint32_t pick(std::size_t mask, Random& rng) {
        return kNth[mask][rng.below(kCount[mask])];
    }
};

}  // namespace moonflower
