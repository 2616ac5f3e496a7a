#include "solve/equilibrium.hpp"

#include <algorithm>

#include "core/range.hpp"
#include "solve/solution.hpp"

namespace moonflower {

Equilibrium find_equilibrium(const std::shared_ptr<const SequenceForm>& form, CfrMethod method,
                             const EquilibriumGoal& goal, const EquilibriumReport& report,
                             const ProgressCallback& progress) {
    CfrSolver solver(form, method);
    return find_equilibrium(solver, *form, goal, report, progress);
}

Equilibrium find_equilibrium(CfrSolver& solver, const SequenceForm& form,
                             const EquilibriumGoal& goal, const EquilibriumReport& report,
                             const ProgressCallback& progress) {
    expect_number(goal.nash_conv >= 0, "nash_conv", goal.nash_conv,
                  "numbers from 0 up are accepted");
    Equilibrium best;
    best.behaviour = solver.average();
    best.iterations = solver.iterations();
    best.certificate = certify(form, best.behaviour);
    best.is_reached = best.certificate.nash_conv <= goal.nash_conv;
    while (!best.is_reached && solver.iterations() < goal.most_iterations) {
        // A certificate costs about as much as an iteration: one to twenty keeps it cheap.
        const std::uint64_t step = std::max<std::uint64_t>(10, solver.iterations() / 20);
        bool is_stopped = false;
        try {
            solver.run(std::min(step, goal.most_iterations - solver.iterations()), progress);
        } catch (const SolveStopped&) {  // between two iterations: what is there is sound
            is_stopped = true;
        }
        Behaviour average = solver.average();
        const Certificate certificate = certify(form, average);
        if (certificate.nash_conv < best.certificate.nash_conv)
            best = {std::move(average), solver.iterations(), certificate,
                    certificate.nash_conv <= goal.nash_conv};
        if (is_stopped || (report && !report({solver.iterations(), certificate, best}))) break;
    }
    return best;
}

}  // namespace moonflower
