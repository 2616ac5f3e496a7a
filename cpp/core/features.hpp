// What can be said about a move in the words of its game: features, measured in one world, and
// kinds of moves. Hints compare them; the texts live in Python, one table per language.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include "core/rng.hpp"
#include "core/types.hpp"

namespace moonflower {

struct FeatureFact {
    enum class Unit : std::uint8_t { kCount, kPoints, kChance };

    std::string_view name;
    Unit unit = Unit::kCount;
    int sign = 1;  // more of it is good (+1) or bad (-1) for the seat that moves
};

// What `measure` gives where a feature says nothing about such a move in any world: the chance of
// an attack, for a move that is none.
inline constexpr double kNoFeature = std::numeric_limits<double>::quiet_NaN();

// A game that can say why a move is good. The seat to act makes the move; whatever the world holds
// may be used, because worlds are sampled from the seat's view and only averages over them are
// told.
template <class S>
concept HasFeatures = requires(const S cs, Move move, Rng& rng, std::span<double> values) {
    { S::features() } -> std::same_as<std::span<const FeatureFact>>;
    // One value per feature for a legal move; luck that follows the move is drawn from `rng`.
    { cs.measure(move, rng, values) } -> std::same_as<void>;
    // Kinds of moves as people tell them apart, and the kind of a legal move.
    { S::move_kinds() } -> std::same_as<std::span<const std::string_view>>;
    { cs.move_kind(move) } -> std::same_as<std::size_t>;
};

}  // namespace moonflower
