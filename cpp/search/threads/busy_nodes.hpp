// One thread's dealings with the others where each has a tree of its own. The nodes near the root
// are those of all trees, and what is learned there is worth most: a thread settles a busy node
// with the common one every so many visits, hands in what it has learned since, and takes over what
// others have (slow tree parallelization, Bourki et al. 2010). Between two settlements, and below
// the busy nodes always, no thread waits for another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/static_vector.hpp"
#include "search/select/select.hpp"
#include "search/threads/common_nodes.hpp"
#include "search/tree/proof.hpp"
#include "search/tree/table.hpp"

namespace moonflower {

class BusyNodes {
public:
    // Nothing in common: the thread is alone.
    BusyNodes(Table& table, const Selector& selector, CommonNodes* common);

    // A simulation is about to choose in the node. Holds until `next_simulation`.
    void pass(Node* node) {
        if (node->visits < busy_from_) return;
        Record& record = records_[slot_of(node->key)];
        const bool is_new = record.key != node->key;
        if (is_new && !join(record, *node)) return;
        record.node = node;
        used_.push_back(&record);
        for (int i = is_new ? ahead_ : mates_; i > 0; --i) imagine(record, *node);
    }
    // The results of a simulation are in.
    void next_simulation() {
        for (Record* const record : used_)
            if (++record->since >= record->due) settle(*record, *record->node);
        used_.clear();
        if (++simulations_ % kLookAfter == 0) look_around();
    }
    // Settles all: when the threads have ended.
    void settle_all();

private:
    // An edge when it was last settled, and its place in the common node.
    struct Before {
        std::uint64_t value = 0;
        std::uint64_t extra = 0;
        std::uint32_t visits = 0;
        std::uint32_t place = 0;
    };
    struct Record {
        std::uint64_t key = 0;
        Node* node = nullptr;
        std::vector<Before> edges;  // those known to both sides
        std::uint32_t since = 0;    // simulations that came by since it was settled
        std::uint32_t due = 0;      // when that many have
    };
    static constexpr std::uint32_t kLookAfter = 1 << 8;
    static constexpr std::uint32_t kRenewAfter = 1 << 16;

    [[nodiscard]] std::size_t slot_of(std::uint64_t key) const {
        return (key * kGoldenGamma >> 32) & (records_.size() - 1);
    }
    [[nodiscard]] bool join(Record& record, Node& node);
    void settle(Record& record, Node& node);
    void meet_edges(Record& record, const Node& node, CommonNode& common) const;
    void exchange(Record& record, Node& node, CommonNode& common) const;
    void imagine(Record& record, Node& node) const;
    void look_around();

    Table& table_;
    const Selector& selector_;
    CommonNodes* common_;
    // Other threads to imagine, and how many of them have their turn before this one.
    int mates_ = 0;
    int ahead_ = 0;
    std::vector<Record> records_;
    StaticVector<Record*, 2 * kLongestPath> used_;  // by this simulation, also if it is resampled
    std::uint32_t simulations_ = 0;
    std::uint32_t busy_from_;
};

}  // namespace moonflower
