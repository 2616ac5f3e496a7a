// A node of the search table and its edges: plain data, laid out for the scan that selection is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/types.hpp"
#include "search/atomic.hpp"

namespace moonflower {

// Utilities inside the tree are normalised: 0 is the lowest payoff of the game, kTop the highest.
inline constexpr std::uint32_t kTop = kPayoffUnit;

// What selection reads, derived from the edge's whole numbers whenever they change:
// score = mean + scale(node) * width. Kept apart from the rest, so that a scan over a hundred moves
// touches few cache lines and needs neither a division nor a root.
struct Score {
    Relaxed<float> mean;
    Relaxed<float> width;
};

struct Edge {
    Relaxed<std::uint64_t> value;  // sum of utilities of the node's seat
    // UCB1-Tuned: sum of squared utilities; PUCT: the prior, as float bits; regret matching: the
    // regret, as a signed number of utility units.
    Relaxed<std::uint64_t> extra;
    std::uint32_t move = 0;
    Relaxed<std::uint32_t> visits;
    Relaxed<std::uint32_t> link;  // the child, where a move has only one; 0: not known
    Relaxed<std::uint16_t> low;   // proven bounds of the utility
    Relaxed<std::uint16_t> high;
};

// A node is followed in memory by `count` scores and `count` edges once it is expanded.
struct Node {
    enum Flag : std::uint8_t {
        kDead = 1,      // moved or given up; only its place in the pool is left
        kTogether = 2,  // chooses by regret matching
        kClaimed = 4,   // a thread is expanding it
    };

    std::uint64_t key = 0;
    Relaxed<std::uint32_t> visits;
    std::uint32_t count = 0;       // moves; 0 until expanded
    Relaxed<std::uint32_t> tried;  // the first `tried` edges have been entered
    Relaxed<std::uint16_t> low;    // proven bounds of the seat's utility
    Relaxed<std::uint16_t> high;
    Relaxed<std::uint8_t> flags;
    Relaxed<std::uint8_t> generation;  // of the last search that came by
    std::uint8_t seat = 0;

    [[nodiscard]] bool is(Flag flag) const { return (flags.get() & flag) != 0; }
    [[nodiscard]] bool is_proven() const { return low.get() == high.get(); }

    [[nodiscard]] Score* scores() { return reinterpret_cast<Score*>(this + 1); }
    [[nodiscard]] Edge* edges() { return reinterpret_cast<Edge*>(scores() + count); }
    [[nodiscard]] const Edge* edges() const { return const_cast<Node*>(this)->edges(); }
};

// The pool counts in cells of eight bytes; 32-bit indices reach 32 GiB.
inline constexpr std::size_t kCellBytes = 8;
static_assert(sizeof(Node) == 32 && sizeof(Edge) == 32 && sizeof(Score) == 8);

[[nodiscard]] constexpr std::uint32_t cells_of(std::uint32_t count) {
    return static_cast<std::uint32_t>((sizeof(Node) + count * (sizeof(Score) + sizeof(Edge))) /
                                      kCellBytes);
}

}  // namespace moonflower
