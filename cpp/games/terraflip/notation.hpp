// Tokens of the notation: read as written, matched with a position, written back (TF-49 to TF-51).
#pragma once

#include <string>
#include <string_view>

#include "games/terraflip/position.hpp"

namespace moonflower::terraflip {

// A token taken apart, before anybody asks whether it fits the position.
struct Token {
    Kind kind = Kind::kEndTurn;
    Cell cell = kNoCell;
    Cell to = kNoCell;         // X:h4>h6
    Colour back = kNoColour;   // TF@e6
    bool masked = false;       // T?@e6, *=?
    Colour shown = kNoColour;  // what follows "=": F:g6=D, T@e6=F, *=D
};

// ParseError when it is no token.
[[nodiscard]] Token read_token(std::string_view text);

// The move a token means to somebody who knows this much. IllegalMoveError when it is not allowed
// here or contradicts what is known.
[[nodiscard]] Move read_move(const Position& position, std::string_view text);

// The moves' side of it: legality of a step without listing moves.
[[nodiscard]] bool is_legal(const Position& position, const Step& step);

[[nodiscard]] std::string move_text(const Position& position, Move move);

// "terraflip: "F:g6" cannot be played, <why>; accepted: . F:e7 S:e7"
[[noreturn]] void refuse_move(const Position& position, std::string_view text,
                              const std::string& why = "");

}  // namespace moonflower::terraflip
