// Bit tricks the standard library lacks.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

namespace moonflower {

// Index of the n-th set bit, counted from 0 at the low end. Portable: no pdep.
[[nodiscard]] constexpr int nth_bit(std::uint64_t bits, std::uint32_t n) {
    assert(n < static_cast<std::uint32_t>(std::popcount(bits)));
    int base = 0;
    for (int width = 32; width >= 8; width /= 2) {  // halve until a byte is left
        const std::uint64_t low = bits & ((std::uint64_t{1} << width) - 1);
        const auto count = static_cast<std::uint32_t>(std::popcount(low));
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

}  // namespace moonflower
