// The common form of the solutions: payoffs of the seat on turn, certificates, nothing peeked at.
#include "solve/shields/solver.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <stdexcept>

using namespace moonflower;
using shields::Solver;

namespace {

shields::State position(const char* text) { return shields::State::parse(text, shields::Rules{}); }

std::optional<Solution> solved(const shields::State& state) {
    return Solver::solve(state, SolveLimits{}, [] {});
}

shields::State played(shields::State state, std::initializer_list<const char*> tokens) {
    for (const char* token : tokens) state.apply(state.parse_move(token));
    return state;
}

void check_form(const shields::State& state, const Solution& found) {
    shields::State::Moves legal;
    state.legal_moves(legal);
    CHECK(found.seat == state.turn().seat());
    CHECK(found.values.size() == static_cast<std::size_t>(state.seats()));
    CHECK(found.values[static_cast<std::size_t>(found.seat)] == doctest::Approx(found.value));
    CHECK(found.value >= 0);
    CHECK(found.value <= 1);
    REQUIRE(found.moves.size() == legal.size());
    double shares = 0;
    for (const SolvedMove& move : found.moves) {
        CHECK(state.format(move.move) == move.text);
        CHECK(move.loss >= 0);
        CHECK(move.value + move.loss == doctest::Approx(found.value));
        if (move.share > 1e-6) CHECK(move.loss <= 1e-4);
        shares += move.share;
    }
    CHECK(shares == doctest::Approx(1));
}

}  // namespace

TEST_CASE("shields: a single player gets his chance of survival and its fraction") {
    const auto state = position("sh1 enemy - 10 n=7,7,7,7 a1 0 S");
    const auto found = solved(state);
    REQUIRE(found);
    check_form(state, *found);
    CHECK(found->kind == SolutionKind::kValue);
    CHECK(found->is_exact);
    CHECK(found->bound == 0);
    CHECK(found->value == doctest::Approx(0.465886).epsilon(1e-5));
    CHECK(found->note.find("survival 1667724493807/3579684451200") != std::string::npos);
    CHECK(solved(position("sh1 enemy - 15 n=7,7,7,7 a1 0 S"))->kind == SolutionKind::kWin);
    CHECK(solved(position("sh1 enemy k=1 1 n=2,2,2,2 a4 0 S"))->kind == SolutionKind::kLoss);
}

TEST_CASE("shields: duels are told as payoffs of the seat on turn") {
    const auto first = position("sh1 enemy - 2/1 n=1,1,1,1 a1 0 S");
    const auto ahead = solved(first);
    REQUIRE(ahead);
    check_form(first, *ahead);
    CHECK(ahead->value == doctest::Approx((1 + 7.0 / 12) / 2));
    CHECK(ahead->is_exact);
    const auto second = played(first, {"CD"});
    const auto behind = solved(second);
    REQUIRE(behind);
    check_form(second, *behind);
    CHECK(behind->seat == 1);
    CHECK(behind->value == doctest::Approx((1 - 7.0 / 12) / 2));
    CHECK(behind->values[0] == doctest::Approx(ahead->value));
}

TEST_CASE("shields: every kind of decision has the common form") {
    const auto cheaters = position("sh1 enemy cheat=1 3/2 n=1,1,1,1 a1 0 S");
    const auto claim = played(cheaters, {"CD", "HS", "*!H"});
    for (const shields::State& state :
         {cheaters, played(cheaters, {"CD"}), claim, played(claim, {"h"}),
          played(claim, {"s", "s"}), played(claim, {"s", "h", "-"}),
          position("sh1 ffa - 3/2 - - 0 S"), position("sh1 ffa k=1 1/2/1 - - 0 S:C:D/./."),
          position("sh1 enemy order=open 2/2 n=1,1,1,1 a1 0 S:CD/."),
          position("sh1 enemy - 2/2/1 n=1,1,1,1 a1 0 S"),
          position("sh1 enemy - 2/2 n=1,1,1,1;0=1,0,0,0 a1;x1;eC/HS;dH 0 S"),
          position("sh1 enemy skip=hindrance 2 n=1,1,1,1;I=1,0,0,0 a2;hC 0 S")}) {
        CAPTURE(state.text());
        const auto found = solved(state);
        REQUIRE(found);
        check_form(state, *found);
    }
}

TEST_CASE("shields: an equilibrium of several is never exact and tells its NashConv") {
    const auto found = solved(position("sh1 ffa - 1/1/1 - - 0 S"));
    REQUIRE(found);
    CHECK_FALSE(found->is_exact);
    CHECK(found->bound >= 0);
    CHECK(found->bound < 0.01);
    CHECK(found->note.find("not exact") != std::string::npos);
}

TEST_CASE("shields: with all_dead=none payoffs do not add up, and none is invented") {
    const auto state = position("sh1 ffa all_dead=none 1/1 - - 0 S");
    const auto found = solved(state);
    REQUIRE(found);
    check_form(state, *found);
    CHECK(found->value == doctest::Approx(1.0 / 3));  // the duel of k=2 ends together in a third
    CHECK(found->values[1] == doctest::Approx(1.0 / 3));
    CHECK_FALSE(solved(position("sh1 enemy cheat=1;all_dead=none 2/2 n=1,1,1,1 a1 0 S")));
}

TEST_CASE("shields: all worlds of a view have the solution of the view") {
    const auto start = position("sh1 enemy cheat=1 3/2 n=1,1,1,1 a1 0 S");
    for (const shields::State& state :
         {played(start, {"CD"}), played(start, {"CD", "CH", "*!C"}),
          played(start, {"CD", "CH", "*!C", "s"}), played(start, {"CD", "CH", "*!C", "s", "s"}),
          played(start, {"CD", "CH", "*!C", "s", "h", "a1"}),
          played(position("sh1 ffa - 2/2 - - 0 S"), {"C:CD"})}) {
        CAPTURE(state.text());
        const shields::View view = state.view(state.turn().seat());
        const auto told = Solver::solve(view, SolveLimits{}, [] {});
        REQUIRE(told);
        const auto worlds = view.worlds(1000);
        REQUIRE(worlds);
        CHECK(worlds->size() > 1);
        for (const World<shields::State>& world : *worlds) {
            const auto found = solved(world.state);
            REQUIRE(found);
            CHECK(found->value == told->value);
            for (std::size_t i = 0; i < found->moves.size(); ++i) {
                CHECK(found->moves[i].text == told->moves[i].text);
                CHECK(found->moves[i].share == told->moves[i].share);
                CHECK(found->moves[i].loss == told->moves[i].loss);
            }
        }
    }
}

TEST_CASE("shields: what is not offered is left to others, what is too large says so") {
    CHECK_FALSE(solved(position("sh1 enemy - 2/2 n=1,1,1,1 a1 0 D:CD/HS")));
    CHECK_FALSE(solved(position("sh1 ffau - 3/3 n=9,9,9,9|C+D+H+S|C+D+H+S - 0 S")));
    CHECK_FALSE(solved(position("sh1 enemy cheat=1 3/3 n=1,1,1,1 a1;eCD/HS 0 S")));
    const auto large = position(
        "sh1 enemy - 9 n=5,5,5,5;P=1,1,1,1;I=1,1,1,1;V=1,1,1,1;0=1,1,1,1;6=1,1,1,1 a1 0 S");
    SolveLimits few;
    few.nodes = 500;
    const auto cut = Solver::solve(large, few, [] {});
    REQUIRE(cut);
    CHECK(cut->kind == SolutionKind::kUnknown);
    CHECK(cut->note.find("500") != std::string::npos);
    SolveLimits brief;
    brief.time_ms = 0;
    CHECK(Solver::solve(large, brief, [] {})->kind == SolutionKind::kUnknown);
    const ProgressCallback stop = [] { throw std::runtime_error("stopped"); };
    CHECK_THROWS_AS(std::ignore = Solver::solve(large, SolveLimits{}, stop), std::runtime_error);
}
