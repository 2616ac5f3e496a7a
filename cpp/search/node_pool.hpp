// Memory for nodes: one block of fixed size, filled from the bottom, no heap afterwards.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#include "search/node.hpp"

namespace moonflower {

class NodePool {
public:
    static constexpr std::uint32_t kFirst = 4;  // index 0 means "no node"

    explicit NodePool(std::uint32_t cells)
        : memory_(static_cast<std::uint64_t*>(std::calloc(cells, kCellBytes))), capacity_(cells) {
        if (!memory_) throw std::bad_alloc();
    }

    [[nodiscard]] Node* at(std::uint32_t index) const {
        return reinterpret_cast<Node*>(memory_.get() + index);
    }
    [[nodiscard]] std::uint32_t index_of(const Node* node) const {
        return static_cast<std::uint32_t>(reinterpret_cast<const std::uint64_t*>(node) -
                                          memory_.get());
    }
    [[nodiscard]] std::uint32_t capacity() const { return capacity_; }
    [[nodiscard]] std::uint32_t top() const { return top_.load(std::memory_order_relaxed); }
    void set_top(std::uint32_t top) { top_.store(top, std::memory_order_relaxed); }

    // Room for a node of `count` moves, its fields zero; nothing when there is none.
    [[nodiscard]] Node* take(std::uint32_t count) {
        const std::uint32_t need = cells_of(count);
        std::uint32_t top = top_.load(std::memory_order_relaxed);
        do {
            if (need > capacity_ - top) return nullptr;
        } while (!top_.compare_exchange_weak(top, top + need, std::memory_order_relaxed));
        // All zero is how every field begins; one wipe is faster than building a hundred edges.
        Node* const node = at(top);
        std::memset(static_cast<void*>(node), 0, std::size_t{need} * kCellBytes);
        node->count = count;
        return node;
    }

private:
    struct Free {
        void operator()(std::uint64_t* memory) const { std::free(memory); }
    };
    // Zero pages that the system hands out when they are touched, so a large table costs nothing
    // until it is used.
    std::unique_ptr<std::uint64_t, Free> memory_;
    std::uint32_t capacity_;
    std::atomic<std::uint32_t> top_{kFirst};
};

}  // namespace moonflower
