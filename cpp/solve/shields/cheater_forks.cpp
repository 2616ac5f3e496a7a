// The decisions of a cheater's turn after the attack, read out of the solved turn: the own plan
// says how often, the other's plan says what is to be believed and what each answer is worth.
#include "solve/shields/cheater_turn.hpp"

namespace moonflower::shields {
namespace {

constexpr double kNever = 1e-9;  // smaller shares are rounding

// What a plan brings its owner against a reply once the suit has come.
double worth_of(const TurnSide& side, std::size_t suit, std::size_t plan, std::size_t reply) {
    const std::size_t first = side.sign > 0 ? plan : reply;
    const std::size_t second = side.sign > 0 ? reply : plan;
    const double chance = static_cast<double>(side.game.counts[suit]) / total_of(side.game.counts);
    return side.sign *
           Interval(side.game.low[suit][first][second], side.game.high[suit][first][second])
               .middle() /
           chance;
}

// How the own plans of a case divide in two; nothing if the solution never gets there.
std::optional<std::array<double, 2>> division(const std::array<double, kPlans>& plans, auto is_case,
                                              auto is_second) {
    std::array<double, 2> share{};
    for (std::size_t code = 0; code < kPlans; ++code)
        if (is_case(Plan(code))) share[is_second(Plan(code)) ? 1 : 0] += plans[code];
    const double sum = share[0] + share[1];
    if (sum <= kNever) return std::nullopt;
    if (share[0] <= kNever * sum) return std::array{0.0, 1.0};
    if (share[1] <= kNever * sum) return std::array{1.0, 0.0};
    return std::array{share[0] / sum, share[1] / sum};
}

std::array<double, 2> better_of(const std::array<double, 2>& worth) {
    return worth[1] > worth[0] ? std::array{0.0, 1.0} : std::array{1.0, 0.0};
}

// The two plans of an accusation: to let it be, to accuse.
std::array<std::size_t, 2> accusing_plans(bool is_covered, bool claims_hit) {
    const std::size_t quiet = (is_covered ? 8U : 0U) | (claims_hit ? 4U : 0U);
    return {quiet, quiet | 3U};
}

// A claim the other's solution never makes leaves open what to believe. The own plan holds the
// other to its value all the same, so whatever makes that plan right is believed; a needless "hit"
// is believed as it stands (SH-46).
Fork unexpected_fork(const TurnSide& side, std::size_t suit,
                     const std::array<std::size_t, 2>& plans, bool other_is_hit,
                     const std::array<double, 2>& share) {
    const std::size_t truth = other_is_hit ? 4 : 8;
    const std::size_t lie = other_is_hit ? 12 : 0;
    Fork fork{.share = share, .is_expected = false};
    for (std::size_t i = 0; i < 2; ++i)
        fork.worth[i] = worth_of(side, suit, plans[i], share[1] > 1 - kNever ? lie : truth);
    if (share[0] > kNever && share[1] > kNever) {  // both are right where they are worth the same
        const double more =
            worth_of(side, suit, plans[1], lie) - worth_of(side, suit, plans[0], lie);
        const double less = fork.worth[0] - fork.worth[1];
        const double belief = more + less > 0 ? less / (more + less) : 0;
        fork.worth.fill(belief * worth_of(side, suit, plans[0], lie) +
                        (1 - belief) * fork.worth[0]);
    }
    return fork;
}

}  // namespace

Fork claim_fork(const TurnSide& side, std::size_t suit, bool is_covered) {
    Fork fork;
    fork.worth.fill(-1e300);
    for (std::size_t code = 0; code < kPlans; ++code) {
        const Plan plan(code);
        if (plan.covered != is_covered) continue;
        double sum = 0;
        for (std::size_t reply = 0; reply < kPlans; ++reply)
            sum += side.other[suit][reply] * worth_of(side, suit, code, reply);
        double& kept = fork.worth[plan.claims_hit ? 1 : 0];
        kept = std::max(kept, sum);
    }
    const auto own = division(
        side.own[suit], [&](const Plan& plan) { return plan.covered == is_covered; },
        [](const Plan& plan) { return plan.claims_hit; });
    fork.share = own ? *own : better_of(fork.worth);
    return fork;
}

Fork accuse_fork(const TurnSide& side, std::size_t suit, bool is_covered, Claims claims) {
    const auto own = division(
        side.own[suit],
        [&](const Plan& plan) {
            return plan.covered == is_covered && plan.claims_hit == claims.own_is_hit;
        },
        [&](const Plan& plan) {
            return claims.other_is_hit ? plan.accuses_hit : plan.accuses_safe;
        });
    const auto plans = accusing_plans(is_covered, claims.own_is_hit);
    Fork fork;
    double expected = 0;
    for (std::size_t reply = 0; reply < kPlans; ++reply) {
        if (Plan(reply).claims_hit != claims.other_is_hit) continue;
        expected += side.other[suit][reply];
        for (std::size_t i = 0; i < 2; ++i)
            fork.worth[i] += side.other[suit][reply] * worth_of(side, suit, plans[i], reply);
    }
    if (expected <= kNever) {
        const bool follows_plan = own && !claims.other_is_hit;
        return unexpected_fork(side, suit, plans, claims.other_is_hit,
                               follows_plan ? *own : std::array{1.0, 0.0});
    }
    for (double& worth : fork.worth) worth /= expected;
    fork.share = own ? *own : better_of(fork.worth);
    return fork;
}

}  // namespace moonflower::shields
