// What people are told of moves in games without secrets, where every seat knows the state itself.
#pragma once

#include <string_view>

#include "core/open_view.hpp"
#include "core/phrase.hpp"
#include "core/text.hpp"

namespace moonflower {

// tell(state, token) says one move before it is made.
template <GameState S, class Tell>
[[nodiscard]] Phrases open_phrases(const S& state, std::string_view event, Tell tell) {
    Phrases told;
    S now = state;
    for (const std::string_view token : words(event)) {
        told.push_back(tell(now, token));
        now.apply(now.parse_move(token));
    }
    return told;
}

// As the game tells a state.
template <class S>
[[nodiscard]] Phrases phrases_of(const OpenView<S>& view, std::string_view event) {
    return phrases_of(view.known(), event);
}

}  // namespace moonflower
