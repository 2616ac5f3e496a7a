// The search table: nodes by key, in memory that never grows. When it is full it stops taking nodes
// and sweeps out the least used in small slices between simulations, so that no single simulation
// waits for it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "core/types.hpp"
#include "search/node_pool.hpp"

namespace moonflower {

class Table {
public:
    // Takes `bytes` in all. `shared`: several threads search at once.
    Table(std::size_t bytes, bool shared);

    // The node of a key, or nothing.
    [[nodiscard]] Node* find(std::uint64_t key) const {
        for (std::uint32_t slot = home(key);; slot = next(slot)) {
            const std::uint32_t index = slots_[slot].load(std::memory_order_acquire);
            if (index == 0) return nullptr;
            Node* const node = pool_.at(index);
            if (node->key == key) return node;
        }
    }
    // Adds a node of `count` moves that `fill` sets up, or finds the one another thread added
    // meanwhile; nothing when full.
    template <class Fill>
    [[nodiscard]] Node* insert(std::uint64_t key, Seat seat, std::uint32_t count, Fill fill) {
        Node* const node = take(key, seat, count);
        if (node == nullptr) return nullptr;
        fill(*node);
        return publish(node);
    }
    // Gives a node its moves: it moves to a larger place, and the old one dies. Nothing when full
    // or when another thread is at it.
    template <class Fill>
    [[nodiscard]] Node* expand(Node* leaf, std::uint32_t count, Fill fill) {
        if (!claim(leaf)) return nullptr;
        Node* const node = take(leaf->key, leaf->seat, count);
        if (node == nullptr) return nullptr;
        node->visits.set(leaf->visits.get());
        fill(*node);
        replace(leaf, node);
        return node;
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
        keep_from_ = 2;
    }
    [[nodiscard]] std::uint8_t generation() const { return generation_; }

    [[nodiscard]] bool is_shared() const { return shared_; }
    [[nodiscard]] std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    [[nodiscard]] std::uint64_t recycled() const {
        return recycled_.load(std::memory_order_relaxed);
    }
    [[nodiscard]] double load() const {
        return static_cast<double>(pool_.top()) / static_cast<double>(pool_.capacity());
    }

private:
    using Slot = std::atomic<std::uint32_t>;

    [[nodiscard]] std::uint32_t home(std::uint64_t key) const {
        return static_cast<std::uint32_t>(key * 0x9e3779b97f4a7c15ULL >> shift_);
    }
    [[nodiscard]] std::uint32_t next(std::uint32_t slot) const { return (slot + 1) & mask_; }
    [[nodiscard]] bool is_sweeping() const { return read_ != 0; }

    [[nodiscard]] Node* take(std::uint64_t key, Seat seat, std::uint32_t count);
    [[nodiscard]] Node* publish(Node* node);
    [[nodiscard]] bool claim(Node* leaf) const;
    void replace(Node* leaf, const Node* node);
    [[nodiscard]] std::uint32_t first_slots() const;
    void use_slots(std::uint32_t count);
    void wipe_slots();
    void grow();

    void sweep_slice();
    void end_sweep();
    [[nodiscard]] bool worth_keeping(const Node& node) const;
    void move_down(Node* node, std::uint32_t cells);
    [[nodiscard]] std::uint32_t slot_of(const Node* node) const;
    void unlink(const Node* node);

    std::uint32_t most_slots_;
    std::uint32_t mask_ = 0;
    int shift_ = 0;
    bool shared_;
    struct Free {
        void operator()(Slot* slots) const { std::free(slots); }
    };
    std::unique_ptr<Slot[], Free> slots_;
    NodePool pool_;
    std::atomic<std::uint64_t> nodes_{0};
    std::atomic<bool> full_{false};
    std::atomic<std::uint64_t> recycled_{0};
    std::uint8_t generation_ = 0;
    // The sweep: blocks below write_ are kept, those from read_ to end_ still to be looked at.
    std::uint32_t read_ = 0;
    std::uint32_t write_ = 0;
    std::uint32_t end_ = 0;
    std::uint32_t keep_from_ = 2;  // visits that save a node from the sweep
};

}  // namespace moonflower
