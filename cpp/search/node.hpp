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

// What a descent reads: the score, mean + scale(node) * width, derived from the edge's whole
// numbers whenever they change, and where the move leads. Kept apart from the rest, so that a scan
// needs neither a division nor a root and the chosen move is in the cache when the scan ends.
struct Choice {
    Relaxed<float> mean;
    Relaxed<float> width;
    std::uint32_t move = 0;
    Relaxed<std::uint32_t> link;  // the child, where a move has only one; 0: not known

    void set_score(float new_mean, float new_width) {
        mean.set(new_mean);
        width.set(new_width);
    }
};

// What a result changes.
struct Edge {
    Relaxed<std::uint64_t> value;  // sum of utilities of the node's seat
    // UCB1-Tuned: sum of squared utilities; PUCT: the prior, as float bits; regret matching: the
    // regret, as a signed number of utility units.
    Relaxed<std::uint64_t> extra;
    Relaxed<std::uint32_t> visits;
    Relaxed<std::uint16_t> low;  // proven bounds of the utility
    Relaxed<std::uint16_t> high;
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
        kMoving = 16,      // a thread is about to move it
        kCopy = 32,        // belongs to one thread; the node itself is in the table
    };

    std::uint64_t key = 0;
    Relaxed<std::uint32_t> visits;
    float urgency = 0.0F;  // PUCT: what a move is taken to be worth before it is tried
    std::uint16_t count = 0;
    std::uint16_t room = 0;
    Relaxed<std::uint16_t> tried;  // the first `tried` edges have been entered
    Relaxed<std::uint16_t> low;    // proven bounds of the seat's utility
    Relaxed<std::uint16_t> high;
    Relaxed<std::uint8_t> flags;
    Relaxed<std::uint8_t> generation;  // of the last search that came by
    std::uint8_t seat = 0;
    Relaxed<std::uint16_t> next;  // the edge to follow, where it can be told in advance

    [[nodiscard]] bool is(Flag flag) const { return (flags.get() & flag) != 0; }
    [[nodiscard]] bool is_proven() const { return low.get() == high.get(); }
    // Its shape stays: a sweep steps over it.
    void bury() { flags.set(static_cast<std::uint8_t>(flags.get() | kDead)); }
    // All but its shape, from a node with as many edges or fewer, whatever other threads do to it.
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
            edges()[i].high.set(kTop);  // nothing is known yet
        } else {
            waiting()[i - room] = code;
        }
    }
};

// The pool counts in cells of sixteen bytes; indices of 31 bits reach 32 GiB.
inline constexpr std::size_t kCellBytes = 16;
struct alignas(kCellBytes) Cell {
    std::byte bytes[kCellBytes];
};
inline constexpr std::size_t kEdgeBytes = sizeof(Choice) + sizeof(Edge);
static_assert(sizeof(Node) == 32 && sizeof(Edge) == 24 && sizeof(Choice) == 16);

inline void Node::copy(const Node& other) {
    key = other.key;
    visits.copy(other.visits);
    urgency = other.urgency;
    tried.copy(other.tried);
    low.copy(other.low);
    high.copy(other.high);
    generation.copy(other.generation);
    seat = other.seat;
    for (std::uint32_t i = 0; i < other.room; ++i) {
        choices()[i].set_score(other.choices()[i].mean.get(), other.choices()[i].width.get());
        choices()[i].link.release(other.choices()[i].link.acquire());
        edges()[i].value.copy(other.edges()[i].value);
        edges()[i].extra.copy(other.edges()[i].extra);
        edges()[i].visits.copy(other.edges()[i].visits);
        edges()[i].low.copy(other.edges()[i].low);
        edges()[i].high.copy(other.edges()[i].high);
    }
}

constexpr std::size_t Shape::bytes() const {
    const std::size_t waiting = sizeof(std::uint32_t) + (keeps_priors ? sizeof(float) : 0);
    return sizeof(Node) + room * kEdgeBytes + (count - room) * waiting;
}
constexpr std::uint32_t Shape::cells() const {
    return static_cast<std::uint32_t>((bytes() + kCellBytes - 1) / kCellBytes);
}

}  // namespace moonflower
