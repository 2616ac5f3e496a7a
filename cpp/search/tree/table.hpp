// The search table: nodes by key, in memory that never grows. A place in the game that was seen
// only once or twice is no more than a count in the index. When the table is full it stops taking
// nodes and sweeps out the least used in small slices between simulations, so that no single
// simulation waits for it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/types.hpp"
#include "search/tree/node_pool.hpp"

namespace moonflower {

class Table {
public:
    // Takes `bytes` in all.
    explicit Table(std::size_t bytes);

    // What is known under a key: a node, or how often the place was seen without getting one.
    struct Place {
        Node* node = nullptr;
        std::uint32_t visits = 0;
        std::uint32_t slot = 0;
        std::uint64_t entry = 0;
    };
    [[nodiscard]] Place look_up(std::uint64_t key) const {
        const std::uint32_t tag = tag_of(key);
        for (std::uint32_t slot = home(tag);; slot = next(slot)) {
            const Entry entry = slots_[slot];
            if (entry == 0) return {nullptr, 0, slot, 0};
            if (tag_in(entry) != tag) continue;
            // Known by its tag alone: two places that share one are counted together, and one of
            // them gets its node a visit early.
            if (is_count(entry)) return {nullptr, count_in(entry), slot, entry};
            Node* const node = pool_.at(index_in(entry));
            if (node->key == key) return {node, 0, slot, entry};
        }
    }
    [[nodiscard]] Node* find(std::uint64_t key) const { return look_up(key).node; }

    // One more visit of a place without node, just looked up. Forgotten when the table is full.
    void count_visit(const Place& place, std::uint64_t key);

    // Adds a node that `fill` sets up; nothing when full.
    template <class Fill>
    [[nodiscard]] Node* insert(std::uint64_t key, Seat seat, const Shape& shape, Fill fill) {
        Node* const node = take(key, seat, shape);
        if (node == nullptr) return nullptr;
        fill(*node);
        enter(node);
        return node;
    }
    // The node with twice the edges, in another place, or as it is when there is no room. A new
    // edge has its prior where one was kept, in `extra`.
    [[nodiscard]] Node* enlarge(Node* node);

    // Links are indices that a sweep moves, so they mean nothing while one is under way.
    [[nodiscard]] Node* follow(std::uint32_t link) const {
        if (link == 0 || is_sweeping()) return nullptr;
        Node* const node = pool_.at(link);
        return node->is(Node::kDead) ? nullptr : node;
    }
    [[nodiscard]] std::uint32_t link_to(const Node* node) const {
        return is_sweeping() ? 0 : pool_.index_of(node);
    }

    // Between simulations: does a slice of the sweep if one is due.
    void tidy() {
        if (is_full_) sweep_slice();
    }
    [[nodiscard]] bool is_full() const { return is_full_; }

    // Forgets everything / begins a search that keeps what is there.
    void clear();
    void next_generation() {
        ++generation_;
        keep_from_ = kKeepFrom;
    }
    // This search came by.
    void touch(Node& node) const { node.generation = generation_; }

    // For reports, which another thread may write. Places known, with a node or without.
    [[nodiscard]] std::uint64_t places() const { return places_.get(); }
    [[nodiscard]] std::uint64_t recycled() const { return recycled_.get(); }
    [[nodiscard]] double load() const {
        return static_cast<double>(pool_.top()) / static_cast<double>(pool_.capacity());
    }

private:
    // Of the index, 0 when free: the tag of the key in the high half; in the low one the index of
    // the node or, marked by the top bit, the visits of a place that has none.
    using Entry = std::uint64_t;
    static constexpr std::uint32_t kCountMark = 1U << 31;
    static constexpr std::uint32_t kKeepFrom = 2;

    [[nodiscard]] static std::uint32_t tag_of(std::uint64_t key) {
        return static_cast<std::uint32_t>(key * 0x9e3779b97f4a7c15ULL >> 32);
    }
    [[nodiscard]] static Entry entry_of(std::uint32_t tag, std::uint32_t low) {
        return Entry{tag} << 32 | low;
    }
    [[nodiscard]] static std::uint32_t tag_in(Entry entry) {
        return static_cast<std::uint32_t>(entry >> 32);
    }
    [[nodiscard]] static bool is_count(Entry entry) { return (entry & kCountMark) != 0; }
    [[nodiscard]] static std::uint32_t index_in(Entry entry) {
        return static_cast<std::uint32_t>(entry);
    }
    [[nodiscard]] static std::uint32_t count_in(Entry entry) {
        return index_in(entry) & ~kCountMark;
    }

    [[nodiscard]] std::uint32_t home(std::uint32_t tag) const { return tag >> shift_; }
    [[nodiscard]] std::uint32_t next(std::uint32_t slot) const { return (slot + 1) & mask_; }
    [[nodiscard]] bool is_sweeping() const { return end_ != 0; }

    [[nodiscard]] bool make_place();
    [[nodiscard]] Node* take(std::uint64_t key, Seat seat, const Shape& shape);
    void enter(Node* node);
    void use_slots(std::uint32_t count);
    void wipe_slots();
    void add_place();
    void grow();

    void sweep_slice();
    void sweep_counts();
    void sweep_nodes();
    void end_sweep();
    [[nodiscard]] bool worth_keeping(const Node& node) const;
    void move_down(Node* node, std::uint32_t cells);
    [[nodiscard]] std::uint32_t slot_of(const Node* node) const;
    void drop(std::uint32_t gap);

    std::uint32_t most_slots_;
    std::uint32_t mask_ = 0;
    int shift_ = 0;
    HugeBlock index_;
    Entry* slots_;
    NodePool pool_;
    bool is_full_ = false;
    Relaxed<std::uint64_t> places_;
    Relaxed<std::uint64_t> recycled_;
    std::uint8_t generation_ = 0;
    // The sweep: slots before slot_ hold no counts any more; then blocks below write_ are kept,
    // those from read_ to end_ still to be looked at.
    std::uint32_t slot_ = 0;
    std::uint32_t read_ = 0;
    std::uint32_t write_ = 0;
    std::uint32_t end_ = 0;
    std::uint32_t keep_from_ = kKeepFrom;  // visits that save a node from the sweep
};

}  // namespace moonflower
