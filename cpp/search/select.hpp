// How a node chooses a move, and what it learns from the result. The rules differ in two small
// functions, the scale of a node and the width of an edge; the scan is the same for all.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "core/rng.hpp"
#include "search/node.hpp"
#include "search/root_table.hpp"
#include "search/settings.hpp"

namespace moonflower {

// Regret matching collapses in wide nodes: importance weights grow with the number of moves.
inline constexpr std::uint32_t kMostTogether = 16;

class Selector {
public:
    Selector() = default;
    // `curiosity` scales the exploration of every rule.
    Selector(const SearchHints& hints, bool smooth, bool shared, float curiosity = 1.0F)
        : rule_(hints.selection),
          exploration_(curiosity * (hints.exploration_milli > 0
                                        ? static_cast<float>(hints.exploration_milli) / 1000.0F
                                        : default_exploration(hints.selection))),
          widen_base_(static_cast<std::uint32_t>(hints.widen_base)),
          widen_rate_(static_cast<float>(hints.widen_milli) / 1000.0F),
          smooth_(smooth),
          shared_(shared) {}

    // How many edges a new node of `count` moves begins with. Where moves are tried one after the
    // other, most nodes never need more than a few; threads cannot be told that a node has moved.
    [[nodiscard]] std::uint32_t first_room(std::uint32_t count) const {
        return shared_ || rule_ == Selection::kPuct ? count : std::min(count, kFirstRoom);
    }
    // All edges are entered and the next move's turn has come.
    [[nodiscard]] bool wants_room(const Node& node) const {
        return node.tried.get() == node.room && node.room < width_of(node);
    }
    [[nodiscard]] bool wants_priors(const Node& node) const {
        return rule_ == Selection::kPuct && !node.is(Node::kTogether);
    }

    // Sets a new edge up. `prior` is its share of the node's prior weights, `urgency` what a move
    // is taken to be worth before it is tried. For nodes that want priors; the others try every
    // move first.
    void prepare(Node& node, std::uint32_t i, float prior, float urgency) const {
        node.edges()[i].extra.set(std::bit_cast<std::uint32_t>(prior));
        node.scores()[i].mean.set(urgency);
        node.scores()[i].width.set(prior);
    }

    // The edge a simulation follows.
    [[nodiscard]] std::uint32_t choose(Node& node, Rng& rng) const {
        if (node.is(Node::kTogether)) return draw_by_regret(node, rng);
        const std::uint32_t allowed = std::min(width_of(node), node.room);
        std::uint32_t tried = node.tried.get();
        if (rule_ == Selection::kPuct) {
            tried = allowed;
        } else {
            while (tried < allowed) {
                if (!shared_) {
                    node.tried.set(tried + 1);
                    return tried;
                }
                if (node.tried.exchange(tried, tried + 1)) return tried;
                tried = node.tried.get();
            }
        }
        if (smooth_ && wants_average(node, rng)) return draw_by_visits(node, tried, rng);
        return best_score(node, tried);
    }

    // In a shared tree a visit counts when a thread enters, worth nothing until the result is in:
    // a virtual loss that sends the next thread elsewhere.
    void enter(Node& node, std::uint32_t i) const {
        if (!shared_) return;
        node.visits.add(1, true);
        node.edges()[i].visits.add(1, true);
        refresh(node, i);
    }

    // Takes an `enter` back: the simulation goes another way.
    void leave(Node& node, std::uint32_t i) const {
        if (!shared_) return;
        node.visits.add(UINT32_MAX, true);
        node.edges()[i].visits.add(UINT32_MAX, true);
        refresh(node, i);
    }

    // The result is in: `utility` of the node's seat, 0 to kTop.
    void learn(Node& node, std::uint32_t i, std::uint32_t utility) const {
        if (node.is(Node::kTogether)) learn_regret(node, i, utility);
        Edge& edge = node.edges()[i];
        if (!shared_) {
            node.visits.set(node.visits.get() + 1);
            edge.visits.set(edge.visits.get() + 1);
        }
        edge.value.add(utility, shared_);
        if (rule_ == Selection::kUcb1Tuned && !node.is(Node::kTogether))
            edge.extra.add(std::uint64_t{utility} * utility, shared_);
        refresh(node, i);
    }

    // Brings an edge's score in line with its numbers.
    void refresh(Node& node, std::uint32_t i) const {
        const Edge& edge = node.edges()[i];
        Score& score = node.scores()[i];
        const std::uint16_t low = edge.low.get();
        const std::uint16_t high = edge.high.get();
        const std::uint32_t visits = edge.visits.get();
        if (node.is(Node::kTogether)) return;
        if (high <= node.low.get() && high < node.high.get()) {
            score.mean.set(-1.0F);  // proven no better than another: never again
            score.width.set(0.0F);
        } else if (low == high) {
            score.mean.set(static_cast<float>(low) / static_cast<float>(kTop));
            score.width.set(0.0F);
        } else if (visits > 0) {
            const float mean = static_cast<float>(edge.value.get()) /
                               (static_cast<float>(visits) * static_cast<float>(kTop));
            score.mean.set(mean);
            score.width.set(width(node, edge, visits, mean));
        }
    }

    // The policy a node's visits stand for: exploration taken out where moves are drawn.
    [[nodiscard]] static double average_share(const Node& node, std::uint64_t visits,
                                              std::uint64_t total, std::size_t count) {
        if (total == 0) return 1.0 / static_cast<double>(count);
        const double share = static_cast<double>(visits) / static_cast<double>(total);
        if (!node.is(Node::kTogether)) return share;
        return std::max(0.0, share - kMixing / static_cast<double>(count)) / (1.0 - kMixing);
    }

private:
    static constexpr std::uint32_t kFirstRoom = 4;
    static constexpr double kMixing = 0.1;  // share of uniform play in regret matching

    [[nodiscard]] static float default_exploration(Selection rule) {
        switch (rule) {
            case Selection::kUcb1:
                return 0.7F;
            case Selection::kUcb1Tuned:
                return 1.0F;
            case Selection::kPuct:
                return 1.5F;
        }
        return 1.0F;
    }

    // Progressive widening (Coulom 2007; Chaslot et al. 2008).
    [[nodiscard]] std::uint32_t width_of(const Node& node) const {
        if (widen_base_ == 0) return node.count;
        const float more = widen_rate_ * std::sqrt(static_cast<float>(node.visits.get()));
        return std::min(node.count, widen_base_ + static_cast<std::uint32_t>(more));
    }

    // UCB1 (Auer et al. 2002; Kocsis and Szepesvari 2006) and PUCT (Rosin 2011; Silver et al.
    // 2017).
    [[nodiscard]] float scale(const Node& node) const {
        const std::uint32_t visits = std::max(node.visits.get(), 1U);
        return exploration_ * (rule_ == Selection::kPuct ? std::sqrt(static_cast<float>(visits))
                                                         : root_of_log(visits));
    }
    [[nodiscard]] float width(const Node& node, const Edge& edge, std::uint32_t visits,
                              float mean) const {
        const auto n = static_cast<float>(visits);
        switch (rule_) {
            case Selection::kUcb1:
                break;
            case Selection::kPuct:
                return std::bit_cast<float>(static_cast<std::uint32_t>(edge.extra.get())) /
                       (1.0F + n);
            case Selection::kUcb1Tuned: {
                // The variance bound is as of the edge's last visit, which is when it changes most.
                const float square = static_cast<float>(edge.extra.get()) /
                                     (n * static_cast<float>(kTop) * static_cast<float>(kTop));
                const float log = natural_log(std::max(node.visits.get(), 1U));
                const float variance = square - mean * mean + std::sqrt(2.0F * log / n);
                return std::sqrt(std::clamp(variance, 0.0F, 0.25F) / n);
            }
        }
        return inverse_root(visits);
    }

    [[nodiscard]] std::uint32_t best_score(Node& node, std::uint32_t count) const {
        const float by = scale(node);
        const Score* const scores = node.scores();
        std::uint32_t best = 0;
        float highest = -2.0F;
        for (std::uint32_t i = 0; i < count; ++i) {
            const float score = scores[i].mean.get() + by * scores[i].width.get();
            if (score > highest) {
                highest = score;
                best = i;
            }
        }
        return best;
    }

    // Smooth UCT (Heinrich and Silver 2015): with growing probability, up to nine in ten, the
    // average policy instead of the best score.
    [[nodiscard]] static bool wants_average(const Node& node, Rng& rng) {
        const float root = std::sqrt(static_cast<float>(node.visits.get()));
        const float eta = std::max(0.1F, 0.9F / (1.0F + 0.1F * root));
        return static_cast<float>(rng.next() >> 40) >= eta * 0x1.0p24F;
    }
    [[nodiscard]] static std::uint32_t draw_by_visits(Node& node, std::uint32_t count, Rng& rng) {
        std::uint64_t total = 0;
        for (std::uint32_t i = 0; i < count; ++i) total += node.edges()[i].visits.get();
        if (total == 0) return 0;
        std::uint64_t left = rng.below64(total);
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint32_t visits = node.edges()[i].visits.get();
            if (left < visits) return i;
            left -= visits;
        }
        return 0;
    }

    // Regret matching+ (Tammelin 2014) over sampled payoffs, each move's mean as its baseline.
    using Mixture = std::array<double, kMostTogether>;
    [[nodiscard]] static Mixture mixture(const Node& node) {
        Mixture shares{};
        double total = 0.0;
        for (std::uint32_t i = 0; i < node.count; ++i) {
            shares[i] = static_cast<double>(static_cast<std::int64_t>(node.edges()[i].extra.get()));
            total += shares[i];
        }
        const double uniform = 1.0 / node.count;
        for (std::uint32_t i = 0; i < node.count; ++i)
            shares[i] =
                kMixing * uniform + (1.0 - kMixing) * (total > 0.0 ? shares[i] / total : uniform);
        return shares;
    }
    [[nodiscard]] static std::uint32_t draw_by_regret(const Node& node, Rng& rng) {
        const Mixture shares = mixture(node);
        double left = rng.unit();
        for (std::uint32_t i = 0; i + 1 < node.count; ++i) {
            if (left < shares[i]) return i;
            left -= shares[i];
        }
        return node.count - 1;
    }
    void learn_regret(Node& node, std::uint32_t chosen, std::uint32_t utility) const {
        const Mixture shares = mixture(node);
        Mixture worth{};
        double expected = 0.0;
        for (std::uint32_t i = 0; i < node.count; ++i) {
            const Edge& edge = node.edges()[i];
            const std::uint32_t visits = edge.visits.get();
            worth[i] = visits == 0 ? 0.5 * kTop : static_cast<double>(edge.value.get()) / visits;
            if (i == chosen) worth[i] += (utility - worth[i]) / shares[i];
            expected += shares[i] * worth[i];
        }
        for (std::uint32_t i = 0; i < node.count; ++i) {
            Edge& edge = node.edges()[i];
            const auto regret = static_cast<std::int64_t>(edge.extra.get()) +
                                static_cast<std::int64_t>(worth[i] - expected);
            edge.extra.set(static_cast<std::uint64_t>(std::max<std::int64_t>(regret, 0)));
        }
    }

    Selection rule_ = Selection::kUcb1;
    float exploration_ = 0.7F;
    std::uint32_t widen_base_ = 0;
    float widen_rate_ = 2.0F;
    bool smooth_ = false;
    bool shared_ = false;
};

}  // namespace moonflower
