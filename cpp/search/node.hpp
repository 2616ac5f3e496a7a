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

// A node is followed in memory by `room` scores and as many edges, and by the codes of the moves
// that have no edge yet: most nodes see only a few of their moves, in the order they stand here.
struct Node {
    enum Flag : std::uint8_t {
        kDead = 1,      // moved or given up; only its place in the pool is left
        kTogether = 2,  // chooses by regret matching
    };

    std::uint64_t key = 0;
    Relaxed<std::uint32_t> visits;
    std::uint32_t count = 0;       // moves
    std::uint32_t room = 0;        // edges
    Relaxed<std::uint32_t> tried;  // the first `tried` edges have been entered
    Relaxed<std::uint16_t> low;    // proven bounds of the seat's utility
    Relaxed<std::uint16_t> high;
    Relaxed<std::uint8_t> flags;
    Relaxed<std::uint8_t> generation;  // of the last search that came by
    std::uint8_t seat = 0;

    [[nodiscard]] bool is(Flag flag) const { return (flags.get() & flag) != 0; }
    [[nodiscard]] bool is_proven() const { return low.get() == high.get(); }

    [[nodiscard]] Score* scores() { return reinterpret_cast<Score*>(this + 1); }
    [[nodiscard]] Edge* edges() { return reinterpret_cast<Edge*>(scores() + room); }
    [[nodiscard]] const Edge* edges() const { return const_cast<Node*>(this)->edges(); }
    // Codes of the moves from number `room` on.
    [[nodiscard]] std::uint32_t* waiting() {
        return reinterpret_cast<std::uint32_t*>(edges() + room);
    }
    [[nodiscard]] std::uint32_t move(std::uint32_t i) const {
        return i < room ? edges()[i].move : const_cast<Node*>(this)->waiting()[i - room];
    }
    void set_move(std::uint32_t i, std::uint32_t code) {
        if (i < room) {
            edges()[i].move = code;
            edges()[i].high.set(kTop);
        } else {
            waiting()[i - room] = code;
        }
    }
};

// The pool counts in cells of sixteen bytes; indices of 31 bits reach 32 GiB.
inline constexpr std::size_t kCellBytes = 16;
inline constexpr std::size_t kEdgeBytes = sizeof(Score) + sizeof(Edge);
static_assert(sizeof(Node) == 32 && sizeof(Edge) == 32 && sizeof(Score) == 8);

[[nodiscard]] constexpr std::size_t bytes_of(std::uint32_t count, std::uint32_t room) {
    return sizeof(Node) + room * kEdgeBytes + (count - room) * sizeof(std::uint32_t);
}
[[nodiscard]] constexpr std::uint32_t cells_of(std::uint32_t count, std::uint32_t room) {
    return static_cast<std::uint32_t>((bytes_of(count, room) + kCellBytes - 1) / kCellBytes);
}

}  // namespace moonflower
