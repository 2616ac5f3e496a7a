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
    bool is_mixed = false;           // Smooth UCT
    bool greedy = false;
    std::uint64_t seed = 0;  // of the draw from a mixed policy
};

// Fills in lines (without texts), best, value, proof. Lines are sorted, the best first.
void summarise(const SummaryInput& input, const UtilityScale& scale, SearchReport& report);

}  // namespace moonflower
