// The example that new games are copied from: no part of the engine, and yet it keeps the contract,
// knows exactly what its seats can know, and is searched and solved like any other game.
#include <doctest/doctest.h>

#include <cmath>
#include <memory>

#include "audit/belief_audit.hpp"
#include "audit/conformance.hpp"
#include "core/error.hpp"
#include "engine/any_search.hpp"
#include "engine/solving.hpp"
#include "games/example/state.hpp"

namespace moonflower::example {

GameModule module();

namespace {

const GamePtr kGame = module().make({});

StatePtr played(std::string_view tokens) { return kGame->parse(tokens); }

double share_of(const AnyView& view, std::string_view world) {
    ProgressTimer none;
    const auto worlds = view.worlds(100, none);
    REQUIRE(worlds.has_value());
    double found = 0;
    double all = 0;
    for (const WeightedState& each : *worlds) {
        all += each.weight;
        if (each.state->text() == world) found = each.weight;
    }
    return found / all;
}

}  // namespace

TEST_CASE("the example keeps the contract") {
    ProgressTimer none;
    const ConformanceReport report = check_conformance(*kGame, 300, 1, none);
    CHECK(report.findings.empty());
    CHECK(report.games == 300);
    CHECK(report.beliefs_enumerated > 0);
}

TEST_CASE("the worlds of the example are what could have happened") {
    ProgressTimer none;
    const BeliefAudit audit = audit_beliefs(*kGame, 10'000, none);
    CHECK(audit.complete);
    CHECK(audit.findings.empty());
}

TEST_CASE("shares come of the odds of chance") {
    // p1 holds a seven: three sevens are left among 51 cards, and four of every other rank.
    const ViewPtr dealt = kGame->parse_view("*7 *?", 0);
    CHECK(share_of(*dealt, "*7 *7") == doctest::Approx(3. / 51));
    CHECK(share_of(*dealt, "*7 *K") == doctest::Approx(4. / 51));
    // p2 kept a five after drawing a king, or drew one of the fives that are left.
    const ViewPtr drawn = kGame->parse_view("*7 *? k x *? =5", 0);
    CHECK(share_of(*drawn, "*7 *5 k x *K") ==
          doctest::Approx(4. * 4 / (4. * 4 + 4. * 3 + 10 * 4. * 4 + 3. * 4 + 4. * 4)));
}

TEST_CASE("seats see their own cards, those of an exchange, and both at the end") {
    const StatePtr dealt = played("*7 *K");
    const Move exchange = dealt->parse_move("x");
    CHECK(dealt->seen_by(0, exchange) == "x =K");
    CHECK(dealt->seen_by(1, exchange) == "x =7");
    CHECK(dealt->public_text() == "*? *?");
    CHECK(played("*7 *K x")->turn().is_over());
    CHECK(played("*7 *5 x")->view(0)->text() == "*7 *? x =5");
    CHECK(played("*7 *5 x")->view(1)->text() == "*? *5 x =7");
}

TEST_CASE("views take what can be seen, and nothing else") {
    CHECK_THROWS_AS(kGame->parse_view("*7 *5", 0), ParseError);
    CHECK_THROWS_AS(kGame->parse_view("*7  *?", 0), ParseError);
    CHECK_THROWS_AS(kGame->parse_view("", 0), ParseError);
    const ViewPtr view = kGame->parse_view("*7 *?", 0);
    CHECK_THROWS_AS(view->observe("y"), IllegalMoveError);
    CHECK_THROWS_AS(view->observe("x"), ParseError);  // what it got in exchange belongs to it
    CHECK_THROWS_AS(view->observe("x =K k"), IllegalMoveError);
    CHECK_THROWS_AS(view->parse_move("*5"), IllegalMoveError);
    CHECK(view->text() == "*7 *?");
    CHECK_THROWS_AS(played("*7 *5 k k x"), ParseError);
}

TEST_CASE("the example is solved and searched") {
    // The value in print: p1 wins 2831 3/4 of 5525 games. Zero-sum here.
    ProgressTimer none;
    const auto form = flatten(*kGame->start(), 1ULL << 28U, none).form;
    const Equilibrium found = find_equilibrium(form, CfrMethod::kPcfrPlus, {1e-4, 100'000}, {}, {});
    REQUIRE(found.is_reached);
    CHECK(std::abs(found.certificate.values[0] - (2 * 2831.75 / 5525 - 1)) <= 1e-4);
    const SearchPtr search = kGame->make_search({});
    SearchRequest request;
    request.limits.nodes = 4'000;
    const auto best = [&](std::string_view view) {
        const SearchReport report = search->run(*kGame->parse_view(view, 0), request);
        return kGame->parse_view(view, 0)->format(report.lines[report.best].move);
    };
    CHECK(best("*2 *?") == "x");
    CHECK(best("*Q *?") == "k");
}

}  // namespace moonflower::example
