// Text of cards, moves and positions, as the rule book writes them (section 5).
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "games/hanamikoji/belief.hpp"
#include "games/hanamikoji/moves.hpp"
#include "games/hanamikoji/table.hpp"

namespace moonflower::hanamikoji {

// --- Writing

[[nodiscard]] std::string card_text(Card card);     // 4, - or ?
[[nodiscard]] std::string cards_text(Cards cards);  // ascending digits, - when empty
[[nodiscard]] std::string move_text(Move move);
[[nodiscard]] std::string owners_text(const std::array<std::uint8_t, 2>& owned);
[[nodiscard]] std::string used_text(std::uint8_t used);

// How one side of a position is written to somebody.
struct SideText {
    std::string hand;
    std::string secret;
    std::string discards;
};
[[nodiscard]] SideText open_side(const Side& side);
[[nodiscard]] SideText hidden_side(const Table& table, Seat seat, Card shown_secret);

// A full position leaves an empty log out; a view always writes the log it knows.
[[nodiscard]] std::string position_text(const Table& table, const std::array<SideText, 2>& sides,
                                        bool writes_empty_log);
[[nodiscard]] std::string drawing_text(const Table& table, const std::array<SideText, 2>& sides);

// --- Reading

[[nodiscard]] bool is_owners_text(std::string_view text);
[[nodiscard]] std::array<std::uint8_t, 2> read_owners(std::string_view text);
// A move token in any order of cards and pairs, made canonical. ParseError when it is none.
[[nodiscard]] Move read_move(std::string_view text);
// IllegalMoveError unless the move may be made here by a seat with this hand (for chance: out of
// these cards).
void require_legal(const Table& table, Cards cards, Move move, std::string_view text);

// A position read from text, hidden parts as kHiddenCard; every word agrees with the others.
struct Position {
    Table table;
    std::array<Side, 2> sides;
};
// `viewer`: the seat whose view the text is, -1 for a full position.
[[nodiscard]] Position read_position(std::string_view text, Seat viewer);

}  // namespace moonflower::hanamikoji
