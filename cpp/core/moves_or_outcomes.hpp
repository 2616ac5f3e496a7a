// Everything that may happen next: the moves of the seat on turn, or the outcomes of chance. For
// code that walks over all of them and does not mind the heap; playouts never list moves.
#pragma once

#include <memory>
#include <vector>

#include "core/game.hpp"

namespace moonflower {

template <GameState S>
[[nodiscard]] std::vector<Outcome> outcomes_of(const S& state) {
    const auto outcomes = std::make_unique<typename S::Outcomes>();
    if (state.turn().is_chance()) state.chance(*outcomes);
    return {outcomes->begin(), outcomes->end()};
}

template <GameState S>
[[nodiscard]] std::vector<Move> moves_of(const S& state) {
    const auto moves = std::make_unique<typename S::Moves>();
    if (state.turn().is_seat()) state.legal_moves(*moves);
    return {moves->begin(), moves->end()};
}

template <GameState S>
[[nodiscard]] std::vector<Move> moves_or_outcomes(const S& state) {
    if (!state.turn().is_chance()) return moves_of(state);
    std::vector<Move> all;
    for (const Outcome& outcome : outcomes_of(state)) all.push_back(outcome.move);
    return all;
}

}  // namespace moonflower
