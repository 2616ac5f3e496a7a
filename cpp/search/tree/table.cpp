#include "search/tree/table.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace moonflower {
namespace {

constexpr std::size_t kBytesPerSlot = 64;  // of the whole table: an eighth of it is index
constexpr std::size_t kLeast = 1 << 16;    // bytes of a table
// A small search should not scatter over the cache: the index starts small and doubles.
constexpr std::uint32_t kFirstSlots = 1024;
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
        to.edges()[i].extra = std::bit_cast<std::uint32_t>(priors[i - from.room]);
    std::copy(priors + (to.room - from.room), priors + (from.count - from.room),
              to.waiting_priors());
}

}  // namespace

Table::Table(std::size_t bytes)
    : most_slots_(slots_for(bytes)),
      index_(most_slots_ * sizeof(Entry)),
      slots_(index_.as<Entry>()),
      pool_(cells_for(bytes)) {
    use_slots(std::min(most_slots_, kFirstSlots));
    wipe_slots();
}

void Table::use_slots(std::uint32_t count) {
    mask_ = count - 1;
    shift_ = 32 - std::countr_zero(count);
}

void Table::wipe_slots() { std::fill_n(slots_, std::size_t{mask_} + 1, Entry{0}); }

// One more place is known.
void Table::add_place() {
    places_.add(1);
    if (places() > mask_ / 2 && mask_ + 1 < most_slots_) grow();
}

// The old index waits in the free part of the pool while the new one is filled; without room for
// that it stays as it is.
void Table::grow() {
    const std::size_t count = std::size_t{mask_} + 1;
    auto* const old = static_cast<Entry*>(pool_.spare(count * sizeof(Entry)));
    if (old == nullptr) return;
    std::memcpy(old, static_cast<const void*>(slots_), count * sizeof(Entry));
    use_slots((mask_ + 1) * 2);
    wipe_slots();
    for (std::size_t i = 0; i < count; ++i) {
        if (old[i] == 0) continue;
        std::uint32_t slot = home(tag_in(old[i]));
        while (slots_[slot] != 0) slot = next(slot);
        slots_[slot] = old[i];
    }
}

// Whether the index takes one more; it stays a quarter empty, so that searches in it are short.
bool Table::make_place() {
    if (is_full()) return false;
    is_full_ = places() > mask_ - mask_ / 4;
    return !is_full_;
}

void Table::count_visit(const Place& place, std::uint64_t key) {
    if (place.entry != 0) {
        slots_[place.slot] = place.entry + 1;
    } else if (make_place()) {
        slots_[place.slot] = entry_of(tag_of(key), kCountMark | 1);
        add_place();
    }
}

Node* Table::take(std::uint64_t key, Seat seat, const Shape& shape) {
    if (!make_place()) return nullptr;
    Node* const node = pool_.take(shape);
    is_full_ = node == nullptr;
    if (is_full_) return nullptr;
    node->key = key;
    node->seat = static_cast<std::uint8_t>(seat);
    node->high = kTop;
    node->generation = generation_;
    return node;
}

// Takes the place of the count, if there is one.
void Table::enter(Node* node) {
    const std::uint32_t tag = tag_of(node->key);
    std::uint32_t slot = home(tag);
    while (slots_[slot] != 0 && !(tag_in(slots_[slot]) == tag && is_count(slots_[slot])))
        slot = next(slot);
    const bool is_new = slots_[slot] == 0;
    slots_[slot] = entry_of(tag, pool_.index_of(node));
    if (is_new) add_place();
}

Node* Table::enlarge(Node* node) {
    Shape shape = node->shape();
    shape.room = std::min(shape.count, shape.room * 2);
    Node* const larger = is_full_ ? nullptr : pool_.take(shape);
    is_full_ = larger == nullptr;
    if (is_full_) return node;
    for (std::uint32_t i = 0; i < node->count; ++i) larger->set_move(i, node->move(i));
    larger->copy(*node);
    if (shape.keeps_priors) copy_priors(*node, *larger);
    larger->mark(node->lasting_flags());
    slots_[slot_of(node)] = entry_of(tag_of(node->key), pool_.index_of(larger));
    node->bury();
    return larger;
}

std::uint32_t Table::slot_of(const Node* node) const {
    const Entry entry = entry_of(tag_of(node->key), pool_.index_of(node));
    std::uint32_t slot = home(tag_in(entry));
    while (slots_[slot] != entry) slot = next(slot);
    return slot;
}

void Table::clear() {
    use_slots(std::min(most_slots_, kFirstSlots));
    wipe_slots();
    pool_.set_top(NodePool::kFirst);
    places_.set(0);
    recycled_.set(0);
    is_full_ = false;
    slot_ = read_ = write_ = end_ = 0;
    keep_from_ = kKeepFrom;
    ++generation_;
}

// --- The sweep: counts first, then a sliding compaction of the nodes, a slice at a time ---------

void Table::sweep_slice() {
    if (!is_sweeping()) {
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
        if (is_count(slots_[slot_]))
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
    is_full_ = false;
}

bool Table::worth_keeping(const Node& node) const {
    return node.generation == generation_ && node.visits >= keep_from_;
}

void Table::move_down(Node* node, std::uint32_t cells) {
    const std::uint32_t slot = slot_of(node);
    for (std::uint32_t i = 0; i < node->room; ++i) node->choices()[i].link = 0;
    slots_[slot] = entry_of(tag_of(node->key), write_);
    std::memmove(static_cast<void*>(pool_.at(write_)), static_cast<const void*>(node),
                 cells * kCellBytes);
    write_ += cells;
}

// Linear probing without tombstones: what was pushed past the gap moves back into it.
void Table::drop(std::uint32_t gap) {
    places_.add(UINT64_MAX);
    recycled_.add(1);
    for (std::uint32_t slot = next(gap);; slot = next(slot)) {
        const Entry entry = slots_[slot];
        if (entry == 0) break;
        const std::uint32_t wanted = home(tag_in(entry));
        if (((slot - wanted) & mask_) < ((slot - gap) & mask_)) continue;
        slots_[gap] = entry;
        gap = slot;
    }
    slots_[gap] = 0;
}

}  // namespace moonflower
