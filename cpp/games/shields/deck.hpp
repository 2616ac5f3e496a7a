// Suits, cards, counted piles and the decks of the rule book (SH-6 to SH-10).
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/bits.hpp"
#include "core/rng.hpp"
#include "core/static_vector.hpp"

namespace moonflower::shields {

// SH-2: four suits C D H S; a set of them is a mask, C in the lowest bit.
inline constexpr int kSuits = 4;
inline constexpr std::string_view kSuitLetters = "CDHS";
using SuitSet = std::uint8_t;
inline constexpr SuitSet kAllSuits = 0b1111;

// In ASCII order of the letter, so that cards sort as their texts do.
enum class Kind : std::uint8_t {
    kPlain,
    kEncore,
    kDestiny,
    kConfusion,
    kSkip,
    kPlus,
    kReverse,
    kWild,
};
inline constexpr std::size_t kKinds = 8;

// A card is suit * 8 + kind; the colourless W stands alone behind them.
using Card = std::uint8_t;
inline constexpr Card kWildCard = 32;
inline constexpr std::size_t kCardCodes = 33;

[[nodiscard]] constexpr Card card_of(int suit, Kind kind) {
    return kind == Kind::kWild ? kWildCard : static_cast<Card>(suit * 8 + static_cast<int>(kind));
}
[[nodiscard]] constexpr Kind kind_of(Card card) {
    return card == kWildCard ? Kind::kWild : static_cast<Kind>(card & 7U);
}
// The suit as a set of one; empty for W.
[[nodiscard]] constexpr SuitSet suit_of(Card card) {
    return card == kWildCard ? SuitSet{0} : static_cast<SuitSet>(1U << (card >> 3U));
}

[[nodiscard]] std::string card_text(Card card);
[[nodiscard]] std::optional<Card> read_card(std::string_view text);
[[nodiscard]] std::string set_text(SuitSet set);  // "CD"; "-" when empty
[[nodiscard]] std::optional<SuitSet> read_set(std::string_view text);

// Cards of each code, and how many in all.
class CardCounts {
public:
    static constexpr std::uint8_t kMost = 200;  // of one card, so that sums of two fit

    [[nodiscard]] std::uint8_t operator[](Card card) const { return counts_[card]; }
    [[nodiscard]] int total() const { return total_; }
    void add(Card card, int count = 1) {
        counts_[card] = static_cast<std::uint8_t>(counts_[card] + count);
        total_ = static_cast<std::uint16_t>(total_ + count);
    }
    void remove(Card card) {
        assert(counts_[card] > 0);
        --counts_[card];
        --total_;
    }
    // The n-th card when all lie sorted.
    [[nodiscard]] Card at(std::uint32_t n) const {
        assert(n < total_);
        std::size_t card = 0;
        while (n >= counts_[card]) n -= counts_[card++];
        return static_cast<Card>(card);
    }
    [[nodiscard]] Card random(Rng& rng) const { return at(rng.below(total_)); }
    // Cards of the suits C, D, H, S, effects or not.
    [[nodiscard]] std::array<int, kSuits> by_suit() const;
    [[nodiscard]] bool has_kind(Kind kind) const;
    // Feeds everything into a hasher.
    template <class Hasher>
    void hash_into(Hasher& hasher) const {
        const auto bytes = std::bit_cast<std::array<std::uint64_t, 5>>(counts_);
        for (const std::uint64_t word : bytes) hasher.add(word);
    }

    friend bool operator==(const CardCounts&, const CardCounts&) = default;

private:
    std::array<std::uint8_t, 40> counts_{};  // by card code, padded to whole words
    std::uint16_t total_ = 0;
};

// "n=7,7,7,7;P=1,1,1,1;W=4", "-" when empty (SH-70). The reader takes ':' for '=' as well.
[[nodiscard]] std::string counts_text(const CardCounts& counts);
[[nodiscard]] std::optional<CardCounts> read_counts(std::string_view text);

// The attack cards a ffau player holds: four bits for each of the 16 cards of a UNO pile.
class Hand {
public:
    static constexpr int kSlots = 16;

    // Whether the card can be held at all: only plain, skip, +2 and reverse can.
    [[nodiscard]] static constexpr bool holds(Card card) {
        return card != kWildCard && (kind_of(card) == Kind::kPlain || kind_of(card) >= Kind::kSkip);
    }
    [[nodiscard]] static constexpr Card card_at(int slot) {
        const int kind = slot % 4 == 0 ? 0 : slot % 4 + 3;
        return static_cast<Card>(slot / 4 * 8 + kind);
    }
    [[nodiscard]] static constexpr int slot_of(Card card) {
        const int kind = card & 7;
        return (card >> 3) * 4 + (kind == 0 ? 0 : kind - 3);
    }

    [[nodiscard]] int operator[](Card card) const {
        return static_cast<int>(bits_ >> (4 * slot_of(card)) & 15U);
    }
    [[nodiscard]] int in_slot(int slot) const {
        return static_cast<int>(bits_ >> (4 * slot) & 15U);
    }
    void add(Card card) { bits_ += std::uint64_t{1} << (4 * slot_of(card)); }
    void remove(Card card) {
        assert((*this)[card] > 0);
        bits_ -= std::uint64_t{1} << (4 * slot_of(card));
    }
    [[nodiscard]] bool empty() const { return bits_ == 0; }
    [[nodiscard]] int size() const;
    // Slots in use, a bit each.
    [[nodiscard]] std::uint16_t slots() const;
    // The n-th card when they lie sorted.
    [[nodiscard]] Card at(int n) const;
    void add_to(CardCounts& counts) const;
    [[nodiscard]] std::uint64_t bits() const { return bits_; }

    friend bool operator==(const Hand&, const Hand&) = default;

private:
    std::uint64_t bits_ = 0;
};

// "C+CP+DI+S", "-" when empty.
[[nodiscard]] std::string hand_text(const Hand& hand);

enum class Deck : std::uint8_t {
    kAuto,
    kCards32,
    kCards52,
    kCards64,
    kFaces32,
    kFaces52,
    kFaces64,
    kUno,
    kUno44,
    kCustom,
};
inline constexpr std::array<std::string_view, 10> kDeckNames{
    "auto",    "cards32", "cards52", "cards64", "faces32",
    "faces52", "faces64", "uno",     "uno44",   "custom"};

// Attack cards left when each player has taken his shields (SH-8). Not for kAuto and kCustom.
[[nodiscard]] CardCounts attack_cards(Deck deck, int players, int wilds);
// The most players whose shields the deck can give.
[[nodiscard]] int most_players(Deck deck);

}  // namespace moonflower::shields
