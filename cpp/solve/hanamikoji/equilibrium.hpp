// Runs CFR on a public tree until its certificate says it is good enough.
#pragma once

#include <cstdint>
#include <vector>

#include "solve/hanamikoji/range_response.hpp"

namespace moonflower::hanamikoji {

struct RangeGoal {
    double nash_conv = 1e-4;
    std::uint64_t most_visits = UINT64_MAX;  // public nodes, all iterations together
};

struct RangeEquilibrium {
    RangeCertificate certificate;
    std::vector<double> root_policy;  // weights by slot of the root; empty if it is forced
    std::uint64_t iterations = 0;
    std::uint64_t visits = 0;
    bool is_reached = false;  // the goal
};

// Stopped by `progress` (SolveStopped) it answers with its last certificate, if there is one.
[[nodiscard]] RangeEquilibrium find_range_equilibrium(const PublicTree& tree, const RangeGoal& goal,
                                                      const ProgressCallback& progress);

}  // namespace moonflower::hanamikoji
