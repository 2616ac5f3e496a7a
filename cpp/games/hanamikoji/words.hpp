// What people are told of moves and events.
#pragma once

#include "core/phrase.hpp"
#include "games/hanamikoji/state.hpp"

namespace moonflower::hanamikoji {

[[nodiscard]] Phrases phrases_of(const State& state, std::string_view event);
[[nodiscard]] Phrases phrases_of(const View& view, std::string_view event);
[[nodiscard]] Phrase ending_of(const State& state);

}  // namespace moonflower::hanamikoji
