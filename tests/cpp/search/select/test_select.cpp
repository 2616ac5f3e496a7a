#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <span>
#include <vector>

#include "../tree/made_nodes.hpp"
#include "search/select/log_table.hpp"
#include "search/select/ranking.hpp"
#include "search/select/select.hpp"
#include "search/tree/proof.hpp"
#include "search/tree/table.hpp"

using namespace moonflower;

namespace {

constexpr std::array kRules{Selection::kUcb1, Selection::kUcb1Tuned, Selection::kPuct};

SearchHints hints(Selection rule) {
    SearchHints result;
    result.selection = rule;
    return result;
}

}  // namespace

TEST_CASE("the logarithm is close, and exact at powers of two") {
    for (std::uint32_t n = 1; n < 5'000'000; n += 1 + n / 7)
        CHECK(std::abs(natural_log(n) - std::log(static_cast<float>(n))) < 0.005F);
    CHECK(natural_log(1) == 0.0F);
    CHECK(natural_log(1U << 31) == doctest::Approx(31 * std::log(2.0)));
}

TEST_CASE("tabulated roots are the computed ones") {
    for (std::uint32_t n = 1; n < 3000; ++n) {
        CHECK(inverse_root(n) == std::sqrt(1.0F / static_cast<float>(n)));
        CHECK(root_of_log(n) == std::sqrt(natural_log(n)));
    }
}

TEST_CASE("every rule comes to prefer the better arm and still tries the others") {
    for (const Selection rule : kRules) {
        Table table(1 << 16);
        const Selector selector(hints(rule), false);
        Node& node = *node_of(table, 1, 5, selector);
        Rng rng(1);
        for (int i = 0; i < 4000; ++i) {
            const std::uint32_t arm = selector.choose(node, rng);
            const bool win = rng.below(100) < 40 + 5 * arm;  // 40 to 60 percent
            selector.learn(node, arm, win ? kTop : 0);
        }
        CHECK(node.visits == 4000);
        for (std::uint32_t arm = 0; arm < 4; ++arm) {
            CHECK(node.edges()[arm].visits > 0);
            CHECK(node.edges()[arm].visits < node.edges()[4].visits);
        }
    }
}

TEST_CASE("the move told in advance is the one with the best score") {
    for (const Selection rule : kRules) {
        Table table(1 << 16);
        const Selector selector(hints(rule), false);
        Node& node = *node_of(table, 1, 7, selector);
        Rng rng(3);
        int told = 0;
        for (int i = 0; i < 2000; ++i) {
            if (node.is(Node::kWhole)) {
                ++told;
                // The scan that choosing stands for: a copy has nothing told in advance.
                std::uint32_t best = 0;
                const auto visits = node.visits;
                const float scale =
                    rule == Selection::kPuct
                        ? 1.5F * std::sqrt(static_cast<float>(visits))
                        : (rule == Selection::kUcb1 ? 0.7F : 1.0F) * root_of_log(visits);
                const auto score = [&](std::uint32_t arm) {
                    const Choice& choice = node.choices()[arm];
                    return choice.mean + scale * choice.width;
                };
                for (std::uint32_t arm = 1; arm < 7; ++arm)
                    if (score(arm) > score(best)) best = arm;
                CHECK(node.next == best);
            }
            const std::uint32_t arm = selector.choose(node, rng);
            selector.learn(node, arm, rng.below(100) < 30 + 6 * arm ? kTop : 0);
        }
        CHECK(told > 1500);
    }
}

TEST_CASE("PUCT looks at the likeliest moves first and at one more than it has tried") {
    Table table(1 << 16);
    const Selector selector(hints(Selection::kPuct), false);
    Node& node = *table.insert(1, 0, {6, 6}, [&](Node& fresh) {
        fresh.urgency = 0.5F;
        for (std::uint32_t i = 0; i < 6; ++i) {
            fresh.set_move(i, i);
            fresh.edges()[i].extra =
                std::bit_cast<std::uint32_t>(0.3F - 0.05F * static_cast<float>(i));
            selector.prepare(fresh, i);
        }
    });
    Rng rng(1);
    std::uint32_t most = 0;
    for (int i = 0; i < 3000; ++i) {
        const std::uint32_t arm = selector.choose(node, rng);
        CHECK(arm <= most);  // none is passed over
        most = std::max(most, arm + 1);
        CHECK(node.tried == most);
        selector.learn(node, arm, rng.coin() ? kTop : 0);
    }
    CHECK(most == 6);
}

TEST_CASE("the likeliest come first, the others keep their order") {
    Rng rng(1);
    for (std::size_t size = 0; size < 40; ++size)
        for (std::size_t count = 0; count <= size; ++count) {
            std::vector<std::uint32_t> weights(size);
            std::vector<Move> items(size);
            for (std::size_t i = 0; i < size; ++i) {
                weights[i] = rng.below(9);
                items[i] = Move{static_cast<std::uint32_t>(i)};
            }
            std::vector<Move> sorted = items;
            std::stable_sort(sorted.begin(), sorted.end(),
                             [&](Move a, Move b) { return weights[a.code] > weights[b.code]; });
            const std::vector<std::uint32_t> before = weights;
            bring_forward(std::span(items), std::span(weights), count);
            CHECK(std::equal(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(count),
                             sorted.begin()));
            for (std::size_t i = 0; i < size; ++i) CHECK(weights[i] == before[items[i].code]);
            // Brought forward bit by bit, the order is that of sorting at once.
            bring_forward(std::span(items).subspan(count), std::span(weights).subspan(count),
                          size - count);
            CHECK(std::ranges::equal(items, sorted));
        }
}

TEST_CASE("widening lets few moves in at first") {
    SearchHints few = hints(Selection::kUcb1);
    few.widen_base = 2;
    few.widen_milli = 1000;
    Table table(1 << 16);
    const Selector selector(few, false);
    Node& node = *node_of(table, 1, 50, selector);
    Rng rng(1);
    for (int i = 0; i < 100; ++i)
        selector.learn(node, selector.choose(node, rng), rng.coin() ? kTop : 0);
    CHECK(node.tried == 2 + 9);  // and the root of its visits
}

TEST_CASE("a move that is proven to lose leaves its place to the next") {
    SearchHints few = hints(Selection::kPuct);
    few.widen_base = 2;
    few.widen_milli = 0;
    Table table(1 << 16);
    const Selector selector(few, false);
    Node& node = *node_of(table, 1, 50, selector);
    Rng rng(1);
    Path path;
    for (std::uint32_t i = 0; i < 49; ++i) {
        const std::uint32_t chosen = selector.choose(node, rng);
        CHECK(node.edges()[chosen].visits == 0);  // never one that has lost
        selector.learn(node, chosen, 0);
        path.clear();
        path.push_back({&node, chosen});
        back_up_proof(path, 0, 0, selector);
        CHECK(!node.is_proven());
    }
    CHECK(selector.choose(node, rng) == 49);
}

TEST_CASE("the root gives its best moves equal shares of some visits") {
    for (const Selection rule : kRules) {
        Table table(1 << 16);
        const Selector selector(hints(rule), false);
        Node& node = *node_of(table, 1, 8, selector);
        Selector::take_as_root(node);
        Rng rng(1);
        for (int i = 0; i < 8000; ++i) {
            const std::uint32_t arm = selector.choose(node, rng);
            selector.learn(node, arm, rng.below(100) < 10 + 10 * arm ? kTop : 0);
        }
        int compared = 0;
        for (std::uint32_t arm = 0; arm < 8; ++arm)
            compared += node.edges()[arm].visits > 8000 / 20 ? 1 : 0;
        CHECK(compared >= 4);
        CHECK(node.edges()[0].visits < 8000 / 20);
    }
}

TEST_CASE("a root of two or three moves searches each to the end") {
    Table table(1 << 16);
    const Selector selector(hints(Selection::kPuct), false);
    Node& node = *node_of(table, 1, 3, selector);
    Selector::take_as_root(node);
    Rng rng(1);
    for (int i = 0; i < 3000; ++i)
        selector.learn(node, selector.choose(node, rng), i % 3 == 0 ? kTop : 0);
    for (std::uint32_t arm = 0; arm < 3; ++arm) CHECK(node.edges()[arm].visits > 900);
}

TEST_CASE("regret matching finds the mixture of a matrix game") {
    // Rock, paper, scissors with rock against scissors counting double: 1/4, 1/2, 1/4.
    constexpr std::array<std::array<int, 3>, 3> kPayoffs{{{0, -1, 2}, {1, 0, -1}, {-2, 1, 0}}};
    Table table(1 << 16);
    const Selector selector(hints(Selection::kUcb1), false);
    std::array<Node*, 2> nodes{node_of(table, 1, 3, selector, 0, true),
                               node_of(table, 2, 3, selector, 1, true)};
    Rng rng(1);
    constexpr int kRounds = 400'000;
    for (int i = 0; i < kRounds; ++i) {
        const std::uint32_t row = selector.choose(*nodes[0], rng);
        const std::uint32_t column = selector.choose(*nodes[1], rng);
        const int payoff = kPayoffs[row][column];
        const auto utility = [](int value) {
            return static_cast<std::uint32_t>(kTop / 2 + value * static_cast<int>(kTop) / 4);
        };
        selector.learn(*nodes[0], row, utility(payoff));
        selector.learn(*nodes[1], column, utility(-payoff));
    }
    const std::array<double, 3> solution{0.25, 0.5, 0.25};
    for (const Node* const node : nodes)
        for (std::uint32_t i = 0; i < 3; ++i)
            CHECK(std::abs(Selector::average_share(*node, node->edges()[i].visits, kRounds, 3) -
                           solution[i]) < 0.04);
}

TEST_CASE("proofs climb as far as they decide something") {
    Table table(1 << 16);
    const Selector selector(hints(Selection::kUcb1), false);
    Node& top = *node_of(table, 1, 2, selector, 0);
    Node& below = *node_of(table, 2, 2, selector, 1);
    Path path;
    path.push_back({&top, 0});
    path.push_back({&below, 0});
    back_up_proof(path, 0, 0, selector);  // seat 1 loses by its first move
    CHECK(!below.is_proven());
    CHECK(below.edges()[0].high == 0);
    CHECK(top.edges()[0].low == 0);
    path.back().edge = 1;
    back_up_proof(path, 0, kTop / 2, selector);  // and draws by its second
    CHECK(below.is_proven());
    CHECK(below.low == kTop / 2);
    CHECK(top.edges()[0].low == kTop / 2);
    CHECK(top.low == kTop / 2);
    CHECK(top.high == kTop);
    CHECK(top.choices()[0].mean < 0);  // no need to look at the draw again
    path.clear();
    path.push_back({&top, 1});
    back_up_proof(path, 0, kTop, selector);
    CHECK(top.is_proven());
    CHECK(top.low == kTop);
}
