// Nodes to try selection on, made without a game.
#pragma once

#include <bit>
#include <cstdint>

#include "search/select/select.hpp"
#include "search/tree/table.hpp"

namespace moonflower {

inline Node* node_of(Table& table, std::uint64_t key, std::uint32_t count, const Selector& selector,
                     Seat seat = 0, bool together = false) {
    return table.insert(key, seat, {count, count}, [&](Node& node) {
        if (together) node.flags = Node::kTogether;
        for (std::uint32_t i = 0; i < count; ++i) node.set_move(i, i);
        if (!selector.wants_priors(node)) return;
        node.urgency = 0.5F;
        for (std::uint32_t i = 0; i < count; ++i) {
            node.edges()[i].extra = std::bit_cast<std::uint32_t>(1.0F / static_cast<float>(count));
            selector.prepare(node, i);
        }
    });
}

}  // namespace moonflower
