#include <doctest/doctest.h>

#include <cmath>

#include "endgames.hpp"
#include "games/hanamikoji/round_table.hpp"
#include "games/hanamikoji/round_value.hpp"
#include "solve/hanamikoji/solver.hpp"

using namespace moonflower;
using namespace moonflower::hanamikoji;

namespace {

// The time says what size is tried whole; no clock is looked at here.
SolveLimits limits_of(std::optional<double> time_ms, double nash_conv) {
    SolveLimits limits;
    limits.time_ms = time_ms;
    limits.nash_conv = nash_conv;
    return limits;
}

bool same(const Solution& a, const Solution& b) {
    if (a.value != b.value || a.bound != b.bound || a.note != b.note || a.nodes != b.nodes ||
        a.moves.size() != b.moves.size())
        return false;
    for (std::size_t i = 0; i < a.moves.size(); ++i)
        if (a.moves[i].text != b.moves[i].text || a.moves[i].share != b.moves[i].share ||
            a.moves[i].value != b.moves[i].value)
            return false;
    return true;
}

void check_answer(const Solution& found, const Moves& legal, double nash_conv) {
    CHECK(found.bound <= nash_conv);
    CHECK(found.value >= 0);
    CHECK(found.value <= 1);
    REQUIRE(found.values.size() == 2);
    CHECK(found.values[0] + found.values[1] == doctest::Approx(1));
    REQUIRE(found.moves.size() == legal.size());
    double shares = 0;
    double least_loss = 1;
    for (const SolvedMove& move : found.moves) {
        CHECK(std::find(legal.begin(), legal.end(), move.move) != legal.end());
        shares += move.share;
        least_loss = std::min(least_loss, move.loss);
    }
    CHECK(shares == doctest::Approx(1));
    CHECK(least_loss == doctest::Approx(0).epsilon(1e-9));
}

}  // namespace

TEST_CASE("views with up to three turns left are solved, and worlds of a view alike") {
    Rng rng(3);
    int solved = 0;
    for (int i = 0; i < 24; ++i) {
        State state = random_endgame(i % 2 == 0 ? one_round() : Rules{}, 1 + i % 3, rng);
        state.apply(state.random_move(rng));  // the draw
        if (i % 4 == 3) state.apply(state.random_move(rng));
        if (!state.turn().is_seat()) continue;
        const View view = state.view(state.turn().seat());
        const SolveLimits limits = limits_of(15.0, 1e-3);
        const auto found = Solver::solve(view, limits, {});
        REQUIRE(found);
        if (found->kind == SolutionKind::kUnknown) continue;  // sampled
        ++solved;
        Moves legal;
        view.legal_moves(legal);
        check_answer(*found, legal, 1e-3);
        CHECK(found->is_exact == (found->note.find("table of round values") == std::string::npos));
        const State other = view.sample(rng);
        CHECK(same(*found, *Solver::solve(other.view(view.seat()), limits, {})));
    }
    CHECK(solved > 8);
}

TEST_CASE("what is too large is sampled and says so, and does not peek") {
    Rng rng(1);
    for (;;) {
        State state = random_endgame(one_round(), 4, rng);
        if (state.table().used[0] != 3 || state.table().used[1] != 10) continue;
        while (!state.turn().is_seat()) state.apply(state.random_move(rng));
        const View view = state.view(state.turn().seat());
        SolveLimits limits = limits_of(600.0, 1e-2);
        limits.memory_bytes = 64ULL << 20U;  // a small sample shows the same
        const auto found = Solver::solve(view, limits, {});
        REQUIRE(found);
        CHECK(found->kind == SolutionKind::kUnknown);
        CHECK_FALSE(found->is_exact);
        CHECK(found->bound == 1);
        INFO(found->note);
        CHECK(found->note.starts_with("sampled: "));
        Moves legal;
        view.legal_moves(legal);
        check_answer(*found, legal, 1);
        CHECK(same(*found, *Solver::solve(view.sample(rng).view(view.seat()), limits, {})));
        return;
    }
}

TEST_CASE("open states are solved; positions with more turns left are not offered") {
    Rng rng(2);
    for (const int turns_left : {1, 2, 3, 4}) {
        State state = random_endgame(one_round(), turns_left, rng);
        const auto before = Solver::solve(state, limits_of({}, 1e-3), {});
        REQUIRE(before);
        CHECK(before->moves.empty());
        state.apply(state.random_move(rng));
        const auto found = Solver::solve(state, limits_of({}, 1e-3), {});
        REQUIRE(found);
        Moves legal;
        state.legal_moves(legal);
        check_answer(*found, legal, 1e-3);
        CHECK(found->is_exact);
    }
    CHECK_FALSE(Solver::solve(random_endgame(one_round(), 5, rng), {}, {}));
    CHECK_FALSE(Solver::solve(State(Rules{}).view(0), {}, {}));
}

TEST_CASE("a solver that is stopped tells its last certificate or nothing") {
    Rng rng(4);
    State state = random_endgame(one_round(), 3, rng);
    state.apply(state.random_move(rng));
    int beats = 0;
    const ProgressCallback stop = [&] {
        if (++beats > 3) throw SolveStopped{};
    };
    CHECK_THROWS_AS((void)Solver::solve(state.view(state.turn().seat()), {}, stop), SolveStopped);
}

TEST_CASE("the table of round values: 274 classes, mirrored owners, decided matches") {
    int open = 0;
    for (std::size_t index = 0; index < kOwnershipClasses; ++index)
        open += kRoundTables[0][0][index] > 0 ? 1 : 0;
    CHECK(open == 274);
    const Rules rules;
    CHECK(value_after(rules, 0, {0b1111000, 0}).is_over);
    CHECK(value_after(rules, 0, {0b1111000, 0}).payoff == 1);
    CHECK(value_after(rules, 2, {0b1000000, 0}).payoff == 1);  // the last round: more points
    CHECK(value_after(rules, 2, {0, 0}).payoff == 0.5);
    const RoundValue ahead = value_after(rules, 0, {0b1100000, 0});
    CHECK_FALSE(ahead.is_over);
    CHECK(ahead.payoff > 0.6);
    CHECK(value_after(rules, 0, {0, 0b1100000}).payoff < 0.4);
    // The same owners whoever is called the first seat.
    Rules turned;
    turned.starter = 1;
    CHECK(value_after(turned, 0, {0, 0b1100000}).payoff == doctest::Approx(1 - ahead.payoff));
}
