// What a game may offer beyond its contract (game.hpp): how likely the choices of the other seats
// make a world, by a model of how seats play. Worlds are drawn by the rules alone; search weighs
// them by this (search/belief/pool.hpp). Logarithms to base 2 in whole numbers, so that weights
// are the same on every machine.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

namespace moonflower {

// A logarithm counts in parts of a doubling.
inline constexpr int kLogOne = 256;

// Writes for each world of the view the logarithm of how likely the others were to choose what
// they did, up to a constant. False, and nothing written, where they have chosen nothing that
// tells worlds apart.
template <class S>
concept InfersFromPlay =
    requires(const typename S::View view, std::span<const S> worlds, std::span<std::int32_t> logs) {
        { view.weigh_by_play(worlds, logs) } -> std::same_as<bool>;
    };

namespace detail {

// 2^(i / kLogOne) with 20 bits after the point, by nothing but multiplications and roots that the
// compiler works out.
[[nodiscard]] consteval double root_of(double square) {
    double root = square;
    for (int i = 0; i < 64; ++i) root = (root + square / root) / 2;
    return root;
}
[[nodiscard]] consteval std::array<std::uint32_t, kLogOne> powers() {
    double step = 2;
    for (int parts = kLogOne; parts > 1; parts /= 2) step = root_of(step);
    std::array<std::uint32_t, kLogOne> all{};
    double power = 1 << 20;
    for (std::uint32_t& each : all) {
        each = static_cast<std::uint32_t>(power + 0.5);
        power *= step;
    }
    return all;
}
inline constexpr std::array<std::uint32_t, kLogOne> kPowers = powers();

}  // namespace detail

// 2^(log / kLogOne) in units of 2^-36; below 2^-16 and above 2^16 as much as that.
[[nodiscard]] constexpr std::uint64_t power_of(std::int32_t log) {
    constexpr std::int32_t kMost = 16 * kLogOne;
    const auto from_least = static_cast<std::uint32_t>((log < -kMost  ? -kMost
                                                        : log > kMost ? kMost
                                                                      : log) +
                                                       kMost);
    return std::uint64_t{detail::kPowers[from_least % kLogOne]} << (from_least / kLogOne);
}
// Its inverse, rounded down.
[[nodiscard]] constexpr std::int32_t log_of(std::uint64_t power) {
    const int whole = 63 - std::countl_zero(power | 1U);
    const std::uint64_t scaled = whole > 20 ? power >> (whole - 20) : power << (20 - whole);
    std::size_t low = 0;
    for (std::size_t step = kLogOne / 2; step > 0; step /= 2)
        if (detail::kPowers[low + step] <= scaled) low += step;
    return (whole - 36) * kLogOne + static_cast<std::int32_t>(low);
}

// A choice by a conditional logit (McFadden 1974): scores of all that could be chosen go in, out
// comes the logarithm of the probability of one.
class LogitChoice {
public:
    void add(std::int32_t score) { total_ += power_of(score); }
    [[nodiscard]] std::int32_t log_of_choosing(std::int32_t score) const {
        return score - log_of(total_);
    }

private:
    std::uint64_t total_ = 0;
};

}  // namespace moonflower
