// A checksum of behaviour: what move generation and playouts do at a position, in one number that
// is equal on every machine. A change of rules or playout policy changes it; a clean-up does not.
#pragma once

#include <cstdint>

#include "engine/any_game.hpp"

namespace moonflower {

[[nodiscard]] std::uint64_t playout_signature(const AnyState& state, std::uint64_t seed);

}  // namespace moonflower
