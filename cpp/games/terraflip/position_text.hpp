// The position string of TF-52 to TF-57, for full positions and for views.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "games/terraflip/position.hpp"

namespace moonflower::terraflip {

// Undersides that are not known are written "?", hands whose backs are not known "T8".
[[nodiscard]] std::string position_text(const Position& position);

// ParseError unless the text is a position as `viewer` sees it, or a full one without a viewer.
// The string says who plays and with which travelling options; the rest comes from `rules`.
[[nodiscard]] Position read_position(std::string_view text, const Rules& rules,
                                     std::optional<Seat> viewer);

}  // namespace moonflower::terraflip
