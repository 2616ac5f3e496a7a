// What max^n is asked and what it answers.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/types.hpp"

namespace moonflower {

struct MaxNLimits {
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t table_bytes = 256ULL << 20U;
};

using SeatValues = std::array<double, kMaxSeats>;  // expected payoffs

struct MaxNMove {
    Move move;
    SeatValues values{};
};

struct MaxNSolution {
    SeatValues values{};
    bool is_exact = false;        // every line was followed to its end; else nothing is known
    std::vector<MaxNMove> moves;  // the mover's best first, ties in the order of the rules
    std::vector<Move> line;       // up to the end or to chance
    std::uint64_t nodes = 0;
};

}  // namespace moonflower
