// Reading a move by writing all that may come: for games whose lists are short.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/game.hpp"
#include "core/moves_or_outcomes.hpp"
#include "core/text.hpp"

namespace moonflower {

// A game whose legal moves everybody may know gives all its tokens, with a space between: then what
// is none of them is a ParseError, and a refusal lists what is legal.
template <GameState S>
[[nodiscard]] Move parse_listed(const S& state, std::string_view text,
                                std::string_view tokens = "") {
    std::vector<std::string> legal;
    for (const Move move : moves_or_outcomes(state)) {
        legal.push_back(state.format(move));
        if (legal.back() == text) return move;
    }
    const std::string where = S::Rules::facts().name + ": " + quoted(text);
    const auto known = words(tokens);
    if (!known.empty() && std::find(known.begin(), known.end(), text) == known.end())
        throw ParseError(where + " is no move; moves are " + std::string(tokens));
    if (state.turn().is_over())
        throw IllegalMoveError(where + " comes after the end of the game; no event is accepted");
    throw IllegalMoveError(where + " cannot come here; accepted: " +
                           (state.turn().is_chance() ? "what chance may still bring"
                            : known.empty()          ? "a legal move of the seat on turn"
                                                     : join(legal, ", ")));
}

}  // namespace moonflower
