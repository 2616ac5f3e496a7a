// The search table: nodes by key, in memory that never grows. A place in the game that was seen
// only once or twice is no more than a count in the index. When the table is full it stops taking
// nodes and sweeps out the least used in small slices between simulations, so that no single
// simulation waits for it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "core/types.hpp"
#include "search/node_pool.hpp"

namespace moonflower {

class Table {
public:
    // Takes `bytes` in all. `shared`: several threads search at once.
    Table(std::size_t bytes, bool shared);

    // What one thread may use up without asking: all threads write one count of places and one top
    // of the pool. Given back before a sweep, and at the end.
    struct Allowance {
        NodePool::Lot cells;
        std::uint32_t places = 0;
    };
    void give_back(Allowance& allowance);

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
            const Entry entry = slots_[slot].load(std::memory_order_acquire);
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
    void count_visit(const Place& place, std::uint64_t key, Allowance& allowance);

    // Adds a node that `fill` sets up, or finds the one another thread added meanwhile; nothing
    // when full.
    template <class Fill>
    [[nodiscard]] Node* insert(std::uint64_t key, Seat seat, const Shape& shape,
                               Allowance& allowance, Fill fill) {
        Node* const node = take(key, seat, shape, allowance);
        if (node == nullptr) return nullptr;
        fill(*node);
        return publish(node, allowance);
    }
    // The node with twice the edges, in another place, or as it is when there is no room. A new
    // edge has its prior where one was kept, in `extra`. Where threads share the table one of them
    // may `claim` the node; the others go on with the old one until their simulations end.
    [[nodiscard]] Node* enlarge(Node* node, Allowance& allowance);
    [[nodiscard]] bool claim(Node& node) const {
        if (!shared_) return true;
        const std::uint8_t flags = node.flags.get();
        return (flags & (Node::kMoving | Node::kDead)) == 0 &&
               node.flags.exchange(flags, flags | Node::kMoving);
    }
    // Where a node is now.
    [[nodiscard]] Node* current(Node* node) const {
        if (!node->is(Node::kDead)) return node;
        Node* const moved = find(node->key);
        return moved != nullptr ? moved : node;
    }

    // Links are indices that a sweep moves, so they mean nothing while one is under way.
    [[nodiscard]] Node* follow(std::uint32_t link) const {
        if (link == 0 || is_sweeping()) return nullptr;
        Node* const node = pool_.at(link);
        return node->is(Node::kDead) ? nullptr : node;
    }
    [[nodiscard]] std::uint32_t link_to(const Node* node) const {
        return is_sweeping() ? 0 : pool_.index_of(node);
    }

    // Between simulations, no thread inside: does a slice of the sweep if one is due.
    void tidy() {
        if (full_.load(std::memory_order_relaxed)) sweep_slice();
    }
    [[nodiscard]] bool is_full() const { return full_.load(std::memory_order_relaxed); }

    // Forgets everything / begins a search that keeps what is there.
    void clear();
    void next_generation() {
        ++generation_;
        keep_from_ = kKeepFrom;
    }
    // This search came by. Written once only: a write takes the node away from other threads.
    void touch(Node& node) const {
        if (node.generation.get() != generation_) node.generation.set(generation_);
    }

    [[nodiscard]] bool is_shared() const { return shared_; }
    // Places known, with a node or without.
    [[nodiscard]] std::uint64_t places() const { return places_.load(std::memory_order_relaxed); }
    [[nodiscard]] std::uint64_t recycled() const {
        return recycled_.load(std::memory_order_relaxed);
    }
    [[nodiscard]] double load() const {
        return static_cast<double>(pool_.top()) / static_cast<double>(pool_.capacity());
    }

private:
    // Of the index, 0 when free: the tag of the key in the high half; in the low one the index of
    // the node or, marked by the top bit, the visits of a place that has none.
    using Entry = std::uint64_t;
    using Slot = std::atomic<Entry>;
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
    [[nodiscard]] Node* take(std::uint64_t key, Seat seat, const Shape& shape,
                             Allowance& allowance);
    [[nodiscard]] Node* publish(Node* node, Allowance& allowance);
    void use_slots(std::uint32_t count);
    void wipe_slots();
    void add_place(Allowance& allowance);
    [[nodiscard]] bool grow();

    void sweep_slice();
    void sweep_counts();
    void sweep_nodes();
    void end_sweep();
    [[nodiscard]] bool worth_keeping(const Node& node) const;
    void move_down(Node* node, std::uint32_t cells);
    [[nodiscard]] std::uint32_t slot_of(const Node* node) const;
    void drop(std::uint32_t slot);

    std::uint32_t most_slots_;
    std::uint32_t cells_ahead_;  // taken at once by a thread of several
    std::uint32_t mask_ = 0;
    int shift_ = 0;
    bool shared_;
    HugeBlock index_;
    Slot* slots_;
    NodePool pool_;
    std::atomic<bool> full_{false};
    std::atomic<bool> crowded_{false};  // shared: the index is to grow
    std::atomic<std::uint64_t> recycled_{0};
    std::uint8_t generation_ = 0;
    // The sweep: slots before slot_ hold no counts any more; then blocks below write_ are kept,
    // those from read_ to end_ still to be looked at.
    std::uint32_t slot_ = 0;
    std::uint32_t read_ = 0;
    std::uint32_t write_ = 0;
    std::uint32_t end_ = 0;
    std::uint32_t keep_from_ = kKeepFrom;  // visits that save a node from the sweep
    // Written by nearly every simulation: not beside what every look-up reads.
    alignas(kCacheLine) std::atomic<std::uint64_t> places_{0};
};

}  // namespace moonflower
