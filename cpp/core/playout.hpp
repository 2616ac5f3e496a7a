// Playouts: the inner loop the speed figures speak of, shared by search and the engine. No heap, no
// virtual call.
#pragma once

#include <cstdint>

#include "core/game.hpp"

namespace moonflower {

// Plays the game's own policy to the end; returns the number of moves, chance included.
template <GameState S>
std::uint64_t play_out(S& state, Rng& rng) {
    if constexpr (PlaysOut<S>) return state.play_out(rng);
    std::uint64_t moves = 0;
    for (; !state.turn().is_over(); ++moves) state.apply(state.random_move(rng));
    return moves;
}

}  // namespace moonflower
