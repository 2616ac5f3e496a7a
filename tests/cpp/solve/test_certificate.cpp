#include <doctest/doctest.h>

#include "../toy/trees.hpp"
#include "brute_force.hpp"
#include "core/error.hpp"
#include "core/rng.hpp"
#include "solve/best_response.hpp"

using namespace moonflower;

namespace {

Behaviour random_behaviour(const SequenceForm& form, Rng& rng) {
    Behaviour weights = form.uniform();
    for (std::vector<double>& seat : weights)
        for (double& weight : seat) weight = static_cast<double>(rng.below(4));
    return form.normalised(weights);
}

}  // namespace

TEST_CASE("certificates equal brute force on random trees of two and three seats") {
    Rng rng(7);
    int compared = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const int seats = seed % 3 == 0 ? 3 : 2;
        const Tree tree = toy::RandomTree(seats, 5, seed % 2 == 0, seed).tree();
        const SequenceForm form(tree);
        const Behaviour behaviour = random_behaviour(form, rng);
        const Certificate found = certify(form, behaviour);
        double nash_conv = 0;
        bool is_small = true;
        for (Seat seat = 0; seat < seats; ++seat) {
            const auto who = static_cast<std::size_t>(seat);
            const double value = brute::value(tree, behaviour, seat);
            CHECK(found.values[who] == doctest::Approx(value).epsilon(1e-12));
            if (brute::pure_policies(tree, seat) > 3000) {
                is_small = false;
                continue;
            }
            const double best = brute::best_response(tree, behaviour, seat);
            CHECK(found.best_responses[who] == doctest::Approx(best).epsilon(1e-12));
            const BestResponse response = best_response(form, behaviour, seat);
            Behaviour deviating = behaviour;
            deviating[who] = response.behaviour;
            CHECK(response.value == doctest::Approx(best).epsilon(1e-12));
            CHECK(brute::value(tree, deviating, seat) == doctest::Approx(best).epsilon(1e-12));
            nash_conv += best - value;
            ++compared;
        }
        if (is_small) CHECK(found.nash_conv == doctest::Approx(nash_conv).epsilon(1e-9));
    }
    CHECK(compared > 300);
}

TEST_CASE("uniform play of Kuhn poker leaves 11/12") {
    const SequenceForm form(toy::Kuhn().tree());
    CHECK(certify(form, form.uniform()).nash_conv == doctest::Approx(11. / 12).epsilon(1e-12));
    CHECK(expected_values(form, form.uniform())[0] == doctest::Approx(1. / 8).epsilon(1e-12));
}

TEST_CASE("what is no policy is refused") {
    const SequenceForm form(toy::Kuhn().tree());
    Behaviour behaviour = form.uniform();
    form.check(behaviour);
    behaviour[0][3] = 0.9;
    CHECK_THROWS_AS(form.check(behaviour), Error);
    behaviour = form.uniform();
    behaviour[1].pop_back();
    CHECK_THROWS_AS(form.check(behaviour), Error);
    behaviour.pop_back();
    CHECK_THROWS_AS(form.check(behaviour), Error);
}

TEST_CASE("a tree that outgrows its memory or breaks an information set is refused") {
    TreeBuilder tiny(2, 100);
    tiny.add_chance({}, std::array{1.0});
    CHECK_THROWS_AS(tiny.add_leaf(TreePlace{.edge = 0, .last = {}}, std::array{0.0, 0.0}),
                    TooLargeError);
    TreeBuilder broken(2, toy::kPlenty);
    const TreeFan fan = broken.add_chance({}, std::array{1.0, 1.0});
    broken.add_decision(fan.child({}, 0), 0, 5, toy::moves(2));
    CHECK_THROWS_AS(broken.add_decision(fan.child({}, 1), 0, 5, toy::moves(3)), Error);
}
