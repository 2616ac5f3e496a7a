// What people are told of events by the view of a two-seat game of hole cards.
#pragma once

#include <string_view>

#include "core/phrase.hpp"
#include "core/text.hpp"
#include "games/poker/hole_card_view.hpp"

namespace moonflower {

// tell(state, viewer, token) says one token in the state as the viewer knew it before. The card
// that a showdown turns up, "=K", belongs to the move in front of it.
template <class S, class Tell>
[[nodiscard]] Phrases hole_card_phrases(const HoleCardView<S>& view, std::string_view event,
                                        Tell tell) {
    Phrases told;
    HoleCardView<S> now = view;
    const auto tokens = words(event);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        told.push_back(tell(now.known(), view.seat(), tokens[i]));
        if (i + 1 == tokens.size() || tokens[i + 1].starts_with('=')) continue;
        now.observe(tokens[i]);
    }
    return told;
}

}  // namespace moonflower
