// Whole games in the site's notation (SP-51, SP-59).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "games/skud_paisho/state.hpp"

namespace moonflower::skud_paisho {

struct Record {
    State state;                     // after the last turn
    std::vector<std::string> turns;  // "0H.R,W,K,B" ... "1H.R3(0,8)", "2G.R4(8,0)" ...
};

// Reads entries separated by ';' or line ends, with or without prefix, from the start of the game.
// Steps are put together to turns. An entry that cannot be read or is not legal is refused by
// ParseError or IllegalMoveError with its number and the reason.
[[nodiscard]] Record read_record(std::string_view text, const Rules& rules);

}  // namespace moonflower::skud_paisho
