// Exact answers before search. Where the game's own solver knows a position within a small share of
// the limit, its answer is the report: proven, with the mixture of the solution as its policy. What
// it does not know in that share is searched as ever, in what is left.
#pragma once

#include "engine/any_search.hpp"

namespace moonflower {

// The search of a game. `auto` asks the game's solver first, unless the settings say not to solve
// or go for the lead in points; every other algorithm is itself alone. A search by nodes bounds the
// solver by nodes, so that it stays reproducible; one by time gives it an eighth of the time.
[[nodiscard]] SearchPtr make_search(const GamePtr& game, const SearchSettings& settings);

}  // namespace moonflower
