// Multisets of cards, one byte per geisha, so that a whole hand is added, compared and drawn from
// in a few instructions.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

#include "core/rng.hpp"

namespace moonflower::hanamikoji {

inline constexpr int kGeishas = 7;
// HK-1: what a geisha is worth, and how many cards she has.
inline constexpr std::array<int, kGeishas> kValues{2, 2, 2, 3, 3, 4, 5};
inline constexpr int kDeckSize = 21;

using Card = std::uint8_t;              // a geisha, 0 to 6
inline constexpr Card kNoCard = 7;      // nothing there
inline constexpr Card kHiddenCard = 8;  // something there, unknown to the reader of a view

class Cards {
public:
    constexpr Cards() = default;
    [[nodiscard]] static constexpr Cards some(int card, std::uint32_t count) {
        assert(card >= 0 && card < kGeishas && count < 128);
        return Cards(std::uint64_t{count} << (8 * card));
    }
    [[nodiscard]] static constexpr Cards one(int card) { return some(card, 1); }

    [[nodiscard]] constexpr int count(int card) const {
        return static_cast<int>(lanes_ >> (8 * card) & 0xffU);
    }
    [[nodiscard]] constexpr int size() const { return static_cast<int>(running() >> 56); }
    [[nodiscard]] constexpr bool empty() const { return lanes_ == 0; }
    // Lanes stay below 128, so the top bit of each is free to catch a borrow.
    [[nodiscard]] constexpr bool includes(Cards part) const {
        return (((lanes_ | kTops) - part.lanes_) & kTops) == kTops;
    }
    // Bit g is set where this has at least as many cards of geisha g as the other.
    [[nodiscard]] constexpr std::uint8_t at_least(Cards other) const {
        constexpr std::uint64_t kGather =
            0x0102040810204080ULL;  // low bits of 7 lanes to bits 56-62
        const std::uint64_t kept = ((lanes_ | kTops) - other.lanes_) & kTops;
        return static_cast<std::uint8_t>((kept >> 7) * kGather >> 56 & 0x7fU);
    }
    // The n-th card in ascending order, from 0: the first lane whose running total exceeds n.
    [[nodiscard]] constexpr int nth(std::uint32_t n) const {
        assert(static_cast<int>(n) < size());
        const std::uint64_t beyond = ((running() | kTops) - (n + 1) * kOnes) & kTops;
        return std::countr_zero(beyond | kStop) >> 3;
    }

    // The same card as a multiset of its own; nothing beyond the last one.
    [[nodiscard]] constexpr Cards nth_alone(std::uint32_t n) const {
        assert(n < 128);
        const std::uint64_t beyond = ((running() | kTops) - (n + 1) * kOnes) & kTops;
        return Cards((beyond & (0 - beyond)) >> 7);
    }
    // The lowest card; kNoCard if there is none.
    [[nodiscard]] constexpr unsigned lowest() const {
        return static_cast<unsigned>(std::countr_zero(lanes_ | kStop)) >> 3;
    }

    constexpr Cards& operator+=(Cards other) {
        lanes_ += other.lanes_;
        return *this;
    }
    constexpr Cards& operator-=(Cards other) {
        assert(includes(other));
        lanes_ -= other.lanes_;
        return *this;
    }
    friend constexpr Cards operator+(Cards a, Cards b) { return a += b; }
    friend constexpr Cards operator-(Cards a, Cards b) { return a -= b; }
    // All of it or nothing, without a branch.
    [[nodiscard]] constexpr Cards only_if(bool kept) const { return masked(mask_of(kept)); }
    // The same with a mask from a table.
    [[nodiscard]] static constexpr std::uint64_t mask_of(bool kept) {
        return 0 - static_cast<std::uint64_t>(kept);
    }
    [[nodiscard]] constexpr Cards masked(std::uint64_t mask) const { return Cards(lanes_ & mask); }
    friend constexpr bool operator==(Cards, Cards) = default;

    [[nodiscard]] constexpr std::uint64_t bits() const { return lanes_; }

private:
    static constexpr std::uint64_t kOnes = 0x0101010101010101ULL;
    static constexpr std::uint64_t kTops = 0x0080808080808080ULL;
    static constexpr std::uint64_t kStop = 1ULL << 63;  // spares the test for no bit at all

    explicit constexpr Cards(std::uint64_t lanes) : lanes_(lanes) {}
    // Lane g: the cards of geishas 0 to g; the spare lane 7: all of them.
    [[nodiscard]] constexpr std::uint64_t running() const { return lanes_ * kOnes; }

    std::uint64_t lanes_ = 0;
};

inline constexpr Cards kDeck = [] {
    Cards deck;
    for (int g = 0; g < kGeishas; ++g)
        deck += Cards::some(g, static_cast<std::uint32_t>(kValues[static_cast<std::size_t>(g)]));
    return deck;
}();

// Nothing for kNoCard and kHiddenCard.
[[nodiscard]] constexpr Cards known_card(Card card) {
    return card < kGeishas ? Cards::one(card) : Cards();
}

// Several small draws from one random number, exactly uniform together (Brackett-Rozinsky and
// Lemire 2024): the number is a fraction whose whole part is taken out again and again. Use the
// draws only if `fair` says so in the end; else start over.
class Draws {
public:
    explicit constexpr Draws(Rng& rng) : fraction_(rng.next() >> (64 - kBits)) {}

    constexpr std::uint32_t below(std::uint32_t bound) {
        assert(bound > 0 && bound < 256);
        fraction_ *= bound;
        product_ *= bound;
        const auto whole = static_cast<std::uint32_t>(fraction_ >> kBits);
        fraction_ &= kMask;
        return whole;
    }
    // Takes a card out of `cards`, every copy alike.
    constexpr int take_from(Cards& cards, int size) {
        const int card = cards.nth(below(static_cast<std::uint32_t>(size)));
        cards -= Cards::one(card);
        return card;
    }
    constexpr Cards take_from(Cards& cards, int size, int count) {
        const Cards before = cards;
        for (int i = 0; i < count; ++i)
            cards -= cards.nth_alone(below(static_cast<std::uint32_t>(size - i)));
        return before - cards;
    }
    [[nodiscard]] constexpr bool fair() const {
        if (fraction_ >= product_) [[likely]]
            return true;
        return fraction_ >= (std::uint64_t{1} << kBits) % product_;
    }

private:
    static constexpr int kBits = 56;  // leaves room for bounds below 256
    static constexpr std::uint64_t kMask = (std::uint64_t{1} << kBits) - 1;

    std::uint64_t fraction_;
    std::uint64_t product_ = 1;
};

}  // namespace moonflower::hanamikoji
