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
              const Beat& beat)
        : tree_(tree), policy_(policy), me_(at(seat)), beat_(beat) {}

    RangeResponse respond() {
        std::vector<double> reach;
        for (const Holding& holding : tree_.ranges[1 - me_]) reach.push_back(holding.weight);
        const Range& own = tree_.ranges[me_];
        result_.holdings.resize(own.size());
        solve(0, reach, result_.holdings);
        for (std::size_t j = 0; j < own.size(); ++j)
            result_.value += own[j].weight * result_.holdings[j] / tree_.weight;
        result_.value += 0.5;
        return std::move(result_);
    }

private:
    void solve(std::uint32_t id, Reach reach, std::span<double> best) {
        const PublicNode& node = tree_.nodes[id];
        std::ranges::fill(best, 0.0);
        if (node.kind == PublicNode::Kind::kNowhere || is_zero(reach)) return;
        if (node.kind == PublicNode::Kind::kEnd) return pay(node, reach, best);
        if (beat_) beat_();
        const bool is_turn = node.kind == PublicNode::Kind::kTurn;
        if (node.seat == me_)
            is_turn ? choose(node, reach, best) : choose_answer(node, reach, best);
        else
            is_turn ? expect(node, reach, best) : expect_answer(node, reach, best);
    }

    // The best action of each holding after its draw.
    void choose(const PublicNode& node, Reach reach, std::span<double> best) {
        Frame frame(scratch_);
        const std::span<double> drawn(frame.take(node.drawn), node.drawn);
        std::ranges::fill(drawn, kNothing);
        std::uint32_t owner = node.first_owner;
        for (std::uint32_t i = 0; i < node.links; ++i) {
            const PublicLink& link = tree_.links[node.first_link + i];
            Frame inner(scratch_);
            const std::span<double> after(inner.take(link.slots), link.slots);
            solve(link.child, seen(link, reach, inner), after);
            for (const double value : after) {
                double& place = drawn[tree_.owners[owner++]];
                place = std::max(place, value);
            }
            if (is_root(node)) keep_slots(after);
        }
        if (node.first_edge == PublicNode::kSame) {
            std::ranges::copy(drawn, best.begin());
            return;
        }
        for (std::uint32_t e = 0; e < node.edges; ++e) {
            const DrawEdge edge = tree_.edges[node.first_edge + e];
            best[edge.before] += drawn[edge.after];
        }
    }

    void choose_answer(const PublicNode& node, Reach reach, std::span<double> best) {
        Frame frame(scratch_);
        const std::span<double> after(frame.take(best.size()), best.size());
        for (std::uint32_t a = 0; a < node.links; ++a) {
            solve(tree_.links[node.first_link + a].child, reach, after);
            if (is_root(node)) keep_slots(after);
            for (std::size_t j = 0; j < best.size(); ++j)
                best[j] = a == 0 ? after[j] : std::max(best[j], after[j]);
        }
    }

    // The other seat draws and acts as its policy says.
    void expect(const PublicNode& node, Reach reach, std::span<double> best) {
        Frame frame(scratch_);
        const std::span<double> drawn(frame.zeros(node.drawn), node.drawn);
        const std::span<double> totals(frame.zeros(node.drawn), node.drawn);
        const std::span<double> counts(frame.zeros(node.drawn), node.drawn);
        draw(node, reach, drawn);
        for (std::uint32_t s = 0; s < node.slots; ++s) {
            const std::uint32_t owner = tree_.owners[node.first_owner + s];
            totals[owner] += weight(node, s);
            counts[owner] += 1;
        }
        std::uint32_t slot = 0;
        for (std::uint32_t i = 0; i < node.links; ++i) {
            const PublicLink& link = tree_.links[node.first_link + i];
            const std::size_t left = tree_.nodes[link.child].holdings[me_];
            Frame inner(scratch_);
            const std::span<double> played(inner.take(link.slots), link.slots);
            const std::span<double> after(inner.take(left), left);
            for (double& part : played) {
                const std::uint32_t owner = tree_.owners[node.first_owner + slot];
                const double share =
                    totals[owner] > 0 ? weight(node, slot) / totals[owner] : 1 / counts[owner];
                part = drawn[owner] * share;
                ++slot;
            }
            solve(link.child, played, after);
            for (std::size_t j = 0; j < left; ++j) best[place(link, j)] += after[j];
        }
    }

    void expect_answer(const PublicNode& node, Reach reach, std::span<double> best) {
        Frame frame(scratch_);
        const std::size_t size = reach.size();
        const std::span<double> taken(frame.take(size), size);
        const std::span<double> after(frame.take(best.size()), best.size());
        for (std::uint32_t a = 0; a < node.links; ++a) {
            for (std::size_t j = 0; j < size; ++j) {
                double total = 0;
                for (std::uint32_t b = 0; b < node.links; ++b) total += weight(node, b * size + j);
                const double share = total > 0 ? weight(node, a * size + j) / total
                                               : 1.0 / static_cast<double>(node.links);
                taken[j] = reach[j] * share;
            }
            solve(tree_.links[node.first_link + a].child, taken, after);
            for (std::size_t j = 0; j < best.size(); ++j) best[j] += after[j];
        }
    }

    // Holding by holding against all that may lie beside it; payoffs less one half.
    void pay(const PublicNode& node, Reach reach, std::span<double> best) {
        const Ending& ending = tree_.endings[node.ending];
        const auto& payoffs = tree_.payoffs[node.payoffs].by_seat[me_];
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

    [[nodiscard]] bool is_root(const PublicNode& node) const { return &node == tree_.nodes.data(); }
    [[nodiscard]] double weight(const PublicNode& node, std::size_t slot) const {
        return node.is_forced ? 1.0 : static_cast<double>(policy_[node.first_slot + slot]);
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
    void draw(const PublicNode& node, Reach reach, std::span<double> drawn) const {
        if (node.first_edge == PublicNode::kSame) {
            std::ranges::copy(reach, drawn.begin());
            return;
        }
        for (std::uint32_t e = 0; e < node.edges; ++e) {
            const DrawEdge edge = tree_.edges[node.first_edge + e];
            drawn[edge.after] += reach[edge.before];
        }
    }

    void keep_slots(Reach values) {
        result_.slots.insert(result_.slots.end(), values.begin(), values.end());
    }

    static constexpr double kNothing = -1e300;
    const PublicTree& tree_;
    const std::vector<Number>& policy_;
    std::size_t me_;
    const Beat& beat_;
    Scratch<double> scratch_;
    RangeResponse result_;
};

}  // namespace

template <class Number>
RangeResponse best_range_response(const PublicTree& tree, const std::vector<Number>& policy,
                                  Seat seat, const Beat& beat) {
    return Responder<Number>(tree, policy, seat, beat).respond();
}

template RangeResponse best_range_response(const PublicTree&, const std::vector<float>&, Seat,
                                           const Beat&);
template RangeResponse best_range_response(const PublicTree&, const std::vector<double>&, Seat,
                                           const Beat&);

}  // namespace moonflower::hanamikoji
