// What all threads of a search have learned in its busy nodes, where each has a tree of its own.
// Threads come by now and then, hand in what is new and take over what others handed in
// (busy_nodes.hpp).
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "core/hash.hpp"
#include "search/threads/atomic.hpp"
#include "search/tree/node.hpp"

namespace moonflower {

// A node's numbers by move: every tree lists its moves in an order of its own.
class CommonNode {
public:
    struct Sum {
        std::uint64_t value = 0;
        std::uint64_t extra = 0;
        std::uint32_t visits = 0;
        std::uint32_t move = 0;
        std::uint16_t low = 0;
        std::uint16_t high = kTop;
    };

    explicit CommonNode(std::uint32_t moves) { sums_.reserve(moves); }

    // Where the numbers of a move are; `guess` is looked at first.
    [[nodiscard]] std::uint32_t place_of(std::uint32_t move, std::uint32_t guess);
    [[nodiscard]] Sum& at(std::uint32_t place) { return sums_[place]; }

    std::uint16_t low = 0;  // proven bounds of the seat's utility
    std::uint16_t high = kTop;

private:
    std::vector<Sum> sums_;
};

class CommonNodes {
public:
    // Takes about `bytes` in all, then no further nodes. `mates`: how many other threads each has
    // to imagine (busy_nodes.hpp).
    explicit CommonNodes(std::size_t bytes, int mates = 0) : bytes_(bytes), mates_(mates) {}

    [[nodiscard]] std::size_t bytes() const { return bytes_; }
    [[nodiscard]] int mates() const { return mates_; }
    // The number of a thread that joins in, from 0.
    [[nodiscard]] int enlist() { return enlisted_++; }

    // Lets `use` have the node of a key for itself; false when there is no room for a new one with
    // `count` moves.
    template <class Use>
    bool with(std::uint64_t key, std::uint32_t count, Use use) {
        Shelf& shelf = shelves_[key * kGoldenGamma >> (64 - kShelfBits)];
        const std::scoped_lock lock(shelf.mutex);
        auto found = shelf.nodes.find(key);
        if (found == shelf.nodes.end()) {
            const std::size_t bytes = kNodeBytes + count * sizeof(CommonNode::Sum);
            if (used_.load(std::memory_order_relaxed) + bytes > bytes_) return false;
            used_.fetch_add(bytes, std::memory_order_relaxed);
            found = shelf.nodes.try_emplace(key, count).first;
        }
        use(found->second);
        return true;
    }
    // Between searches: what is known is in the trees, and the threads have gone.
    void clear();

private:
    static constexpr int kShelfBits = 6;
    static constexpr std::size_t kNodeBytes = 64 + sizeof(CommonNode);  // with its place in a map

    struct alignas(kCacheLine) Shelf {
        std::mutex mutex;
        std::unordered_map<std::uint64_t, CommonNode> nodes;
    };

    std::size_t bytes_;
    int mates_;
    int enlisted_ = 0;
    std::atomic<std::size_t> used_{0};
    std::array<Shelf, std::size_t{1} << kShelfBits> shelves_;
};

}  // namespace moonflower
