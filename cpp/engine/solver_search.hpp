// The algorithms that answer without simulations: alpha-beta in open games of two seats, and CFR
// over the whole tree behind a view. The same requests, clocks, memory and reports as a search.
#pragma once

#include "engine/any_search.hpp"

namespace moonflower {

// For settings whose algorithm `solves`. OptionError where the game is not of its kind.
[[nodiscard]] SearchPtr make_solver_search(const GamePtr& game, const SearchSettings& settings);

}  // namespace moonflower
