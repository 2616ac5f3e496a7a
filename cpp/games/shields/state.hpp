// Shields! as the engine plays it: the state of the contract. Rules: seeds/shields.md.
#pragma once

#include "core/game.hpp"
#include "core/recap.hpp"
#include "games/shields/belief.hpp"
#include "games/shields/moves.hpp"
#include "games/shields/table.hpp"

namespace moonflower::shields {

class State {
public:
    using Rules = shields::Rules;
    using View = shields::View;
    using Moves = shields::Moves;
    using Outcomes = shields::Outcomes;

    explicit State(const Rules& rules) : table_(rules) {}
    // A table on which nothing is hidden.
    explicit State(const Table& table);

    [[nodiscard]] const Rules& rules() const { return table_.rules; }
    [[nodiscard]] const Table& table() const { return table_; }
    [[nodiscard]] int seats() const { return table_.rules.players; }
    [[nodiscard]] Turn turn() const;
    void legal_moves(Moves& moves) const;
    void chance(Outcomes& outcomes) const { list_outcomes(table_, outcomes); }
    [[nodiscard]] Move random_move(Rng& rng) const;
    void apply(Move move);
    [[nodiscard]] Returns returns() const;
    [[nodiscard]] std::uint64_t key() const;

    [[nodiscard]] View view(Seat seat) const { return View(table_.masked(seat)); }
    [[nodiscard]] std::uint64_t info_key(Seat seat) const;
    [[nodiscard]] std::string seen_by(Seat seat, Move move) const;

    [[nodiscard]] std::string format(Move move) const;
    [[nodiscard]] Move parse_move(std::string_view text) const;
    [[nodiscard]] std::string text() const;
    [[nodiscard]] static State parse(std::string_view text, const Rules& rules);
    [[nodiscard]] std::string public_text() const;
    [[nodiscard]] std::string check() const;

    [[nodiscard]] std::array<int, kMaxSeats> scores() const;
    [[nodiscard]] Returns heuristic() const;
    [[nodiscard]] Move greedy_move(Rng& rng) const;
    void priors(const Moves& moves, std::span<std::uint32_t> weights) const;
    [[nodiscard]] static SearchHints search_hints(const Rules& rules);
    [[nodiscard]] State before_commits() const;
    [[nodiscard]] std::string drawing() const;
    void fill(Scene& scene) const;
    [[nodiscard]] std::string recap(Move move) const;
    // What hints say about a move; see features.cpp.
    [[nodiscard]] static std::span<const FeatureFact> features();
    void measure(Move move, Rng& rng, std::span<double> values) const;
    [[nodiscard]] static std::span<const std::string_view> move_kinds();
    [[nodiscard]] std::size_t move_kind(Move move) const;

    // SH-98: who was alive when the last turn of a finished game began is no part of a position.
    friend bool operator==(const State& a, const State& b) { return a.table_ == b.table_; }

private:
    Table table_;
    std::uint8_t last_standing_ = 0;  // alive when everybody fell in one turn
};

static_assert(GameState<State>);
static_assert(HasScene<State> && HasScene<View> && TellsHidden<View, State>);
static_assert(MovesTogether<State> && HasScores<State> && HasHeuristic<State>);
static_assert(HasGreedyMove<State> && HasDrawing<State> && HasFeatures<State> && HasRecap<State>);

}  // namespace moonflower::shields
