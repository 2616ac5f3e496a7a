#include <doctest/doctest.h>

#include <bit>
#include <unordered_map>
#include <vector>

#include "core/rng.hpp"
#include "search/tree/table.hpp"

using namespace moonflower;

namespace {

Node* add(Table& table, std::uint64_t key, std::uint32_t count, std::uint32_t room) {
    return table.insert(key, 0, {count, room}, [](Node& node) {
        for (std::uint32_t i = 0; i < node.count; ++i) node.set_move(i, i + 1);
    });
}

Node* add(Table& table, std::uint64_t key, std::uint32_t count) {
    return add(table, key, count, count);
}

}  // namespace

TEST_CASE("a node is found under its key and no other") {
    Table table(1 << 20);
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
    Table table(1 << 20);
    Rng rng(2);
    std::vector<std::uint64_t> keys;
    for (int i = 0; i < 5000; ++i) keys.push_back(rng.next());
    for (std::uint32_t round = 0; round < 3; ++round)
        for (const std::uint64_t key : keys) {  // the index grows meanwhile
            const Table::Place place = table.look_up(key);
            CHECK(place.node == nullptr);
            CHECK(place.visits == round);
            table.count_visit(place, key);
        }
    CHECK(table.places() == 5000);
    Node* const node = add(table, keys[7], 3);
    CHECK(table.look_up(keys[7]).node == node);
    CHECK(table.places() == 5000);
    CHECK(table.look_up(keys[8]).visits == 3);
}

TEST_CASE("a node keeps what it knows when it gets more edges") {
    Table table(1 << 20);
    Node* node = add(table, 42, 11, 4);
    node->visits = 7;
    node->tried = 4;
    for (std::uint32_t i = 0; i < 4; ++i) {
        node->edges()[i].visits = i + 1;
        node->choices()[i].mean = 0.25F * static_cast<float>(i);
    }
    const std::uint32_t link = table.link_to(node);
    for (const std::uint32_t room : {8U, 11U, 11U}) {
        node = table.enlarge(node);
        CHECK(node->room == room);
        CHECK(table.find(42) == node);
        CHECK(node->visits == 7);
        CHECK(node->tried == 4);
        for (std::uint32_t i = 0; i < 11; ++i) CHECK(node->move(i) == i + 1);
        for (std::uint32_t i = 0; i < room; ++i) {
            CHECK(node->edges()[i].visits == (i < 4 ? i + 1 : 0));
            CHECK(node->edges()[i].high == kTop);
        }
        CHECK(node->choices()[3].mean == 0.75F);
    }
    CHECK(table.follow(link) == nullptr);  // what the old place was
    CHECK(table.follow(table.link_to(node)) == node);
    CHECK(table.places() == 1);
}

TEST_CASE("moves that wait for an edge bring their priors with them") {
    Table table(1 << 20);
    Node* node = table.insert(42, 0, {10, 4, true}, [](Node& fresh) {
        for (std::uint32_t i = 0; i < fresh.count; ++i) fresh.set_move(i, i + 1);
        for (std::uint32_t i = 4; i < fresh.count; ++i)
            fresh.waiting_priors()[i - 4] = 1.0F / static_cast<float>(i);
    });
    for (const std::uint32_t room : {8U, 10U}) {
        node = table.enlarge(node);
        CHECK(node->room == room);
        for (std::uint32_t i = 4; i < 10; ++i) {
            const float prior =
                i < room ? std::bit_cast<float>(static_cast<std::uint32_t>(node->edges()[i].extra))
                         : node->waiting_priors()[i - room];
            CHECK(prior == 1.0F / static_cast<float>(i));
            CHECK(node->move(i) == i + 1);
        }
    }
}

TEST_CASE("a full table drops the least used and keeps its word about the rest") {
    Table table(1 << 16);
    Rng rng(3);
    std::unordered_map<std::uint64_t, std::uint32_t> busy;
    std::uint64_t added = 0;
    for (int i = 0; i < 20'000; ++i) {
        const std::uint64_t key = rng.next();
        if (i % 3 == 0) table.count_visit(table.look_up(key), key);
        const std::uint32_t moves = rng.below(8);
        Node* const node = add(table, key, moves, (moves + 1) / 2);
        if (node != nullptr) {
            ++added;
            if (busy.size() < 40) {
                busy[key] = node->count;
                node->visits = 1'000'000;
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
    Table table(1 << 16);
    Rng rng(5);
    std::vector<std::uint64_t> keys;
    const auto fill = [](Node& node) {
        for (std::uint32_t i = 0; i < node.count; ++i) node.set_move(i, i + 1);
        for (std::uint32_t i = node.room; i < node.count; ++i)
            node.waiting_priors()[i - node.room] = 0.5F;
    };
    for (int i = 0; i < 3000; ++i) {
        const std::uint64_t key = rng.next();
        Node* node = table.insert(key, 0, {9 + rng.below(9), 4, true}, fill);
        if (node != nullptr && rng.coin()) node = table.enlarge(node);
        if (node != nullptr && keys.size() < 30) {
            keys.push_back(key);
            node->visits = 1'000'000;
        }
        table.tidy();
    }
    CHECK(table.recycled() > 500);
    for (const std::uint64_t key : keys) {
        const Node* const node = table.find(key);
        REQUIRE(node != nullptr);
        CHECK(node->visits == 1'000'000);
        for (std::uint32_t i = 0; i < node->count; ++i) CHECK(node->move(i) == i + 1);
    }
}

TEST_CASE("a sweep drops what earlier searches left first") {
    Table table(1 << 16);
    Rng rng(4);
    Node* const old = add(table, 1, 4);
    old->visits = 500;
    table.next_generation();
    while (!table.is_full()) {
        Node* const node = add(table, rng.next(), 4);
        if (node != nullptr) node->visits = 500;
    }
    while (table.is_full()) table.tidy();
    CHECK(table.find(1) == nullptr);
    CHECK(table.places() > 100);
}
