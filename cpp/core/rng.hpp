// Random numbers: xoshiro256** (Blackman and Vigna 2018), seeded by splitmix64. Small, fast, and
// the same stream on every machine. Every draw in the engine comes from an Rng that was passed in.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

#include "core/hash.hpp"

namespace moonflower {

class Rng {
public:
    explicit constexpr Rng(std::uint64_t seed) {
        for (auto& word : state_) {
            seed += kGoldenGamma;
            word = mix64(seed);
        }
    }

    constexpr std::uint64_t next() {
        const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    // A whole number in [0, bound), exactly uniform (Lemire 2019: multiply, reject the short end).
    constexpr std::uint32_t below(std::uint32_t bound) {
        assert(bound > 0);
        std::uint64_t product = (next() >> 32) * bound;
        if (static_cast<std::uint32_t>(product) < bound) [[unlikely]] {
            const std::uint32_t threshold = (0U - bound) % bound;
            while (static_cast<std::uint32_t>(product) < threshold)
                product = (next() >> 32) * bound;
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

    // The same for bounds of 64 bits (sums of chance weights).
    constexpr std::uint64_t below64(std::uint64_t bound) {
        assert(bound > 0);
        if (bound <= UINT32_MAX) return below(static_cast<std::uint32_t>(bound));
        const std::uint64_t threshold = (0U - bound) % bound;
        std::uint64_t value = next();
        while (value < threshold) value = next();
        return value % bound;
    }

    [[nodiscard]] constexpr bool coin() { return (next() >> 63) != 0; }

    // In [0, 1): 53 bits. For reports and tests; playouts draw whole numbers.
    constexpr double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

    // Skips 2^128 numbers: an independent stream for each thread.
    constexpr void jump() {
        constexpr std::array<std::uint64_t, 4> kPolynomial{
            0x180ec6d33cfd0abaULL, 0xd5a61266f0c9392cULL, 0xa9582618e03fc9aaULL,
            0x39abdc4529b1661cULL};
        std::array<std::uint64_t, 4> jumped{};
        for (const std::uint64_t word : kPolynomial)
            for (int bit = 0; bit < 64; ++bit) {
                if ((word >> bit & 1U) != 0)
                    for (std::size_t i = 0; i < 4; ++i) jumped[i] ^= state_[i];
                next();
            }
        state_ = jumped;
    }

private:
    std::array<std::uint64_t, 4> state_{};
};

}  // namespace moonflower
