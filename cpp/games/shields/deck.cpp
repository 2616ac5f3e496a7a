#include "games/shields/deck.hpp"

#include <algorithm>

#include "core/text.hpp"

namespace moonflower::shields {
namespace {

constexpr std::string_view kKindLetters = "n067IPVW";  // by Kind

// The order in which a pile is written (SH-70).
constexpr std::array<Kind, kKinds> kWritten{Kind::kPlain,     Kind::kPlus,   Kind::kSkip,
                                            Kind::kReverse,   Kind::kEncore, Kind::kDestiny,
                                            Kind::kConfusion, Kind::kWild};

char letter_of(Kind kind) { return kKindLetters[static_cast<std::size_t>(kind)]; }

// One part of a pile: "P=1,1,1,1" or "W=4". False when it cannot be read.
bool read_kind(std::string_view part, CardCounts& counts, Kind& kind) {
    if (part.size() < 3 || (part[1] != '=' && part[1] != ':')) return false;
    const std::size_t letter = kKindLetters.find(part[0]);
    if (letter == std::string_view::npos) return false;
    kind = static_cast<Kind>(letter);
    const auto numbers = split(part.substr(2), ',');
    if (numbers.size() != (kind == Kind::kWild ? 1 : kSuits)) return false;
    for (std::size_t suit = 0; suit < numbers.size(); ++suit) {
        const auto count = to_integer<std::uint8_t>(numbers[suit]);
        if (!count || *count > CardCounts::kMost) return false;
        counts.add(card_of(static_cast<int>(suit), kind), *count);
    }
    return true;
}

}  // namespace

std::string card_text(Card card) {
    if (card == kWildCard) return "W";
    std::string text(1, kSuitLetters[card >> 3U]);
    if (kind_of(card) != Kind::kPlain) text += letter_of(kind_of(card));
    return text;
}

std::optional<Card> read_card(std::string_view text) {
    if (text == "W") return kWildCard;
    if (text.empty() || text.size() > 2) return std::nullopt;
    const std::size_t suit = kSuitLetters.find(text[0]);
    if (suit == std::string_view::npos) return std::nullopt;
    if (text.size() == 1) return card_of(static_cast<int>(suit), Kind::kPlain);
    const std::size_t kind = kKindLetters.find(text[1]);
    if (kind == std::string_view::npos || text[1] == 'n' || text[1] == 'W') return std::nullopt;
    return card_of(static_cast<int>(suit), static_cast<Kind>(kind));
}

std::string set_text(SuitSet set) {
    if (set == 0) return "-";
    std::string text;
    for (std::size_t suit = 0; suit < kSuits; ++suit)
        if ((set >> suit & 1U) != 0) text += kSuitLetters[suit];
    return text;
}

std::optional<SuitSet> read_set(std::string_view text) {
    if (text == "-") return SuitSet{0};
    if (text.empty() || text.size() > kSuits) return std::nullopt;
    unsigned set = 0;
    for (const char c : text) {
        const std::size_t suit = kSuitLetters.find(c);
        if (suit == std::string_view::npos || set >> suit != 0) return std::nullopt;
        set |= 1U << suit;
    }
    return static_cast<SuitSet>(set);
}

std::array<int, kSuits> CardCounts::by_suit() const {
    std::array<int, kSuits> sums{};
    for (std::size_t suit = 0; suit < kSuits; ++suit)
        for (std::size_t kind = 0; kind < 7; ++kind) sums[suit] += counts_[suit * 8 + kind];
    return sums;
}

bool CardCounts::has_kind(Kind kind) const {
    if (kind == Kind::kWild) return counts_[kWildCard] != 0;
    for (int suit = 0; suit < kSuits; ++suit)
        if (counts_[card_of(suit, kind)] != 0) return true;
    return false;
}

std::string counts_text(const CardCounts& counts) {
    std::string text;
    for (const Kind kind : kWritten) {
        if (!counts.has_kind(kind)) continue;
        if (!text.empty()) text += ';';
        text += letter_of(kind);
        text += '=';
        for (int suit = 0; suit < (kind == Kind::kWild ? 1 : kSuits); ++suit) {
            if (suit > 0) text += ',';
            text += std::to_string(counts[card_of(suit, kind)]);
        }
    }
    return text.empty() ? "-" : text;
}

std::optional<CardCounts> read_counts(std::string_view text) {
    CardCounts counts;
    if (text == "-") return counts;
    unsigned seen = 0;
    for (const std::string_view part : split(text, ';')) {
        Kind kind{};
        if (!read_kind(part, counts, kind)) return std::nullopt;
        const unsigned bit = 1U << static_cast<unsigned>(kind);
        if ((seen & bit) != 0) return std::nullopt;
        seen |= bit;
    }
    return counts;
}

int Hand::size() const {
    // Four-bit fields summed in parallel; a hand is small enough for a byte.
    std::uint64_t pairs = (bits_ & 0x0f0f0f0f0f0f0f0fULL) + (bits_ >> 4 & 0x0f0f0f0f0f0f0f0fULL);
    pairs *= 0x0101010101010101ULL;
    return static_cast<int>(pairs >> 56);
}

std::uint16_t Hand::slots() const {
    unsigned used = 0;
    for (int slot = 0; slot < kSlots; ++slot)
        if (in_slot(slot) != 0) used |= 1U << slot;
    return static_cast<std::uint16_t>(used);
}

Card Hand::at(int n) const {
    int slot = 0;
    while (n >= in_slot(slot)) n -= in_slot(slot++);
    return card_at(slot);
}

void Hand::add_to(CardCounts& counts) const {
    for (std::uint64_t rest = bits_; rest != 0;) {
        const int slot = std::countr_zero(rest) / 4;
        counts.add(card_at(slot), in_slot(slot));
        rest &= ~(std::uint64_t{15} << (4 * slot));
    }
}

std::string hand_text(const Hand& hand) {
    std::string text;
    for (int slot = 0; slot < Hand::kSlots; ++slot)
        for (int i = 0; i < hand.in_slot(slot); ++i) {
            if (!text.empty()) text += '+';
            text += card_text(Hand::card_at(slot));
        }
    return text.empty() ? "-" : text;
}

namespace {

// SH-8: a deck by the plain cards of a suit before shields are taken, and its effect cards.
struct DeckShape {
    int plain = 0;
    int faces = 0;      // of +2, skip and reverse each, per suit
    int variant_5 = 0;  // of encore, destiny and confusion each, per suit
    bool gives_shields = true;
    int most_players = 0;
};

constexpr DeckShape shape_of(Deck deck) {
    switch (deck) {
        case Deck::kCards52:
            return {13, 0, 0, true, 12};
        case Deck::kCards64:
            return {16, 0, 0, true, 15};
        case Deck::kFaces32:
            return {5, 1, 0, true, 5};
        case Deck::kFaces52:
            return {10, 1, 0, true, 10};
        case Deck::kFaces64:
            return {10, 2, 0, true, 10};
        case Deck::kUno:
            return {19, 2, 0, true, 19};
        case Deck::kUno44:
            return {5, 1, 1, false, 11};
        default:
            return {8, 0, 0, true, 7};
    }
}

}  // namespace

CardCounts attack_cards(Deck deck, int players, int wilds) {
    const DeckShape shape = shape_of(deck);
    CardCounts counts;
    for (int suit = 0; suit < kSuits; ++suit) {
        counts.add(card_of(suit, Kind::kPlain), shape.plain - (shape.gives_shields ? players : 0));
        for (const Kind kind : {Kind::kPlus, Kind::kSkip, Kind::kReverse})
            counts.add(card_of(suit, kind), shape.faces);
        for (const Kind kind : {Kind::kEncore, Kind::kDestiny, Kind::kConfusion})
            counts.add(card_of(suit, kind), shape.variant_5);
    }
    counts.add(kWildCard, wilds);
    return counts;
}

int most_players(Deck deck) { return shape_of(deck).most_players; }

}  // namespace moonflower::shields
