// Which move of the root is best, by value and visits together, and whether more simulations could
// change that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "search/report/root_moves.hpp"

namespace moonflower {

// What a move is worth to the searching seat, 0 to 1, as far as is known.
struct Worth {
    double mean = 0.0;
    double error = 0.0;  // standard error, also told of a few visits that all came out alike

    [[nodiscard]] double at_least(double errors) const { return mean - errors * error; }
    [[nodiscard]] double at_most(double errors) const { return mean + errors * error; }
};

// Of a move that is proven or has been visited.
[[nodiscard]] Worth worth_of(const RootMove& move);

// The best of the moves that are not proven: the highest lower bound of its worth among those that
// have been visited enough to be compared; the number of moves if none has been visited.
[[nodiscard]] std::size_t best_move(std::span<const RootMove> moves);

// No more than `left` simulations are to come, and they cannot change the choice: no other move
// can catch up in visits, or is worth more within its error.
[[nodiscard]] bool is_settled(std::span<const RootMove> moves, std::uint64_t left);

// Two moves are about level: more time pays.
[[nodiscard]] bool is_close(std::span<const RootMove> moves);

}  // namespace moonflower
