// Texts of moves, positions, views and events (SH-65 to SH-83).
#pragma once

#include <string>
#include <string_view>

#include "games/shields/moves.hpp"
#include "games/shields/table.hpp"

namespace moonflower::shields {

// The token of a move or chance outcome; what it means depends on the phase.
[[nodiscard]] std::string move_text(const Table& table, Move move);
// An entry of the running stage as the token of a seat's move: "CD", "H:CD", "hs", "a1".
[[nodiscard]] std::string entry_text(const Table& table, Entry entry);

// Reads the token of a seat's entry, whether it is legal or not. ParseError.
[[nodiscard]] Entry read_entry(const Table& table, std::string_view text);
// Reads a token and checks that the seat may make it now. ParseError, IllegalMoveError.
[[nodiscard]] Entry parse_entry(const Table& table, Seat seat, std::string_view text);
// Reads a chance token and checks that it can come now.
[[nodiscard]] Move parse_outcome(const Table& table, std::string_view text);

[[nodiscard]] std::string table_text(const Table& table);
// Reads a position (viewer kAll) or a view. Options in the text win over `rules`. ParseError.
[[nodiscard]] Table parse_table(std::string_view text, const Rules& rules, int viewer);

// "" while everything fits together, else what does not. Tables read and tables played to alike.
[[nodiscard]] std::string table_fault(const Table& table);

// A few lines for people.
[[nodiscard]] std::string table_drawing(const Table& table);

}  // namespace moonflower::shields
