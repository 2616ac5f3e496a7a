// What two-seat games of one face-down card (or die) each have in common: the cards, and the part
// of the contract that follows from them. Used as class State : public HoleCards<State>, which says
// what its key is with the cards given, key_with(cards).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/parse_listed.hpp"
#include "games/poker/hole_card_view.hpp"

namespace moonflower {

template <class S>
class HoleCards {
public:
    [[nodiscard]] int seats() const { return 2; }

    [[nodiscard]] HoleCardView<S> view(Seat seat) const { return {self(), seat}; }
    [[nodiscard]] std::uint64_t key() const { return key_of(holes_[0], holes_[1]); }
    // Equal to the key of the masked state, which is not made for it: asked at every node.
    [[nodiscard]] std::uint64_t info_key(Seat seat) const {
        const bool hides = HoleCardView<S>::hides(self(), seat);
        return key_of(hides && seat == 1 ? kFaceDown : holes_[0],
                      hides && seat == 0 ? kFaceDown : holes_[1]);
    }
    [[nodiscard]] std::string seen_by(Seat seat, Move move) const {
        return HoleCardView<S>::seen(self(), seat, move);
    }
    template <class Rules>
    [[nodiscard]] static S parse(std::string_view text, const Rules& rules) {
        return HoleCardView<S>::parse_open(text, rules);
    }
    [[nodiscard]] std::string public_text() const { return HoleCardView<S>::public_text(self()); }

    // S::kTokens are all tokens of the game, with a space between.
    [[nodiscard]] Move parse_move(std::string_view text) const {
        return parse_listed(self(), text, S::kTokens);
    }

    // Seat 0 is dealt its card first, then seat 1, before anybody moves.
    [[nodiscard]] bool is_dealt() const { return holes_[1] != kNoCard; }
    [[nodiscard]] std::optional<Seat> dealt_to() const {
        if (is_dealt()) return std::nullopt;
        return holes_[0] == kNoCard ? 0 : 1;
    }
    [[nodiscard]] std::int8_t hole(Seat seat) const {
        return holes_[static_cast<std::size_t>(seat)];
    }
    void set_hole(Seat seat, std::int8_t card) { holes_[static_cast<std::size_t>(seat)] = card; }

    friend bool operator==(const HoleCards&, const HoleCards&) = default;

protected:
    // Cards written by one letter each, - and ? for those not dealt and face down.
    [[nodiscard]] static std::string letter_of(std::int8_t card, std::string_view letters) {
        if (card < 0) return card == kNoCard ? "-" : "?";
        return {letters[static_cast<std::size_t>(card)]};
    }
    void read_holes(std::string_view cards, std::string_view letters) {
        for (std::size_t seat = 0; seat < std::min(cards.size(), holes_.size()); ++seat) {
            const std::size_t card = letters.find(cards[seat]);
            if (card != std::string_view::npos) holes_[seat] = static_cast<std::int8_t>(card);
            if (cards[seat] == '?') holes_[seat] = kFaceDown;
        }
    }
    // Cards of a bit mask, each as likely as the others: as outcomes, and drawn.
    static void list_cards(std::uint32_t cards, auto& outcomes) {
        outcomes.clear();
        for (; cards != 0; cards &= cards - 1)
            outcomes.push_back({{static_cast<std::uint32_t>(std::countr_zero(cards))}, 1});
    }
    [[nodiscard]] static Move draw_card(std::uint32_t cards, Rng& rng) {
        const auto count = static_cast<std::uint32_t>(count_bits(cards));
        return {static_cast<std::uint32_t>(nth_bit(cards, rng.below(count)))};
    }
    // A position as far as it was read. Whatever was skipped shows here: only what the game writes
    // itself is one, and `accepted` says what that looks like.
    [[nodiscard]] static S canonical(const S& read, std::string_view text,
                                     std::string_view accepted) {
        if (read.text() != text || !read.check().empty())
            throw ParseError(S::Rules::facts().name + ": position " + quoted(text) +
                             " cannot be read; accepted: " + std::string(accepted));
        return read;
    }
    [[nodiscard]] static std::uint64_t byte_of(std::int8_t card) {
        return static_cast<std::uint64_t>(card + 2);
    }

    std::array<std::int8_t, 2> holes_{kNoCard, kNoCard};

private:
    [[nodiscard]] std::uint64_t key_of(std::int8_t first, std::int8_t second) const {
        return self().key_with(byte_of(first) | byte_of(second) << 8);
    }
    [[nodiscard]] const S& self() const { return static_cast<const S&>(*this); }
};

}  // namespace moonflower
