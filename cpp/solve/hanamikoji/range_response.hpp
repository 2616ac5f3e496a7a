// Exact best responses over a public tree, apart from how a policy was found: what certifies the
// policies of range_cfr.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solve/hanamikoji/public_tree.hpp"
#include "solve/hanamikoji/scratch.hpp"

namespace moonflower::hanamikoji {

// What the best response of a seat gets.
struct RangeResponse {
    double value = 0;  // payoff 0 to 1
    // Payoff less one half times the weight of all that may lie beside the holding (weight_beside):
    // of each holding of the seat's range; and, if the seat decides at the root, of each slot
    // there.
    std::vector<double> holdings;
    std::vector<double> slots;
};

// `policy` is by slot and need not be normalised; where it is 0 all moves come alike.
template <class Number>
[[nodiscard]] RangeResponse best_range_response(const PublicTree& tree,
                                                const std::vector<Number>& policy, Seat seat,
                                                const ProgressCallback& progress);

struct RangeCertificate {
    std::array<RangeResponse, 2> responses;
    // Payoffs add up to 1, so this is what both could gain together.
    [[nodiscard]] double nash_conv() const { return responses[0].value + responses[1].value - 1; }
};

template <class Number>
[[nodiscard]] RangeCertificate certify_ranges(const PublicTree& tree,
                                              const std::vector<Number>& policy,
                                              const ProgressCallback& progress) {
    return {{best_range_response(tree, policy, 0, progress),
             best_range_response(tree, policy, 1, progress)}};
}

}  // namespace moonflower::hanamikoji
