#include "solve/hanamikoji/equilibrium.hpp"

#include "solve/hanamikoji/range_cfr.hpp"

namespace moonflower::hanamikoji {
namespace {

// A certificate costs about an iteration, so they come at growing distances.
constexpr std::uint64_t kFirstCheck = 3;
constexpr std::uint64_t next_check(std::uint64_t iteration) { return iteration * 4 / 3 + 2; }
constexpr std::uint64_t kMostIterations = 100'000;

template <class Number>
class Runner {
public:
    Runner(const PublicTree& tree, const RangeGoal& goal, const Beat& beat)
        : tree_(tree), goal_(goal), beat_(beat), cfr_(tree) {}

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
        for (std::uint64_t check = kFirstCheck; !found_.is_reached; check = next_check(check)) {
            while (cfr_.iterations() < check) cfr_.iterate(beat_);
            certify();
            if (cfr_.visits() >= goal_.most_visits || check >= kMostIterations) return;
        }
    }

    void certify() {
        RangeCertificate certificate = certify_ranges(tree_, cfr_.average(), beat_);
        // What is told is one policy with its own certificate: the best so far.
        if (found_.iterations > 0 && certificate.nash_conv() > found_.certificate.nash_conv())
            return;
        found_.certificate = std::move(certificate);
        found_.iterations = cfr_.iterations();
        found_.is_reached = found_.certificate.nash_conv() <= goal_.nash_conv;
        const PublicNode& root = tree_.nodes.front();
        if (root.is_forced) return;
        const auto first = cfr_.average().begin() + root.first_slot;
        found_.root_policy.assign(first, first + root.slots);
    }

    const PublicTree& tree_;
    const RangeGoal& goal_;
    const Beat& beat_;
    RangeCfr<LateAverage<DiscountedRegretMatching>, Number> cfr_;
    RangeEquilibrium found_;
};

}  // namespace

RangeEquilibrium find_range_equilibrium(const PublicTree& tree, const RangeGoal& goal,
                                        const Beat& beat) {
    constexpr double kFloatIsEnough = 1e-5;
    if (goal.nash_conv >= kFloatIsEnough) return Runner<float>(tree, goal, beat).run();
    return Runner<double>(tree, goal, beat).run();
}

}  // namespace moonflower::hanamikoji
