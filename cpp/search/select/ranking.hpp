// Bringing the likeliest moves to the front of a list. Most nodes only ever look at a few of their
// moves, so the others are left in the order they came in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/types.hpp"

namespace moonflower {

// The `count` items of the highest weights come first, the highest before all; equal ones keep
// their order, and so do all the others among themselves (but where so many are wanted that
// sorting everything is no more work).
void bring_forward(std::span<Move> items, std::span<std::uint32_t> weights, std::size_t count);
void bring_forward(std::span<std::uint32_t> items, std::span<float> weights, std::size_t count);

}  // namespace moonflower
