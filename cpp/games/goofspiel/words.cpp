#include "games/goofspiel/words.hpp"

#include "core/text.hpp"

namespace moonflower::goofspiel {
namespace {

Phrase token_phrase(Seat who, std::string_view token) {
    if (token[0] == '*') return Phrase("goofspiel.point").text("card", token.substr(1));
    if (token == "?") return Phrase("goofspiel.bid_hidden").seat("who", who);
    return Phrase("goofspiel.bid").seat("who", who).text("card", token);
}

// The other's bid against the viewer's.
Phrase settled_phrase(Seat viewer, char sign) {
    if (sign == '=') return Phrase("goofspiel.equal");
    return Phrase("goofspiel.takes").seat("who", sign == '<' ? viewer : 1 - viewer);
}

}  // namespace

Phrases phrases_of(const State& state, std::string_view event) {
    return {token_phrase(state.turn().is_seat() ? state.turn().seat() : 0, event)};
}

Phrases phrases_of(const View& view, std::string_view event) {
    Phrases told;
    for (const std::string_view token : words(event)) {
        const bool is_sign = token == "<" || token == "=" || token == ">";
        const Seat who = token == "?" ? 1 - view.seat() : view.seat();
        told.push_back(is_sign ? settled_phrase(view.seat(), token[0]) : token_phrase(who, token));
    }
    return told;
}

}  // namespace moonflower::goofspiel
