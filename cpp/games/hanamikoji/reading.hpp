// Parts of reading a position string that its words share. Used by the reader and its checks alone.
#pragma once

#include <string>
#include <string_view>

#include "games/hanamikoji/notation.hpp"

namespace moonflower::hanamikoji {

[[noreturn]] void refuse(const std::string& what, std::string_view value, const std::string& why,
                         const std::string& accepted);

// A position being read; views hide what the other seat keeps to itself.
struct Reading {
    std::string_view text;
    Seat viewer = -1;  // -1: a full position
    Position position{};

    [[nodiscard]] bool may_hide(Seat seat) const { return viewer >= 0 && seat != viewer; }
    [[nodiscard]] Cards known() const;  // every card whose place the string tells
};

// The words against each other, once all are read: no geisha has too many cards, and the match is
// over exactly when its owners say so.
void check_cards(const Reading& reading);
void check_end(const Reading& reading);

// The last word: played through on an empty table, which must then be the one that was read.
void read_log(Reading& reading, std::string_view word);

}  // namespace moonflower::hanamikoji
