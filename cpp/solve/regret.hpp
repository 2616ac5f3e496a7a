// Regret minimisers: how the regrets of one information set grow, and what is played because of
// them. The CFR driver is a template over these; each is a handful of inline lines.
//
// At iteration t = 1, 2, ... `begin(t)` comes first. Then for each move `accumulate` joins the
// regret of this iteration to the sum of those before, and the next iteration plays each move in
// proportion to the positive part of `promise`. The average policy weighs iteration t by
// `average_weight(t)`.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>

namespace moonflower {

template <class R>
concept RegretMinimiser = requires(R rule, const R& fixed, double t, double sum, double regret) {
    rule.begin(t);
    { fixed.accumulate(sum, regret) } -> std::same_as<double>;
    { fixed.promise(sum, regret) } -> std::same_as<double>;
    { fixed.average_weight(t) } -> std::same_as<double>;
};

// Regret matching (Zinkevich et al. 2007).
struct RegretMatching {
    void begin(double /*t*/) {}
    [[nodiscard]] double accumulate(double sum, double regret) const { return sum + regret; }
    [[nodiscard]] double promise(double sum, double /*regret*/) const { return sum; }
    [[nodiscard]] double average_weight(double /*t*/) const { return 1.0; }
};

// Regret matching+ (Tammelin 2014): sums never fall below 0; linear averaging.
struct RegretMatchingPlus {
    void begin(double /*t*/) {}
    [[nodiscard]] double accumulate(double sum, double regret) const {
        return std::max(sum + regret, 0.0);
    }
    [[nodiscard]] double promise(double sum, double /*regret*/) const { return sum; }
    [[nodiscard]] double average_weight(double t) const { return t; }
};

// Discounted regret matching (Brown and Sandholm 2019) with alpha 3/2, beta 0, gamma 2. Powers
// are products and square roots: equal on every machine.
struct DiscountedRegretMatching {
    double gain = 0.0;  // what is kept of positive sums; of negative ones a half

    void begin(double t) {
        const double power = (t - 1) * std::sqrt(t - 1);
        gain = power / (power + 1);
    }
    [[nodiscard]] double accumulate(double sum, double regret) const {
        return sum * (sum > 0 ? gain : 0.5) + regret;
    }
    [[nodiscard]] double promise(double sum, double /*regret*/) const { return sum; }
    [[nodiscard]] double average_weight(double t) const { return t * t; }
};

// Predictive regret matching+ (Farina, Kroer and Sandholm 2021): plays as if the last regret came
// once more; quadratic averaging.
struct PredictiveRegretMatchingPlus {
    void begin(double /*t*/) {}
    [[nodiscard]] double accumulate(double sum, double regret) const {
        return std::max(sum + regret, 0.0);
    }
    [[nodiscard]] double promise(double sum, double regret) const { return sum + regret; }
    [[nodiscard]] double average_weight(double t) const { return t * t; }
};

static_assert(RegretMinimiser<RegretMatching> && RegretMinimiser<RegretMatchingPlus>);
static_assert(RegretMinimiser<DiscountedRegretMatching>);
static_assert(RegretMinimiser<PredictiveRegretMatchingPlus>);

}  // namespace moonflower
