// From the sums of a search to its report: order, policy, values, proofs. Knows no game.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "search/report/result.hpp"
#include "search/report/root_moves.hpp"
#include "search/select/utility.hpp"
#include "search/tree/node.hpp"

namespace moonflower {

struct SummaryInput {
    Seat seat = 0;
    int seats = 2;
    std::span<const Move> moves;
    std::span<const RootMove> totals;
    std::span<const double> priors;  // empty: none
    const Node* root = nullptr;      // for proofs; may be missing
    bool by_visits = false;          // the most visited move is the best: a yardstick's way
    bool is_mixed = false;           // Smooth UCT
    bool greedy = false;
    std::uint64_t seed = 0;  // of the draw from a mixed policy
    std::uint64_t key = 0;   // what the searching seat knows, as a number
};

// The place drawn from a policy: its parts add up to 1, and the same numbers give the same place.
// Of whatever a search or a solver mixes, this alone draws. `key` is of what the seat knows.
[[nodiscard]] std::size_t drawn(std::span<const double> policy, std::uint64_t seed,
                                std::uint64_t key);
// The same of lines.
[[nodiscard]] std::size_t drawn(std::span<const SearchLine> lines, std::uint64_t seed,
                                std::uint64_t key);

// What the root's node has proven of its moves; it may be missing.
void add_proofs(const Node* root, std::span<const Move> moves, std::span<RootMove> totals);

// Fills in lines (without texts), best, value, proof. Lines are sorted, the best first.
void summarise(const SummaryInput& input, const UtilityScale& scale, SearchReport& report);

}  // namespace moonflower
