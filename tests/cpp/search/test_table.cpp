#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <unordered_map>
#include <vector>

#include "core/rng.hpp"
#include "search/table.hpp"

using namespace moonflower;

namespace {

Node* add(Table& table, std::uint64_t key, std::uint32_t count, std::uint32_t room,
          Table::Allowance& allowance) {
    return table.insert(key, 0, {count, room}, allowance, [](Node& node) {
        for (std::uint32_t i = 0; i < node.count; ++i) node.set_move(i, i + 1);
    });
}

Node* add(Table& table, std::uint64_t key, std::uint32_t count, std::uint32_t room) {
    Table::Allowance allowance;
    return add(table, key, count, room, allowance);
}

Node* add(Table& table, std::uint64_t key, std::uint32_t count) {
    return add(table, key, count, count);
}

// Busy nodes that were put in as `add` does are as they were.
void check_kept(const Table& table, const std::vector<std::uint64_t>& keys) {
    for (const std::uint64_t key : keys) {
        const Node* const node = table.find(key);
        REQUIRE(node != nullptr);
        CHECK(node->visits.get() == 1'000'000);
        for (std::uint32_t i = 0; i < node->count; ++i) CHECK(node->move(i) == i + 1);
    }
}

}  // namespace

TEST_CASE("a node is found under its key and no other") {
    Table table(1 << 20, false);
    Rng rng(1);
    std::vector<std::uint64_t> keys;
    for (int i = 0; i < 3000; ++i) {
        keys.push_back(rng.next());
        REQUIRE(add(table, keys.back(), static_cast<std::uint32_t>(i % 5)) != nullptr);
    }
    CHECK(table.places() == 3000);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const Node* const node = table.find(keys[i]);
        REQUIRE(node != nullptr);
        CHECK(node->key == keys[i]);
        CHECK(node->count == i % 5);
    }
    CHECK(table.find(rng.next()) == nullptr);
    table.clear();
    CHECK(table.places() == 0);
    for (const std::uint64_t key : keys) CHECK(table.find(key) == nullptr);
}

TEST_CASE("a place is counted until it gets a node") {
    Table table(1 << 20, false);
    Table::Allowance allowance;
    Rng rng(2);
    std::vector<std::uint64_t> keys;
    for (int i = 0; i < 5000; ++i) keys.push_back(rng.next());
    for (std::uint32_t round = 0; round < 3; ++round)
        for (const std::uint64_t key : keys) {  // the index grows meanwhile
            const Table::Place place = table.look_up(key);
            CHECK(place.node == nullptr);
            CHECK(place.visits == round);
            table.count_visit(place, key, allowance);
        }
    CHECK(table.places() == 5000);
    Node* const node = add(table, keys[7], 3);
    CHECK(table.look_up(keys[7]).node == node);
    CHECK(table.places() == 5000);
    CHECK(table.look_up(keys[8]).visits == 3);
}

TEST_CASE("a node keeps what it knows when it gets more edges") {
    Table table(1 << 20, false);
    Table::Allowance allowance;
    Node* node = add(table, 42, 11, 4);
    node->visits.set(7);
    node->tried.set(4);
    for (std::uint32_t i = 0; i < 4; ++i) {
        node->edges()[i].visits.set(i + 1);
        node->choices()[i].mean.set(0.25F * static_cast<float>(i));
    }
    const std::uint32_t link = table.link_to(node);
    for (const std::uint32_t room : {8U, 11U, 11U}) {
        node = table.enlarge(node, allowance);
        CHECK(node->room == room);
        CHECK(table.find(42) == node);
        CHECK(node->visits.get() == 7);
        CHECK(node->tried.get() == 4);
        for (std::uint32_t i = 0; i < 11; ++i) CHECK(node->move(i) == i + 1);
        for (std::uint32_t i = 0; i < room; ++i) {
            CHECK(node->edges()[i].visits.get() == (i < 4 ? i + 1 : 0));
            CHECK(node->edges()[i].high.get() == kTop);
        }
        CHECK(node->choices()[3].mean.get() == 0.75F);
    }
    CHECK(table.follow(link) == nullptr);  // what the old place was
    CHECK(table.follow(table.link_to(node)) == node);
    CHECK(table.places() == 1);
}

TEST_CASE("moves that wait for an edge bring their priors with them") {
    Table table(1 << 20, false);
    Table::Allowance allowance;
    Node* node = table.insert(42, 0, {10, 4, true}, allowance, [](Node& fresh) {
        for (std::uint32_t i = 0; i < fresh.count; ++i) fresh.set_move(i, i + 1);
        for (std::uint32_t i = 4; i < fresh.count; ++i)
            fresh.waiting_priors()[i - 4] = 1.0F / static_cast<float>(i);
    });
    for (const std::uint32_t room : {8U, 10U}) {
        node = table.enlarge(node, allowance);
        CHECK(node->room == room);
        for (std::uint32_t i = 4; i < 10; ++i) {
            const float prior =
                i < room
                    ? std::bit_cast<float>(static_cast<std::uint32_t>(node->edges()[i].extra.get()))
                    : node->waiting_priors()[i - room];
            CHECK(prior == 1.0F / static_cast<float>(i));
            CHECK(node->move(i) == i + 1);
        }
    }
}

TEST_CASE("of several threads one may move a node, and all find it") {
    Table table(1 << 20, true);
    Table::Allowance allowance;
    Node* const node = add(table, 42, 11, 4);
    CHECK(table.claim(*node));
    CHECK(!table.claim(*node));
    Node* const larger = table.enlarge(node, allowance);
    REQUIRE(larger != node);
    CHECK(table.current(node) == larger);
    CHECK(table.current(larger) == larger);
    CHECK(!table.claim(*node));
    CHECK(table.claim(*larger));
}

TEST_CASE("a full table drops the least used and keeps its word about the rest") {
    Table table(1 << 16, false);
    Table::Allowance allowance;
    Rng rng(3);
    std::unordered_map<std::uint64_t, std::uint32_t> busy;
    std::uint64_t added = 0;
    for (int i = 0; i < 20'000; ++i) {
        const std::uint64_t key = rng.next();
        if (i % 3 == 0) table.count_visit(table.look_up(key), key, allowance);
        const std::uint32_t moves = rng.below(8);
        Node* const node = add(table, key, moves, (moves + 1) / 2);
        if (node != nullptr) {
            ++added;
            if (busy.size() < 40) {
                busy[key] = node->count;
                node->visits.set(1'000'000);
            }
        }
        table.tidy();
        CHECK(table.load() <= 1.0);
    }
    CHECK(table.recycled() > 0);
    CHECK(added > 5'000);  // it goes on taking nodes
    for (const auto& [key, count] : busy) {
        const Node* const node = table.find(key);
        REQUIRE(node != nullptr);
        CHECK(node->count == count);
        for (std::uint32_t i = 0; i < count; ++i) CHECK(node->move(i) == i + 1);
    }
}

TEST_CASE("a sweep steps over nodes that have moved") {
    Table table(1 << 16, false);
    Table::Allowance allowance;
    Rng rng(5);
    std::vector<std::uint64_t> keys;
    const auto fill = [](Node& node) {
        for (std::uint32_t i = 0; i < node.count; ++i) node.set_move(i, i + 1);
        for (std::uint32_t i = node.room; i < node.count; ++i)
            node.waiting_priors()[i - node.room] = 0.5F;
    };
    for (int i = 0; i < 3000; ++i) {
        const std::uint64_t key = rng.next();
        Node* node = table.insert(key, 0, {9 + rng.below(9), 4, true}, allowance, fill);
        if (node != nullptr && rng.coin()) node = table.enlarge(node, allowance);
        if (node != nullptr && keys.size() < 30) {
            keys.push_back(key);
            node->visits.set(1'000'000);
        }
        table.tidy();
    }
    CHECK(table.recycled() > 500);
    check_kept(table, keys);
}

TEST_CASE("a sweep steps over what threads have taken in advance") {
    Table table(1 << 18, true);
    Rng rng(6);
    std::array<Table::Allowance, 3> allowances;
    std::vector<std::uint64_t> keys;
    for (int i = 0; i < 20'000; ++i) {
        const std::uint64_t key = rng.next();
        Node* const node = add(table, key, 5 + rng.below(9), 4, allowances[rng.below(3)]);
        if (node != nullptr && keys.size() < 30) {
            keys.push_back(key);
            node->visits.set(1'000'000);
        }
        if (!table.is_full()) continue;
        for (Table::Allowance& each : allowances) table.give_back(each);
        while (table.is_full()) table.tidy();
    }
    CHECK(table.recycled() > 5000);
    check_kept(table, keys);
}

TEST_CASE("places are counted once, whoever counts them") {
    Table table(1 << 20, true);
    Rng rng(7);
    std::array<Table::Allowance, 2> allowances;
    for (int i = 0; i < 400; ++i)
        REQUIRE(add(table, rng.next(), 3, 3, allowances[rng.below(2)]) != nullptr);
    CHECK(table.places() >= 400);  // never fewer than there are
    for (Table::Allowance& each : allowances) table.give_back(each);
    CHECK(table.places() == 400);
}

TEST_CASE("a sweep drops what earlier searches left first") {
    Table table(1 << 16, false);
    Rng rng(4);
    Node* const old = add(table, 1, 4);
    old->visits.set(500);
    table.next_generation();
    while (!table.is_full()) {
        Node* const node = add(table, rng.next(), 4);
        if (node != nullptr) node->visits.set(500);
    }
    while (table.is_full()) table.tidy();
    CHECK(table.find(1) == nullptr);
    CHECK(table.places() > 100);
}
