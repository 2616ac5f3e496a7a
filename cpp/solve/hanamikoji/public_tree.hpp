// The public tree of the rest of a round: what both seats see happen, and at each of its nodes the
// holdings each seat may then have. Everything is integer-indexed arrays; regrets, reaches and
// values are vectors over holdings. Chance is inside: a draw leads from the holdings before it to
// those after it (see range.hpp for why it needs no odds).
//
// Histories that lead to the same table and the same holdings share one node and all below it; what
// is played there is another matter after each history, so a policy has a place for each way down:
// a node's own slots come first in its part, then the parts of its links (PublicLink::first_slot).
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "games/hanamikoji/table.hpp"
#include "solve/hanamikoji/draw.hpp"
#include "solve/hanamikoji/ending.hpp"
#include "solve/hanamikoji/last_turn.hpp"
#include "solve/hanamikoji/range.hpp"
#include "solve/solution.hpp"

namespace moonflower::hanamikoji {

struct PublicNode {
    // kNowhere: a seat holds nothing that agrees with what was shown, so no world comes here.
    // kLastAnswer: nothing comes after it, so its links lead to payoffs.
    enum class Kind : std::uint8_t { kTurn, kAnswer, kLastAnswer, kEnd, kNowhere };
    static constexpr std::uint32_t kSame = std::numeric_limits<std::uint32_t>::max();

    Kind kind = Kind::kNowhere;
    std::uint8_t seat = 0;                    // who acts or answers
    Choices choices;                          // last answer: by the answerer's secret
    std::array<std::uint32_t, 2> holdings{};  // of each seat on the way in
    std::uint32_t first_link = 0;             // turn: public actions; answer: answers
    std::uint32_t links = 0;
    // Slots are moves of holdings. Turn: those of all links in their order, and `owners` says whose
    // they are. Answer: answer by answer, holdings in order. Last answer: holding by holding.
    std::uint32_t slots = 0;
    std::uint32_t kept = 0;  // of these: where there is a choice, so that a policy is kept
    std::uint32_t first_owner = 0;
    std::uint32_t drawn = 0;     // turn: holdings of the mover after its draw
    std::uint32_t draw = kSame;  // kSame: it has drawn
    std::uint32_t ending = 0;    // end, last answer
    std::uint32_t payoffs = 0;   // end; last answer: of the secrets whose choice is made
    std::array<std::uint32_t, 2> indices{kSame, kSame};  // into the ending, or the same order
    std::uint64_t policy_slots = 0;                      // kept here and below
};

struct PublicLink {
    // kKept: the policy says how often. kOnly: the one move of its holdings. kDropped: never
    // played, another move of its holdings is as good whatever happens.
    enum class Kind : std::uint8_t { kKept, kOnly, kDropped };

    Move move;  // a secret or discard without its cards
    Kind kind = Kind::kKept;
    std::uint32_t child = PublicNode::kSame;  // last answer: payoffs
    std::uint32_t slots = 0;                  // turn: the mover's holdings in the child
    // Turn: where the other seat's holdings of the child stand among its own here, or kSame.
    std::uint32_t others = PublicNode::kSame;
    std::uint64_t first_slot = 0;  // of the child's part, from the start of this node's
};

struct PublicTree {
    std::array<Range, 2> ranges;
    Table table;
    double weight = 1;  // of all deals together

    std::uint32_t root = 0;
    std::vector<PublicNode> nodes;
    std::vector<PublicLink> links;
    std::vector<Draw> draws;
    std::vector<std::uint32_t> owners;
    std::vector<std::uint32_t> others;
    std::vector<std::uint8_t> indices;
    std::vector<Ending> endings;
    std::vector<SecretPayoffs> payoffs;
    bool uses_round_values = false;

    [[nodiscard]] std::uint64_t policy_slots() const { return nodes[root].policy_slots; }
    // Memory to hold the tree.
    [[nodiscard]] std::uint64_t bytes() const;
};

struct TreeLimits {
    std::uint64_t bytes = 1ULL << 30U;  // for the tree and to solve it
    ProgressCallback progress;
    // Leave out moves of the last turn that another is as good as whatever the other seat holds.
    // The root keeps all of its moves.
    bool drops_dominated = true;
};

// To solve a tree in single precision.
inline constexpr std::uint64_t kBytesPerSlot = 3 * sizeof(float);

// TooLargeError when the tree outgrows the limit on the way.
[[nodiscard]] PublicTree build_public_tree(const Table& table, const std::array<Range, 2>& ranges,
                                           const TreeLimits& limits);

}  // namespace moonflower::hanamikoji
