// A solution told as a search would tell it.
#pragma once

#include <span>
#include <string_view>

#include "engine/any_game.hpp"
#include "search/report/summary.hpp"
#include "search/settings.hpp"
#include "solve/solution.hpp"

namespace moonflower {

// A line for each of the moves, those of the solution first; what it says nothing of has no value.
// Where the solution mixes, the best line is drawn from it unless the settings are greedy. Time,
// counts and what ended the work are the caller's.
[[nodiscard]] SearchReport report_of(const Solution& solution, const AnyView& view,
                                     std::span<const Move> moves, const SearchSettings& settings,
                                     std::string_view algorithm);

}  // namespace moonflower
