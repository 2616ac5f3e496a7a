#include "search/busy_nodes.hpp"

#include <algorithm>
#include <cstring>

namespace moonflower {
namespace {

// How many visits a thread may keep to itself: a small part of those the node has.
constexpr std::uint32_t kLeastDue = 16;
constexpr std::uint32_t kMostDue = 1024;
constexpr std::uint32_t kPartDue = 32;
// A copy is as long as the node: it has to be used a few times to be worth it.
constexpr std::uint32_t kVisitsPerEdge = 4;
constexpr std::uint32_t kPartBusy = 512;  // of the thread's simulations come by a busy node

// Bounds only ever close in.
template <class T>
[[nodiscard]] bool raise(Relaxed<T>& to, const Relaxed<T>& from) {
    if (to.get() >= from.get()) return false;
    to.copy(from);
    return true;
}
template <class T>
[[nodiscard]] bool lower(Relaxed<T>& to, const Relaxed<T>& from) {
    if (to.get() <= from.get()) return false;
    to.copy(from);
    return true;
}

// Whether the node's own bounds, which the scores of all its moves depend on, have moved.
[[nodiscard]] bool close_in(Node& to, const Node& from) {
    for (std::uint32_t i = 0; i < from.room; ++i) {
        (void)raise(to.edges()[i].low, from.edges()[i].low);
        (void)lower(to.edges()[i].high, from.edges()[i].high);
    }
    const bool raised = raise(to.low, from.low);
    return lower(to.high, from.high) || raised;
}

}  // namespace

BusyNodes::BusyNodes(Table& table, const Selector& selector, std::size_t bytes)
    : table_(table),
      selector_(selector),
      memory_(bytes / sizeof(Cell)),
      copies_(memory_.empty() ? 0 : std::size_t{1} << kSlotBits),
      busy_from_(memory_.empty() ? UINT32_MAX : kBusyVisits) {}

// A slot is taken until all copies are given up: the busiest nodes mostly come first.
bool BusyNodes::take(Copy& copy, Node* node) {
    const std::uint32_t room = node->room;
    if (copy.original != nullptr || node->visits.get() < kVisitsPerEdge * room) return false;
    const std::size_t node_cells = Shape{room, room}.cells();
    const std::size_t cells =
        node_cells + (room * sizeof(Before) + sizeof(Cell) - 1) / sizeof(Cell);
    if (cells > memory_.size() - filled_) return false;
    copy.original = node;
    copy.node = reinterpret_cast<Node*>(&memory_[filled_]);
    copy.before = reinterpret_cast<Before*>(&memory_[filled_ + node_cells]);
    filled_ += cells;
    std::memset(static_cast<void*>(copy.node), 0, node_cells * sizeof(Cell));
    copy.node->count = node->count;
    copy.node->room = node->room;
    for (std::uint32_t i = 0; i < room; ++i) copy.node->set_move(i, node->move(i));
    fetch(copy);
    return true;
}

void BusyNodes::fetch(Copy& copy) const {
    Node& node = *copy.node;
    node.copy(*copy.original);
    const unsigned kinds = Node::kTogether | Node::kWhole;
    node.flags.set(static_cast<std::uint8_t>((copy.original->flags.get() & kinds) | Node::kCopy));
    copy.visits_before = node.visits.get();
    for (std::uint32_t i = 0; i < node.room; ++i) {
        const Edge& edge = node.edges()[i];
        copy.before[i] = {edge.value.get(), edge.extra.get(), edge.visits.get()};
    }
    copy.since = 0;
    copy.due = std::clamp(copy.visits_before / kPartDue, kLeastDue, kMostDue);
    selector_.look_ahead(node);
}

void BusyNodes::settle(Copy& copy) {
    if (copy.original == nullptr) return;
    Node* const now = table_.current(copy.original);
    hand_in(copy, *now);
    if (now == copy.original)
        fetch(copy);
    else  // it has more edges by now
        copy.original = nullptr;
}

void BusyNodes::hand_in(const Copy& copy, Node& to) const {
    const Node& from = *copy.node;
    to.visits.add(from.visits.get() - copy.visits_before, true);
    const bool refreshes_all = close_in(to, from);
    for (std::uint32_t i = 0; i < from.room; ++i) {
        const Edge& edge = from.edges()[i];
        const Before& before = copy.before[i];
        Edge& shared = to.edges()[i];
        if (edge.extra.get() != before.extra) {
            shared.extra.add(edge.extra.get() - before.extra, true);
            // Regrets never fall below zero.
            if (from.is(Node::kTogether) && static_cast<std::int64_t>(shared.extra.get()) < 0)
                shared.extra.set(0);
        }
        const std::uint32_t visits = edge.visits.get() - before.visits;
        if (visits == 0 && !refreshes_all) continue;
        shared.visits.add(visits, true);
        shared.value.add(edge.value.get() - before.value, true);
        selector_.refresh(to, i);
        if (to.choices()[i].link.get() == 0)
            to.choices()[i].link.release(from.choices()[i].link.acquire());
    }
    selector_.note_tried_up_to(to, from.tried.get());
}

Node* BusyNodes::give_up(const Node* copy) {
    Copy& found = **std::ranges::find(used_, copy, &Copy::node);
    Node* const now = table_.current(found.original);
    hand_in(found, *now);
    found.original = nullptr;
    return now;
}

void BusyNodes::settle_all() {
    for (Copy& copy : copies_) {
        settle(copy);
        copy = Copy{};
    }
    used_.clear();
    filled_ = 0;
    if (!memory_.empty()) busy_from_ = std::max(kBusyVisits, simulations_ / kPartBusy);
}

}  // namespace moonflower
