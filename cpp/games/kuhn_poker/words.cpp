#include "games/kuhn_poker/words.hpp"

#include "games/poker/hole_card_words.hpp"

namespace moonflower::kuhn_poker {
namespace {

Phrase card_phrase(std::string_view card) { return Phrase(std::string("poker.card.") += card[0]); }

// A deal, a move, or "=" and the other's card at a showdown.
Phrase token_phrase(const State& state, Seat viewer, std::string_view token) {
    if (token[0] == '=')
        return Phrase("poker.shown")
            .seat("who", 1 - viewer)
            .phrase("card", card_phrase(token.substr(1)));
    if (token == "*?") return Phrase("poker.dealt_hidden").seat("who", *state.dealt_to());
    if (token[0] == '*') {
        return Phrase("poker.dealt")
            .seat("who", *state.dealt_to())
            .phrase("card", card_phrase(token.substr(1)));
    }
    const Seat who = state.turn().seat();
    const bool answers = state.text().ends_with("b");  // a bet lies on the table
    if (token == "b") return Phrase(answers ? "poker.call" : "poker.bet").seat("who", who);
    return Phrase(answers ? "poker.fold" : "poker.check").seat("who", who);
}

}  // namespace

Phrases phrases_of(const State& state, std::string_view event) {
    return {token_phrase(state, 0, event)};
}

Phrases phrases_of(const State::View& view, std::string_view event) {
    return hole_card_phrases(view, event, token_phrase);
}

}  // namespace moonflower::kuhn_poker
