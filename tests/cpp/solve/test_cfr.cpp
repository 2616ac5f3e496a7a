#include <doctest/doctest.h>

#include "../toy/trees.hpp"
#include "core/error.hpp"
#include "solve/equilibrium.hpp"
#include "solve/mccfr.hpp"

using namespace moonflower;

namespace {

constexpr std::array kMethods{CfrMethod::kCfr, CfrMethod::kCfrPlus, CfrMethod::kDcfr,
                              CfrMethod::kPcfrPlus};

std::shared_ptr<const SequenceForm> form_of(const Tree& tree) {
    return std::make_shared<const SequenceForm>(tree);
}

}  // namespace

TEST_CASE("every method finds the value of small games") {
    const auto kuhn = form_of(toy::Kuhn().tree());
    // Skewed rock, paper, scissors: rock against scissors counts double. Value 0.
    const auto skewed = form_of(toy::matrix_game<3, 3>({{{0, -1, 2}, {1, 0, -1}, {-2, 1, 0}}}));
    for (const CfrMethod method : kMethods) {
        const Equilibrium poker = find_equilibrium(kuhn, method, {1e-3, 100'000}, {}, {});
        CHECK(poker.is_reached);
        CHECK(poker.certificate.values[0] == doctest::Approx(-1. / 18).epsilon(1e-3));
        const Equilibrium hands = find_equilibrium(skewed, method, {1e-3, 100'000}, {}, {});
        CHECK(hands.is_reached);
        CHECK(std::abs(hands.certificate.values[0]) < 1e-3);
        CHECK(hands.behaviour[0][1] == doctest::Approx(0.25).epsilon(0.01));
        CHECK(hands.behaviour[0][2] == doctest::Approx(0.5).epsilon(0.01));
    }
}

TEST_CASE("methods agree on random zero-sum trees") {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const Tree tree = toy::RandomTree(2, 7, true, seed).tree();
        REQUIRE(tree.is_zero_sum);
        const auto form = form_of(tree);
        const Equilibrium first =
            find_equilibrium(form, CfrMethod::kCfrPlus, {1e-3, 200'000}, {}, {});
        const Equilibrium second =
            find_equilibrium(form, CfrMethod::kPcfrPlus, {1e-4, 200'000}, {}, {});
        CHECK(first.is_reached);
        CHECK(second.is_reached);
        // Either value is within its NashConv of the true one.
        CHECK(std::abs(first.certificate.values[0] - second.certificate.values[0]) <= 1.1e-3);
    }
}

TEST_CASE("external sampling comes near the equilibrium, the same way every time") {
    const auto tree = std::make_shared<const Tree>(toy::Kuhn().tree());
    const auto form = form_of(*tree);
    McCfrSolver solver(tree, form, 5);
    McCfrSolver twin(tree, form, 5);
    solver.run(200'000, {});
    twin.run(100'000, {});
    twin.run(100'000, {});
    CHECK(certify(*form, solver.average()).nash_conv < 0.02);
    CHECK(solver.average() == twin.average());
    CHECK(solver.current() == twin.current());
    CHECK(solver.iterations() == 200'000);
}

TEST_CASE("a run in pieces is the run in one, and its progress callback may end it") {
    const auto form = form_of(toy::Kuhn().tree());
    for (const CfrMethod method : kMethods) {
        CfrSolver whole(form, method);
        CfrSolver pieces(form, method);
        whole.run(50, {});
        for (int i = 0; i < 5; ++i) pieces.run(10, {});
        CHECK(whole.average() == pieces.average());
        int beats = 0;
        const auto stop = [&] {
            if (++beats == 7) throw Error("stop");
        };
        CHECK_THROWS_AS(pieces.run(50, stop), Error);
        CHECK(pieces.iterations() == 57);
        whole.run(7, {});
        CHECK(whole.average() == pieces.average());
    }
}

TEST_CASE("a report may stop the search, which then says that it fell short") {
    const auto form = form_of(toy::Kuhn().tree());
    int reports = 0;
    const Equilibrium found =
        find_equilibrium(form, CfrMethod::kCfr, {1e-9, 1'000'000},
                         [&](const EquilibriumProgress&) { return ++reports < 3; }, {});
    CHECK(reports == 3);
    CHECK_FALSE(found.is_reached);
    CHECK(found.certificate.nash_conv > 1e-9);
    CHECK(found.certificate.nash_conv == certify(*form, found.behaviour).nash_conv);
}

TEST_CASE("methods have names") {
    CHECK(cfr_method("pcfr+") == CfrMethod::kPcfrPlus);
    CHECK_THROWS_AS((void)cfr_method("cfr++"), OptionError);
}
