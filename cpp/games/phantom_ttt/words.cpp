#include "games/phantom_ttt/words.hpp"

#include "core/text.hpp"

namespace moonflower::phantom_ttt {
namespace {

// "a1", "a1x" for a try at a taken cell, "?", "?!" and "?=" of the other seat.
Phrase token_phrase(Seat who, std::string_view token) {
    if (token.starts_with('?')) return Phrase("phantom_ttt.mark_hidden").seat("who", who);
    const bool is_taken = token.size() == 3;
    return Phrase(is_taken ? "phantom_ttt.taken" : "grid.mark")
        .seat("who", who)
        .text("cell", token.substr(0, 2));
}

}  // namespace

Phrases phrases_of(const State& state, std::string_view event) {
    return {token_phrase(state.turn().seat(), event)};
}

Phrases phrases_of(const View& view, std::string_view event) {
    Phrases told;
    for (const std::string_view token : words(event))
        told.push_back(token_phrase(token.starts_with('?') ? 1 - view.seat() : view.seat(), token));
    return told;
}

}  // namespace moonflower::phantom_ttt
