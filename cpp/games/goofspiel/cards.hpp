// Cards and rows of cards as text, shared by state and view.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "games/goofspiel/state.hpp"

namespace moonflower::goofspiel {

inline constexpr std::string_view kLetters = "A23456789TJQK";

[[nodiscard]] constexpr char card_letter(std::uint32_t card) { return kLetters[card - 1]; }

// Bit mask of the cards 1 to `cards`.
[[nodiscard]] constexpr std::uint16_t full_suit(unsigned cards) {
    return static_cast<std::uint16_t>((1U << (cards + 1)) - 2);
}

[[nodiscard]] std::string row_text(Row row);

// Reads a card of a bit mask.
[[nodiscard]] Move parse_card(std::string_view text, std::uint16_t accepted);

}  // namespace moonflower::goofspiel
