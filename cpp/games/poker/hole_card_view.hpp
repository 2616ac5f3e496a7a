// The view of a two-seat game whose one secret is a card (or die) each seat holds face down: the
// state itself with the other card turned over, so that a view cannot hold what its seat does not
// know. Face-down cards are shown at a showdown.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/bits.hpp"
#include "core/error.hpp"
#include "core/game.hpp"
#include "core/text.hpp"

namespace moonflower {

// Hole cards are small numbers from 0; these stand for a card not dealt yet and a card whose face
// is not known. Only views hold the latter.
inline constexpr std::int8_t kNoCard = -1;
inline constexpr std::int8_t kFaceDown = -2;

// What such a state offers to its view, beside the contract.
template <class S>
concept HoldsHoleCards = requires(const S cs, S s, Seat seat, std::int8_t card,
                                  std::string_view text, const typename S::Rules& rules) {
    { cs.hole(seat) } -> std::same_as<std::int8_t>;
    { s.set_hole(seat, card) } -> std::same_as<void>;
    // The seat that chance deals a face-down card to; nothing when it deals otherwise or not.
    { cs.dealt_to() } -> std::same_as<std::optional<Seat>>;
    // Bit mask of the cards the seat's face-down card may be.
    { cs.unseen(seat) } -> std::same_as<std::uint32_t>;
    // Over, and the cards decide: all are shown.
    { cs.is_showdown() } -> std::same_as<bool>;
    { S::card_text(card) } -> std::same_as<std::string>;
    // Reads a position that may have face-down cards, written like card_text(kFaceDown).
    { S::read(text, rules) } -> std::same_as<S>;
};

// Such a state that knows how its seats bet: the logarithm (core/inference.hpp) of how likely a
// seat makes all its bets so far, holding what it does.
template <class S>
concept ModelsBets = requires(const S cs, Seat seat) {
    { cs.has_bet(seat) } -> std::same_as<bool>;
    { cs.log_of_bets(seat) } -> std::same_as<std::int32_t>;
};

template <class S>
class HoleCardView {
public:
    template <class Rules>
    HoleCardView(const Rules& rules, Seat seat) : known_(rules), seat_(seat) {}
    HoleCardView(const S& state, Seat seat) : known_(masked(state, seat)), seat_(seat) {}

    // Whether the other's card lies face down before the seat.
    [[nodiscard]] static bool hides(const S& state, Seat seat) {
        return state.hole(1 - seat) >= 0 && !state.is_showdown();
    }
    // The state as the seat sees it.
    [[nodiscard]] static S masked(S state, Seat seat) {
        if (hides(state, seat)) state.set_hole(1 - seat, kFaceDown);
        return state;
    }
    // What a seat sees of a move: the other's card is dealt as *?, a showdown adds =card.
    [[nodiscard]] static std::string seen(const S& state, Seat seat, Move move) {
        if (state.dealt_to() == 1 - seat) return kHiddenDeal;
        S next = state;
        next.apply(move);
        std::string token = state.format(move);
        if (next.is_showdown()) token += " =" + S::card_text(next.hole(1 - seat));
        return token;
    }

    // What everybody sees.
    [[nodiscard]] static std::string public_text(const S& state) {
        return masked(masked(state, 0), 1).text();
    }
    // A position with both cards open.
    template <class Rules>
    [[nodiscard]] static S parse_open(std::string_view text, const Rules& rules) {
        const S state = S::read(text, rules);
        if (state.hole(0) == kFaceDown || state.hole(1) == kFaceDown)
            refuse(text, "hides a card; a full position shows both");
        return state;
    }

    [[nodiscard]] Seat seat() const { return seat_; }
    [[nodiscard]] const auto& rules() const { return known_.rules(); }
    // The state with the other card face down.
    [[nodiscard]] const S& known() const { return known_; }
    [[nodiscard]] Turn turn() const { return known_.turn(); }
    template <class Moves>
    void legal_moves(Moves& moves) const {
        moves.clear();
        if (turn() == Turn::of(seat_)) known_.legal_moves(moves);
    }
    [[nodiscard]] std::uint64_t info_key() const { return known_.key(); }

    [[nodiscard]] S sample(Rng& rng) const {
        S world = known_;
        if (is_open()) return world;
        const std::uint32_t cards = known_.unseen(other());
        const auto count = static_cast<std::uint32_t>(count_bits(cards));
        world.set_hole(other(), static_cast<std::int8_t>(nth_bit(cards, rng.below(count))));
        return world;
    }
    [[nodiscard]] std::optional<std::vector<World<S>>> worlds(std::size_t limit) const {
        std::vector<World<S>> all;
        if (is_open()) all.push_back({known_, 1.0});
        for (std::uint32_t cards = is_open() ? 0 : known_.unseen(other()); cards != 0;
             cards &= cards - 1) {
            all.push_back({known_, 1.0});
            all.back().state.set_hole(other(), static_cast<std::int8_t>(std::countr_zero(cards)));
        }
        if (all.size() > limit) return std::nullopt;
        return all;
    }

    // By the bets of the other seat, which the view knows all of.
    [[nodiscard]] bool weigh_by_play(std::span<const S> worlds, std::span<std::int32_t> logs) const
        requires ModelsBets<S>
    {
        if (is_open() || !known_.has_bet(other())) return false;
        std::ranges::transform(worlds, logs.begin(),
                               [&](const S& world) { return world.log_of_bets(other()); });
        return true;
    }

    void observe(std::string_view text) {
        HoleCardView next = *this;
        for (const std::string_view token : words(text)) next.follow(token);
        if (next.known_.is_showdown() && !next.is_open())
            refuse(text, "ends in a showdown; the other card must follow, written =" +
                             S::card_text(0) + " and the like");
        *this = next;
    }
    [[nodiscard]] std::string format(Move move) const { return known_.format(move); }
    [[nodiscard]] Move parse_move(std::string_view text) const {
        if (turn() != Turn::of(seat_))
            throw IllegalMoveError(name() + ": " + quoted(text) +
                                   " cannot be played; this seat is not on turn");
        return known_.parse_move(text);
    }
    [[nodiscard]] std::string text() const { return known_.text(); }
    template <class Rules>
    [[nodiscard]] static HoleCardView parse(std::string_view text, Seat seat, const Rules& rules) {
        HoleCardView view(rules, seat);
        view.known_ = S::read(text, rules);
        const bool is_hidden = view.known_.hole(1 - seat) == kFaceDown;
        const bool is_dealt = view.known_.hole(1 - seat) != kNoCard;
        if (view.known_.hole(seat) == kFaceDown ||
            is_hidden != (is_dealt && !view.known_.is_showdown()))
            refuse(text, "is no view of seat " + std::to_string(seat) +
                             "; the seat's own card is open, the other is " +
                             S::card_text(kFaceDown) + " until a showdown");
        return view;
    }

    friend bool operator==(const HoleCardView&, const HoleCardView&) = default;

private:
    static constexpr const char* kHiddenDeal = "*?";

    [[nodiscard]] static const std::string& name() { return S::Rules::facts().name; }
    [[noreturn]] static void refuse(std::string_view text, const std::string& why) {
        throw ParseError(name() + ": " + quoted(text) + " " + why);
    }
    [[nodiscard]] Seat other() const { return 1 - seat_; }
    [[nodiscard]] bool is_open() const { return known_.hole(other()) != kFaceDown; }

    void follow(std::string_view token) {
        if (token.starts_with('=')) return show(token);
        if (known_.turn().is_over())
            throw IllegalMoveError(name() + ": " + quoted(token) +
                                   " comes after the end of the game; no event is accepted");
        if (known_.dealt_to() != other()) return known_.apply(known_.parse_move(token));
        if (token != kHiddenDeal)
            refuse(token, "is not what this seat sees; the other's card is dealt as *?");
        known_.set_hole(other(), kFaceDown);
    }
    void show(std::string_view token) {
        if (!known_.is_showdown() || is_open()) refuse(token, "shows a card; nothing is shown now");
        for (std::uint32_t cards = known_.unseen(other()); cards != 0; cards &= cards - 1) {
            const auto card = static_cast<std::int8_t>(std::countr_zero(cards));
            if (token.substr(1) == S::card_text(card)) return known_.set_hole(other(), card);
        }
        refuse(token, "shows no card the other seat may hold");
    }

    S known_;
    Seat seat_;
};

}  // namespace moonflower
