// What a caller does with positions, checked: deal, play a token, draw, read results.
#pragma once

#include <cstdint>
#include <optional>
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

}  // namespace moonflower
