// The public tree of the rest of a round: what both seats see happen, and at each of its nodes the
// holdings each seat may then have. Everything is integer-indexed arrays; regrets, reaches and
// values are vectors over holdings. Chance is inside: a draw leads from the holdings before it to
// those after it (see range.hpp for why it needs no odds).
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "games/hanamikoji/round_value.hpp"
#include "games/hanamikoji/table.hpp"
#include "solve/hanamikoji/ending.hpp"
#include "solve/hanamikoji/range.hpp"
#include "solve/solution.hpp"

namespace moonflower::hanamikoji {

struct PublicNode {
    // kNowhere: a seat holds nothing that agrees with what was shown, so no world comes here.
    enum class Kind : std::uint8_t { kTurn, kAnswer, kEnd, kNowhere };
    static constexpr std::uint32_t kSame = std::numeric_limits<std::uint32_t>::max();

    Kind kind = Kind::kNowhere;
    std::uint8_t seat = 0;                    // who acts or answers
    bool is_forced = false;                   // every holding has one move: no policy is kept
    std::array<std::uint32_t, 2> holdings{};  // of each seat on the way in
    std::uint32_t first_link = 0;             // turn: public actions; answer: answers
    std::uint32_t links = 0;
    // A policy's slots are moves of holdings. Turn: those of all links in their order, and
    // `owners` says whose they are. Answer: answer by answer, holdings in order.
    std::uint32_t first_slot = 0;
    std::uint32_t slots = 0;
    std::uint32_t first_owner = 0;
    std::uint32_t drawn = 0;       // turn: holdings of the mover after its draw
    std::uint32_t first_edge = 0;  // kSame: there is no draw here
    std::uint32_t edges = 0;
    std::uint32_t ending = 0;  // end
    std::uint32_t payoffs = 0;
    std::array<std::uint32_t, 2> indices{kSame, kSame};  // end: into its ending, or the same order
};

struct PublicLink {
    Move move;  // a secret or discard without its cards
    std::uint32_t child = 0;
    std::uint32_t slots = 0;  // turn: the mover's holdings in the child
    // Turn: where the other seat's holdings of the child stand among its own here, or kSame.
    std::uint32_t others = PublicNode::kSame;
};

struct DrawEdge {
    std::uint32_t before;
    std::uint32_t after;
};

struct PublicTree {
    std::array<Range, 2> ranges;
    Table table;
    double weight = 1;  // of all deals together
    bool uses_round_values = false;

    std::vector<PublicNode> nodes;  // node 0 is the root
    std::vector<PublicLink> links;
    std::vector<DrawEdge> edges;
    std::vector<std::uint32_t> owners;
    std::vector<std::uint32_t> others;
    std::vector<std::uint8_t> indices;
    std::vector<Ending> endings;
    std::vector<SecretPayoffs> payoffs;
    std::uint64_t policy_slots = 0;
    std::uint64_t info_sets = 0;

    // Memory to hold the tree and to solve it.
    [[nodiscard]] std::uint64_t bytes() const;
};

struct TreeLimits {
    std::uint64_t bytes = 1ULL << 30U;
    Beat beat;
};

// TooLargeError when the tree outgrows the limit on the way.
[[nodiscard]] PublicTree build_public_tree(const Table& table, const std::array<Range, 2>& ranges,
                                           const TreeLimits& limits);

}  // namespace moonflower::hanamikoji
