// Le Her, a card game of 1713: a small game with secrets, to be copied for a new one
// (docs/adding-a-game.md). No part of the engine: the C++ tests compile it.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "core/game.hpp"
#include "core/keeps_history.hpp"
#include "core/static_vector.hpp"

namespace moonflower::example {

struct Rules : NoOptions<Rules> {
    [[nodiscard]] static const GameFacts& facts();
};

// Both seats are dealt a card, and the higher one wins; of equal cards p2's, the dealer's. First p1
// may exchange cards with p2, who shows a king and wins instead; then p2 may exchange with the
// deck, but keeps its card if a king comes. A move is 0 (keep, `k`) or 1 (exchange, `x`); an
// outcome is a rank, 0 to 12, written `*A` to `*K`.
class State : public KeepsHistory<State, 5> {  // at most five moves and outcomes
public:
    using Rules = example::Rules;
    using Moves = StaticVector<Move, 2>;
    using Outcomes = StaticVector<Outcome, 13>;

    explicit State(const Rules& rules) : rules_(rules) {}

    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] Turn turn() const;
    void legal_moves(Moves& moves) const;
    void chance(Outcomes& outcomes) const;
    void apply(Move move);
    [[nodiscard]] Returns returns() const;
    [[nodiscard]] std::string seen_by(Seat seat, Move move) const;
    [[nodiscard]] std::string format(Move move) const;

    friend bool operator==(const State&, const State&) = default;

private:
    std::array<std::uint8_t, 2> cards_{};
    bool is_over_ = false;
    [[no_unique_address]] Rules rules_;
};

static_assert(GameState<State>);

}  // namespace moonflower::example
