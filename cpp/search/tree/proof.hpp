// Proven bounds, backed up along a path (MCTS-solver, Winands et al. 2008; with bounds instead of
// win and loss, Cazenave and Saffidine 2010). For two seats whose utilities add up to kTop, in
// nodes that stand for a known world, as far up as nothing is left to chance.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/static_vector.hpp"
#include "search/select/select.hpp"
#include "search/tree/node.hpp"

namespace moonflower {

// A decision of the running simulation.
struct Step {
    Node* node;
    std::uint32_t edge;
};
inline constexpr std::size_t kLongestPath = 512;
using Path = StaticVector<Step, kLongestPath>;

struct Bounds {
    std::uint16_t low = 0;
    std::uint16_t high = kTop;

    [[nodiscard]] static Bounds exactly(std::uint32_t utility) {
        return {static_cast<std::uint16_t>(utility), static_cast<std::uint16_t>(utility)};
    }
    [[nodiscard]] Bounds from_other_side() const {
        return {static_cast<std::uint16_t>(kTop - high), static_cast<std::uint16_t>(kTop - low)};
    }
    friend bool operator==(const Bounds&, const Bounds&) = default;
};

// A node is worth at least its best move's lower bound, and at most its best upper bound.
[[nodiscard]] inline Bounds bounds_of_moves(const Node& node) {
    Bounds best{0, node.room < node.count ? static_cast<std::uint16_t>(kTop) : std::uint16_t{0}};
    for (std::uint32_t i = 0; i < node.room; ++i) {
        best.low = std::max(best.low, node.edges()[i].low);
        best.high = std::max(best.high, node.edges()[i].high);
    }
    return best;
}

// The last step's move is worth exactly `utility` to its seat; tells every node above that cares,
// up to step `from`.
void back_up_proof(const Path& path, std::size_t from, std::uint32_t utility,
                   const Selector& selector);

}  // namespace moonflower
