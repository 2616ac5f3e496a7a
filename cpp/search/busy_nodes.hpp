// Busy nodes as one thread sees them. Where threads share a table, the nodes near the root lie on
// the way of every simulation, and each write takes their cache lines away from the other threads.
// A thread therefore keeps a copy of each, chooses and learns there as if it were alone, and
// settles with the table now and then: what it learned is added, what others learned taken over.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/static_vector.hpp"
#include "search/proof.hpp"
#include "search/select.hpp"
#include "search/table.hpp"

namespace moonflower {

class BusyNodes {
public:
    // `bytes`: room for the copies.
    BusyNodes(Table& table, const Selector& selector, std::size_t bytes);

    // The node to choose and to learn in: the thread's copy of a busy one, else the node itself.
    // Holds until `next_simulation`.
    [[nodiscard]] Node* stand_in(Node* node) {
        if (node->visits.get() < busy_from_) return node;
        Copy& copy = copies_[slot_of(node)];
        if (copy.original != node && !take(copy, node)) return node;
        used_.push_back(&copy);
        return copy.node;
    }
    // The node behind a copy, which is settled and given up: it is about to be changed.
    [[nodiscard]] Node* give_up(const Node* copy);

    // The results of a simulation are in.
    void next_simulation() {
        for (Copy* const copy : used_)
            if (++copy->since >= copy->due) settle(*copy);
        used_.clear();
        if (++simulations_ % kRenewAfter == 0) settle_all();
    }
    // Settles all copies and gives them up: before nodes move, and when the thread ends. The
    // busiest nodes are the first to be met again.
    void settle_all();

private:
    // What the table held of an edge when it was last settled.
    struct Before {
        std::uint64_t value;
        std::uint64_t extra;
        std::uint32_t visits;
    };
    struct Copy {
        Node* original = nullptr;
        Node* node = nullptr;
        Before* before = nullptr;
        std::uint32_t visits_before = 0;
        std::uint32_t since = 0;  // simulations that came by since it was settled
        std::uint32_t due = 0;    // when that many have
    };
    static constexpr int kSlotBits = 9;
    static constexpr std::uint32_t kRenewAfter = 1 << 16;

    [[nodiscard]] static std::size_t slot_of(const Node* node) {
        return reinterpret_cast<std::uintptr_t>(node) / kCellBytes * 0x9e3779b97f4a7c15ULL >>
               (64 - kSlotBits);
    }
    [[nodiscard]] bool take(Copy& copy, Node* node);
    void settle(Copy& copy);
    void hand_in(const Copy& copy, Node& to) const;
    void fetch(Copy& copy) const;

    Table& table_;
    const Selector& selector_;
    std::vector<Cell> memory_;
    std::size_t filled_ = 0;  // cells
    std::vector<Copy> copies_;
    StaticVector<Copy*, 2 * kLongestPath> used_;  // by this simulation, also if it is resampled
    std::uint32_t simulations_ = 0;
    std::uint32_t busy_from_ = kBusyVisits;
};

}  // namespace moonflower
