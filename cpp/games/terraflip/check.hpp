// What no position may be (TF-58): the parser's last word and the invariants of debug runs.
#pragma once

#include <optional>
#include <string>

#include "games/terraflip/position.hpp"

namespace moonflower::terraflip {

// "" or "<what is wrong>; <what is accepted>", for a position as `viewer` knows it, or a full one.
[[nodiscard]] std::string fault_in(const Position& position, std::optional<Seat> viewer);

}  // namespace moonflower::terraflip
