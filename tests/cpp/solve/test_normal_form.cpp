// CFR against linear programming, which shares nothing with it: every pure policy of one seat is a
// row, of the other a column, and the matrix game has the value of the tree.
#include <doctest/doctest.h>

#include <cmath>

#include "../toy/trees.hpp"
#include "brute_force.hpp"
#include "solve/equilibrium.hpp"
#include "solve/matrix_game.hpp"

using namespace moonflower;

namespace {

Matrix<double> normal_form(const Tree& tree) {
    std::array<std::vector<std::vector<double>>, 2> pure;
    for (const Seat seat : {0, 1})
        brute::for_each_pure(tree, seat, [&](const std::vector<double>& policy) {
            pure[static_cast<std::size_t>(seat)].push_back(policy);
        });
    Matrix<double> matrix(pure[0].size(), pure[1].size());
    for (std::size_t i = 0; i < matrix.rows(); ++i)
        for (std::size_t j = 0; j < matrix.columns(); ++j)
            matrix(i, j) = brute::value(tree, {pure[0][i], pure[1][j]}, 0);
    return matrix;
}

}  // namespace

TEST_CASE("Kuhn poker in normal form is worth -1/18") {
    const CertifiedGame found = solve_certified(normal_form(toy::Kuhn().tree()), 1e-9);
    CHECK(found.gap() < 1e-9);
    CHECK(found.value() == doctest::Approx(-1. / 18).epsilon(1e-9));
}

TEST_CASE("CFR comes to the value of the linear program on random trees") {
    int compared = 0;
    for (std::uint64_t seed = 0; seed < 120; ++seed) {
        const Tree tree = toy::RandomTree(2, 4, true, seed).tree();
        if (!tree.is_zero_sum || brute::pure_policies(tree, 0) > 64 ||
            brute::pure_policies(tree, 1) > 64)
            continue;
        const CertifiedGame exact = solve_certified(normal_form(tree), 1e-9);
        const Equilibrium found = find_equilibrium(std::make_shared<const SequenceForm>(tree),
                                                   CfrMethod::kPcfrPlus, {1e-6, 20'000}, {}, {});
        // What CFR says of itself is true of the value that linear programming finds.
        const double nash_conv = found.certificate.nash_conv;
        CHECK(nash_conv < 1e-4);
        CHECK(std::abs(found.certificate.values[0] - exact.value()) <= nash_conv + 1e-9);
        ++compared;
    }
    CHECK(compared > 10);
}
