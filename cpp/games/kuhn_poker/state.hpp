// Kuhn poker (Kuhn 1950): three cards, one bet. The smallest game of hidden information with a
// published solution; the first seat loses 1/18 chip a game.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/game.hpp"
#include "core/static_vector.hpp"
#include "games/poker/hole_cards.hpp"

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
    [[nodiscard]] Turn turn() const {
        static constexpr std::array kTurns{Turn::over(), Turn::of(0), Turn::of(1)};
        if (!is_dealt()) return Turn::chance();
        return kTurns[(kFirstActs >> bets_ & 1U) + 2 * (kSecondActs >> bets_ & 1U)];
    }
    void legal_moves(Moves& moves) const;
    void chance(Outcomes& outcomes) const;
    [[nodiscard]] Move random_move(Rng& rng) const;
    void apply(Move move) {
        if (is_dealt())
            bets_ = static_cast<std::uint8_t>(bets_ << 1 | move.code);
        else
            set_hole(*dealt_to(), static_cast<std::int8_t>(move.code));
    }
    [[nodiscard]] Returns returns() const;
    [[nodiscard]] std::uint64_t key_with(std::uint64_t cards) const {
        return Hasher().add(cards | std::uint64_t{bets_} << 16).value();
    }

    [[nodiscard]] std::string format(Move move) const;
    [[nodiscard]] Move parse_move(std::string_view text) const;
    [[nodiscard]] std::string text() const;
    [[nodiscard]] std::string check() const;

    // For the view.
    [[nodiscard]] std::optional<Seat> dealt_to() const;
    [[nodiscard]] std::uint32_t unseen(Seat seat) const;
    [[nodiscard]] bool is_showdown() const { return (kShowdowns >> bets_ & 1U) != 0; }
    [[nodiscard]] static std::string card_text(std::int8_t card);
    [[nodiscard]] static State read(std::string_view text, const Rules& rules);

    friend bool operator==(const State&, const State&) = default;

private:
    [[nodiscard]] bool is_dealt() const { return holes_[1] != kNoCard; }
    [[nodiscard]] std::string history() const;

    // The histories, as bits under a leading 1.
    static constexpr std::uint8_t kStart = 0b1;
    static constexpr std::uint8_t kPass = 0b10;
    static constexpr std::uint8_t kBet = 0b11;
    static constexpr std::uint8_t kPassPass = 0b100;
    static constexpr std::uint8_t kPassBet = 0b101;
    static constexpr std::uint8_t kBetPass = 0b110;
    static constexpr std::uint8_t kBetBet = 0b111;
    static constexpr std::uint8_t kPassBetBet = 0b1011;
    // Sets of them: a search asks all the time, and a guess at a branch would often be wrong.
    static constexpr std::uint32_t kFirstActs = 1U << kStart | 1U << kPassBet;
    static constexpr std::uint32_t kSecondActs = 1U << kPass | 1U << kBet;
    static constexpr std::uint32_t kShowdowns = 1U << kPassPass | 1U << kBetBet | 1U << kPassBetBet;

    std::uint8_t bets_ = kStart;  // the moves as bits, first move highest, under a leading 1
    [[no_unique_address]] Rules rules_;
};

static_assert(GameState<State> && HoldsHoleCards<State>);

}  // namespace moonflower::kuhn_poker
