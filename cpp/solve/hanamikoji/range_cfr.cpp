#include "solve/hanamikoji/range_cfr.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace moonflower::hanamikoji {
namespace {

template <class Number>
bool any(const Number* numbers, std::size_t count) {
    using Bits = std::conditional_t<sizeof(Number) == 4, std::uint32_t, std::uint64_t>;
    Bits all = 0;  // numbers are never below 0, so a set bit is a number above it
    for (std::size_t i = 0; i < count; ++i) all |= std::bit_cast<Bits>(numbers[i]);
    return all != 0;
}

}  // namespace

template <RegretMinimiser Rule, class Number>
RangeCfr<Rule, Number>::RangeCfr(const PublicTree& tree)
    : tree_(tree), regrets_(tree.policy_slots), play_(tree.policy_slots), sums_(tree.policy_slots) {
    const double scale = 1 / std::sqrt(tree.weight);
    for (const std::size_t seat : {0U, 1U})
        for (const Holding& holding : tree.ranges[seat])
            roots_[seat].push_back(static_cast<Number>(holding.weight * scale));
    start_even();
}

template <RegretMinimiser Rule, class Number>
void RangeCfr<Rule, Number>::start_even() {
    std::vector<std::uint32_t> counts;
    for (const PublicNode& node : tree_.nodes) {
        if (node.slots == 0 || node.is_forced) continue;
        Number* const play = play_.data() + node.first_slot;
        if (node.kind == PublicNode::Kind::kAnswer) {
            std::fill_n(play, node.slots, Number{1} / static_cast<Number>(node.links));
            continue;
        }
        const std::uint32_t* const owners = tree_.owners.data() + node.first_owner;
        counts.assign(node.drawn, 0);
        for (std::uint32_t s = 0; s < node.slots; ++s) ++counts[owners[s]];
        for (std::uint32_t s = 0; s < node.slots; ++s)
            play[s] = Number{1} / static_cast<Number>(counts[owners[s]]);
    }
}

template <RegretMinimiser Rule, class Number>
void RangeCfr<Rule, Number>::iterate(const Beat& beat) {
    beat_ = &beat;
    rule_.begin(static_cast<double>(++iterations_));
    weight_ = static_cast<Number>(rule_.average_weight(static_cast<double>(iterations_)));
    for (seat_ = 0; seat_ < 2; ++seat_) {
        Frame frame(scratch_);
        walk(0, roots_[1 - seat_].data(), frame.take(roots_[seat_].size()));
    }
}

template <RegretMinimiser Rule, class Number>
void RangeCfr<Rule, Number>::walk(std::uint32_t id, const Number* reach, Number* values) {
    const PublicNode& node = tree_.nodes[id];
    ++visits_;
    if (node.kind == PublicNode::Kind::kEnd) return end(node, reach, values);
    if (node.kind == PublicNode::Kind::kNowhere) {
        std::fill_n(values, node.holdings[seat_], Number{0});
        return;
    }
    if (*beat_) (*beat_)();
    const bool is_own = node.seat == seat_;
    if (node.kind == PublicNode::Kind::kTurn)
        is_own ? own_turn(node, reach, values) : other_turn(node, reach, values);
    else
        is_own ? own_answer(node, reach, values) : other_answer(node, reach, values);
}

template <RegretMinimiser Rule, class Number>
void RangeCfr<Rule, Number>::own_turn(const PublicNode& node, const Number* reach, Number* values) {
    Frame frame(scratch_);
    Number* const slot_values = frame.take(node.slots);
    Number* slot_value = slot_values;
    Number* const left = frame.take(node.holdings[1 - seat_]);
    for (std::uint32_t i = 0; i < node.links; ++i) {
        const PublicLink& link = tree_.links[node.first_link + i];
        const Number* child_reach = reach;
        bool is_reached = true;
        if (link.others != PublicNode::kSame) {
            const std::uint32_t* const others = tree_.others.data() + link.others;
            const std::uint32_t count = tree_.nodes[link.child].holdings[1 - seat_];
            for (std::uint32_t j = 0; j < count; ++j) left[j] = reach[others[j]];
            child_reach = left;
            is_reached = any(left, count);
        }
        if (is_reached)
            walk(link.child, child_reach, slot_value);
        else
            std::fill_n(slot_value, link.slots, Number{0});
        slot_value += link.slots;
    }
    Number* const drawn = node.first_edge == PublicNode::kSame ? values : frame.take(node.drawn);
    learn_turn(node, slot_values, drawn);
    if (node.first_edge == PublicNode::kSame) return;
    std::fill_n(values, node.holdings[seat_], Number{0});
    const DrawEdge* const edges = tree_.edges.data() + node.first_edge;
    for (std::uint32_t e = 0; e < node.edges; ++e) values[edges[e].before] += drawn[edges[e].after];
}

// Values of the holdings after the draw; regrets and the next policy on the way.
template <RegretMinimiser Rule, class Number>
void RangeCfr<Rule, Number>::learn_turn(const PublicNode& node, const Number* slot_values,
                                        Number* drawn_values) {
    const std::uint32_t* const owners = tree_.owners.data() + node.first_owner;
    if (node.is_forced) {
        for (std::uint32_t s = 0; s < node.slots; ++s) drawn_values[owners[s]] = slot_values[s];
        return;
    }
    Frame frame(scratch_);
    Number* const play = play_.data() + node.first_slot;
    Number* const regrets = regrets_.data() + node.first_slot;
    std::fill_n(drawn_values, node.drawn, Number{0});
    for (std::uint32_t s = 0; s < node.slots; ++s)
        drawn_values[owners[s]] += play[s] * slot_values[s];
    Number* const totals = frame.zeros(node.drawn);
    Number* const counts = frame.zeros(node.drawn);
    for (std::uint32_t s = 0; s < node.slots; ++s) {
        const std::uint32_t owner = owners[s];
        const Number regret = slot_values[s] - drawn_values[owner];
        regrets[s] = static_cast<Number>(rule_.accumulate(regrets[s], regret));
        play[s] = std::max(static_cast<Number>(rule_.promise(regrets[s], regret)), Number{0});
        totals[owner] += play[s];
        counts[owner] += 1;
    }
    for (std::uint32_t d = 0; d < node.drawn; ++d) {
        counts[d] = totals[d] > 0 ? Number{0} : 1 / counts[d];
        totals[d] = totals[d] > 0 ? 1 / totals[d] : Number{0};
    }
    for (std::uint32_t s = 0; s < node.slots; ++s)
        play[s] = play[s] * totals[owners[s]] + counts[owners[s]];
}

template <RegretMinimiser Rule, class Number>
void RangeCfr<Rule, Number>::other_turn(const PublicNode& node, const Number* reach,
                                        Number* values) {
    Frame frame(scratch_);
    const Number* drawn = reach;
    if (node.first_edge != PublicNode::kSame) {
        Number* const after = frame.zeros(node.drawn);
        const DrawEdge* const edges = tree_.edges.data() + node.first_edge;
        for (std::uint32_t e = 0; e < node.edges; ++e)
            after[edges[e].after] += reach[edges[e].before];
        drawn = after;
    }
    const std::uint32_t own = node.holdings[seat_];
    std::fill_n(values, own, Number{0});
    const std::uint32_t* owners = tree_.owners.data() + node.first_owner;
    std::size_t slot = node.first_slot;
    Number* const child_values = frame.take(own);
    for (std::uint32_t i = 0; i < node.links; ++i) {
        const PublicLink& link = tree_.links[node.first_link + i];
        Frame inner(scratch_);
        Number* const child_reach = inner.take(link.slots);
        for (std::uint32_t s = 0; s < link.slots; ++s) child_reach[s] = drawn[owners[s]];
        if (!node.is_forced) {
            const Number* const play = play_.data() + slot;
            Number* const sums = sums_.data() + slot;
            for (std::uint32_t s = 0; s < link.slots; ++s) {
                child_reach[s] *= play[s];
                sums[s] += weight_ * child_reach[s];
            }
            slot += link.slots;
        }
        owners += link.slots;
        if (!any(child_reach, link.slots)) continue;
        walk(link.child, child_reach, child_values);
        if (link.others == PublicNode::kSame) {
            for (std::uint32_t j = 0; j < own; ++j) values[j] += child_values[j];
            continue;
        }
        const std::uint32_t* const others = tree_.others.data() + link.others;
        const std::uint32_t count = tree_.nodes[link.child].holdings[seat_];
        for (std::uint32_t j = 0; j < count; ++j) values[others[j]] += child_values[j];
    }
}

template <RegretMinimiser Rule, class Number>
void RangeCfr<Rule, Number>::own_answer(const PublicNode& node, const Number* reach,
                                        Number* values) {
    const PublicLink* const links = tree_.links.data() + node.first_link;
    if (node.is_forced) return walk(links[0].child, reach, values);
    Frame frame(scratch_);
    const std::uint32_t count = node.holdings[seat_];
    Number* const answer_values = frame.take(node.slots);
    for (std::uint32_t a = 0; a < node.links; ++a)
        walk(links[a].child, reach, answer_values + std::size_t{a} * count);
    Number* const play = play_.data() + node.first_slot;
    Number* const regrets = regrets_.data() + node.first_slot;
    std::fill_n(values, count, Number{0});
    Number* const totals = frame.zeros(count);
    for (std::uint32_t a = 0; a < node.links; ++a)
        for (std::uint32_t j = 0; j < count; ++j) {
            const std::size_t s = std::size_t{a} * count + j;
            values[j] += play[s] * answer_values[s];
        }
    for (std::uint32_t a = 0; a < node.links; ++a)
        for (std::uint32_t j = 0; j < count; ++j) {
            const std::size_t s = std::size_t{a} * count + j;
            const Number regret = answer_values[s] - values[j];
            regrets[s] = static_cast<Number>(rule_.accumulate(regrets[s], regret));
            play[s] = std::max(static_cast<Number>(rule_.promise(regrets[s], regret)), Number{0});
            totals[j] += play[s];
        }
    const Number even = Number{1} / static_cast<Number>(node.links);
    for (std::uint32_t a = 0; a < node.links; ++a)
        for (std::uint32_t j = 0; j < count; ++j) {
            const std::size_t s = std::size_t{a} * count + j;
            play[s] = totals[j] > 0 ? play[s] / totals[j] : even;
        }
}

template <RegretMinimiser Rule, class Number>
void RangeCfr<Rule, Number>::other_answer(const PublicNode& node, const Number* reach,
                                          Number* values) {
    const PublicLink* const links = tree_.links.data() + node.first_link;
    if (node.is_forced) return walk(links[0].child, reach, values);
    Frame frame(scratch_);
    const std::uint32_t count = node.holdings[1 - seat_];
    const std::uint32_t own = node.holdings[seat_];
    std::fill_n(values, own, Number{0});
    Number* const child_reach = frame.take(count);
    Number* const child_values = frame.take(own);
    for (std::uint32_t a = 0; a < node.links; ++a) {
        const std::size_t first = node.first_slot + std::size_t{a} * count;
        const Number* const play = play_.data() + first;
        Number* const sums = sums_.data() + first;
        for (std::uint32_t j = 0; j < count; ++j) {
            child_reach[j] = reach[j] * play[j];
            sums[j] += weight_ * child_reach[j];
        }
        if (!any(child_reach, count)) continue;
        walk(links[a].child, child_reach, child_values);
        for (std::uint32_t j = 0; j < own; ++j) values[j] += child_values[j];
    }
}

// The other seat's holdings are summed up by their cards, each with its payoffs against all own
// secrets at once; own cards then meet the totals they leave possible. Eight lanes, one per secret.
template <RegretMinimiser Rule, class Number>
void RangeCfr<Rule, Number>::end(const PublicNode& node, const Number* reach, Number* values) {
    using Lanes = std::array<Number, 8>;
    const Ending& ending = tree_.endings[node.ending];
    const float* const payoffs = tree_.payoffs[node.payoffs].by_seat[seat_].data();
    const std::size_t totals = ending.total_row.size() - 1;
    std::array<Lanes, Ending::kMostTotals> against;
    for (std::size_t t = 0; t < totals; ++t) against[t] = {};
    const std::uint32_t other_indices = node.indices[1 - seat_];
    for (std::uint32_t j = 0; j < node.holdings[1 - seat_]; ++j) {
        const std::size_t holding =
            other_indices == PublicNode::kSame ? j : tree_.indices[other_indices + j];
        Lanes& lanes = against[ending.total_of[holding]];
        const float* const lane_payoffs = payoffs + std::size_t{8} * ending.secrets[holding];
        for (std::size_t l = 0; l < 8; ++l)
            lanes[l] += reach[j] * static_cast<Number>(lane_payoffs[l]);
    }
    std::array<Lanes, Ending::kMostTotals> sums;
    for (std::size_t t = 0; t < totals; ++t) {
        Lanes sum{};
        for (std::size_t p = ending.total_row[t]; p < ending.total_row[t + 1]; ++p) {
            const Lanes& lanes = against[ending.total_partners[p]];
            for (std::size_t l = 0; l < 8; ++l) sum[l] += lanes[l];
        }
        sums[t] = sum;
    }
    const std::uint32_t own_indices = node.indices[seat_];
    for (std::uint32_t j = 0; j < node.holdings[seat_]; ++j) {
        const std::size_t holding =
            own_indices == PublicNode::kSame ? j : tree_.indices[own_indices + j];
        values[j] = sums[ending.total_of[holding]][ending.secrets[holding]];
    }
}

template class RangeCfr<RegretMatching, double>;
template class RangeCfr<RegretMatchingPlus, double>;
template class RangeCfr<PredictiveRegretMatchingPlus, double>;
template class RangeCfr<DiscountedRegretMatching, double>;
template class RangeCfr<LateAverage<DiscountedRegretMatching>, double>;
template class RangeCfr<LateAverage<DiscountedRegretMatching>, float>;

}  // namespace moonflower::hanamikoji
