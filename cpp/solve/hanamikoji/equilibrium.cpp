#include "solve/hanamikoji/equilibrium.hpp"

#include <algorithm>
#include <cmath>

#include "solve/hanamikoji/range_cfr.hpp"

namespace moonflower::hanamikoji {
namespace {

// A certificate costs as much as an iteration or more, so they come at growing distances. NashConv
// falls with the square of the iterations here: near the goal the next one comes where it should be
// reached.
constexpr std::uint64_t kFirstCheck = 3;
std::uint64_t next_check(std::uint64_t iteration, double times_goal) {
    const auto steps = static_cast<double>(iteration);
    const double there = std::min(steps * std::sqrt(times_goal) + 1, steps * 2);
    return std::max(static_cast<std::uint64_t>(there), iteration + iteration / 12 + 2);
}
constexpr std::uint64_t kMostIterations = 100'000;

template <class Number>
class Runner {
public:
    Runner(const PublicTree& tree, const RangeGoal& goal, const ProgressCallback& progress)
        : tree_(tree), goal_(goal), progress_(progress), cfr_(tree) {}

    RangeEquilibrium run() {
        try {
            go_on();
        } catch (const SolveStopped&) {
            if (found_.iterations == 0) throw;
        }
        found_.visits = cfr_.visits();
        return std::move(found_);
    }

private:
    void go_on() {
        std::uint64_t check = kFirstCheck;
        for (;;) {
            while (cfr_.iterations() < check) cfr_.iterate(progress_);
            const double nash_conv = certify();
            const bool is_spent = cfr_.visits() >= goal_.most_visits || check >= kMostIterations;
            if (found_.is_reached || is_spent) return;
            check = next_check(check, nash_conv / goal_.nash_conv);
        }
    }

    double certify() {
        RangeCertificate certificate = certify_ranges(tree_, cfr_.average(), progress_);
        const double nash_conv = certificate.nash_conv();
        // What is told is one policy with its own certificate: the best so far.
        if (found_.iterations > 0 && nash_conv > found_.certificate.nash_conv()) return nash_conv;
        found_.certificate = std::move(certificate);
        found_.iterations = cfr_.iterations();
        found_.is_reached = found_.certificate.nash_conv() <= goal_.nash_conv;
        const auto first = cfr_.average().begin();
        const std::uint32_t kept = tree_.nodes[tree_.root].kept;
        found_.root_policy.assign(first, first + kept);
        return nash_conv;
    }

    const PublicTree& tree_;
    const RangeGoal& goal_;
    const ProgressCallback& progress_;
    RangeCfr<LateDiscounted, Number> cfr_;
    RangeEquilibrium found_;
};

}  // namespace

RangeEquilibrium find_range_equilibrium(const PublicTree& tree, const RangeGoal& goal,
                                        const ProgressCallback& progress) {
    constexpr double kFloatIsEnough = 1e-5;
    if (goal.nash_conv >= kFloatIsEnough) return Runner<float>(tree, goal, progress).run();
    return Runner<double>(tree, goal, progress).run();
}

}  // namespace moonflower::hanamikoji
