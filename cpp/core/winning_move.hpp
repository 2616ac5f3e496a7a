// What a game may offer beyond its contract (game.hpp): the move that wins at once, for search.
#pragma once

#include <concepts>
#include <optional>

#include "core/types.hpp"

namespace moonflower {

// Where wins are found without trying the moves one by one, a new node is asked for one first: it
// is proven on the spot, however many moves it has. For two seats and known worlds.
template <class S>
concept FindsWins = requires(const S cs, bool thorough) {
    // A move after which the seat on turn has won, or wins by the rest of the same turn. Nothing
    // where there is none; unless asked to be thorough, also where it would take long to find.
    { cs.winning_move(thorough) } -> std::same_as<std::optional<Move>>;
};

}  // namespace moonflower
