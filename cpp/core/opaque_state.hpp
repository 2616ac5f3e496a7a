// A state whose game's type is hidden behind a table of functions, so that code which spends far
// more on a node than on a call is compiled once for all games: solvers, expected lines,
// yardsticks. Playouts and simulations are templates over the game itself.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "core/game.hpp"

namespace moonflower {

// What the contract offers, by address; nothing where a game may but does not offer it.
struct StateCalls {
    std::size_t bytes;
    const GameFacts& (*facts)();
    int (*seats)(const void* state);
    Turn (*turn)(const void* state);
    void (*legal_moves)(const void* state, std::vector<Move>& moves);
    void (*weighted_moves)(const void* state, std::vector<Move>& moves,
                           std::vector<std::uint32_t>& weights);
    void (*chance)(const void* state, std::vector<Outcome>& outcomes);
    Move (*random_move)(const void* state, Rng& rng);
    void (*apply)(void* state, Move move);
    Returns (*returns)(const void* state);
    Returns (*heuristic)(const void* state);
    std::array<int, kMaxSeats> (*scores)(const void* state);
    std::uint64_t (*key)(const void* state);
    std::uint64_t (*info_key)(const void* state, Seat seat);
    std::string (*seen_by)(const void* state, Seat seat, Move move);
    std::string (*format)(const void* state, Move move);
    bool (*mid_turn)(const void* state);
};

template <GameState S>
[[nodiscard]] const S& state_at(const void* state) {
    return *static_cast<const S*>(state);
}

template <GameState S>
[[nodiscard]] consteval StateCalls calls_of() {
    StateCalls calls{
        .bytes = sizeof(S),
        .facts = &S::Rules::facts,
        .seats = [](const void* state) { return state_at<S>(state).seats(); },
        .turn = [](const void* state) { return state_at<S>(state).turn(); },
        .legal_moves =
            [](const void* state, std::vector<Move>& moves) {
                typename S::Moves found;
                state_at<S>(state).legal_moves(found);
                moves.assign(found.begin(), found.end());
            },
        .weighted_moves =
            [](const void* state, std::vector<Move>& moves, std::vector<std::uint32_t>& weights) {
                typename S::Moves found;
                state_at<S>(state).legal_moves(found);
                moves.assign(found.begin(), found.end());
                weights.assign(moves.size(), 1);
                if constexpr (HasPriors<S>) state_at<S>(state).priors(found, weights);
            },
        .chance =
            [](const void* state, std::vector<Outcome>& outcomes) {
                typename S::Outcomes found;
                state_at<S>(state).chance(found);
                outcomes.assign(found.begin(), found.end());
            },
        .random_move = [](const void* state,
                          Rng& rng) { return state_at<S>(state).random_move(rng); },
        .apply = [](void* state, Move move) { static_cast<S*>(state)->apply(move); },
        .returns = [](const void* state) { return state_at<S>(state).returns(); },
        .heuristic = nullptr,
        .scores = nullptr,
        .key = [](const void* state) { return state_at<S>(state).key(); },
        .info_key = [](const void* state, Seat seat) { return state_at<S>(state).info_key(seat); },
        .seen_by = [](const void* state, Seat seat, Move move) -> std::string {
            return state_at<S>(state).seen_by(seat, move);
        },
        .format = [](const void* state, Move move) -> std::string {
            return state_at<S>(state).format(move);
        },
        .mid_turn = nullptr,
    };
    if constexpr (HasHeuristic<S>)
        calls.heuristic = [](const void* state) { return state_at<S>(state).heuristic(); };
    if constexpr (HasScores<S>)
        calls.scores = [](const void* state) { return state_at<S>(state).scores(); };
    if constexpr (CutsTurns<S>)
        calls.mid_turn = [](const void* state) { return state_at<S>(state).mid_turn(); };
    return calls;
}

template <GameState S>
inline constexpr StateCalls kCallsOf = calls_of<S>();

class OpaqueState {
public:
    template <GameState S>
    OpaqueState(const S& state) : calls_(&kCallsOf<S>) {  // a view of the same thing: not explicit
        std::memcpy(make_room(), &state, sizeof(S));
    }
    OpaqueState(const OpaqueState& other) : calls_(other.calls_) {
        std::memcpy(make_room(), other.here(), calls_->bytes);
    }
    OpaqueState(OpaqueState&& other) noexcept
        : calls_(other.calls_), large_(std::move(other.large_)) {
        if (!large_) std::memcpy(small_.data(), other.small_.data(), calls_->bytes);
    }
    OpaqueState& operator=(OpaqueState other) noexcept {
        calls_ = other.calls_;
        large_ = std::move(other.large_);
        if (!large_) std::memcpy(small_.data(), other.small_.data(), calls_->bytes);
        return *this;
    }
    ~OpaqueState() = default;

    [[nodiscard]] const GameFacts& facts() const { return calls_->facts(); }
    [[nodiscard]] int seats() const { return calls_->seats(here()); }
    [[nodiscard]] Turn turn() const { return calls_->turn(here()); }
    void legal_moves(std::vector<Move>& moves) const { calls_->legal_moves(here(), moves); }
    // With the game's priors; 1 each where it has none.
    void legal_moves(std::vector<Move>& moves, std::vector<std::uint32_t>& weights) const {
        calls_->weighted_moves(here(), moves, weights);
    }
    void chance(std::vector<Outcome>& outcomes) const { calls_->chance(here(), outcomes); }
    [[nodiscard]] Move random_move(Rng& rng) const { return calls_->random_move(here(), rng); }
    void apply(Move move) { calls_->apply(here(), move); }
    [[nodiscard]] Returns returns() const { return calls_->returns(here()); }
    [[nodiscard]] bool has_heuristic() const { return calls_->heuristic != nullptr; }
    [[nodiscard]] Returns heuristic() const { return calls_->heuristic(here()); }
    [[nodiscard]] bool has_scores() const { return calls_->scores != nullptr; }
    [[nodiscard]] std::array<int, kMaxSeats> scores() const { return calls_->scores(here()); }
    [[nodiscard]] std::uint64_t key() const { return calls_->key(here()); }
    [[nodiscard]] std::uint64_t info_key(Seat seat) const { return calls_->info_key(here(), seat); }
    [[nodiscard]] std::string seen_by(Seat seat, Move move) const {
        return calls_->seen_by(here(), seat, move);
    }
    [[nodiscard]] std::string format(Move move) const { return calls_->format(here(), move); }
    [[nodiscard]] bool mid_turn() const {
        return calls_->mid_turn != nullptr && calls_->mid_turn(here());
    }

private:
    static constexpr std::size_t kSmall = 384;  // most games' states; larger ones take the heap

    [[nodiscard]] void* make_room() {
        if (calls_->bytes > kSmall) large_ = std::make_unique<std::byte[]>(calls_->bytes);
        return here();
    }
    [[nodiscard]] void* here() { return large_ ? large_.get() : small_.data(); }
    [[nodiscard]] const void* here() const { return large_ ? large_.get() : small_.data(); }

    const StateCalls* calls_;
    std::unique_ptr<std::byte[]> large_;
    alignas(std::max_align_t) std::array<std::byte, kSmall> small_;  // the first `bytes` of it
};

[[nodiscard]] inline std::vector<Move> moves_of(const OpaqueState& state) {
    std::vector<Move> moves;
    if (state.turn().is_seat()) state.legal_moves(moves);
    return moves;
}
[[nodiscard]] inline std::vector<Outcome> outcomes_of(const OpaqueState& state) {
    std::vector<Outcome> outcomes;
    if (state.turn().is_chance()) state.chance(outcomes);
    return outcomes;
}

template <GameState S>
[[nodiscard]] const GameFacts& facts_of(const S& /*state*/) {
    return S::Rules::facts();
}
[[nodiscard]] inline const GameFacts& facts_of(const OpaqueState& state) { return state.facts(); }

}  // namespace moonflower
