#include "solve/hanamikoji/range_response.hpp"

#include <algorithm>
#include <span>

namespace moonflower::hanamikoji {
namespace {

using Frame = Scratch<double>::Frame;
using Reach = std::span<const double>;

bool is_zero(Reach reach) {
    return std::ranges::all_of(reach, [](double r) { return r == 0; });
}

template <class Number>
class Responder {
public:
    Responder(const PublicTree& tree, const std::vector<Number>& policy, Seat seat,
              const ProgressCallback& progress)
        : tree_(tree), policy_(policy), me_(at(seat)), progress_(progress) {}

    RangeResponse respond() {
        std::vector<double> reach;
        for (const Holding& holding : tree_.ranges[1 - me_]) reach.push_back(holding.weight);
        const Range& own = tree_.ranges[me_];
        result_.holdings.resize(own.size());
        solve(tree_.root, 0, reach, result_.holdings);
        for (std::size_t j = 0; j < own.size(); ++j)
            result_.value += own[j].weight * result_.holdings[j] / tree_.weight;
        result_.value += 0.5;
        return std::move(result_);
    }

private:
    // `slot` is where the node's part of the policy begins.
    void solve(std::uint32_t id, std::uint64_t slot, Reach reach, std::span<double> best) {
        const PublicNode& node = tree_.nodes[id];
        std::ranges::fill(best, 0.0);
        if (node.kind == PublicNode::Kind::kNowhere || is_zero(reach)) return;
        if (node.kind == PublicNode::Kind::kEnd) return pay(node, node.payoffs, reach, best);
        const bool is_mine = node.seat == me_;
        if (node.kind == PublicNode::Kind::kLastAnswer)
            return is_mine ? choose_last(node, reach, best) : expect_last(node, slot, reach, best);
        if (progress_) progress_();
        if (node.kind == PublicNode::Kind::kTurn)
            is_mine ? choose(node, slot, reach, best) : expect(node, slot, reach, best);
        else
            is_mine ? choose_answer(node, slot, reach, best)
                    : expect_answer(node, slot, reach, best);
    }

    // The best action of each holding after its draw.
    void choose(const PublicNode& node, std::uint64_t slot, Reach reach, std::span<double> best) {
        Frame frame(scratch_);
        const std::span<double> drawn(frame.take(node.drawn), node.drawn);
        std::ranges::fill(drawn, kNothing);
        const std::uint32_t* owner = tree_.owners.data() + node.first_owner;
        for (const PublicLink& link : links_of(node)) {
            if (link.kind == PublicLink::Kind::kDropped) {
                owner += link.slots;
                continue;
            }
            Frame inner(scratch_);
            const std::span<double> after(inner.take(link.slots), link.slots);
            solve(link.child, slot + link.first_slot, seen(link, reach, inner), after);
            for (const double value : after) {
                double& place = drawn[*owner++];
                place = std::max(place, value);
            }
            if (is_root(node)) keep_slots(after);
        }
        if (node.draw == PublicNode::kSame)
            std::ranges::copy(drawn, best.begin());
        else
            tree_.draws[node.draw].spread(drawn.data(), best.data());
    }

    void choose_answer(const PublicNode& node, std::uint64_t slot, Reach reach,
                       std::span<double> best) {
        std::ranges::fill(best, kNothing);
        for (const PublicLink& link : links_of(node)) {
            Frame frame(scratch_);
            const std::span<double> after(frame.take(best.size()), best.size());
            solve(link.child, slot + link.first_slot, reach, after);
            take_best(node, after, best);
        }
    }

    // Every answer is tried, whatever the tree says about the best.
    void choose_last(const PublicNode& node, Reach reach, std::span<double> best) {
        std::ranges::fill(best, kNothing);
        for (const PublicLink& link : links_of(node)) {
            Frame frame(scratch_);
            const std::span<double> after(frame.zeros(best.size()), best.size());
            pay(node, link.child, reach, after);
            take_best(node, after, best);
        }
    }

    void take_best(const PublicNode& node, Reach after, std::span<double> best) {
        if (is_root(node)) keep_slots(after);
        for (std::size_t j = 0; j < best.size(); ++j) best[j] = std::max(best[j], after[j]);
    }

    // The other seat draws and acts as its policy says.
    void expect(const PublicNode& node, std::uint64_t slot, Reach reach, std::span<double> best) {
        Frame frame(scratch_);
        const std::span<double> drawn(frame.take(node.drawn), node.drawn);
        if (node.draw == PublicNode::kSame)
            std::ranges::copy(reach, drawn.begin());
        else
            tree_.draws[node.draw].gather(reach.data(), drawn.data());
        const std::span<double> shares(frame.take(node.slots), node.slots);
        share_out(node, slot, shares, frame);
        std::size_t s = 0;
        for (const PublicLink& link : links_of(node)) {
            const std::size_t end = s + link.slots;
            if (link.kind == PublicLink::Kind::kDropped) {
                s = end;
                continue;
            }
            const std::size_t left = tree_.nodes[link.child].holdings[me_];
            Frame inner(scratch_);
            const std::span<double> played(inner.take(link.slots), link.slots);
            const std::span<double> after(inner.take(left), left);
            for (double& part : played) {
                part = drawn[tree_.owners[node.first_owner + s]] * shares[s];
                ++s;
            }
            solve(link.child, slot + link.first_slot, played, after);
            for (std::size_t j = 0; j < left; ++j) best[place(link, j)] += after[j];
        }
    }

    // How often each slot of a turn is played by its holding.
    void share_out(const PublicNode& node, std::uint64_t slot, std::span<double> shares,
                   Frame& frame) const {
        const std::span<double> totals(frame.zeros(node.drawn), node.drawn);
        const std::span<double> counts(frame.zeros(node.drawn), node.drawn);
        const std::uint32_t* const owners = tree_.owners.data() + node.first_owner;
        std::size_t s = 0;
        for (const PublicLink& link : links_of(node))
            for (std::uint32_t i = 0; i < link.slots; ++i, ++s) {
                const bool is_kept = link.kind == PublicLink::Kind::kKept;
                const bool is_only = link.kind == PublicLink::Kind::kOnly;
                shares[s] = is_kept ? static_cast<double>(policy_[slot++]) : (is_only ? 1.0 : 0.0);
                totals[owners[s]] += shares[s];
                counts[owners[s]] += is_kept ? 1.0 : 0.0;
            }
        for (s = 0; s < shares.size(); ++s) {
            const double total = totals[owners[s]];
            shares[s] = total > 0 ? shares[s] / total : 1 / counts[owners[s]];
        }
    }

    void expect_answer(const PublicNode& node, std::uint64_t slot, Reach reach,
                       std::span<double> best) {
        Frame frame(scratch_);
        const std::size_t size = reach.size();
        const std::span<double> taken(frame.take(size), size);
        const std::span<double> after(frame.take(best.size()), best.size());
        for (std::uint32_t a = 0; a < node.links; ++a) {
            const PublicLink& link = tree_.links[node.first_link + a];
            for (std::size_t j = 0; j < size; ++j)
                taken[j] = reach[j] * (node.kept == 0 ? 1.0 : share(slot + j, a, node.links, size));
            solve(link.child, slot + link.first_slot, taken, after);
            for (std::size_t j = 0; j < best.size(); ++j) best[j] += after[j];
        }
    }

    void expect_last(const PublicNode& node, std::uint64_t slot, Reach reach,
                     std::span<double> best) {
        Frame frame(scratch_);
        const Ending& ending = tree_.endings[node.ending];
        const std::span<double> taken(frame.take(reach.size()), reach.size());
        for (std::uint32_t a = 0; a < node.links; ++a) {
            std::uint64_t next = slot;
            for (std::size_t j = 0; j < reach.size(); ++j) {
                const std::size_t secret = ending.holdings[end_index(node, 1 - me_, j)].secret;
                const std::uint32_t choice = node.choices.of(secret);
                const bool is_open = choice == Choices::kOpen;
                taken[j] = reach[j] * (is_open ? share(next, a, node.links, 1) : choice == a);
                if (is_open) next += node.links;
            }
            pay(node, tree_.links[node.first_link + a].child, taken, best);
        }
    }

    // Of one answer out of some whose slots stand `step` apart.
    [[nodiscard]] double share(std::uint64_t slot, std::uint32_t answer, std::uint32_t answers,
                               std::size_t step) const {
        double total = 0;
        for (std::uint32_t b = 0; b < answers; ++b)
            total += static_cast<double>(policy_[slot + b * step]);
        return total > 0 ? static_cast<double>(policy_[slot + answer * step]) / total
                         : 1.0 / static_cast<double>(answers);
    }

    // Adds what each holding gets against all that may lie beside it; payoffs less one half.
    void pay(const PublicNode& node, std::uint32_t number, Reach reach, std::span<double> best) {
        const Ending& ending = tree_.endings[node.ending];
        const auto& payoffs = tree_.payoffs[number].by_seat[me_];
        Frame frame(scratch_);
        const std::span<double> beside(frame.zeros(ending.holdings.size()), ending.holdings.size());
        for (std::size_t j = 0; j < reach.size(); ++j)
            beside[end_index(node, 1 - me_, j)] = reach[j];
        for (std::size_t j = 0; j < best.size(); ++j) {
            const std::size_t own = end_index(node, me_, j);
            const std::size_t secret = ending.holdings[own].secret;
            for (std::size_t p = ending.row[own]; p < ending.row[own + 1]; ++p) {
                const auto [other, other_secret] = ending.partners[p];
                best[j] += beside[other] *
                           static_cast<double>(payoffs[std::size_t{other_secret} * 8 + secret]);
            }
        }
    }

    [[nodiscard]] bool is_root(const PublicNode& node) const {
        return &node == &tree_.nodes[tree_.root];
    }
    [[nodiscard]] std::span<const PublicLink> links_of(const PublicNode& node) const {
        return {tree_.links.data() + node.first_link, node.links};
    }
    [[nodiscard]] std::size_t place(const PublicLink& link, std::size_t j) const {
        return link.others == PublicNode::kSame ? j : tree_.others[link.others + j];
    }
    [[nodiscard]] std::size_t end_index(const PublicNode& node, std::size_t seat,
                                        std::size_t j) const {
        const std::uint32_t first = node.indices[seat];
        return first == PublicNode::kSame ? j : tree_.indices[first + j];
    }
    // The other seat's reach as the child lists its holdings.
    [[nodiscard]] Reach seen(const PublicLink& link, Reach reach, Frame& frame) const {
        if (link.others == PublicNode::kSame) return reach;
        const std::size_t size = tree_.nodes[link.child].holdings[1 - me_];
        const std::span<double> left(frame.take(size), size);
        for (std::size_t j = 0; j < size; ++j) left[j] = reach[place(link, j)];
        return left;
    }
    void keep_slots(Reach values) {
        result_.slots.insert(result_.slots.end(), values.begin(), values.end());
    }

    static constexpr double kNothing = -1e300;
    const PublicTree& tree_;
    const std::vector<Number>& policy_;
    std::size_t me_;
    const ProgressCallback& progress_;
    Scratch<double> scratch_;
    RangeResponse result_;
};

}  // namespace

template <class Number>
RangeResponse best_range_response(const PublicTree& tree, const std::vector<Number>& policy,
                                  Seat seat, const ProgressCallback& progress) {
    return Responder<Number>(tree, policy, seat, progress).respond();
}

template RangeResponse best_range_response(const PublicTree&, const std::vector<float>&, Seat,
                                           const ProgressCallback&);
template RangeResponse best_range_response(const PublicTree&, const std::vector<double>&, Seat,
                                           const ProgressCallback&);

}  // namespace moonflower::hanamikoji
