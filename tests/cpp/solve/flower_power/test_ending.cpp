// Best-first endings against a plain walk over every course, without the alpha-beta that is asked
// before it.
#include "solve/flower_power/ending.hpp"

#include <doctest/doctest.h>

#include <array>

#include "walk.hpp"

namespace moonflower::flower_power {
namespace {

constexpr std::array kPositions{
    "FP1 1w:KD,2H/5r:(QC);6w:6C 9S/7S TH,9C - t9.2.1.3.00.11.20 main",
    "FP1 1w:JS,6H/5r:JD,2H BJ/- #1 - t9.1.1.3.00.11.20 main %2D",
    "FP1 1w:AH,TS/5r:6H -/2H - - t9.2.1.3.00.11.20 main",
    "FP1 1r:JC/5r:(RJ) TD/9H 7S,6C - t9.1.1.3.10.11.20 main",
    "FP1 1w:9C,5C/5r:QC -/7D JH,2D - t9.2.1.3.00.11.20 main",
    "FP1 1r:(6H),(3D)/5w:AC;6r:(5S) -/8C #1 - t9.1.1.3.00.11.20 main %7D",
    "FP1 1w:9C,4H/5r:8C,(TH) 8D/- 4S AD t9.2.1.3.10.11.20 main",
    "FP1 1w:AH,JC/5r:(JS) -/- AC,9S 5C t9.1.1.3.00.11.20 main",
    "FP1 1r:9C/5r:9S -/- #3 - t9.1.1.3.00.11.20 main %KH,8H,8C",
    "FP1 1r:?,?/5r:? -/- #2 - t9.1.1.3.00.11.20 main %KH,8S,8C,6D,2H",
};

std::array<Rules, 6> variants() {
    Rules base;
    base.stall = 4;
    std::array<Rules, 6> found;
    found.fill(base);
    found[1].end_in_battle = false;
    found[2].stall_share = true;
    found[3].will_one = true;
    found[4].rechoice = 2;
    found[5].stall = 7;
    found[5].max_turns = 12;
    return found;
}

TEST_CASE("endings by best-first search equal a plain walk") {
    for (const Rules& rules : variants())
        for (const char* const text : kPositions) {
            CAPTURE(text);
            const State state = State::parse(text, rules);
            Ending ending(state, 1ULL << 28U, [] {});
            ending.solve(1'000'000);
            REQUIRE(ending.sure().is_closed());
            Walk walk;
            CHECK(ending.sure().payoffs[0] == doctest::Approx(walk.value(state)));
            ending.solve_moves(1'000'000);
            for (const auto& [move, sure] : ending.root_moves()) {
                State next = state;
                next.apply(move);
                const double value = walk.value(next);
                CHECK(sure.payoffs[0] <= value + 1e-9);
                CHECK(1 - sure.payoffs[1] >= value - 1e-9);
            }
        }
}

}  // namespace
}  // namespace moonflower::flower_power
