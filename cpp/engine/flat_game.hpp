// A position as arrays, and what its equilibrium says of the seat that asks.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "engine/any_game.hpp"
#include "solve/best_response.hpp"
#include "solve/cfr.hpp"
#include "solve/equilibrium.hpp"

namespace moonflower {

// A position as arrays: the tree for sampling, its sequence form for everything else. Shared by
// the solvers made from it; never changes.
struct FlatGame {
    std::shared_ptr<const Tree> tree;
    std::shared_ptr<const SequenceForm> form;

    explicit FlatGame(Tree made)
        : tree(std::make_shared<const Tree>(std::move(made))),
          form(std::make_shared<const SequenceForm>(*tree)) {}

    // OptionError for a seat the game has not.
    [[nodiscard]] const SeatSets& sets(Seat seat) const { return form->checked_sets(seat); }
};

[[nodiscard]] inline FlatGame flatten(const AnyState& state, std::uint64_t memory_limit,
                                      ProgressTimer& progress) {
    return FlatGame(state.flatten(memory_limit, progress));
}
[[nodiscard]] inline FlatGame flatten(const AnyView& view, std::size_t most_worlds,
                                      std::uint64_t memory_limit, ProgressTimer& progress,
                                      const RestrictedSet* restricted = nullptr) {
    return FlatGame(view.flatten(most_worlds, memory_limit, progress, restricted));
}

// How many worlds of a view may be listed in so much memory.
[[nodiscard]] std::size_t most_roots(const AnyGame& game, std::uint64_t memory_bytes);

// The seat that asks, and where it stands in the arrays.
struct Asker {
    const GameFacts& facts;
    Seat seat = 0;
    std::optional<std::uint64_t> info_key;  // none: it has nothing to choose
    std::function<std::string(Move)> format;
};

// NashConv in scores for a bound in payoffs.
[[nodiscard]] double nash_conv_of(const FlatGame& flat, const Asker& asker, double bound);

// What an equilibrium of the arrays is worth to the seat, and each of its moves against the policy
// of the others.
[[nodiscard]] Solution solution_of(const FlatGame& flat, const Equilibrium& reached,
                                   const Asker& asker);

}  // namespace moonflower
