// Leduc hold'em (Southey et al. 2005): six cards, two rounds of bets, one public card. The usual
// yardstick of equilibrium solvers; the first seat loses 0.0856 chips a game.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/game.hpp"
#include "core/static_vector.hpp"
#include "games/poker/hole_cards.hpp"

namespace moonflower::leduc_poker {

struct Rules : NoOptions<Rules> {
    [[nodiscard]] static const GameFacts& facts();
};

// A move is 0 (fold, `f`), 1 (call or check, `c`) or 2 (raise, `r`); a chance outcome is a card,
// 0 to 5 (`*Js`, `*Jh`, `*Qs` ...): one to each seat, then the public one after the first round.
class State : public HoleCards<State> {
public:
    using Rules = leduc_poker::Rules;
    using View = HoleCardView<State>;
    using Moves = StaticVector<Move, 3>;
    using Outcomes = StaticVector<Outcome, 6>;
    static constexpr std::string_view kTokens = "f c r *Js *Jh *Qs *Qh *Ks *Kh";

    explicit State(const Rules& rules) : rules_(rules) {}

    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] Turn turn() const { return turn_; }
    void legal_moves(Moves& moves) const;
    void chance(Outcomes& outcomes) const;
    [[nodiscard]] Move random_move(Rng& rng) const;
    void apply(Move move);
    [[nodiscard]] Returns returns() const;
    // The moves decide everything but the cards.
    [[nodiscard]] std::uint64_t key_with(std::uint64_t cards) const {
        return Hasher().add(std::uint64_t{moves_} << 32 | cards | byte_of(public_) << 16).value();
    }

    [[nodiscard]] std::string format(Move move) const;
    [[nodiscard]] std::string text() const;
    [[nodiscard]] std::string check() const;

    // For the view.
    void set_hole(Seat seat, std::int8_t card);
    [[nodiscard]] std::uint32_t unseen(Seat seat) const;
    [[nodiscard]] bool is_showdown() const { return turn_.is_over() && !has_fold_; }
    [[nodiscard]] static std::string card_text(std::int8_t card);
    [[nodiscard]] static State read(std::string_view text, const Rules& rules);

    friend bool operator==(const State&, const State&) = default;

private:
    [[nodiscard]] std::uint32_t deck() const;
    [[nodiscard]] std::size_t mover() const { return static_cast<std::size_t>(turn_.seat()); }
    [[nodiscard]] bool can_fold() const { return stakes_[0] != stakes_[1]; }
    [[nodiscard]] bool can_raise() const;
    [[nodiscard]] bool allows(std::uint32_t move) const;
    void call();
    void raise();

    std::int8_t public_ = kNoCard;
    Turn turn_ = Turn::chance();
    std::array<std::uint8_t, 2> stakes_{1, 1};
    std::uint8_t raises_ = 0;     // of the running round
    std::uint8_t first_end_ = 0;  // number of moves of the first round, once it is over
    bool has_fold_ = false;
    std::uint32_t moves_ = 1;  // the moves, two bits each, first move highest, under a leading 1
    [[no_unique_address]] Rules rules_;
};

static_assert(GameState<State> && HoldsHoleCards<State>);

}  // namespace moonflower::leduc_poker
