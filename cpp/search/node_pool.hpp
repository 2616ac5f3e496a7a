// Memory for nodes: one block of fixed size, filled from the bottom, no heap afterwards.
#pragma once

#include <atomic>
#include <cassert>
#include <cstdint>
#include <cstring>

#include "search/huge_block.hpp"
#include "search/node.hpp"

namespace moonflower {

class NodePool {
public:
    static constexpr std::uint32_t kFirst = 1;  // index 0 means "no node"

    explicit NodePool(std::uint32_t cells)
        : memory_(std::size_t{cells} * sizeof(Cell)), capacity_(cells) {}

    [[nodiscard]] Node* at(std::uint32_t index) const {
        return reinterpret_cast<Node*>(memory_.as<Cell>() + index);
    }
    [[nodiscard]] std::uint32_t index_of(const Node* node) const {
        return static_cast<std::uint32_t>(reinterpret_cast<const Cell*>(node) - memory_.as<Cell>());
    }
    [[nodiscard]] std::uint32_t capacity() const { return capacity_; }
    [[nodiscard]] std::uint32_t top() const { return top_.load(std::memory_order_relaxed); }
    void set_top(std::uint32_t top) { top_.store(top, std::memory_order_relaxed); }

    // Cells a thread has taken in advance: the top of a shared pool is better left alone.
    struct Lot {
        std::uint32_t next = 0;
        std::uint32_t end = 0;
    };
    // Room for a node, all fields zero; nothing when there is none. `ahead`: cells to take at once
    // when the lot is used up.
    [[nodiscard]] Node* take(const Shape& shape, Lot& lot, std::uint32_t ahead) {
        assert(shape.count <= kMostMoves);
        const std::uint32_t need = shape.cells();
        if (!fits(need, lot.end - lot.next)) {
            give_back(lot);
            const std::uint32_t wanted = fits(need, ahead) ? ahead : need;
            if (!refill(lot, wanted) && !refill(lot, need)) return nullptr;
        }
        // All zero is how every field begins; one wipe is faster than building a hundred edges.
        Node* const node = at(lot.next);
        lot.next += need;
        std::memset(static_cast<void*>(node), 0, sizeof(Node) + shape.room * kEdgeBytes);
        node->count = static_cast<std::uint16_t>(shape.count);
        node->room = static_cast<std::uint16_t>(shape.room);
        if (shape.keeps_priors) node->flags.set(Node::kKeepsPriors);
        return node;
    }
    // Fills what is left of a lot with a dead node, so that a sweep finds its way.
    void give_back(Lot& lot) const {
        const std::uint32_t left = lot.end - lot.next;
        if (left > 0) {
            Node* const filler = at(lot.next);
            std::memset(static_cast<void*>(filler), 0, sizeof(Node));
            filler->count = static_cast<std::uint16_t>((left - kFiller) * kCodesPerCell);
            filler->bury();
        }
        lot = {};
    }
    // What is still free, for a moment's use; nothing when there is less than `bytes`.
    [[nodiscard]] void* spare(std::size_t bytes) const {
        return bytes > std::size_t{capacity_ - top()} * sizeof(Cell) ? nullptr : at(top());
    }

private:
    static constexpr std::uint32_t kFiller = sizeof(Node) / kCellBytes;  // cells of the smallest
    static constexpr std::uint32_t kCodesPerCell = kCellBytes / sizeof(std::uint32_t);

    // What would be left must be nothing, or enough for a filler.
    [[nodiscard]] static bool fits(std::uint32_t need, std::uint32_t room) {
        return need == room || need + kFiller <= room;
    }
    [[nodiscard]] bool refill(Lot& lot, std::uint32_t cells) {
        std::uint32_t top = top_.load(std::memory_order_relaxed);
        do {
            if (cells > capacity_ - top) return false;
        } while (!top_.compare_exchange_weak(top, top + cells, std::memory_order_relaxed));
        lot = {top, top + cells};
        return true;
    }

    HugeBlock memory_;
    std::uint32_t capacity_;
    alignas(kCacheLine) std::atomic<std::uint32_t> top_{kFirst};
};

}  // namespace moonflower
