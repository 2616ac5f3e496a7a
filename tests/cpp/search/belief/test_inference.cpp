#include <doctest/doctest.h>

#include <vector>

#include "core/inference.hpp"
#include "core/rng.hpp"
#include "search/belief/alias_table.hpp"
#include "search/belief/weights.hpp"

using namespace moonflower;

TEST_CASE("logarithms in whole numbers: powers and back") {
    CHECK(power_of(0) == std::uint64_t{1} << 36);
    CHECK(power_of(kLogOne) == 2 * power_of(0));
    CHECK(power_of(-100 * kLogOne) == power_of(-16 * kLogOne));
    for (std::int32_t log = -16 * kLogOne; log <= 16 * kLogOne; log += 7)
        CHECK(log_of(power_of(log)) == log);
}

TEST_CASE("the probabilities of a logit choice add up") {
    const std::vector<std::int32_t> scores{0, 256, -300, 700};
    LogitChoice choice;
    for (const std::int32_t score : scores) choice.add(score);
    std::uint64_t total = 0;
    for (const std::int32_t score : scores) total += power_of(choice.log_of_choosing(score));
    CHECK(static_cast<double>(total) / static_cast<double>(power_of(0)) ==
          doctest::Approx(1.0).epsilon(0.01));
}

TEST_CASE("worlds are drawn by their weights") {
    const std::vector<std::uint32_t> weights{1, 500, 0, 99, 400};
    const AliasTable table(weights);
    std::vector<int> drawn(weights.size());
    Rng rng(1);
    constexpr int kDraws = 1'000'000;
    for (int i = 0; i < kDraws; ++i) ++drawn[table.draw(rng)];
    CHECK(drawn[2] == 0);
    for (std::size_t i = 0; i < weights.size(); ++i)
        CHECK(drawn[i] / double{kDraws} == doctest::Approx(weights[i] / 1000.0).epsilon(0.02));
}

TEST_CASE("no world is excluded, and the effective number says how unlike they are") {
    const std::vector<std::int32_t> alike(50, -3000);
    CHECK(weights_of(alike).ess == doctest::Approx(50.0));
    std::vector<std::int32_t> unlike(50, -20 * kLogOne);
    unlike[7] = 0;
    const WorldWeights weighed = weights_of(unlike);
    CHECK(weighed.ess == doctest::Approx(1.0).epsilon(0.3));
    // A uniform part of one ninth.
    const double total = 50.0 * weighed.weights[0] + weighed.weights[7] - weighed.weights[0];
    CHECK(50.0 * weighed.weights[0] / total == doctest::Approx(1.0 / 9).epsilon(0.05));
}
