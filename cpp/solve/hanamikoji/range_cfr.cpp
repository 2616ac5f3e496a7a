#include "solve/hanamikoji/range_cfr.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "solve/hanamikoji/range_ends.hpp"

namespace moonflower::hanamikoji {
namespace {

template <class Number>
bool any(const Number* numbers, std::size_t count) {
    using Bits = std::conditional_t<sizeof(Number) == 4, std::uint32_t, std::uint64_t>;
    Bits all = 0;  // numbers are never below 0, so a set bit is a number above it
    for (std::size_t i = 0; i < count; ++i) all |= std::bit_cast<Bits>(numbers[i]);
    return all != 0;
}

// Calls f(slot, kept slot) for the slots of a turn that have a policy.
template <class F>
void for_kept(const PublicNode& node, const PublicLink* links, const F& f) {
    if (node.kept == node.slots) {
        for (std::uint32_t s = 0; s < node.slots; ++s) f(s, s);
        return;
    }
    std::uint32_t slot = 0;
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < node.links; ++i) {
        const std::uint32_t end = slot + links[i].slots;
        if (links[i].kind == PublicLink::Kind::kKept)
            while (slot < end) f(slot++, kept++);
        slot = end;
    }
}

// The values of holdings that have one move.
template <class Number>
void take_only(const PublicNode& node, const PublicLink* links, const std::uint32_t* owners,
               const Number* slot_values, Number* drawn_values) {
    for (std::uint32_t i = 0; i < node.links; ++i) {
        if (links[i].kind == PublicLink::Kind::kOnly)
            for (std::uint32_t s = 0; s < links[i].slots; ++s)
                drawn_values[owners[s]] = slot_values[s];
        owners += links[i].slots;
        slot_values += links[i].slots;
    }
}

}  // namespace

template <RegretMinimiser Rule, class Number>
RangeCfr<Rule, Number>::RangeCfr(const PublicTree& tree)
    : tree_(tree),
      regrets_(tree.policy_slots()),
      play_(tree.policy_slots()),
      sums_(tree.policy_slots()) {
    const double scale = 1 / std::sqrt(tree.weight);
    for (const std::size_t seat : {0U, 1U})
        for (const Holding& holding : tree.ranges[seat])
            roots_[seat].push_back(static_cast<Number>(holding.weight * scale));
    start_even({tree.root, 0});
}

template <RegretMinimiser Rule, class Number>
void RangeCfr<Rule, Number>::start_even(Place place) {
    const PublicNode& node = tree_.nodes[place.id];
    if (node.policy_slots == 0) return;
    Number* const play = play_.data() + place.first_slot;
    const PublicLink* const links = tree_.links.data() + node.first_link;
    if (node.kind != PublicNode::Kind::kTurn) {
        std::fill_n(play, node.kept, Number{1} / static_cast<Number>(node.links));
        if (node.kind == PublicNode::Kind::kLastAnswer) return;
    } else if (node.kept > 0) {
        Frame frame(scratch_);
        Number* const counts = frame.zeros(node.drawn);
        const std::uint32_t* const owners = tree_.owners.data() + node.first_owner;
        for_kept(node, links, [&](std::uint32_t s, std::uint32_t) { counts[owners[s]] += 1; });
        for_kept(node, links,
                 [&](std::uint32_t s, std::uint32_t k) { play[k] = 1 / counts[owners[s]]; });
    }
    for (std::uint32_t i = 0; i < node.links; ++i)
        if (links[i].kind != PublicLink::Kind::kDropped)
            start_even(below(links[i], place.first_slot));
}

template <RegretMinimiser Rule, class Number>
void RangeCfr<Rule, Number>::iterate(const ProgressCallback& progress) {
    progress_ = &progress;
    rule_.begin(static_cast<double>(++iterations_));
    weight_ = static_cast<Number>(rule_.average_weight(static_cast<double>(iterations_)));
    for (seat_ = 0; seat_ < 2; ++seat_) {
        Frame frame(scratch_);
        walk({tree_.root, 0}, roots_[1 - seat_].data(), frame.take(roots_[seat_].size()));
    }
}

template <RegretMinimiser Rule, class Number>
void RangeCfr<Rule, Number>::walk(Place place, const Number* reach, Number* values) {
    const PublicNode& node = tree_.nodes[place.id];
    const std::uint64_t slot = place.first_slot;
    ++visits_;
    if (node.kind == PublicNode::Kind::kEnd)
        return RangeEnd<Number>(tree_, node, seat_).end(reach, values);
    if (node.kind == PublicNode::Kind::kNowhere) {
        std::fill_n(values, node.holdings[seat_], Number{0});
        return;
    }
    if (node.kind == PublicNode::Kind::kLastAnswer) return last_answer(node, slot, reach, values);
    if (*progress_) (*progress_)();
    const bool is_own = node.seat == seat_;
    if (node.kind == PublicNode::Kind::kTurn)
        is_own ? own_turn(node, slot, reach, values) : other_turn(node, slot, reach, values);
    else
        is_own ? own_answer(node, slot, reach, values) : other_answer(node, slot, reach, values);
}

template <RegretMinimiser Rule, class Number>
void RangeCfr<Rule, Number>::own_turn(const PublicNode& node, std::uint64_t slot,
                                      const Number* reach, Number* values) {
    Frame frame(scratch_);
    Number* const slot_values = frame.take(node.slots);
    Number* slot_value = slot_values;
    Number* const left = frame.take(node.holdings[1 - seat_]);
    for (std::uint32_t i = 0; i < node.links; ++i) {
        const PublicLink& link = tree_.links[node.first_link + i];
        Number* const child_values = slot_value;
        slot_value += link.slots;
        if (link.kind == PublicLink::Kind::kDropped) continue;
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
            walk(below(link, slot), child_reach, child_values);
        else
            std::fill_n(child_values, link.slots, Number{0});
    }
    if (node.draw == PublicNode::kSame) return learn_turn(node, slot, slot_values, values);
    Number* const drawn = frame.take(node.drawn);
    learn_turn(node, slot, slot_values, drawn);
    tree_.draws[node.draw].spread(drawn, values);
}

// Values of the holdings after the draw; regrets and the next policy on the way.
template <RegretMinimiser Rule, class Number>
void RangeCfr<Rule, Number>::learn_turn(const PublicNode& node, std::uint64_t slot,
                                        const Number* slot_values, Number* drawn_values) {
    const std::uint32_t* const owners = tree_.owners.data() + node.first_owner;
    const PublicLink* const links = tree_.links.data() + node.first_link;
    if (node.kept < node.slots) take_only(node, links, owners, slot_values, drawn_values);
    if (node.kept == 0) return;
    Frame frame(scratch_);
    Number* const play = play_.data() + slot;
    Number* const regrets = regrets_.data() + slot;
    Number* const totals = frame.zeros(node.drawn);
    Number* const counts = frame.zeros(node.drawn);
    const Rule rule = rule_;
    for_kept(node, links, [&](std::uint32_t s, std::uint32_t k) {
        totals[owners[s]] += play[k] * slot_values[s];
        counts[owners[s]] += 1;
    });
    for (std::uint32_t d = 0; d < node.drawn; ++d) {
        if (counts[d] > 0) drawn_values[d] = totals[d];
        totals[d] = 0;
    }
    for_kept(node, links, [&](std::uint32_t s, std::uint32_t k) {
        const std::uint32_t owner = owners[s];
        const Number regret = slot_values[s] - drawn_values[owner];
        regrets[k] = static_cast<Number>(rule.accumulate(regrets[k], regret));
        play[k] = std::max(static_cast<Number>(rule.promise(regrets[k], regret)), Number{0});
        totals[owner] += play[k];
    });
    for (std::uint32_t d = 0; d < node.drawn; ++d) {
        counts[d] = totals[d] > 0 ? Number{0} : 1 / std::max(counts[d], Number{1});
        totals[d] = totals[d] > 0 ? 1 / totals[d] : Number{0};
    }
    for_kept(node, links, [&](std::uint32_t s, std::uint32_t k) {
        play[k] = play[k] * totals[owners[s]] + counts[owners[s]];
    });
}

template <RegretMinimiser Rule, class Number>
void RangeCfr<Rule, Number>::other_turn(const PublicNode& node, std::uint64_t slot,
                                        const Number* reach, Number* values) {
    Frame frame(scratch_);
    const Number* drawn = reach;
    if (node.draw != PublicNode::kSame) {
        Number* const after = frame.take(node.drawn);
        tree_.draws[node.draw].gather(reach, after);
        drawn = after;
    }
    const std::uint32_t own = node.holdings[seat_];
    std::fill_n(values, own, Number{0});
    const std::uint32_t* owners = tree_.owners.data() + node.first_owner;
    std::uint64_t kept = slot;
    Number* const child_values = frame.take(own);
    for (std::uint32_t i = 0; i < node.links; ++i) {
        const PublicLink& link = tree_.links[node.first_link + i];
        Frame inner(scratch_);
        Number* const child_reach = inner.take(link.slots);
        for (std::uint32_t s = 0; s < link.slots; ++s) child_reach[s] = drawn[owners[s]];
        owners += link.slots;
        if (link.kind == PublicLink::Kind::kDropped) continue;
        if (link.kind == PublicLink::Kind::kKept) {
            play_link(link, kept, child_reach);
            kept += link.slots;
        }
        if (!any(child_reach, link.slots)) continue;
        walk(below(link, slot), child_reach, child_values);
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
void RangeCfr<Rule, Number>::play_link(const PublicLink& link, std::uint64_t slot,
                                       Number* child_reach) {
    const Number* const play = play_.data() + slot;
    Number* const sums = sums_.data() + slot;
    for (std::uint32_t s = 0; s < link.slots; ++s) {
        child_reach[s] *= play[s];
        sums[s] += weight_ * child_reach[s];
    }
}

template <RegretMinimiser Rule, class Number>
void RangeCfr<Rule, Number>::own_answer(const PublicNode& node, std::uint64_t slot,
                                        const Number* reach, Number* values) {
    const PublicLink* const links = tree_.links.data() + node.first_link;
    if (node.kept == 0) return walk(below(links[0], slot), reach, values);
    Frame frame(scratch_);
    const std::uint32_t count = node.holdings[seat_];
    Number* const answer_values = frame.take(node.slots);
    for (std::uint32_t a = 0; a < node.links; ++a)
        walk(below(links[a], slot), reach, answer_values + std::size_t{a} * count);
    Number* const play = play_.data() + slot;
    Number* const regrets = regrets_.data() + slot;
    std::fill_n(values, count, Number{0});
    const Rule rule = rule_;
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
            regrets[s] = static_cast<Number>(rule.accumulate(regrets[s], regret));
            play[s] = std::max(static_cast<Number>(rule.promise(regrets[s], regret)), Number{0});
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
void RangeCfr<Rule, Number>::other_answer(const PublicNode& node, std::uint64_t slot,
                                          const Number* reach, Number* values) {
    const PublicLink* const links = tree_.links.data() + node.first_link;
    if (node.kept == 0) return walk(below(links[0], slot), reach, values);
    Frame frame(scratch_);
    const std::uint32_t count = node.holdings[1 - seat_];
    const std::uint32_t own = node.holdings[seat_];
    std::fill_n(values, own, Number{0});
    Number* const child_reach = frame.take(count);
    Number* const child_values = frame.take(own);
    for (std::uint32_t a = 0; a < node.links; ++a) {
        const std::size_t first = slot + std::size_t{a} * count;
        const Number* const play = play_.data() + first;
        Number* const sums = sums_.data() + first;
        for (std::uint32_t j = 0; j < count; ++j) {
            child_reach[j] = reach[j] * play[j];
            sums[j] += weight_ * child_reach[j];
        }
        if (!any(child_reach, count)) continue;
        walk(below(links[a], slot), child_reach, child_values);
        for (std::uint32_t j = 0; j < own; ++j) values[j] += child_values[j];
    }
}

template <RegretMinimiser Rule, class Number>
void RangeCfr<Rule, Number>::last_answer(const PublicNode& node, std::uint64_t slot,
                                         const Number* reach, Number* values) {
    const RangeEnd<Number> round_end(tree_, node, seat_);
    if (node.seat == seat_)
        return round_end.own_answer(reach, values, [&](const Number* answer_values) {
            const Number value = learn_answer(slot, node.links, answer_values);
            slot += node.links;
            return value;
        });
    round_end.other_answer(reach, values, [&](Number reached) {
        const Number played = reached * play_[slot];
        sums_[slot++] += weight_ * played;
        return played;
    });
}

// One holding's answers: its value, and what it plays next.
template <RegretMinimiser Rule, class Number>
Number RangeCfr<Rule, Number>::learn_answer(std::uint64_t slot, std::uint32_t answers,
                                            const Number* answer_values) {
    Number* const play = play_.data() + slot;
    Number* const regrets = regrets_.data() + slot;
    const Rule rule = rule_;
    Number value = 0;
    for (std::uint32_t a = 0; a < answers; ++a) value += play[a] * answer_values[a];
    Number total = 0;
    for (std::uint32_t a = 0; a < answers; ++a) {
        const Number regret = answer_values[a] - value;
        regrets[a] = static_cast<Number>(rule.accumulate(regrets[a], regret));
        play[a] = std::max(static_cast<Number>(rule.promise(regrets[a], regret)), Number{0});
        total += play[a];
    }
    for (std::uint32_t a = 0; a < answers; ++a)
        play[a] = total > 0 ? play[a] / total : Number{1} / static_cast<Number>(answers);
    return value;
}

template class RangeCfr<RegretMatching, double>;
template class RangeCfr<RegretMatchingPlus, double>;
template class RangeCfr<PredictiveRegretMatchingPlus, double>;
template class RangeCfr<DiscountedRegretMatching, double>;
template class RangeCfr<LateDiscounted, double>;
template class RangeCfr<LateDiscounted, float>;

}  // namespace moonflower::hanamikoji
