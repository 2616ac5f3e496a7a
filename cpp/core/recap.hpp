// What people are told when a part of a game is over: a round, a battle, a turn of the attack.
#pragma once

#include <concepts>
#include <string>

#include "core/types.hpp"

namespace moonflower {

// A game of several parts whose table is cleared between them, so that a board drawn after the
// move shows no longer how the part came out.
template <class S>
concept HasRecap = requires(const S cs, Move move) {
    // Of a legal move or outcome about to be played: how the part it ends came out, "" when it ends
    // none. Lines of ASCII of at most 80 columns that hold only what every seat may know by then.
    { cs.recap(move) } -> std::same_as<std::string>;
};

}  // namespace moonflower
