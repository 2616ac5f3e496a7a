// 64-bit keys: splitmix64's finaliser and a small word-by-word hasher, equal on every machine.
#pragma once

#include <cstdint>
#include <string_view>

namespace moonflower {

inline constexpr std::uint64_t kGoldenGamma = 0x9e3779b97f4a7c15ULL;

[[nodiscard]] constexpr std::uint64_t mix64(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

// Feeds words one after the other; order matters. Never feed raw structs: padding is not data.
class Hasher {
public:
    explicit constexpr Hasher(std::uint64_t seed = 0) : value_(mix64(seed + kGoldenGamma)) {}

    constexpr Hasher& add(std::uint64_t word) {
        value_ = mix64(value_ ^ (word + kGoldenGamma));
        return *this;
    }
    constexpr Hasher& add(std::string_view text) {
        for (const char c : text) add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
        return add(text.size());
    }
    [[nodiscard]] constexpr std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_;
};

}  // namespace moonflower
