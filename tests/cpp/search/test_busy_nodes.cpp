#include <doctest/doctest.h>

#include <array>

#include "made_nodes.hpp"
#include "search/busy_nodes.hpp"

using namespace moonflower;

namespace {

constexpr std::uint32_t kMoves = 5;
constexpr std::size_t kBytes = 1 << 14;

Selector shared_selector(Selection rule) {
    SearchHints hints;
    hints.selection = rule;
    return {hints, false, true};
}

// A node that many simulations have come by.
Node* busy_node(Table& table, const Selector& selector, bool together = false) {
    Node* const node = node_of(table, 42, kMoves, selector, 0, together);
    Rng rng(1);
    for (int i = 0; i < 1000; ++i)
        selector.learn(*node, selector.choose(*node, rng), rng.coin() ? kTop : 0);
    return node;
}

std::uint64_t visits_of_edges(const Node& node) {
    std::uint64_t sum = 0;
    for (std::uint32_t i = 0; i < node.room; ++i) sum += node.edges()[i].visits.get();
    return sum;
}

}  // namespace

TEST_CASE("only a busy node gets a stand-in") {
    Table table(1 << 20, true);
    const Selector selector = shared_selector(Selection::kUcb1);
    BusyNodes busy(table, selector, kBytes);
    Node* const quiet = node_of(table, 1, kMoves, selector);
    CHECK(busy.stand_in(quiet) == quiet);
    Node* const node = busy_node(table, selector);
    Node* const copy = busy.stand_in(node);
    REQUIRE(copy != node);
    CHECK(copy->is(Node::kCopy));
    CHECK(busy.stand_in(node) == copy);
    CHECK(copy->visits.get() == node->visits.get());
    for (std::uint32_t i = 0; i < kMoves; ++i) CHECK(copy->move(i) == node->move(i));
    BusyNodes without(table, selector, 0);
    CHECK(without.stand_in(node) == node);
}

TEST_CASE("what threads learn in their copies adds up in the node") {
    for (const Selection rule : {Selection::kUcb1, Selection::kUcb1Tuned, Selection::kPuct}) {
        Table table(1 << 20, true);
        const Selector selector = shared_selector(rule);
        Node* const node = busy_node(table, selector);
        const std::uint64_t before = node->edges()[2].value.get();
        std::array<BusyNodes, 2> threads{BusyNodes(table, selector, kBytes),
                                         BusyNodes(table, selector, kBytes)};
        std::uint64_t won = 0;
        Rng rng(2);
        for (int i = 0; i < 2000; ++i) {
            BusyNodes& thread = threads[rng.below(2)];
            Node* const copy = thread.stand_in(node);
            const std::uint32_t move = selector.choose(*copy, rng);
            const std::uint32_t utility = rng.below(4) < move ? kTop : 0;
            selector.learn(*copy, move, utility);
            if (move == 2) won += utility;
            thread.next_simulation();
        }
        CHECK(node->visits.get() > 2500);  // settled on the way
        for (BusyNodes& thread : threads) thread.settle_all();
        CHECK(node->visits.get() == 3000);
        CHECK(visits_of_edges(*node) == 3000);
        CHECK(node->edges()[2].value.get() == before + won);
        Node* const copy = threads[0].stand_in(node);
        for (std::uint32_t i = 0; i < kMoves; ++i) {
            CHECK(copy->choices()[i].mean.get() == node->choices()[i].mean.get());
            CHECK(copy->choices()[i].width.get() == node->choices()[i].width.get());
        }
    }
}

TEST_CASE("regrets of two threads add up and never fall below zero") {
    Table table(1 << 20, true);
    const Selector selector = shared_selector(Selection::kUcb1);
    Node* const node = busy_node(table, selector, true);
    std::array<BusyNodes, 2> threads{BusyNodes(table, selector, kBytes),
                                     BusyNodes(table, selector, kBytes)};
    for (BusyNodes& thread : threads) {
        Node* const copy = thread.stand_in(node);
        copy->edges()[0].extra.set(0);
        copy->edges()[1].extra.set(copy->edges()[1].extra.get() + 500);
    }
    const std::uint64_t before = node->edges()[1].extra.get();
    for (BusyNodes& thread : threads) thread.settle_all();
    CHECK(node->edges()[0].extra.get() == 0);
    CHECK(node->edges()[1].extra.get() == before + 1000);
}

TEST_CASE("a proof found in a copy reaches the other threads") {
    Table table(1 << 20, true);
    const Selector selector = shared_selector(Selection::kUcb1);
    Node* const node = busy_node(table, selector);
    BusyNodes first(table, selector, kBytes);
    BusyNodes second(table, selector, kBytes);
    (void)second.stand_in(node);
    Path path;
    path.push_back({first.stand_in(node), 3});
    back_up_proof(path, 0, kTop, selector);
    CHECK(path[0].node->is_proven());
    CHECK(!node->is_proven());
    first.settle_all();
    CHECK(node->is_proven());
    second.settle_all();
    CHECK(node->low.get() == kTop);
    CHECK(second.stand_in(node)->is_proven());
    Rng rng(3);
    CHECK(selector.choose(*second.stand_in(node), rng) == 3);
}

TEST_CASE("results reach a node that has got more edges meanwhile") {
    Table table(1 << 20, true);
    Table::Allowance allowance;
    const Selector selector = shared_selector(Selection::kUcb1);
    Node* const node = table.insert(42, 0, {9, 4}, allowance, [](Node& fresh) {
        for (std::uint32_t i = 0; i < fresh.count; ++i) fresh.set_move(i, i);
        fresh.tried.set(4);
    });
    for (std::uint32_t i = 0; i < 600; ++i) selector.learn(*node, i % 4, kTop);
    BusyNodes busy(table, selector, kBytes);
    Node* const copy = busy.stand_in(node);
    REQUIRE(copy != node);
    selector.learn(*copy, 1, kTop);
    REQUIRE(table.claim(*node));
    Node* const larger = table.enlarge(node, allowance);
    CHECK(busy.give_up(copy) == larger);
    CHECK(larger->room == 8);
    CHECK(larger->visits.get() == 601);
    CHECK(larger->edges()[1].visits.get() == 151);
    busy.next_simulation();
    CHECK(larger->visits.get() == 601);  // handed in once
}
