// Memory for nodes: one block of fixed size, filled from the bottom, no heap afterwards.
#pragma once

#include <cassert>
#include <cstdint>
#include <cstring>

#include "search/threads/atomic.hpp"
#include "search/tree/huge_block.hpp"
#include "search/tree/node.hpp"

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
    [[nodiscard]] std::uint32_t top() const { return top_.get(); }
    void set_top(std::uint32_t top) { top_.set(top); }

    // Room for a node, all fields zero; nothing when there is none.
    [[nodiscard]] Node* take(const Shape& shape) {
        assert(shape.count <= kMostMoves);
        const std::uint32_t need = shape.cells();
        if (need > capacity_ - top()) return nullptr;
        // All zero is how every field begins; one wipe is faster than building a hundred edges.
        Node* const node = at(top());
        top_.add(need);
        std::memset(static_cast<void*>(node), 0, sizeof(Node) + shape.room * kEdgeBytes);
        node->count = static_cast<std::uint16_t>(shape.count);
        node->room = static_cast<std::uint16_t>(shape.room);
        if (shape.keeps_priors) node->flags = Node::kKeepsPriors;
        return node;
    }
    // What is still free, for a moment's use; nothing when there is less than `bytes`.
    [[nodiscard]] void* spare(std::size_t bytes) const {
        return bytes > std::size_t{capacity_ - top()} * sizeof(Cell) ? nullptr : at(top());
    }

private:
    struct alignas(kCellBytes) Cell {
        std::byte bytes[kCellBytes];
    };

    HugeBlock memory_;
    std::uint32_t capacity_;
    Relaxed<std::uint32_t> top_{kFirst};
};

}  // namespace moonflower
