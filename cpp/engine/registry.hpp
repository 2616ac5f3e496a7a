// All games by name, from games.def.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/any_game.hpp"

namespace moonflower {

// In the order of games.def.
[[nodiscard]] const std::vector<GameModule>& game_modules();

// UnknownGameError with a suggestion.
[[nodiscard]] const GameModule& game_module(std::string_view name);

// UnknownGameError with a suggestion, OptionError for options the game does not take.
[[nodiscard]] GamePtr make_game(std::string_view name, const Options& given);

// "terraflip:players=2,lines=axial".
[[nodiscard]] GamePtr make_game(std::string_view spec);

}  // namespace moonflower
