// What people are told of moves and events.
#pragma once

#include "core/phrase.hpp"
#include "games/hex/state.hpp"

namespace moonflower::hex {

[[nodiscard]] Phrases phrases_of(const State& state, std::string_view event);
[[nodiscard]] Phrases phrases_of(const State::View& view, std::string_view event);

}  // namespace moonflower::hex
