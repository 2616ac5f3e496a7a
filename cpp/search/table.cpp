#include "search/table.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace moonflower {
namespace {

constexpr std::size_t kBytesPerSlot = 64;  // of the whole table: an eighth of it is index
constexpr std::size_t kLeast = 1 << 16;    // bytes of a table
// A small search should not scatter over the cache: the index starts small and doubles.
constexpr std::uint32_t kFirstSlots = 1024;
constexpr std::uint32_t kPlacesAhead = 32;  // counted at once by a thread of several
constexpr std::uint32_t kCellsAhead = 1024;
constexpr std::uint32_t kLotsInPool = 256;   // at least: threads must not hold much of a small one
constexpr std::uint32_t kSliceSlots = 4096;  // of a sweep: some tens of microseconds
constexpr std::uint32_t kSliceCells = 2048;

std::uint32_t slots_for(std::size_t bytes) {
    return static_cast<std::uint32_t>(std::bit_floor(std::max(bytes, kLeast) / kBytesPerSlot));
}

std::uint32_t cells_for(std::size_t bytes) {
    const std::size_t left = std::max(bytes, kLeast) - sizeof(std::uint64_t) * slots_for(bytes);
    return static_cast<std::uint32_t>(
        std::min<std::size_t>(left / kCellBytes, (std::size_t{1} << 31) - 1));
}

// Of the moves that had no edge; those that have one now carry it with them.
void copy_priors(Node& from, Node& to) {
    const float* const priors = from.waiting_priors();
    for (std::uint32_t i = from.room; i < to.room; ++i)
        to.edges()[i].extra.set(std::bit_cast<std::uint32_t>(priors[i - from.room]));
    std::copy(priors + (to.room - from.room), priors + (from.count - from.room),
              to.waiting_priors());
}

}  // namespace

Table::Table(std::size_t bytes, bool shared)
    : most_slots_(slots_for(bytes)),
      shared_(shared),
      index_(most_slots_ * sizeof(Slot)),
      slots_(index_.as<Slot>()),
      pool_(cells_for(bytes)) {
    cells_ahead_ = shared ? std::min(kCellsAhead, pool_.capacity() / kLotsInPool) : 0;
    use_slots(std::min(most_slots_, kFirstSlots));
    wipe_slots();
}

void Table::use_slots(std::uint32_t count) {
    mask_ = count - 1;
    shift_ = 32 - std::countr_zero(count);
}

void Table::wipe_slots() {
    std::memset(static_cast<void*>(slots_), 0, (std::size_t{mask_} + 1) * sizeof(Slot));
}

// One more place is known. Threads cannot be told to wait for a larger index: a shared table gets
// it when they rest, as it is swept.
void Table::add_place(Allowance& allowance) {
    if (allowance.places > 0) {
        --allowance.places;
        return;
    }
    allowance.places = shared_ ? kPlacesAhead - 1 : 0;
    places_.fetch_add(allowance.places + 1, std::memory_order_relaxed);
    if (places() <= mask_ / 2 || mask_ + 1 == most_slots_) return;
    if (shared_) {
        crowded_.store(true, std::memory_order_relaxed);
        full_.store(true, std::memory_order_relaxed);
    } else {
        (void)grow();
    }
}

// The old index waits in the free part of the pool while the new one is filled; false when there
// is no room for it.
bool Table::grow() {
    const std::size_t count = std::size_t{mask_} + 1;
    auto* const old = static_cast<Entry*>(pool_.spare(count * sizeof(Entry)));
    if (old == nullptr) return false;
    std::memcpy(old, static_cast<const void*>(slots_), count * sizeof(Entry));
    use_slots((mask_ + 1) * 2);
    wipe_slots();
    for (std::size_t i = 0; i < count; ++i) {
        if (old[i] == 0) continue;
        std::uint32_t slot = home(tag_in(old[i]));
        while (slots_[slot].load(std::memory_order_relaxed) != 0) slot = next(slot);
        slots_[slot].store(old[i], std::memory_order_relaxed);
    }
    return true;
}

// Whether the index takes one more; it stays a quarter empty, so that searches in it are short.
bool Table::make_place() {
    if (is_full()) return false;
    if (places() <= mask_ - mask_ / 4) return true;
    full_.store(true, std::memory_order_relaxed);
    return false;
}

void Table::give_back(Allowance& allowance) {
    pool_.give_back(allowance.cells);
    places_.fetch_sub(allowance.places, std::memory_order_relaxed);
    allowance.places = 0;
}

void Table::count_visit(const Place& place, std::uint64_t key, Allowance& allowance) {
    Entry expected = place.entry;
    if (expected != 0) {
        if (shared_)  // a count lost to another thread is no loss
            slots_[place.slot].compare_exchange_strong(expected, expected + 1,
                                                       std::memory_order_relaxed);
        else
            slots_[place.slot].store(expected + 1, std::memory_order_relaxed);
        return;
    }
    if (!make_place()) return;
    if (!slots_[place.slot].compare_exchange_strong(expected, entry_of(tag_of(key), kCountMark | 1),
                                                    std::memory_order_acq_rel))
        return;
    add_place(allowance);
}

Node* Table::take(std::uint64_t key, Seat seat, const Shape& shape, Allowance& allowance) {
    if (!make_place()) return nullptr;
    Node* const node = pool_.take(shape, allowance.cells, cells_ahead_);
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

Node* Table::publish(Node* node, Allowance& allowance) {
    const std::uint32_t tag = tag_of(node->key);
    const Entry own = entry_of(tag, pool_.index_of(node));
    for (std::uint32_t slot = home(tag);;) {
        Entry there = slots_[slot].load(std::memory_order_acquire);
        const bool is_own = tag_in(there) == tag;
        if (there == 0 || (is_own && is_count(there))) {
            const bool is_new = there == 0;
            if (!slots_[slot].compare_exchange_strong(there, own, std::memory_order_acq_rel))
                continue;  // changed meanwhile: look again
            if (is_new) add_place(allowance);
            return node;
        }
        if (is_own && pool_.at(index_in(there))->key == node->key) {  // another thread was faster
            node->bury();
            return pool_.at(index_in(there));
        }
        slot = next(slot);
    }
}

Node* Table::enlarge(Node* node, Allowance& allowance) {
    Shape shape = node->shape();
    shape.room = std::min(shape.count, shape.room * 2);
    Node* const larger = is_full() ? nullptr : pool_.take(shape, allowance.cells, cells_ahead_);
    if (larger == nullptr) {
        full_.store(true, std::memory_order_relaxed);
        node->flags.release(static_cast<std::uint8_t>(node->flags.get() & ~Node::kMoving));
        return node;
    }
    for (std::uint32_t i = 0; i < node->count; ++i) larger->set_move(i, node->move(i));
    larger->copy(*node);
    if (shape.keeps_priors) copy_priors(*node, *larger);
    slots_[slot_of(node)].store(entry_of(tag_of(node->key), pool_.index_of(larger)),
                                std::memory_order_release);
    node->bury();
    return larger;
}

std::uint32_t Table::slot_of(const Node* node) const {
    const Entry entry = entry_of(tag_of(node->key), pool_.index_of(node));
    std::uint32_t slot = home(tag_in(entry));
    while (slots_[slot].load(std::memory_order_relaxed) != entry) slot = next(slot);
    return slot;
}

void Table::clear() {
    use_slots(std::min(most_slots_, kFirstSlots));
    wipe_slots();
    pool_.set_top(NodePool::kFirst);
    places_.store(0, std::memory_order_relaxed);
    full_.store(false, std::memory_order_relaxed);
    crowded_.store(false, std::memory_order_relaxed);
    recycled_.store(0, std::memory_order_relaxed);
    slot_ = read_ = write_ = end_ = 0;
    keep_from_ = kKeepFrom;
    ++generation_;
}

// --- The sweep: counts first, then a sliding compaction of the nodes, a slice at a time ---------

void Table::sweep_slice() {
    if (!is_sweeping()) {
        if (crowded_.exchange(false, std::memory_order_relaxed) && grow()) {
            full_.store(false, std::memory_order_relaxed);
            return;
        }
        slot_ = 0;
        read_ = write_ = NodePool::kFirst;
        end_ = pool_.top();
    }
    if (slot_ <= mask_)
        sweep_counts();
    else
        sweep_nodes();
}

void Table::sweep_counts() {
    for (std::uint32_t i = 0; i < kSliceSlots && slot_ <= mask_; ++i) {
        if (is_count(slots_[slot_].load(std::memory_order_relaxed)))
            drop(slot_);  // another may have come into its slot: look again
        else
            ++slot_;
    }
}

void Table::sweep_nodes() {
    const std::uint32_t stop = std::min(end_, read_ + kSliceCells);
    while (read_ < stop) {
        Node* const node = pool_.at(read_);
        const std::uint32_t cells = node->shape().cells();
        read_ += cells;
        if (node->is(Node::kDead)) continue;
        if (worth_keeping(*node))
            move_down(node, cells);
        else
            drop(slot_of(node));
    }
    if (read_ >= end_) end_sweep();
}

void Table::end_sweep() {
    pool_.set_top(write_);
    // Little room made: be stricter next time.
    const bool crowded = write_ > pool_.capacity() / 4 * 3 || places() > mask_ / 2;
    if (crowded && keep_from_ < UINT32_MAX / 2) keep_from_ *= 2;
    slot_ = read_ = write_ = end_ = 0;
    full_.store(false, std::memory_order_relaxed);
}

bool Table::worth_keeping(const Node& node) const {
    return node.generation.get() == generation_ && node.visits.get() >= keep_from_;
}

void Table::move_down(Node* node, std::uint32_t cells) {
    const std::uint32_t slot = slot_of(node);
    for (std::uint32_t i = 0; i < node->room; ++i) node->choices()[i].link.set(0);
    slots_[slot].store(entry_of(tag_of(node->key), write_), std::memory_order_relaxed);
    std::memmove(static_cast<void*>(pool_.at(write_)), static_cast<const void*>(node),
                 cells * kCellBytes);
    write_ += cells;
}

// Linear probing without tombstones: what was pushed past the gap moves back into it.
void Table::drop(std::uint32_t gap) {
    places_.fetch_sub(1, std::memory_order_relaxed);
    recycled_.fetch_add(1, std::memory_order_relaxed);
    for (std::uint32_t slot = next(gap);; slot = next(slot)) {
        const Entry entry = slots_[slot].load(std::memory_order_relaxed);
        if (entry == 0) break;
        const std::uint32_t wanted = home(tag_in(entry));
        if (((slot - wanted) & mask_) < ((slot - gap) & mask_)) continue;
        slots_[gap].store(entry, std::memory_order_relaxed);
        gap = slot;
    }
    slots_[gap].store(0, std::memory_order_relaxed);
}

}  // namespace moonflower
