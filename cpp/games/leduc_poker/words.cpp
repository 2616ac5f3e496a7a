#include "games/leduc_poker/words.hpp"

#include "games/poker/hole_card_words.hpp"

namespace moonflower::leduc_poker {
namespace {

// Cards are told with their suits: a seat sees them.
Phrase card_phrase(std::string_view card) { return Phrase(std::string("poker.card.") += card); }

// A deal, a move, or "=" and the other's card at a showdown.
Phrase token_phrase(const State& state, Seat viewer, std::string_view token) {
    if (token[0] == '=')
        return Phrase("poker.shown")
            .seat("who", 1 - viewer)
            .phrase("card", card_phrase(token.substr(1)));
    if (token == "*?") return Phrase("poker.dealt_hidden").seat("who", *state.dealt_to());
    if (token[0] == '*') {
        const Phrase card = card_phrase(token.substr(1));
        if (!state.dealt_to()) return Phrase("poker.public").phrase("card", card);
        return Phrase("poker.dealt").seat("who", *state.dealt_to()).phrase("card", card);
    }
    const Seat who = state.turn().seat();
    if (token == "f") return Phrase("poker.fold").seat("who", who);
    if (token == "r") return Phrase("poker.raise").seat("who", who);
    State::Moves moves;
    state.legal_moves(moves);
    const bool answers = state.format(moves[0]) == "f";  // only a raise can be folded to
    return Phrase(answers ? "poker.call" : "poker.check").seat("who", who);
}

}  // namespace

Phrases phrases_of(const State& state, std::string_view event) {
    return {token_phrase(state, 0, event)};
}

Phrases phrases_of(const State::View& view, std::string_view event) {
    return hole_card_phrases(view, event, token_phrase);
}

}  // namespace moonflower::leduc_poker
