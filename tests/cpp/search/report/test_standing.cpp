#include "search/report/standing.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace moonflower;

namespace {

// A move of `visits` simulations, of which so many were won.
RootMove made(std::uint64_t visits, std::uint64_t won) {
    RootMove move;
    move.visits = visits;
    move.utility = won * kTop;
    move.squares = won * kTop * kTop;
    return move;
}
RootMove proven(std::uint16_t utility) {
    RootMove move = made(10, 5);
    move.low = move.high = utility;
    return move;
}

}  // namespace

TEST_CASE("a line told clearly below another that is well searched is not chosen") {
    CHECK(best_move(std::vector{made(5000, 2900), made(4000, 2800)}) == 1);
    CHECK(best_move(std::vector{made(5000, 2900), made(4000, 2300)}) == 0);
}

TEST_CASE("a few lucky visits are not enough") {
    CHECK(best_move(std::vector{made(5000, 2900), made(20, 20)}) == 0);
    CHECK(best_move(std::vector{made(10, 5), made(9, 9)}) == 1);
    CHECK(best_move(std::vector{made(0, 0), made(0, 0)}) == 2);
    CHECK(best_move(std::vector{proven(0), made(100, 1)}) == 1);
}

TEST_CASE("settled: nobody can catch up, in visits or in worth") {
    CHECK(is_settled(std::vector{made(5000, 4000), made(500, 100)}, 4000));
    CHECK_FALSE(is_settled(std::vector{made(5000, 4000), made(500, 100)}, 5000));
    CHECK_FALSE(is_settled(std::vector{made(5000, 2500), made(50, 25)}, 1000));
    CHECK_FALSE(is_settled(std::vector<RootMove>{}, 0));
}

TEST_CASE("settled: not beside unseen moves while what has been seen loses") {
    CHECK_FALSE(is_settled(std::vector{made(5000, 500), made(0, 0)}, 10));
    CHECK(is_settled(std::vector{made(5000, 4500), made(0, 0)}, 10));
}

TEST_CASE("settled: a proven move counts by its value") {
    CHECK(is_settled(std::vector{made(5000, 500), proven(0)}, 10));
    CHECK_FALSE(is_settled(std::vector{made(5000, 500), proven(kTop / 2)}, 10));
}
