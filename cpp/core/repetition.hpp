// What a game may offer beyond its contract (game.hpp): positions that count as the same when they
// come back, for search.
#pragma once

#include <concepts>
#include <cstdint>

namespace moonflower {

// Games in which a match is drawn when a position occurs often enough. States do not know their
// past: who searches one counts.
template <class S>
concept CountsRepetitions = requires(const S cs) {
    // The position ends the game when it occurs this often.
    { S::kMostOccurrences } -> std::convertible_to<int>;
    // Whether such positions are counted here: not between two steps of a turn.
    { cs.may_recur() } -> std::same_as<bool>;
    { cs.repetition_key() } -> std::same_as<std::uint64_t>;
};

}  // namespace moonflower
