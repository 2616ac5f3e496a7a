// Cards and multisets of cards. A card is its place in the canonical order (FP-4), so the lowest
// set bit of a CardSet is its first card.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/bits.hpp"
#include "core/rng.hpp"

namespace moonflower::flower_power {

using Card = std::uint8_t;

inline constexpr int kFaces = 54;
inline constexpr Card kBlackJoker = 0;
inline constexpr Card kRedJoker = 1;
inline constexpr Card kNoCard = 63;  // a place whose card is not determined, or not known

// An index into an array.
[[nodiscard]] constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

// FP-2: 2..9 face value, T 10, J 11, Q 12, K 13, A 14, jokers 15.
[[nodiscard]] constexpr int strength(Card card) { return card < 2 ? 15 : 14 - (card - 2) / 4; }

inline constexpr std::uint64_t kEverySuit = (std::uint64_t{1} << kFaces) - 1;
inline constexpr std::uint64_t kSpades = 0x1111111111111ULL << 2;
inline constexpr std::uint64_t kHearts = kSpades << 1;
inline constexpr std::uint64_t kDiamonds = kSpades << 2;
inline constexpr std::uint64_t kClubs = kSpades << 3;

[[nodiscard]] constexpr std::uint64_t bit_of(Card card) { return std::uint64_t{1} << card; }

// FP-3: what a card does when it is played from the hand.
inline constexpr std::uint64_t kPoisons = kSpades | bit_of(kBlackJoker);
inline constexpr std::uint64_t kFertilisers = kHearts | bit_of(kRedJoker);
inline constexpr std::uint64_t kTransformers = kDiamonds | bit_of(kRedJoker);
inline constexpr std::uint64_t kSpies = kClubs | bit_of(kBlackJoker);

static_assert((kSpades | kHearts | kDiamonds | kClubs | 3U) == kEverySuit);

[[nodiscard]] std::string_view card_name(Card card);
[[nodiscard]] std::optional<Card> card_named(std::string_view text);

// A multiset with at most two copies of a card: one bit plane for the first, one for the second.
struct CardSet {
    std::uint64_t one = 0;
    std::uint64_t two = 0;  // always a part of `one`

    [[nodiscard]] constexpr bool empty() const { return one == 0; }
    [[nodiscard]] constexpr int size() const {
        return count_bits(one) + (two == 0 ? 0 : count_bits(two));
    }
    [[nodiscard]] constexpr bool has(Card card) const { return (one >> card & 1U) != 0; }
    [[nodiscard]] constexpr int count(Card card) const {
        return static_cast<int>((one >> card & 1U) + (two >> card & 1U));
    }
    constexpr void add(Card card) {
        assert(card < kFaces && count(card) < 2);
        two |= one & bit_of(card);
        one |= bit_of(card);
    }
    constexpr void remove(Card card) {
        assert(has(card));
        const std::uint64_t bit = bit_of(card);
        if ((two & bit) != 0)
            two &= ~bit;
        else
            one &= ~bit;
    }
    // The n-th card, each copy counted: a uniform draw for a uniform n.
    [[nodiscard]] constexpr Card nth(std::uint32_t n) const {
        if (two == 0) return static_cast<Card>(nth_bit(one, n));
        const auto firsts = static_cast<std::uint32_t>(count_bits(one));
        return static_cast<Card>(n < firsts ? nth_bit(one, n) : nth_bit(two, n - firsts));
    }
    [[nodiscard]] constexpr bool includes(const CardSet& other) const {
        return (other.one & ~one) == 0 && (other.two & ~two) == 0;
    }
    // Calls f(card) for each copy in canonical order.
    template <class F>
    constexpr void each(F f) const {
        for (std::uint64_t rest = one; rest != 0; rest &= rest - 1) {
            const auto card = static_cast<Card>(std::countr_zero(rest));
            f(card);
            if ((two >> card & 1U) != 0) f(card);
        }
    }
    // Sum, at most two copies each; difference, at least none; the larger and the smaller count.
    friend constexpr CardSet operator+(const CardSet& a, const CardSet& b) {
        return {a.one | b.one, a.two | b.two | (a.one & b.one)};
    }
    friend constexpr CardSet operator-(const CardSet& a, const CardSet& b) {
        return {(a.one & ~b.one) | (a.two & ~b.two), a.two & ~b.one};
    }
    friend constexpr CardSet operator|(const CardSet& a, const CardSet& b) {
        return {a.one | b.one, a.two | b.two};
    }
    friend constexpr CardSet operator&(const CardSet& a, const CardSet& b) {
        return {a.one & b.one, a.two & b.two};
    }
    friend constexpr bool operator==(const CardSet&, const CardSet&) = default;
};

// One of the cards, each copy as likely as the others.
[[nodiscard]] inline Card take_any(CardSet& cards, Rng& rng) {
    const Card card = cards.nth(rng.below(static_cast<std::uint32_t>(cards.size())));
    cards.remove(card);
    return card;
}

// "KS,7D" in canonical order; `none` when empty.
[[nodiscard]] std::string card_list(const CardSet& cards, std::string_view none = "-");

}  // namespace moonflower::flower_power
