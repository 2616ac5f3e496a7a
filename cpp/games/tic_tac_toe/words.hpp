// What people are told of moves and events.
#pragma once

#include "core/open_words.hpp"
#include "games/tic_tac_toe/state.hpp"

namespace moonflower::tic_tac_toe {

[[nodiscard]] Phrases phrases_of(const State& state, std::string_view event);

}  // namespace moonflower::tic_tac_toe
