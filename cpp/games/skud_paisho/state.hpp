// One position of Skud Pai Sho. Nothing is hidden and nothing is left to chance.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/game.hpp"
#include "core/open_view.hpp"
#include "core/repetition.hpp"
#include "core/static_vector.hpp"
#include "core/winning_move.hpp"
#include "games/skud_paisho/moves.hpp"

namespace moonflower::skud_paisho {

enum class Phase : std::uint8_t { kHostAccents, kGuestAccents, kStart, kBase, kBonus, kOver };

// SP-61: why the game is over.
enum class End : std::uint8_t { kNone, kRing, kMidline, kStuck, kPlies };

inline constexpr Seat kNobody = 2;  // the winner of a draw

class State {
public:
    using Rules = skud_paisho::Rules;
    using View = OpenView<State>;
    // The widest lists: 735 places for three accents, 295 for a Boat, 32 plantings, declined; or
    // 840 arranges and 24 plantings.
    using Moves = StaticVector<Move, 1088>;
    using Outcomes = StaticVector<Outcome, 1>;

    explicit State(const Rules& rules) : rules_(rules) {}

    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] int seats() const { return kPlayers; }
    [[nodiscard]] Turn turn() const { return is_over() ? Turn::over() : Turn::of(mover()); }
    void legal_moves(Moves& moves) const;
    void chance(Outcomes& outcomes) const { outcomes.clear(); }
    [[nodiscard]] Move random_move(Rng& rng) const;
    // Takes any move that legal_moves lists or parse_move reads.
    void apply(Move move);
    [[nodiscard]] Returns returns() const {
        return Returns::shared_by(winner_ == kNobody ? 3U : 1U << winner_);
    }
    [[nodiscard]] std::uint64_t key() const { return key(ply_); }
    // SP-69: the key of board, reserves and phase, plies not compared.
    [[nodiscard]] std::uint64_t repetition_key() const { return key(0); }
    static constexpr int kMostOccurrences = 3;  // SP-47
    [[nodiscard]] bool may_recur() const { return phase_ == Phase::kBase; }

    [[nodiscard]] View view(Seat seat) const { return View(*this, seat); }
    [[nodiscard]] std::uint64_t info_key(Seat /*seat*/) const { return key(); }
    [[nodiscard]] std::string seen_by(Seat /*seat*/, Move move) const { return format(move); }

    [[nodiscard]] std::string format(Move move) const;
    [[nodiscard]] Move parse_move(std::string_view text) const;
    [[nodiscard]] std::string text() const;
    [[nodiscard]] static State parse(std::string_view text, const Rules& rules);
    [[nodiscard]] std::string public_text() const { return text(); }
    [[nodiscard]] std::string check() const;
    [[nodiscard]] std::string drawing() const;
    void fill(Scene& scene) const;

    // SP-55: between the arrange and its bonus.
    [[nodiscard]] bool mid_turn() const { return phase_ == Phase::kBonus; }
    // The number of complete turns here, counted without playing the bonuses.
    [[nodiscard]] std::uint64_t count_turns() const;
    // SP-42: harmonies across a midline.
    [[nodiscard]] std::array<int, kMaxSeats> scores() const;
    [[nodiscard]] Returns heuristic() const;
    // The first step of a turn that wins; see winning_move.cpp.
    [[nodiscard]] std::optional<Move> winning_move(bool thorough) const;
    void priors(const Moves& moves, std::span<std::uint32_t> weights) const;
    [[nodiscard]] Move greedy_move(Rng& rng) const;
    // What hints say about a move; see features.cpp.
    [[nodiscard]] static std::span<const FeatureFact> features();
    void measure(Move move, Rng& rng, std::span<double> values) const;
    [[nodiscard]] static std::span<const std::string_view> move_kinds();
    [[nodiscard]] std::size_t move_kind(Move move) const;
    // Random playouts run for hundreds of turns and find no rings: look instead of playing.
    [[nodiscard]] static SearchHints search_hints(const Rules& rules);

    [[nodiscard]] Phase phase() const { return phase_; }
    [[nodiscard]] End end() const { return end_; }
    [[nodiscard]] bool is_over() const { return phase_ == Phase::kOver; }
    [[nodiscard]] int ply() const { return ply_; }
    [[nodiscard]] const Board& board() const { return board_; }
    [[nodiscard]] const Reserve& reserve(Seat seat) const { return reserves_[seat]; }
    // The seat to act; after the end, the one who would be next (SP-13).
    [[nodiscard]] Seat mover() const {
        if (phase_ == Phase::kHostAccents) return kHost;
        return ply_ % 2 == 0 ? kGuest : kHost;
    }
    [[nodiscard]] Arranger arranger() const { return {board_, rules_, mover()}; }
    // "12G": the number and seat of the running turn as records write them (SP-51).
    [[nodiscard]] std::string turn_label() const;

    friend bool operator==(const State&, const State&) = default;

private:
    friend class PositionReader;
    friend class MoveReader;
    friend class Symmetry;

    [[nodiscard]] std::uint64_t key(int ply) const;
    void apply_opening(const Play& play);
    void apply_base(const Play& play);
    void finish_turn();
    void settle();
    void end_game(End end, Seat winner);
    [[nodiscard]] bool is_stuck() const;
    [[nodiscard]] std::string broken_opening() const;
    [[nodiscard]] std::string broken_reserves() const;
    [[nodiscard]] std::string broken_phase() const;

    Board board_;
    std::array<Reserve, kPlayers> reserves_{};
    Rules rules_;
    std::uint16_t ply_ = 0;
    Phase phase_ = Phase::kHostAccents;
    End end_ = End::kNone;
    std::uint8_t winner_ = kNobody;
};

static_assert(GameState<State> && HasFeatures<State> && FindsWins<State> &&
              CountsRepetitions<State>);
static_assert(sizeof(State) <= 512);

}  // namespace moonflower::skud_paisho
