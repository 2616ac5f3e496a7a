// A node of the search table and its edges: plain data, laid out for the scan that selection is.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/types.hpp"

namespace moonflower {

// Utilities inside the tree are normalised: 0 is the lowest payoff of the game, kTop the highest.
inline constexpr std::uint32_t kTop = kPayoffUnit;

// What a descent reads: the score, mean + scale(node) * width, derived from the edge's whole
// numbers whenever they change, and where the move leads. Kept apart from the rest, so that a scan
// needs neither a division nor a root and the chosen move is in the cache when the scan ends.
struct Choice {
    float mean = 0.0F;
    float width = 0.0F;
    std::uint32_t move = 0;
    std::uint32_t link = 0;  // the child, where a move has only one; 0: not known

    void set_score(float new_mean, float new_width) {
        mean = new_mean;
        width = new_width;
    }
};

// What a result changes.
struct Edge {
    std::uint64_t value = 0;  // sum of utilities of the node's seat
    // UCB1-Tuned: sum of squared utilities; PUCT: the prior, as float bits; regret matching: the
    // regret, as a signed number of utility units.
    std::uint64_t extra = 0;
    std::uint32_t visits = 0;
    std::uint16_t low = 0;  // proven bounds of the utility
    std::uint16_t high = 0;
};

// How much room a node takes.
struct Shape {
    std::uint32_t count = 0;    // moves
    std::uint32_t room = 0;     // edges, for the first of them
    bool keeps_priors = false;  // of the moves that have no edge yet

    [[nodiscard]] constexpr std::size_t bytes() const;
    [[nodiscard]] constexpr std::uint32_t cells() const;
};
inline constexpr std::uint32_t kMostMoves = UINT16_MAX;

// A node is followed in memory by `room` choices and as many edges, and by the codes (and priors)
// of the moves that have no edge yet: most nodes see only a few of their moves.
struct Node {
    enum Flag : std::uint8_t {
        kDead = 1,         // moved or given up; only its place in the pool is left
        kTogether = 2,     // chooses by regret matching
        kKeepsPriors = 4,  // of the moves that wait for an edge
        kWhole = 8,        // every move has been tried
        kCommon = 16,      // knows what other trees have learned in it (busy_nodes.hpp)
        kRoot = 32,        // its move is the one asked for
        kProbed = 64,      // the game has been asked thoroughly for a winning move
    };

    std::uint64_t key = 0;
    std::uint32_t visits = 0;
    float urgency = 0.0F;  // PUCT: what a move is taken to be worth before it is tried
    std::uint16_t count = 0;
    std::uint16_t room = 0;
    std::uint16_t tried = 0;  // the first `tried` edges have been entered
    std::uint16_t low = 0;    // proven bounds of the seat's utility
    std::uint16_t high = 0;
    std::uint8_t flags = 0;
    std::uint8_t generation = 0;  // of the last search that came by
    std::uint8_t seat = 0;
    std::uint16_t next = 0;  // the edge to follow, where it can be told in advance

    [[nodiscard]] bool is(Flag flag) const { return (flags & flag) != 0; }
    [[nodiscard]] bool is_proven() const { return low == high; }
    void mark(int flag) { flags = static_cast<std::uint8_t>(flags | flag); }
    // Of those that a node keeps in another place.
    [[nodiscard]] int lasting_flags() const { return flags & (kCommon | kRoot | kProbed); }
    // Its shape stays: a sweep steps over it.
    void bury() { mark(kDead); }
    // All but its shape and flags, from a node with as many edges or fewer.
    void copy(const Node& other);

    [[nodiscard]] Shape shape() const { return {count, room, is(kKeepsPriors)}; }

    [[nodiscard]] Choice* choices() { return reinterpret_cast<Choice*>(this + 1); }
    [[nodiscard]] const Choice* choices() const { return const_cast<Node*>(this)->choices(); }
    [[nodiscard]] Edge* edges() { return reinterpret_cast<Edge*>(choices() + room); }
    [[nodiscard]] const Edge* edges() const { return const_cast<Node*>(this)->edges(); }
    // Codes of the moves from number `room` on.
    [[nodiscard]] std::uint32_t* waiting() {
        return reinterpret_cast<std::uint32_t*>(edges() + room);
    }
    [[nodiscard]] float* waiting_priors() {
        return reinterpret_cast<float*>(waiting() + (count - room));
    }
    [[nodiscard]] std::uint32_t move(std::uint32_t i) const {
        return i < room ? choices()[i].move : const_cast<Node*>(this)->waiting()[i - room];
    }
    void set_move(std::uint32_t i, std::uint32_t code) {
        if (i < room) {
            choices()[i].move = code;
            edges()[i].high = kTop;  // nothing is known yet
        } else {
            waiting()[i - room] = code;
        }
    }
};

// The pool counts in cells of sixteen bytes; indices of 31 bits reach 32 GiB.
inline constexpr std::size_t kCellBytes = 16;
inline constexpr std::size_t kEdgeBytes = sizeof(Choice) + sizeof(Edge);
static_assert(sizeof(Node) == 32 && sizeof(Edge) == 24 && sizeof(Choice) == 16);

inline void Node::copy(const Node& other) {
    key = other.key;
    visits = other.visits;
    urgency = other.urgency;
    tried = other.tried;
    low = other.low;
    high = other.high;
    generation = other.generation;
    seat = other.seat;
    std::copy_n(other.choices(), other.room, choices());
    std::copy_n(other.edges(), other.room, edges());
}

constexpr std::size_t Shape::bytes() const {
    const std::size_t waiting = sizeof(std::uint32_t) + (keeps_priors ? sizeof(float) : 0);
    return sizeof(Node) + room * kEdgeBytes + (count - room) * waiting;
}
constexpr std::uint32_t Shape::cells() const {
    return static_cast<std::uint32_t>((bytes() + kCellBytes - 1) / kCellBytes);
}

}  // namespace moonflower
