// Hanamikoji: one world of a match. Order of the deck and the card set aside are nobody's
// knowledge: the state keeps the multiset `rest` and chance draws from it (HK-14).
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "core/game.hpp"
#include "core/hidden_slots.hpp"
#include "core/inference.hpp"
#include "core/recap.hpp"
#include "core/scene.hpp"
#include "games/hanamikoji/belief.hpp"
#include "games/hanamikoji/moves.hpp"
#include "games/hanamikoji/policy.hpp"
#include "games/hanamikoji/table.hpp"

namespace moonflower::hanamikoji {

class State {
public:
    using Rules = hanamikoji::Rules;
    using View = hanamikoji::View;
    using Moves = hanamikoji::Moves;
    using Outcomes = hanamikoji::Outcomes;

    explicit State(const Rules& rules) : table_(rules) {}
    // A world of a seat's view: the caller answers for sides and rest that fit the table.
    State(const Table& table, Seat seat, const Side& own, const Side& other, Cards rest)
        : table_(table), rest_(rest) {
        sides_[at(seat)] = own;
        sides_[at(1 - seat)] = other;
    }

    [[nodiscard]] const Rules& rules() const { return table_.rules; }
    [[nodiscard]] int seats() const { return 2; }
    [[nodiscard]] Turn turn() const { return table_.to_act(); }
    void legal_moves(Moves& moves) const;
    void chance(Outcomes& outcomes) const;
    [[nodiscard]] Move random_move(Rng& rng) const;
    // The same policy to the end of the match, a whole turn from one random number and without the
    // log; returns the number of moves. See policy.cpp.
    std::uint64_t play_out(Rng& rng);
    // The same to the end of the round, which is where a match is judged best.
    std::uint64_t play_stage(Rng& rng);
    [[nodiscard]] bool begins_stage() const { return table_.phase == Phase::kDeal0; }
    void apply(Move move);
    [[nodiscard]] Returns returns() const;
    [[nodiscard]] std::uint64_t key() const;

    [[nodiscard]] View view(Seat seat) const;
    [[nodiscard]] std::uint64_t info_key(Seat seat) const {
        return hanamikoji::info_key(table_, sides_[at(seat)], shown_to(seat), seat);
    }
    [[nodiscard]] std::string seen_by(Seat seat, Move move) const;

    [[nodiscard]] std::string format(Move move) const;
    [[nodiscard]] Move parse_move(std::string_view text) const;
    [[nodiscard]] std::string text() const;
    [[nodiscard]] static State parse(std::string_view text, const Rules& rules);
    [[nodiscard]] std::string public_text() const;
    [[nodiscard]] std::string check() const;

    // Points of the geishas owned (HK-1).
    [[nodiscard]] std::array<int, kMaxSeats> scores() const;
    // Guesses from what the seat to act knows; see policy.cpp.
    [[nodiscard]] Returns heuristic() const;
    void priors(const Moves& moves, std::span<std::uint32_t> weights) const;
    [[nodiscard]] Move greedy_move(Rng& rng) const;
    [[nodiscard]] static SearchHints search_hints(const Rules& rules);
    [[nodiscard]] std::string drawing() const;
    void fill(Scene& scene) const;
    [[nodiscard]] std::string recap(Move move) const;
    // What hints say about a move; see features.cpp.
    [[nodiscard]] static std::span<const FeatureFact> features();
    void measure(Move move, Rng& rng, std::span<double> values) const;
    [[nodiscard]] static std::span<const std::string_view> move_kinds();
    [[nodiscard]] std::size_t move_kind(Move move) const;

    [[nodiscard]] const Table& table() const { return table_; }
    [[nodiscard]] const Side& side(Seat seat) const { return sides_[at(seat)]; }
    [[nodiscard]] Cards rest() const { return rest_; }
    // Plays on from a table at the end of its round; sampling settles worlds with it.
    void settle();

    friend bool operator==(const State&, const State&) = default;

private:
    void deal(Move move);
    [[nodiscard]] bool ends_round(Move move) const;
    // The secrets once the move that ends the round is made.
    [[nodiscard]] std::array<Card, 2> last_secrets(Move move) const;
    std::uint64_t play_round(Rng& given);
    [[nodiscard]] const Side& mover_side() const { return sides_[at(table_.mover())]; }
    [[nodiscard]] Card shown_to(Seat seat) const {  // HK-13
        const bool shown = table_.phase == Phase::kOver && table_.rules.reveals_secrets;
        return shown ? sides_[at(1 - seat)].secret : kNoCard;
    }

    Table table_;
    std::array<Side, 2> sides_{};
    Cards rest_ = kDeck;  // what nobody has seen: draws to come and the card set aside
};

inline Move State::random_move(Rng& rng) const {
    if (table_.phase == Phase::kDraw)  // HK-3: nine cards are left after the deal
        return random_draw(rest_, kDeckSize - 2 * kHandSize - table_.turn, rng);
    if (table_.phase == Phase::kAct)
        return random_action(table_.used[at(table_.mover())], mover_side().hand, rng);
    if (table_.phase == Phase::kAnswer) return random_answer(table_.offer(), rng);
    return random_deal(rest_, rng);
}

inline void State::apply(Move move) {
    Side& mover = sides_[at(table_.mover())];
    if (table_.phase == Phase::kDraw) {  // HK-3
        mover.hand += cards_in_draw(move);
        rest_ -= cards_in_draw(move);
        table_.draw();
        return;
    }
    if (table_.phase == Phase::kAct) {
        mover.play(move);
        table_.play(move);
    } else if (table_.phase == Phase::kAnswer) {
        table_.answer(move);
    } else {
        deal(move);
    }
    if (table_.phase == Phase::kEnd) settle();
}

static_assert(sizeof(State) <= 128);
static_assert(GameState<State>);
static_assert(HasScores<State> && HasPriors<State> && HasGreedyMove<State> && HasStages<State>);
static_assert(HasScene<State> && HasScene<View> && TellsHidden<View, State>);
static_assert(HasDrawing<State> && HasDrawing<View> && HasFeatures<State> && HasRecap<State>);
static_assert(InfersFromPlay<State>);

}  // namespace moonflower::hanamikoji
