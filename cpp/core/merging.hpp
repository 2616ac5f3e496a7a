// What a game may offer beyond its contract (game.hpp): lossless merging of moves, for search.
#pragma once

#include <concepts>

#include "core/types.hpp"

namespace moonflower {

// Moves that exchange what nobody can tell apart lead to the same course with other names: search
// lists one of each class. Offered by states and views alike; a view has the classes of its worlds.
template <class T, class Moves>
concept MergesMoves = requires(const T cs, Moves& moves, Move move) {
    // Keeps one move of each class, in the order of the list.
    { cs.merge_moves(moves) } -> std::same_as<void>;
    // The move of its class that is kept.
    { cs.representative(move) } -> std::same_as<Move>;
};

}  // namespace moonflower
