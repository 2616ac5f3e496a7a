#include "search/table.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace moonflower {
namespace {

constexpr std::size_t kBytesPerSlot = 64;  // of the whole table: room for small nodes, 6 % of it
constexpr std::uint32_t kFirstSlots = 1024;
constexpr std::uint32_t kSliceCells = 4096;  // of a sweep: some tens of microseconds

std::uint32_t slots_for(std::size_t bytes) {
    return static_cast<std::uint32_t>(
        std::bit_floor(std::max<std::size_t>(bytes, 1 << 16) / kBytesPerSlot));
}

std::uint32_t cells_for(std::size_t bytes) {
    const std::size_t left = std::max<std::size_t>(bytes, 1 << 16) - 4 * slots_for(bytes);
    return static_cast<std::uint32_t>(std::min<std::size_t>(left / kCellBytes, UINT32_MAX - 1));
}

}  // namespace

Table::Table(std::size_t bytes, bool shared)
    : most_slots_(slots_for(bytes)),
      shared_(shared),
      slots_(static_cast<Slot*>(std::calloc(most_slots_, sizeof(Slot)))),
      pool_(cells_for(bytes)) {
    if (!slots_) throw std::bad_alloc();
    use_slots(first_slots());
}

// A small search should not scatter over the cache: the index starts small and doubles. Threads
// cannot be told to wait for that, so a shared table uses all of it at once.
std::uint32_t Table::first_slots() const {
    return shared_ ? most_slots_ : std::min(most_slots_, kFirstSlots);
}

void Table::use_slots(std::uint32_t count) {
    mask_ = count - 1;
    shift_ = 64 - std::countr_zero(count);
}

void Table::wipe_slots() {
    std::memset(static_cast<void*>(slots_.get()), 0, (std::size_t{mask_} + 1) * sizeof(Slot));
}

void Table::grow() {
    use_slots((mask_ + 1) * 2);
    wipe_slots();
    for (std::uint32_t cell = NodePool::kFirst; cell < pool_.top();) {
        const Node* const node = pool_.at(cell);
        if (!node->is(Node::kDead)) {
            std::uint32_t slot = home(node->key);
            while (slots_[slot].load(std::memory_order_relaxed) != 0) slot = next(slot);
            slots_[slot].store(cell, std::memory_order_relaxed);
        }
        cell += cells_of(node->count);
    }
}

Node* Table::take(std::uint64_t key, Seat seat, std::uint32_t count) {
    if (is_full()) return nullptr;
    if (nodes() > mask_ / 2 && mask_ + 1 < most_slots_) grow();
    Node* const node = nodes() > mask_ - mask_ / 4 ? nullptr : pool_.take(count);
    if (node == nullptr) {
        full_.store(true, std::memory_order_relaxed);
        return nullptr;
    }
    node->key = key;
    node->seat = static_cast<std::uint8_t>(seat);
    node->high.set(kTop);
    node->generation.set(generation_);
    return node;
}

Node* Table::publish(Node* node) {
    const std::uint32_t index = pool_.index_of(node);
    for (std::uint32_t slot = home(node->key);; slot = next(slot)) {
        std::uint32_t there = slots_[slot].load(std::memory_order_acquire);
        if (there == 0 &&
            slots_[slot].compare_exchange_strong(there, index, std::memory_order_acq_rel)) {
            nodes_.fetch_add(1, std::memory_order_relaxed);
            return node;
        }
        if (pool_.at(there)->key == node->key) {  // another thread was faster
            node->flags.set(Node::kDead);
            return pool_.at(there);
        }
    }
}

// One thread expands a node; the others pass by. A claim is given back only by the sweep, which is
// what follows when there is no room.
bool Table::claim(Node* leaf) const {
    if (!shared_) return true;
    const std::uint8_t flags = leaf->flags.get();
    return (flags & (Node::kClaimed | Node::kDead)) == 0 &&
           leaf->flags.exchange(flags, flags | Node::kClaimed);
}

void Table::replace(Node* leaf, const Node* node) {
    slots_[slot_of(leaf)].store(pool_.index_of(node), std::memory_order_release);
    leaf->flags.set(Node::kDead);
}

std::uint32_t Table::slot_of(const Node* node) const {
    const std::uint32_t index = pool_.index_of(node);
    std::uint32_t slot = home(node->key);
    while (slots_[slot].load(std::memory_order_relaxed) != index) slot = next(slot);
    return slot;
}

void Table::clear() {
    wipe_slots();
    use_slots(first_slots());
    pool_.set_top(NodePool::kFirst);
    nodes_.store(0, std::memory_order_relaxed);
    full_.store(false, std::memory_order_relaxed);
    recycled_.store(0, std::memory_order_relaxed);
    read_ = write_ = end_ = 0;
    keep_from_ = 2;
    ++generation_;
}

// --- The sweep: a sliding compaction, a slice at a time -----------------------------------------

void Table::sweep_slice() {
    if (!is_sweeping()) {
        read_ = write_ = NodePool::kFirst;
        end_ = pool_.top();
    }
    const std::uint32_t stop = std::min(end_, read_ + kSliceCells);
    while (read_ < stop) {
        Node* const node = pool_.at(read_);
        const std::uint32_t cells = cells_of(node->count);
        read_ += cells;
        if (node->is(Node::kDead)) continue;
        if (worth_keeping(*node)) {
            move_down(node, cells);
        } else {
            unlink(node);
            nodes_.fetch_sub(1, std::memory_order_relaxed);
            recycled_.fetch_add(1, std::memory_order_relaxed);
        }
    }
    if (read_ >= end_) end_sweep();
}

void Table::end_sweep() {
    pool_.set_top(write_);
    // Little room made: be stricter next time.
    const bool crowded = write_ > pool_.capacity() / 4 * 3 || nodes() > mask_ / 2;
    if (crowded && keep_from_ < UINT32_MAX / 2) keep_from_ *= 2;
    read_ = write_ = end_ = 0;
    full_.store(false, std::memory_order_relaxed);
}

bool Table::worth_keeping(const Node& node) const {
    return node.generation.get() == generation_ && node.visits.get() >= keep_from_;
}

void Table::move_down(Node* node, std::uint32_t cells) {
    const std::uint32_t slot = slot_of(node);
    node->flags.set(node->flags.get() & static_cast<std::uint8_t>(~Node::kClaimed));
    for (std::uint32_t i = 0; i < node->count; ++i) node->edges()[i].link.set(0);
    std::memmove(static_cast<void*>(pool_.at(write_)), static_cast<const void*>(node),
                 cells * kCellBytes);
    slots_[slot].store(write_, std::memory_order_relaxed);
    write_ += cells;
}

// Linear probing without tombstones: what was pushed past the gap moves back into it.
void Table::unlink(const Node* node) {
    std::uint32_t gap = slot_of(node);
    for (std::uint32_t slot = next(gap);; slot = next(slot)) {
        const std::uint32_t index = slots_[slot].load(std::memory_order_relaxed);
        if (index == 0) break;
        const std::uint32_t wanted = home(pool_.at(index)->key);
        if (((slot - wanted) & mask_) < ((slot - gap) & mask_)) continue;
        slots_[gap].store(index, std::memory_order_relaxed);
        gap = slot;
    }
    slots_[gap].store(0, std::memory_order_relaxed);
}

}  // namespace moonflower
