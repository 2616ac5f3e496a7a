#include <doctest/doctest.h>

#include <unordered_map>
#include <vector>

#include "core/rng.hpp"
#include "search/table.hpp"

using namespace moonflower;

namespace {

Node* add(Table& table, std::uint64_t key, std::uint32_t count) {
    return table.insert(key, 0, count, [](Node& node) {
        for (std::uint32_t i = 0; i < node.count; ++i) node.edges()[i].move = i + 1;
    });
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
    CHECK(table.nodes() == 3000);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const Node* const node = table.find(keys[i]);
        REQUIRE(node != nullptr);
        CHECK(node->key == keys[i]);
        CHECK(node->count == i % 5);
    }
    CHECK(table.find(rng.next()) == nullptr);
    table.clear();
    CHECK(table.nodes() == 0);
    for (const std::uint64_t key : keys) CHECK(table.find(key) == nullptr);
}

TEST_CASE("a node keeps its visits when it gets its moves") {
    Table table(1 << 20, false);
    Node* const leaf = add(table, 42, 0);
    leaf->visits.set(7);
    const std::uint32_t link = table.link_to(leaf);
    Node* const node = table.expand(leaf, 3, [](Node& fresh) { fresh.edges()[2].move = 9; });
    REQUIRE(node != nullptr);
    CHECK(table.find(42) == node);
    CHECK(node->visits.get() == 7);
    CHECK(node->edges()[2].move == 9);
    CHECK(table.follow(link) == nullptr);  // what the old place was
    CHECK(table.follow(table.link_to(node)) == node);
}

TEST_CASE("a full table drops the least used and keeps its word about the rest") {
    Table table(1 << 16, false);
    Rng rng(3);
    std::unordered_map<std::uint64_t, std::uint32_t> busy;
    std::uint64_t added = 0;
    for (int i = 0; i < 20'000; ++i) {
        const std::uint64_t key = rng.next();
        Node* const node = add(table, key, static_cast<std::uint32_t>(rng.below(8)));
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
        for (std::uint32_t i = 0; i < count; ++i) CHECK(node->edges()[i].move == i + 1);
    }
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
    CHECK(table.nodes() > 100);
}
