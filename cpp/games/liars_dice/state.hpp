// Liar's dice with one die each: bid how many dice of a face there are on the table, or call the
// last bid a lie. The highest face is wild and counts for every face.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/game.hpp"
#include "core/static_vector.hpp"
#include "games/poker/hole_cards.hpp"

namespace moonflower::liars_dice {

inline constexpr int kMaxSides = 6;

struct Rules {
    std::uint8_t sides = kMaxSides;

    [[nodiscard]] static const GameFacts& facts();
    [[nodiscard]] static Rules from(const Options& resolved);
    [[nodiscard]] Options options() const;
    // The call, numbered after the bids: each face once, then each face twice.
    [[nodiscard]] std::uint32_t liar() const { return 2U * sides; }
    friend bool operator==(const Rules&, const Rules&) = default;
};

// A move is a bid in rising order (`1-1`, `1-2` ... `2-6`: quantity and face) or `liar`; a chance
// outcome is a face, 0 for a one (`*1`), rolled by seat 0, then by seat 1.
class State : public HoleCards<State> {
public:
    using Rules = liars_dice::Rules;
    using View = HoleCardView<State>;
    using Moves = StaticVector<Move, 2 * kMaxSides + 1>;
    using Outcomes = StaticVector<Outcome, kMaxSides>;

    explicit State(const Rules& rules) : rules_(rules) {}

    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] Turn turn() const;
    void legal_moves(Moves& moves) const;
    void chance(Outcomes& outcomes) const;
    [[nodiscard]] Move random_move(Rng& rng) const;
    void apply(Move move);
    [[nodiscard]] Returns returns() const;
    [[nodiscard]] std::uint64_t key_with(std::uint64_t dice) const {
        return Hasher(rules_.sides)
            .add(dice | std::uint64_t{bids_} << 16 | std::uint64_t{is_called_} << 32)
            .value();
    }

    [[nodiscard]] std::string format(Move move) const;
    [[nodiscard]] Move parse_move(std::string_view text) const;
    [[nodiscard]] std::string text() const;
    [[nodiscard]] std::string check() const;

    // For the view: the die under the cup is the hole card.
    [[nodiscard]] std::uint32_t unseen(Seat /*seat*/) const { return (1U << rules_.sides) - 1; }
    [[nodiscard]] bool is_showdown() const { return is_called_; }
    [[nodiscard]] static std::string card_text(std::int8_t die);
    [[nodiscard]] static State read(std::string_view text, const Rules& rules);

    // A model of how seats bid: play_model.cpp.
    [[nodiscard]] bool has_bet(Seat seat) const { return std::popcount(bids_) > seat; }
    [[nodiscard]] std::int32_t log_of_bets(Seat seat) const;

    friend bool operator==(const State&, const State&) = default;

private:
    // The range of legal moves.
    [[nodiscard]] std::uint32_t least_move() const;
    [[nodiscard]] std::uint32_t most_move() const { return rules_.liar() - (bids_ == 0 ? 1 : 0); }

    std::uint16_t bids_ = 0;  // bit mask: bids only rise, so their order is known
    std::int8_t mover_ = 0;
    bool is_called_ = false;
    Rules rules_;
};

static_assert(GameState<State> && HoldsHoleCards<State>);

}  // namespace moonflower::liars_dice
