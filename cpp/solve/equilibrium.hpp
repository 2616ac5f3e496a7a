// Runs CFR until a certificate says it is good enough: the loop behind "solve this position".
#pragma once

#include <cstdint>
#include <functional>

#include "core/progress.hpp"
#include "solve/best_response.hpp"
#include "solve/cfr.hpp"

namespace moonflower {

struct EquilibriumGoal {
    double nash_conv = 1e-6;
    std::uint64_t most_iterations = 1'000'000;
};

struct Equilibrium {
    Behaviour behaviour;  // the average policy
    std::uint64_t iterations = 0;
    Certificate certificate;
    bool is_reached = false;  // the goal; false when iterations ran out or the caller stopped
};

struct EquilibriumProgress {
    std::uint64_t iterations = 0;
    Certificate certificate;
    const Equilibrium& best;  // so far
};

// `report` comes with each new certificate and stops the run by returning false; `progress` comes
// after each iteration and stops it by throwing; with SolveStopped the best so far comes back.
using EquilibriumReport = std::function<bool(const EquilibriumProgress&)>;
[[nodiscard]] Equilibrium find_equilibrium(const std::shared_ptr<const SequenceForm>& form,
                                           CfrMethod method, const EquilibriumGoal& goal,
                                           const EquilibriumReport& report,
                                           const ProgressCallback& progress);
// The same by a solver of that form which goes on from where it is.
[[nodiscard]] Equilibrium find_equilibrium(CfrSolver& solver, const SequenceForm& form,
                                           const EquilibriumGoal& goal,
                                           const EquilibriumReport& report,
                                           const ProgressCallback& progress);

}  // namespace moonflower
