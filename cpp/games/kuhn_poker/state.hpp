// Kuhn poker (Kuhn 1950): three cards, one bet. The smallest game of hidden information with a
// published solution; the first seat loses 1/18 chip a game.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/game.hpp"
#include "core/hole_cards.hpp"
#include "core/static_vector.hpp"

namespace moonflower::kuhn_poker {

struct Rules : NoOptions<Rules> {
    [[nodiscard]] static const GameFacts& facts();
};

// A move is 0 (pass, `p`) or 1 (bet, `b`); a chance outcome is a card, 0 to 2 (`*J`, `*Q`, `*K`),
// dealt to seat 0, then to seat 1.
class State : public HoleCards<State> {
public:
    using Rules = kuhn_poker::Rules;
    using View = HoleCardView<State>;
    using Moves = StaticVector<Move, 2>;
    using Outcomes = StaticVector<Outcome, 3>;

    explicit State(const Rules& rules) : rules_(rules) {}

    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] Turn turn() const;
    void legal_moves(Moves& moves) const;
    void chance(Outcomes& outcomes) const;
    [[nodiscard]] Move random_move(Rng& rng) const;
    void apply(Move move);
    [[nodiscard]] Returns returns() const;
    [[nodiscard]] std::uint64_t key() const;

    [[nodiscard]] std::string format(Move move) const;
    [[nodiscard]] Move parse_move(std::string_view text) const;
    [[nodiscard]] std::string text() const;
    [[nodiscard]] std::string check() const;

    // For the view.
    [[nodiscard]] std::optional<Seat> dealt_to() const;
    [[nodiscard]] std::uint32_t unseen(Seat seat) const;
    [[nodiscard]] bool is_showdown() const;
    [[nodiscard]] static std::string card_text(std::int8_t card);
    [[nodiscard]] static State read(std::string_view text, const Rules& rules);

    friend bool operator==(const State&, const State&) = default;

private:
    [[nodiscard]] bool is_dealt() const { return holes_[1] != kNoCard; }
    [[nodiscard]] std::string history() const;

    std::uint8_t bets_ = 1;  // the moves as bits, first move highest, under a leading 1
    [[no_unique_address]] Rules rules_;
};

static_assert(GameState<State> && HoldsHoleCards<State>);

}  // namespace moonflower::kuhn_poker
