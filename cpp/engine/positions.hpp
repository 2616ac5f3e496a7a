// What a caller does with positions, checked: deal, play a token, draw, read results, count.
// Numbers out of range are refused here (OptionError), and moves that are not legal
// (IllegalMoveError).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/any_game.hpp"

namespace moonflower {

// Chance drawn up to the first decision.
[[nodiscard]] StatePtr deal(const AnyGame& game, std::uint64_t seed);

// The chance tokens of that deal, in order.
[[nodiscard]] std::vector<std::string> deal_tokens(const AnyGame& game, std::uint64_t seed);

// The state after a token of the notation; errors leave the given state untouched.
[[nodiscard]] StatePtr play(const AnyState& state, std::string_view token);

// One chance event at random; IllegalMoveError when chance is not on turn.
[[nodiscard]] StatePtr draw(const AnyState& state, std::uint64_t seed);

// A move of the playout policy; IllegalMoveError when the game is over.
[[nodiscard]] Move random_move(const AnyState& state, std::uint64_t seed);

// Payoffs by seat, or nothing while the game goes on.
[[nodiscard]] std::optional<std::vector<double>> returns_of(const AnyState& state);
[[nodiscard]] std::optional<std::vector<int>> scores_of(const AnyState& state);

// Moves given as numbers, each once, in their order: IllegalMoveError unless they are legal.
[[nodiscard]] std::vector<Move> checked_moves(std::span<const Move> given,
                                              std::span<const Move> legal, const GameFacts& facts);

// AnyState::perft of 0 to 1,000 moves or turns.
[[nodiscard]] std::uint64_t perft(const AnyState& state, int depth, bool in_turns,
                                  ProgressTimer& progress);

// Games played to the end; from a view each begins in a world of its own. Up to a million.
struct Playouts {
    int seats = 0;
    std::vector<double> payoffs;  // row by row, a column for each seat
    std::uint64_t moves = 0;
};
[[nodiscard]] Playouts playouts(const AnyState& state, std::uint64_t count, std::uint64_t seed,
                                ProgressTimer& progress);
[[nodiscard]] Playouts playouts(const AnyView& view, std::uint64_t count, std::uint64_t seed,
                                ProgressTimer& progress);

// AnyView::worlds, up to a million.
[[nodiscard]] std::optional<std::vector<WeightedState>> worlds(const AnyView& view,
                                                               std::uint64_t limit,
                                                               ProgressTimer& progress);

// AnyView::measure over 1 to a million worlds, a row for each move as it is given.
[[nodiscard]] Measures measure(const AnyView& view, std::span<const Move> moves,
                               std::uint64_t worlds, std::uint64_t seed, ProgressTimer& progress);
[[nodiscard]] std::optional<std::size_t> move_kind(const AnyView& view, Move move);

}  // namespace moonflower
