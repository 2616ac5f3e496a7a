#include "search/select/select.hpp"

#include <algorithm>
#include <utility>

namespace moonflower {
namespace {

// Smooth UCT (Heinrich and Silver 2015): with growing probability, up to nine in ten, the
// average policy instead of the best score.
[[nodiscard]] bool wants_average(const Node& node, Rng& rng) {
    const float root = std::sqrt(static_cast<float>(node.visits));
    const float eta = std::max(0.1F, 0.9F / (1.0F + 0.1F * root));
    return static_cast<float>(rng.next() >> 40) >= eta * 0x1.0p24F;
}
[[nodiscard]] std::uint32_t draw_by_visits(Node& node, std::uint32_t count, Rng& rng) {
    std::uint64_t total = 0;
    for (std::uint32_t i = 0; i < count; ++i) total += node.edges()[i].visits;
    if (total == 0) return 0;
    std::uint64_t left = rng.below64(total);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t visits = node.edges()[i].visits;
        if (left < visits) return i;
        left -= visits;
    }
    return 0;
}

// Regret matching+ (Tammelin 2014) over sampled payoffs, each move's mean as its baseline.
using Mixture = std::array<double, kMostTogether>;
[[nodiscard]] Mixture mixture(const Node& node) {
    Mixture shares{};
    double total = 0.0;
    for (std::uint32_t i = 0; i < node.count; ++i) {
        shares[i] = static_cast<double>(static_cast<std::int64_t>(node.edges()[i].extra));
        total += shares[i];
    }
    const double uniform = 1.0 / node.count;
    for (std::uint32_t i = 0; i < node.count; ++i)
        shares[i] =
            kMixing * uniform + (1.0 - kMixing) * (total > 0.0 ? shares[i] / total : uniform);
    return shares;
}
[[nodiscard]] std::uint32_t draw_by_regret(const Node& node, Rng& rng) {
    const Mixture shares = mixture(node);
    double left = rng.unit();
    for (std::uint32_t i = 0; i + 1 < node.count; ++i) {
        if (left < shares[i]) return i;
        left -= shares[i];
    }
    return node.count - 1;
}

// Whether a move has been visited and further visits may tell more.
[[nodiscard]] bool is_open(const Node& node, std::uint32_t i) {
    const Edge& edge = node.edges()[i];
    return edge.visits > 0 && edge.low != edge.high && node.choices()[i].mean >= 0.0F;
}

}  // namespace

// Every move once before any a second time; by PUCT where it is the best.
std::uint32_t Selector::choose_or_try(Node& node, Rng& rng) const {
    if (node.is(Node::kTogether)) return draw_by_regret(node, rng);
    const std::uint32_t allowed = std::min<std::uint32_t>(width_of(node), node.room);
    const std::uint32_t tried = node.tried;
    if (rule_ != Selection::kPuct && tried < allowed) {
        note_tried(node, tried);
        return tried;
    }
    // The likeliest moves stand first and are all taken to be worth the same: of those not yet
    // tried only the next can be the best.
    const std::uint32_t considered = std::min(tried + 1, allowed);
    if (smooth_ && wants_average(node, rng)) return draw_by_visits(node, considered, rng);
    const std::uint32_t best = best_score(node, considered);
    if (best == tried) note_tried(node, tried);
    return best;
}

bool Selector::compares_now(const Node& node) {
    constexpr std::uint32_t kFew = 3;  // moves: each is searched to the end
    const bool is_turn = node.visits % 2 == 0 || (node.is(Node::kWhole) && node.count <= kFew);
    if (!is_turn) return false;
    for (std::uint32_t i = 0; i < node.tried; ++i)
        if (is_open(node, i)) return true;
    return false;
}

std::uint32_t Selector::least_visited(const Node& node) {
    constexpr std::size_t kCompared = 4;
    std::array<std::uint32_t, kCompared> best{};  // the highest value first
    std::size_t count = 0;
    const auto mean = [&](std::size_t at) { return node.choices()[best[at]].mean; };
    for (std::uint32_t i = 0; i < node.tried; ++i) {
        if (!is_open(node, i)) continue;
        if (count == kCompared && node.choices()[i].mean <= mean(count - 1)) continue;
        count = std::min(count + 1, kCompared);
        best[count - 1] = i;
        for (std::size_t at = count - 1; at > 0 && mean(at) > mean(at - 1); --at)
            std::swap(best[at], best[at - 1]);
    }
    std::uint32_t fewest = best[0];
    for (std::size_t at = 1; at < count; ++at)
        if (node.edges()[best[at]].visits < node.edges()[fewest].visits) fewest = best[at];
    return fewest;
}

void Selector::note_tried(Node& node, std::uint32_t i) {
    node.tried = static_cast<std::uint16_t>(i + 1);
    if (node.tried == node.count) node.mark(Node::kWhole);
}

void Selector::learn_regret(Node& node, std::uint32_t chosen, std::uint32_t utility) const {
    const Mixture shares = mixture(node);
    Mixture worth{};
    double expected = 0.0;
    for (std::uint32_t i = 0; i < node.count; ++i) {
        const Edge& edge = node.edges()[i];
        const std::uint32_t visits = edge.visits;
        worth[i] = visits == 0 ? 0.5 * kTop : static_cast<double>(edge.value) / visits;
        if (i == chosen) worth[i] += (utility - worth[i]) / shares[i];
        expected += shares[i] * worth[i];
    }
    for (std::uint32_t i = 0; i < node.count; ++i) {
        Edge& edge = node.edges()[i];
        const auto regret =
            static_cast<std::int64_t>(edge.extra) + static_cast<std::int64_t>(worth[i] - expected);
        edge.extra = static_cast<std::uint64_t>(std::max<std::int64_t>(regret, 0));
    }
}

}  // namespace moonflower
