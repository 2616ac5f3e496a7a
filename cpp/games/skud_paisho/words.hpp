// What people are told of moves and events.
#pragma once

#include "core/open_words.hpp"
#include "games/skud_paisho/state.hpp"

namespace moonflower::skud_paisho {

[[nodiscard]] Phrases phrases_of(const State& state, std::string_view event);
[[nodiscard]] Phrase ending_of(const State& state);

}  // namespace moonflower::skud_paisho
