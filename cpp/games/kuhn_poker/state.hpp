// Kuhn poker (Kuhn 1950): three cards, one bet. The smallest game of hidden information with a
// published solution; the first seat loses 1/18 chip a game.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/game.hpp"
#include "core/static_vector.hpp"
#include "games/poker/hole_cards.hpp"

namespace moonflower::kuhn_poker {

struct Rules : NoOptions<Rules> {
    [[nodiscard]] static const GameFacts& facts();
};

// A move is 0 (pass, `p`) or 1 (bet, `b`); an outcome is a card, 0 to 2 (`*J`, `*Q`, `*K`).
class State : public HoleCards<State> {
public:
    using Rules = kuhn_poker::Rules;
    using View = HoleCardView<State>;
    using Moves = StaticVector<Move, 2>;
    using Outcomes = StaticVector<Outcome, 3>;
    static constexpr std::string_view kTokens = "p b *J *Q *K";

    explicit State(const Rules& rules) : rules_(rules) {}

    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] Turn turn() const {
        static constexpr std::array kTurns{Turn::over(), Turn::of(0), Turn::of(1)};
        if (!is_dealt()) return Turn::chance();
        return kTurns[(kFirstActs >> bets_ & 1U) + 2 * (kSecondActs >> bets_ & 1U)];
    }
    void legal_moves(Moves& moves) const;
    void chance(Outcomes& outcomes) const { list_cards(unseen(*dealt_to()), outcomes); }
    [[nodiscard]] Move random_move(Rng& rng) const {
        return is_dealt() ? Move{rng.coin() ? 1U : 0U} : draw_card(unseen(*dealt_to()), rng);
    }
    void apply(Move move) {
        if (const auto seat = dealt_to())
            return set_hole(*seat, static_cast<std::int8_t>(move.code));
        bets_ = static_cast<std::uint8_t>(bets_ << 1 | move.code);
    }
    [[nodiscard]] Returns returns() const;
    [[nodiscard]] std::uint64_t key_with(std::uint64_t cards) const {
        return Hasher().add(cards | std::uint64_t{bets_} << 16).value();
    }

    [[nodiscard]] std::string format(Move move) const {
        return is_dealt() ? std::string{kMoves[move.code]}
                          : "*" + card_text(static_cast<std::int8_t>(move.code));
    }
    [[nodiscard]] std::string text() const;
    [[nodiscard]] std::string check() const;

    // For the view.
    [[nodiscard]] std::uint32_t unseen(Seat seat) const {
        return hole(1 - seat) < 0 ? 0b111 : 0b111 & ~(1U << hole(1 - seat));
    }
    [[nodiscard]] bool is_showdown() const { return (kShowdowns >> bets_ & 1U) != 0; }
    [[nodiscard]] static std::string card_text(std::int8_t card) { return letter_of(card, kCards); }
    [[nodiscard]] static State read(std::string_view text, const Rules& rules);

    friend bool operator==(const State&, const State&) = default;

private:
    static constexpr std::string_view kCards = "JQK";
    static constexpr std::string_view kMoves = "pb";
    // Sets of histories: a search asks all the time, and a guess at a branch would often be wrong.
    static constexpr std::uint32_t kFirstActs = 1U << 0b1 | 1U << 0b101;
    static constexpr std::uint32_t kSecondActs = 1U << 0b10 | 1U << 0b11;
    static constexpr std::uint32_t kShowdowns = 1U << 0b100 | 1U << 0b111 | 1U << 0b1011;

    std::uint8_t bets_ = 1;  // the moves as bits, first move highest, under a leading 1
    [[no_unique_address]] Rules rules_;
};

static_assert(GameState<State> && HoldsHoleCards<State>);

}  // namespace moonflower::kuhn_poker
