// A game tree unrolled once into integer-indexed arrays. It knows no game: the solvers run over
// these arrays, never over states. flatten.hpp makes it from any game of the contract.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/types.hpp"

namespace moonflower {

// A sequence is one move at one information set of a seat, which implies every own move before it
// (von Stengel 1996). Sequences are numbered per seat; 0 is the empty one.
using Sequence = std::uint32_t;

// All nodes where a seat knows the same: the same view and the same own past.
struct InfoSet {
    std::uint64_t key = 0;  // the game's info key
    Sequence parent = 0;    // the seat's last move before; below every sequence of the set
    Sequence first = 0;     // its moves are the sequences first .. first + moves - 1
    std::uint32_t moves = 0;
};

// A seat's information sets, each after those it follows from, and the move of each sequence.
struct SeatSets {
    std::vector<InfoSet> sets;
    std::vector<Move> moves{Move{}};  // by sequence; the empty one has none

    [[nodiscard]] std::size_t sequences() const { return moves.size(); }
};

struct TreeNode {
    Turn turn = Turn::over();
    std::uint32_t index = 0;  // a seat: its information set; chance: first of odds; over: leaf
    std::uint32_t first_edge = 0;
    std::uint32_t edges = 0;
};

struct Tree {
    int seats = 2;
    std::vector<TreeNode> nodes;       // parents before children; node 0 is the root
    std::vector<std::uint32_t> edges;  // the child each edge leads to
    std::vector<double> odds;          // of the edges of chance nodes
    std::vector<double> payoffs;       // leaf by leaf, one per seat
    std::vector<SeatSets> sets;        // by seat
    bool is_zero_sum = true;           // the payoffs of every leaf add up to 0

    [[nodiscard]] std::size_t leaves() const {
        return payoffs.size() / static_cast<std::size_t>(seats);
    }
    [[nodiscard]] std::size_t info_sets() const;
    [[nodiscard]] double payoff(const TreeNode& leaf, Seat seat) const {
        return payoffs[leaf.index * static_cast<std::size_t>(seats) +
                       static_cast<std::size_t>(seat)];
    }
};

// How large a tree is, counted or estimated; numbers are doubles because estimates may be huge.
struct TreeSize {
    double nodes = 0;
    double leaves = 0;
    double decisions = 0;  // nodes where a seat acts: at least as many as information sets

    // Memory to hold the tree and to solve it, information sets taken as a half of the decisions.
    [[nodiscard]] double bytes(int seats) const;
};

// A guess at a tree's size that is right on average, and a number of nodes it can hardly be below.
struct TreeEstimate {
    TreeSize size;
    double surely_nodes = 0;
    std::uint64_t probes = 0;

    // "about 3.2e+09 nodes, 1.1e+05 MB".
    [[nodiscard]] std::string text(int seats) const;
    // Bytes that are needed in all likelihood; a tree is refused by this figure.
    [[nodiscard]] double surely_bytes(int seats) const;
};
[[nodiscard]] TreeEstimate estimate_from(std::span<const TreeSize> probes);

// Where a node hangs: the edge that leads to it and each seat's last sequence.
struct TreePlace {
    static constexpr std::uint32_t kRoot = UINT32_MAX;
    std::uint32_t edge = kRoot;
    std::array<Sequence, kMaxSeats> last{};
};

// The edges out of a new node. `first_sequence` is 0 at chance.
struct TreeFan {
    std::uint32_t first_edge = 0;
    Turn turn = Turn::chance();
    Sequence first_sequence = 0;

    [[nodiscard]] TreePlace child(const TreePlace& parent, std::size_t edge) const;
};

// Makes a tree node by node, parents first. Refuses (TooLargeError) when the arrays would outgrow
// the memory limit or 32-bit indices.
class TreeBuilder {
public:
    TreeBuilder(int seats, std::uint64_t memory_limit);

    void add_leaf(const TreePlace& place, std::span<const double> payoffs);
    TreeFan add_chance(const TreePlace& place, std::span<const double> weights);
    // Error when the same information set was met with other moves: a broken game.
    TreeFan add_decision(const TreePlace& place, Seat seat, std::uint64_t key,
                         std::span<const Move> moves);

    [[nodiscard]] Tree take() { return std::move(tree_); }

private:
    struct SetName {
        std::uint64_t key;
        Sequence parent;
        friend bool operator==(const SetName&, const SetName&) = default;
    };
    struct SetNameHash {
        std::size_t operator()(const SetName& name) const;
    };

    TreeNode& add_node(const TreePlace& place, Turn turn, std::size_t edges);
    std::uint32_t find_set(Seat seat, const SetName& name, std::span<const Move> moves);

    Tree tree_;
    std::uint64_t memory_limit_;
    std::vector<std::unordered_map<SetName, std::uint32_t, SetNameHash>> found_;
};

}  // namespace moonflower
