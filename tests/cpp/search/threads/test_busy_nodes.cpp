#include <doctest/doctest.h>

#include <array>
#include <memory>

#include "../tree/made_nodes.hpp"
#include "search/threads/busy_nodes.hpp"

using namespace moonflower;

namespace {

constexpr std::uint64_t kKey = 42;
constexpr std::uint32_t kMoves = 5;

Selector selector_of(Selection rule) {
    SearchHints hints;
    hints.selection = rule;
    return {hints, false};
}

// A thread with a tree of its own, in which one node matters.
struct Thread {
    Thread(const Selector& by, CommonNodes& common, bool together = false)
        : selector(by), busy(table, by, &common) {
        node = node_of(table, kKey, kMoves, by, 0, together);
    }
    // A simulation that comes by and is worth `utility`.
    void simulate(std::uint32_t move, std::uint32_t utility) {
        node->tried = kMoves;
        busy.pass(node);
        selector.learn(*node, move, utility);
        busy.next_simulation();
    }
    void simulate(Rng& rng) {
        busy.pass(node);
        const std::uint32_t move = selector.choose(*node, rng);
        selector.learn(*node, move, rng.below(4) < node->move(move) ? kTop : 0);
        busy.next_simulation();
    }
    // The same moves, listed from the last to the first.
    void turn_round() {
        for (std::uint32_t i = 0; i < kMoves; ++i) node->set_move(i, kMoves - 1 - i);
    }
    [[nodiscard]] const Edge& edge_of(std::uint32_t move) const {
        std::uint32_t i = 0;
        while (node->move(i) != move) ++i;
        return node->edges()[i];
    }

    const Selector& selector;
    Table table{1 << 20};
    BusyNodes busy;
    Node* node;
};

std::uint64_t visits_of_edges(const Node& node) {
    std::uint64_t sum = 0;
    for (std::uint32_t i = 0; i < node.room; ++i) sum += node.edges()[i].visits;
    return sum;
}

}  // namespace

TEST_CASE("threads tell each other of a busy node, whatever its order of moves") {
    for (const Selection rule : {Selection::kUcb1, Selection::kUcb1Tuned, Selection::kPuct}) {
        const Selector selector = selector_of(rule);
        CommonNodes common(1 << 20);
        Thread first(selector, common);
        Thread second(selector, common);
        second.turn_round();
        Rng rng(2);
        for (int i = 0; i < 2000; ++i) (rng.coin() ? first : second).simulate(rng);
        CHECK(first.node->visits > 1700);  // settled on the way
        CHECK(second.node->visits > 1700);
        for (int round = 0; round < 2; ++round)
            for (Thread* const thread : {&first, &second}) thread->busy.settle_all();
        for (const Thread* const thread : {&first, &second}) {
            CHECK(thread->node->visits == 2000);
            CHECK(visits_of_edges(*thread->node) == 2000);
        }
        for (std::uint32_t move = 0; move < kMoves; ++move) {
            CHECK(first.edge_of(move).visits == second.edge_of(move).visits);
            CHECK(first.edge_of(move).value == second.edge_of(move).value);
            CHECK(first.edge_of(move).extra == second.edge_of(move).extra);
        }
    }
}

TEST_CASE("a thread alone, and a node that is not busy, keep to themselves") {
    const Selector selector = selector_of(Selection::kUcb1);
    CommonNodes common(1 << 20);
    Thread first(selector, common);
    Thread second(selector, common);
    for (int i = 0; i < 20; ++i) first.simulate(0, kTop);
    for (int i = 0; i < 1000; ++i) second.simulate(1, kTop);
    for (Thread* const thread : {&first, &second}) thread->busy.settle_all();
    CHECK(first.node->visits == 20);
    CHECK(second.node->visits == 1000);
    BusyNodes alone(first.table, selector, nullptr);
    for (int i = 0; i < 1000; ++i) {
        alone.pass(first.node);
        selector.learn(*first.node, 0, kTop);
        alone.next_simulation();
    }
    alone.settle_all();
    CHECK(first.node->visits == 1020);
}

TEST_CASE("without room a node stays the thread's own") {
    const Selector selector = selector_of(Selection::kUcb1);
    CommonNodes common(16);
    Thread thread(selector, common);
    for (int i = 0; i < 1000; ++i) thread.simulate(0, kTop);
    thread.busy.settle_all();
    CHECK(thread.node->visits == 1000);
    CHECK(!thread.node->is(Node::kCommon));
}

TEST_CASE("regrets of two threads add up and never fall below zero") {
    const Selector selector = selector_of(Selection::kUcb1);
    CommonNodes common(1 << 20);
    Thread first(selector, common, true);
    Thread second(selector, common, true);
    Rng rng(3);
    for (Thread* const thread : {&first, &second})
        for (int i = 0; i < 600; ++i) thread->simulate(rng);
    for (int round = 0; round < 2; ++round)
        for (Thread* const thread : {&first, &second}) thread->busy.settle_all();
    const std::uint64_t before = first.node->edges()[1].extra;
    REQUIRE(second.node->edges()[1].extra == before);
    for (Thread* const thread : {&first, &second}) {
        thread->node->edges()[0].extra = 0;
        thread->node->edges()[1].extra = before + 500;
    }
    for (Thread* const thread : {&first, &second}) thread->busy.settle_all();
    CHECK(second.node->edges()[0].extra == 0);
    CHECK(second.node->edges()[1].extra == before + 1000);
}

TEST_CASE("a proof reaches the other threads") {
    const Selector selector = selector_of(Selection::kUcb1);
    CommonNodes common(1 << 20);
    Thread first(selector, common);
    Thread second(selector, common);
    second.turn_round();
    Rng rng(4);
    for (Thread* const thread : {&first, &second})
        for (int i = 0; i < 600; ++i) thread->simulate(rng);
    Path path;
    path.push_back({first.node, 3});
    back_up_proof(path, 0, kTop, selector);
    first.busy.settle_all();
    CHECK(!second.node->is_proven());
    second.busy.settle_all();
    CHECK(second.node->is_proven());
    CHECK(second.node->low == kTop);
    CHECK(second.edge_of(3).low == kTop);
}

TEST_CASE("a node that got more edges goes on with all of them") {
    const Selector selector = selector_of(Selection::kUcb1);
    CommonNodes common(1 << 20);
    Thread other(selector, common);
    for (int i = 0; i < 600; ++i) other.simulate(4, kTop);
    other.busy.settle_all();
    Table table(1 << 20);
    BusyNodes busy(table, selector, &common);
    Node* node = table.insert(kKey, 0, {kMoves, 4}, [](Node& fresh) {
        for (std::uint32_t i = 0; i < fresh.count; ++i) fresh.set_move(i, i);
        fresh.tried = 4;
    });
    for (std::uint32_t i = 0; i < 600; ++i) selector.learn(*node, i % 4, kTop);
    busy.pass(node);
    CHECK(node->visits == 600);  // nothing is known of its moves yet
    node = table.enlarge(node);
    CHECK(node->is(Node::kCommon));
    node->tried = kMoves;
    busy.pass(node);
    selector.learn(*node, 4, 0);
    busy.next_simulation();
    busy.settle_all();
    CHECK(node->edges()[4].visits == 601);
    CHECK(node->visits == 1201);
}

TEST_CASE("a node that was swept out and comes back begins anew") {
    const Selector selector = selector_of(Selection::kUcb1);
    CommonNodes common(1 << 20);
    Thread thread(selector, common);
    Rng rng(5);
    for (int i = 0; i < 1000; ++i) thread.simulate(rng);
    thread.busy.settle_all();
    thread.table.clear();
    thread.node = node_of(thread.table, kKey, kMoves, selector);
    for (int i = 0; i < 300; ++i) thread.simulate(rng);
    thread.busy.settle_all();
    CHECK(thread.node->visits == 1300);
    CHECK(visits_of_edges(*thread.node) == 1300);
}

TEST_CASE("a later search does not count twice what all trees know") {
    const Selector selector = selector_of(Selection::kUcb1);
    CommonNodes common(1 << 20);
    Thread first(selector, common);
    Thread second(selector, common);
    Rng rng(6);
    for (int i = 0; i < 2000; ++i) (rng.coin() ? first : second).simulate(rng);
    for (int round = 0; round < 2; ++round)
        for (Thread* const thread : {&first, &second}) thread->busy.settle_all();
    common.clear();
    std::array<std::unique_ptr<BusyNodes>, 2> busy{
        std::make_unique<BusyNodes>(first.table, selector, &common),
        std::make_unique<BusyNodes>(second.table, selector, &common)};
    for (std::uint32_t i = 0; i < 1000; ++i) {
        const std::size_t who = rng.below(2);
        Node* const node = who == 0 ? first.node : second.node;
        busy[who]->pass(node);
        selector.learn(*node, selector.choose(*node, rng), kTop);
        busy[who]->next_simulation();
    }
    for (int round = 0; round < 2; ++round)
        for (const auto& each : busy) each->settle_all();
    CHECK(first.node->visits == 3000);
    CHECK(second.node->visits == 3000);
}

TEST_CASE("a thread imagines what the others do until it hears of it") {
    const Selector selector = selector_of(Selection::kPuct);
    CommonNodes common(1 << 20, 1);
    Thread first(selector, common);
    Thread second(selector, common);
    Rng rng(7);
    for (Thread* const thread : {&first, &second})
        for (int i = 0; i < 600; ++i)
            selector.learn(*thread->node, selector.choose(*thread->node, rng), kTop / 2);
    second.busy.pass(second.node);  // the second to move: the first takes the best one
    const std::uint32_t best = selector.choose(*first.node, rng);
    CHECK(second.node->visits == 601);
    CHECK(second.edge_of(best).visits == first.edge_of(best).visits + 1);
    CHECK(selector.choose(*second.node, rng) != best);
    first.busy.pass(first.node);  // nobody is before it, and one after it
    CHECK(first.node->visits == 1200);
    first.busy.pass(first.node);
    CHECK(first.node->visits == 1201);
    for (Thread* const thread : {&first, &second}) {
        thread->busy.settle_all();
        CHECK(thread->node->visits == 1200);
        CHECK(visits_of_edges(*thread->node) == 1200);
    }
}
