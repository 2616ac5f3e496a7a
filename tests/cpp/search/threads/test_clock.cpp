#include <doctest/doctest.h>

#include "search/threads/clock.hpp"

using namespace moonflower;

namespace {

SearchLimits clock(double left_ms, double increment_ms = 0, int moves_to_go = 0) {
    SearchLimits limits;
    limits.clock_ms[1] = left_ms;
    limits.increment_ms[1] = increment_ms;
    limits.moves_to_go = moves_to_go;
    return limits;
}

}  // namespace

TEST_CASE("no time limit, no budget") {
    CHECK(!TimeBudget::of({}, 0, 10, 20).hard_ms);
    CHECK(!TimeBudget::of(clock(1000), 0, 10, 20).hard_ms);  // another seat's clock
}

TEST_CASE("a fixed time is used as it is") {
    SearchLimits limits;
    limits.time_ms = 200;
    const TimeBudget budget = TimeBudget::of(limits, 0, 10, 20);
    CHECK(*budget.soft_ms == 200);
    CHECK(*budget.hard_ms == 200);
}

TEST_CASE("a clock is never overrun, however little is left") {
    for (const double left : {0.0, 1.0, 20.0, 500.0, 60'000.0})
        for (const int moves : {0, 1, 2, 40})
            for (const double increment : {0.0, 100.0, 100'000.0})
                for (const double decisions : {1.0, 7.5, 300.0})
                    for (const double overhead : {0.0, 10.0, 1000.0}) {
                        const TimeBudget budget =
                            TimeBudget::of(clock(left, increment, moves), 1, overhead, decisions);
                        CHECK(*budget.soft_ms > 0);
                        CHECK(*budget.soft_ms <= *budget.hard_ms);
                        CHECK(*budget.hard_ms <= std::max(left - overhead, 1.0));
                    }
}

TEST_CASE("a clock lasts for the moves to go") {
    double left = 10'000;
    for (int moves = 40; moves > 0; --moves) {
        const double used = *TimeBudget::of(clock(left, 0, moves), 1, 10, 60).soft_ms;
        CHECK(used > 100);
        left -= used;
    }
    CHECK(left > 0);
}

TEST_CASE("a clock lasts for the game, and little of it is left over") {
    for (const int length : {1, 2, 12, 80, 400})
        for (const double increment : {0.0, 50.0}) {
            CAPTURE(length);
            CAPTURE(increment);
            double left = 5000;
            for (int ahead = length; ahead > 0; --ahead) {
                const double used = *TimeBudget::of(clock(left, increment), 1, 0.5, ahead).soft_ms;
                CHECK(used >= 0.5 * std::min(left, 5000.0 / length));
                left += increment - used;
                CHECK(left > 0);
            }
            CHECK(left < 0.5 * (5000 + length * increment));
        }
}

TEST_CASE("no more is planned for than the game has left") {
    const double few = *TimeBudget::of(clock(10'000, 0, 40), 1, 10, 5).soft_ms;
    CHECK(few == *TimeBudget::of(clock(10'000), 1, 10, 5).soft_ms);
}

TEST_CASE("a game that lasts longer than it looked goes on by what is added") {
    double left = 5000;
    for (int move = 0; move < 500; ++move) {
        left += 50 - *TimeBudget::of(clock(left, 50), 1, 10, 2).hard_ms;
        CHECK(left > 50);
    }
}
