// Unrolls any game of the contract into a Tree: an estimate of the size first, then the arrays.
// Used by engine/; what comes after the tree is in arrays only.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/opaque_state.hpp"
#include "core/progress.hpp"
#include "solve/tree.hpp"

namespace moonflower {

// Where only some moves are looked at: an information set and those of its moves. Shorter than the
// list of the game, in any order.
struct RestrictedSet {
    Seat seat = 0;
    std::uint64_t info_key = 0;
    std::vector<Move> moves;
};

// Roots are worlds with their shares: one for a state, all worlds of a view for a belief. `tick` is
// called at every node and may throw.
class Flattener {
public:
    Flattener(std::span<const World<OpaqueState>> roots, ProgressCallback tick,
              const RestrictedSet* restricted = nullptr)
        : roots_(roots),
          tick_(std::move(tick)),
          seats_(roots.front().state.seats()),
          restricted_(restricted) {}

    [[nodiscard]] TreeEstimate estimate();
    // TooLargeError, with the estimate, when tree and solver would not fit.
    [[nodiscard]] Tree flatten(std::uint64_t memory_limit);

private:
    static constexpr std::uint64_t kProbes = 1'000;
    static constexpr std::uint64_t kDeepest = 100'000;

    struct Pending {
        OpaqueState state;
        TreePlace place;
    };

    [[nodiscard]] TreeSize probe(Rng& rng);
    [[nodiscard]] std::span<const Move> list_children(const OpaqueState& state);
    void expand(const Pending& at, TreeBuilder& builder);
    void refuse(const TreeEstimate& guess, std::uint64_t memory_limit) const;

    std::span<const World<OpaqueState>> roots_;
    ProgressCallback tick_;
    int seats_;
    const RestrictedSet* restricted_;
    std::vector<Pending> stack_;
    std::vector<Move> children_;   // of the node at hand
    std::vector<double> weights_;  // of its outcomes at a chance turn
    std::vector<Outcome> outcomes_;
};

}  // namespace moonflower
