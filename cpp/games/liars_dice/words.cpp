#include "games/liars_dice/words.hpp"

#include "games/poker/hole_card_words.hpp"

namespace moonflower::liars_dice {
namespace {

// A deal, a move, or "=" and the other's die at a showdown.
Phrase token_phrase(const State& state, Seat viewer, std::string_view token) {
    if (token[0] == '=')
        return Phrase("liars_dice.shown").seat("who", 1 - viewer).text("face", token.substr(1));
    if (token == "*?") return Phrase("liars_dice.dealt_hidden").seat("who", *state.dealt_to());
    if (token[0] == '*') {
        return Phrase("liars_dice.rolled")
            .seat("who", *state.dealt_to())
            .text("face", token.substr(1));
    }
    const Seat who = state.turn().seat();
    if (token == "liar") return Phrase("liars_dice.liar").seat("who", who);
    return Phrase("liars_dice.bid")
        .seat("who", who)
        .number("n", token[0] - '0')
        .text("face", token.substr(2));
}

}  // namespace

Phrases phrases_of(const State& state, std::string_view event) {
    return {token_phrase(state, 0, event)};
}

Phrases phrases_of(const State::View& view, std::string_view event) {
    return hole_card_phrases(view, event, token_phrase);
}

}  // namespace moonflower::liars_dice
