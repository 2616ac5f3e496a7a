// TerraFlip: one world, with every underside that is fixed.
#pragma once

#include <string>
#include <string_view>

#include "core/game.hpp"
#include "games/terraflip/belief.hpp"
#include "games/terraflip/policy.hpp"
#include "games/terraflip/position.hpp"

namespace moonflower::terraflip {

class State {
public:
    using Rules = terraflip::Rules;
    using View = terraflip::View;
    using Moves = MoveList;
    using Outcomes = OutcomeList;

    explicit State(const Rules& rules) : position_(rules) {}
    // A full position: nothing is left out of it.
    explicit State(const Position& position) : position_(position) {}

    [[nodiscard]] const Rules& rules() const { return position_.rules; }
    [[nodiscard]] const Position& position() const { return position_; }
    [[nodiscard]] int seats() const { return position_.rules.players; }
    [[nodiscard]] Turn turn() const { return position_.turn(); }
    void legal_moves(Moves& moves) const { list_moves(position_, moves); }
    void chance(Outcomes& outcomes) const { list_draws(position_, outcomes); }
    [[nodiscard]] Move random_move(Rng& rng) const {
        return terraflip::random_move(position_, rng);
    }
    void apply(Move move);
    // TF-44
    [[nodiscard]] Returns returns() const { return Returns::shared_by(position_.winners()); }
    [[nodiscard]] std::array<int, kMaxSeats> scores() const;
    [[nodiscard]] std::uint64_t key() const { return position_.key(); }

    [[nodiscard]] View view(Seat seat) const { return View(position_, seat); }
    [[nodiscard]] std::uint64_t info_key(Seat seat) const { return veiled(position_, seat).key(); }
    [[nodiscard]] std::string seen_by(Seat seat, Move move) const;

    [[nodiscard]] std::string format(Move move) const { return move_text(position_, move); }
    [[nodiscard]] Move parse_move(std::string_view text) const {
        return read_move(position_, text);
    }
    [[nodiscard]] std::string text() const;
    [[nodiscard]] static State parse(std::string_view text, const Rules& rules);
    [[nodiscard]] std::string public_text() const;
    [[nodiscard]] std::string check() const;
    [[nodiscard]] std::string drawing() const;
    void fill(Scene& scene) const;

    // False before a placement, even when a spy has gone ahead: the position does not remember.
    [[nodiscard]] bool mid_turn() const {
        return position_.spied != kNoCell ||
               (position_.phase != Phase::kPlace && position_.phase != Phase::kOver);
    }
    [[nodiscard]] Returns heuristic() const { return guess_returns(position_); }
    void priors(const Moves& moves, std::span<std::uint32_t> weights) const {
        weigh_moves(position_, moves, weights);
    }
    [[nodiscard]] Move greedy_move(Rng& rng) const {
        return terraflip::greedy_move(position_, rng);
    }
    [[nodiscard]] static SearchHints search_hints(const Rules& rules);
    // What hints say about a move; see features.cpp.
    [[nodiscard]] static std::span<const FeatureFact> features();
    void measure(Move move, Rng& rng, std::span<double> values) const;
    [[nodiscard]] static std::span<const std::string_view> move_kinds();
    [[nodiscard]] std::size_t move_kind(Move move) const;

    friend bool operator==(const State&, const State&) = default;

private:
    Position position_;
};

static_assert(GameState<State>);
static_assert(HasScores<State> && HasHeuristic<State> && HasPriors<State> && HasGreedyMove<State> &&
              CutsTurns<State>);
static_assert(HasScene<State> && HasScene<View> && TellsHidden<View, State>);
static_assert(HasDrawing<State> && HasDrawing<View> && HasFeatures<State>);

}  // namespace moonflower::terraflip
