#include "search/threads/busy_nodes.hpp"

#include <algorithm>
#include <bit>

namespace moonflower {
namespace {

// How many visits a thread may keep to itself: a small part of those the node has, but enough to be
// worth a settlement, which costs as much as the node has edges.
constexpr std::uint32_t kPartDue = 8;
constexpr std::uint32_t kLeastDue = 8;
constexpr std::uint32_t kMostDue = 1024;
constexpr std::uint32_t kEdgesPerVisit = 4;
// Records are to take no more memory than what they are about.
constexpr std::size_t kBytesPerRecord = 1024;
constexpr std::size_t kMostRecords = 1024;

// The visits that make a node busy. A short search shares what it can; in a long one few nodes
// matter, and the others would only take room and time.
[[nodiscard]] std::uint32_t busy_after(std::uint32_t simulations) {
    return std::max({32U, std::min(simulations / 64, 256U), simulations / 512});
}

// The edges that have been entered; a regret matcher knows all of them.
[[nodiscard]] std::uint32_t known_edges(const Node& node) {
    return node.is(Node::kTogether) ? node.count : node.tried;
}

// Bounds only ever close in, on both sides.
template <class Own, class Common>
void close_in(Own& own, Common& common) {
    own.low = common.low = std::max(own.low, common.low);
    own.high = common.high = std::min(own.high, common.high);
}

}  // namespace

BusyNodes::BusyNodes(Table& table, const Selector& selector, CommonNodes* common)
    : table_(table),
      selector_(selector),
      common_(common),
      records_(common == nullptr ? 0
                                 : std::bit_floor(std::clamp(common->bytes() / kBytesPerRecord,
                                                             std::size_t{1}, kMostRecords))),
      busy_from_(common == nullptr ? UINT32_MAX : busy_after(0)) {
    if (common == nullptr || common->mates() == 0) return;
    mates_ = common->mates();
    ahead_ = common->enlist();
}

// A slot is taken until all are renewed: the busiest nodes mostly come first.
bool BusyNodes::join(Record& record, Node& node) {
    if (record.key != 0) return false;
    record.key = node.key;
    record.edges.clear();
    settle(record, node);
    return record.key != 0;
}

void BusyNodes::settle(Record& record, Node& node) {
    if (!node.is(Node::kCommon)) record.edges.clear();  // the tree has forgotten and begun anew
    const bool is_there = common_->with(node.key, node.count, [&](CommonNode& common) {
        meet_edges(record, node, common);
        exchange(record, node, common);
    });
    if (!is_there) {
        record = {};
        return;
    }
    node.mark(Node::kCommon);
    selector_.look_ahead(node);
    record.since = 0;
    const std::uint32_t least = std::max(kLeastDue, known_edges(node) / kEdgesPerVisit);
    record.due = std::clamp(node.visits / kPartDue, least, std::max(least, kMostDue));
}

// What a tree has learned in a node by itself is all news to the others. In a node that was common
// before, it is news only where the tree knows more than is there: after a search all trees know
// the same, and the first to come by brings it.
void BusyNodes::meet_edges(Record& record, const Node& node, CommonNode& common) const {
    const bool was_common = node.is(Node::kCommon) && record.edges.empty();
    record.edges.reserve(node.room);
    for (auto i = static_cast<std::uint32_t>(record.edges.size()); i < known_edges(node); ++i) {
        Before before;
        before.place = common.place_of(node.move(i), i);
        const CommonNode::Sum& sum = common.at(before.place);
        const Edge& edge = node.edges()[i];
        const std::uint32_t visits = edge.visits;
        if (was_common && sum.visits >= visits)
            before = {edge.value, edge.extra, visits, before.place};
        else if (was_common)
            before = {sum.value, sum.extra, sum.visits, before.place};
        record.edges.push_back(before);
    }
}

void BusyNodes::exchange(Record& record, Node& node, CommonNode& common) const {
    const bool sums_extra = !selector_.wants_priors(node);
    const bool clips_extra = node.is(Node::kTogether);  // regrets never fall below zero
    close_in(node, common);
    std::uint32_t taken = 0;
    for (std::uint32_t i = 0; i < record.edges.size(); ++i) {
        Before& before = record.edges[i];
        CommonNode::Sum& sum = common.at(before.place);
        Edge& edge = node.edges()[i];
        sum.value += edge.value - before.value;
        sum.visits += edge.visits - before.visits;
        if (sums_extra) {
            sum.extra += edge.extra - before.extra;
            if (clips_extra && static_cast<std::int64_t>(sum.extra) < 0) sum.extra = 0;
            edge.extra = sum.extra;
        }
        close_in(edge, sum);
        taken += sum.visits - edge.visits;
        edge.value = sum.value;
        edge.visits = sum.visits;
        before = {sum.value, sum.extra, sum.visits, before.place};
    }
    node.visits += taken;
    for (std::uint32_t i = 0; i < record.edges.size(); ++i) selector_.refresh(node, i);
}

// Where leaves have fixed values, trees would all grow alike. So each thread imagines at every turn
// of its own that the others take the moves that are best next, and find them worth what they were:
// a virtual loss without the loss. Counted here and in what was settled, it is gone with the next
// settlement.
void BusyNodes::imagine(Record& record, Node& node) const {
    const std::uint32_t i = selector_.best_tried(node);
    if (node.is(Node::kTogether) || i >= record.edges.size()) return;
    Edge& edge = node.edges()[i];
    const std::uint64_t mean = edge.value / std::max(edge.visits, 1U);
    edge.value += mean;
    edge.visits += 1;
    node.visits += 1;
    record.edges[i].value += mean;
    ++record.edges[i].visits;
    selector_.refresh(node, i);
    selector_.look_ahead(node);
}

void BusyNodes::settle_all() {
    for (Record& record : records_) {
        if (record.key == 0) continue;
        if (Node* const node = table_.find(record.key); node != nullptr) settle(record, *node);
    }
}

void BusyNodes::look_around() {
    if (common_ == nullptr) return;
    busy_from_ = busy_after(simulations_);
    if (simulations_ % kRenewAfter != 0) return;
    settle_all();  // other nodes may be the busy ones by now
    for (Record& record : records_) record.key = 0;
}

}  // namespace moonflower
