// The public-tree solver against the general one, which knows no game: the same position unrolled
// move by move, with the same belief at its root.
#include <doctest/doctest.h>

#include <cmath>

#include "endgames.hpp"
#include "solve/equilibrium.hpp"
#include "solve/flatten.hpp"
#include "solve/hanamikoji/equilibrium.hpp"
#include "solve/hanamikoji/range_cfr.hpp"
#include "solve/hanamikoji/steps.hpp"
#include "solve/hanamikoji/tree_size.hpp"

using namespace moonflower;
using namespace moonflower::hanamikoji;

namespace {

using Ranges = std::array<Range, 2>;

double orders(Cards cards) {
    double result = 1;
    for (int n = 1; n <= cards.size(); ++n) result *= n;
    for (int g = 0; g < kGeishas; ++g)
        for (int n = 2; n <= cards.count(g); ++n) result /= n;
    return result;
}

// Every pair of holdings that can be held together, as a world of the general solver.
std::vector<World<State>> worlds_of(const Table& table, const Ranges& ranges) {
    std::vector<World<State>> worlds;
    const Cards hidden = hidden_cards(table);
    for (const Holding& first : ranges[0])
        for (const Holding& second : ranges[1]) {
            if (!hidden.includes(first.side.all() + second.side.all())) continue;
            const Cards rest = hidden - first.side.all() - second.side.all();
            worlds.push_back({State(table, 0, first.side, second.side, rest),
                              first.weight * second.weight * orders(rest)});
        }
    return worlds;
}

struct Case {
    Table table;
    Ranges ranges;
};

// Some holdings of a range, in their order.
Range thinned(const Range& range, std::size_t most, Rng& rng) {
    Range left = range;
    while (left.size() > most)
        left.erase(left.begin() + rng.below(static_cast<std::uint32_t>(left.size())));
    return left;
}

// Small enough to unroll; some with odd ranges, some in the middle of a turn. With `most` holdings
// a seat there are gifts and competitions to come, which whole ranges make too large.
std::vector<Case> small_cases(int turns_left, std::size_t count, std::size_t most = 1'000'000) {
    std::vector<Case> cases;
    Rng rng(static_cast<std::uint64_t>(turns_left));
    while (cases.size() < count) {
        State state = random_endgame(one_round(), turns_left, rng);
        for (std::uint32_t moves = rng.below(3); moves > 0; --moves)
            if (!state.turn().is_over()) state.apply(state.random_move(rng));
        if (state.turn().is_over()) continue;
        Case found{state.table(), {}};
        for (const Seat seat : {0, 1}) {
            found.ranges[at(seat)] = thinned(uniform_range(found.table, seat), most, rng);
            if (cases.size() % 2 == 0) continue;
            for (Holding& holding : found.ranges[at(seat)]) holding.weight *= 1 + rng.below(5);
        }
        if (found.ranges[0].size() * found.ranges[1].size() > 200) continue;
        if (total_weight(found.table, found.ranges[0], found.ranges[1]) == 0) continue;
        const double slots = estimate_public_tree(found.table, found.ranges, {}).slots;
        if (slots > 0 && slots < 3'000) cases.push_back(found);
    }
    return cases;
}

// Whole ranges of small positions, and a few holdings of larger ones.
std::vector<Case> mixed_cases(int turns_left, std::size_t count) {
    std::vector<Case> cases = small_cases(turns_left, count);
    for (const Case& thin : small_cases(turns_left, count, 5)) cases.push_back(thin);
    return cases;
}

PublicTree with_all_moves(const Case& small) {
    TreeLimits limits;
    limits.drops_dominated = false;
    return build_public_tree(small.table, small.ranges, limits);
}

std::shared_ptr<const SequenceForm> unrolled(const Case& small) {
    std::vector<World<OpaqueState>> worlds;
    for (const World<State>& world : worlds_of(small.table, small.ranges))
        worlds.push_back({world.state, world.weight});
    const Tree tree = Flattener(worlds, [] {}).flatten(1ULL << 30U);
    return std::make_shared<const SequenceForm>(tree);
}

}  // namespace

TEST_CASE("certificates of even play equal those of the unrolled game") {
    for (const int turns_left : {1, 2, 3, 4})
        for (const Case& small : mixed_cases(turns_left, 6)) {
            const PublicTree tree = with_all_moves(small);
            const std::vector<double> even(tree.policy_slots());
            const RangeCertificate found = certify_ranges(tree, even, {});
            const auto form = unrolled(small);
            const Certificate expected = certify(*form, form->uniform());
            for (const std::size_t seat : {0U, 1U})
                CHECK(found.responses[seat].value ==
                      doctest::Approx((expected.best_responses[seat] + 1) / 2).epsilon(1e-9));
            CHECK(found.nash_conv() == doctest::Approx(expected.nash_conv / 2).epsilon(1e-9));
        }
}

TEST_CASE("equilibrium values equal those of the unrolled game") {
    for (const int turns_left : {2, 3, 4})
        for (const Case& small : mixed_cases(turns_left, 3)) {
            const PublicTree tree = with_all_moves(small);
            const RangeEquilibrium found = find_range_equilibrium(tree, {.nash_conv = 5e-7}, {});
            CHECK(found.is_reached);
            const Equilibrium expected =
                find_equilibrium(unrolled(small), CfrMethod::kPcfrPlus, {1e-6, 100'000}, {}, {});
            REQUIRE(expected.is_reached);
            const double value = (expected.certificate.values[0] + 1) / 2;
            CHECK(std::abs(found.certificate.responses[0].value - value) < 1e-6);
        }
}

TEST_CASE("moves that are left out are not missed") {
    std::uint64_t left_out = 0;
    for (const int turns_left : {2, 3, 4})
        for (const Case& small : small_cases(turns_left, 5, 5)) {
            const PublicTree all = with_all_moves(small);
            const PublicTree tree = build_public_tree(small.table, small.ranges, {});
            left_out += all.policy_slots() - tree.policy_slots();
            const double value =
                find_range_equilibrium(all, {.nash_conv = 5e-6}, {}).certificate.responses[0].value;
            const RangeEquilibrium found = find_range_equilibrium(tree, {.nash_conv = 5e-6}, {});
            CHECK(found.is_reached);
            CHECK(std::abs(found.certificate.responses[0].value - value) < 1e-5);
        }
    CHECK(left_out > 500);
}

TEST_CASE_TEMPLATE("every regret minimiser comes to the same value", Rule, RegretMatching,
                   RegretMatchingPlus, DiscountedRegretMatching, PredictiveRegretMatchingPlus) {
    for (const Case& small : small_cases(2, 4)) {
        const PublicTree tree = build_public_tree(small.table, small.ranges, {});
        RangeCfr<Rule, double> cfr(tree);
        for (int i = 0; i < 600; ++i) cfr.iterate({});
        CHECK(certify_ranges(tree, cfr.average(), {}).nash_conv() < 5e-3);
    }
}

TEST_CASE("the size of a tree is known before it is built") {
    Rng rng(5);
    for (const int turns_left : {2, 3, 4})
        for (int i = 0; i < 5; ++i) {
            const Table table = random_endgame(Rules{}, turns_left, rng).table();
            const Ranges ranges{uniform_range(table, 0), uniform_range(table, 1)};
            const double guess = estimate_public_tree(table, ranges, {}).slots;
            if (guess > 100'000) continue;
            const PublicTree tree = build_public_tree(table, ranges, {});
            const auto slots = static_cast<double>(tree.policy_slots());
            CHECK(std::abs(guess - slots) <= 0.25 * slots + 20);
        }
}

TEST_CASE("the weight of all deals is what the rules say") {
    Rng rng(11);
    const Table table = random_endgame(Rules{}, 2, rng).table();
    const Ranges ranges{uniform_range(table, 0), uniform_range(table, 1)};
    double sum = 0;
    for (const World<State>& world : worlds_of(table, ranges)) sum += world.weight;
    CHECK(total_weight(table, ranges[0], ranges[1]) == doctest::Approx(sum));
}
