// How a node chooses a move, and what it learns from the result. The rules differ in two small
// functions, the scale of a node and the width of an edge; the scan is the same for all.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "core/rng.hpp"
#include "search/select/sqrt_table.hpp"
#include "search/settings.hpp"
#include "search/tree/node.hpp"

namespace moonflower {

// Regret matching collapses in wide nodes: importance weights grow with the number of moves.
inline constexpr std::uint32_t kMostTogether = 16;
inline constexpr double kMixing = 0.1;  // share of uniform play in regret matching

class Selector {
public:
    Selector() = default;
    // `curiosity` scales the exploration of every rule.
    Selector(const SearchHints& hints, bool smooth, float curiosity = 1.0F)
        : rule_(hints.selection),
          exploration_(curiosity * (hints.exploration_milli > 0
                                        ? static_cast<float>(hints.exploration_milli) / 1000.0F
                                        : default_exploration(hints.selection))),
          widen_base_(static_cast<std::uint32_t>(hints.widen_base)),
          widen_rate_(static_cast<float>(hints.widen_milli) / 1000.0F),
          smooth_(smooth) {}

    // How many edges a new node of `count` moves begins with. Most nodes never need more than a
    // few.
    [[nodiscard]] static std::uint32_t first_room(std::uint32_t count) {
        return std::min(count, kFirstRoom);
    }
    // All edges are entered and the next move's turn has come.
    [[nodiscard]] bool wants_room(const Node& node) const {
        return !node.is(Node::kWhole) && node.tried == node.room && node.room < width_of(node);
    }
    [[nodiscard]] bool wants_priors() const { return rule_ == Selection::kPuct; }
    [[nodiscard]] bool wants_priors(const Node& node) const {
        return wants_priors() && !node.is(Node::kTogether);
    }

    // From here on part of the node's visits serve to compare its best moves. What counts at the
    // root is the last choice, not what each visit is worth (Tolpin and Shimony 2012), and a move
    // that is seldom visited is played on badly, so that its value lags behind.
    static void take_as_root(Node& node) {
        if (!node.is(Node::kTogether)) node.mark(Node::kRoot);
    }

    // Sets a new edge up whose prior, its share of the node's prior weights, is in `extra`. For
    // nodes that want priors; the others try every move first.
    void prepare(Node& node, std::uint32_t i) const {
        node.choices()[i].set_score(node.urgency, prior_of(node.edges()[i]));
    }

    // The edge a simulation follows.
    [[nodiscard]] std::uint32_t choose(Node& node, Rng& rng) const {
        if (node.is(Node::kRoot) && compares_now(node)) return least_visited(node);
        if (!node.is(Node::kWhole) || smooth_) return choose_or_try(node, rng);
        return node.next;
    }

    // Scans a node whose numbers have changed for the move to follow next time: on the way up scans
    // of different nodes run side by side in the processor, on the way down each would wait for the
    // one above.
    void look_ahead(Node& node) const {
        if (node.is(Node::kWhole) && !smooth_)
            node.next = static_cast<std::uint16_t>(best_score(node, node.count));
    }

    // The result is in: `utility` of the node's seat, 0 to kTop.
    void learn(Node& node, std::uint32_t i, std::uint32_t utility) const {
        if (node.is(Node::kTogether)) learn_regret(node, i, utility);
        Edge& edge = node.edges()[i];
        ++node.visits;
        ++edge.visits;
        edge.value += utility;
        if (rule_ == Selection::kUcb1Tuned && !node.is(Node::kTogether))
            edge.extra += std::uint64_t{utility} * utility;
        refresh(node, i);
        look_ahead(node);
    }

    // The best of the moves that have been tried; the node is not changed.
    [[nodiscard]] std::uint32_t best_tried(Node& node) const {
        return best_score(node, node.tried);
    }

    // Brings an edge's score in line with its numbers.
    void refresh(Node& node, std::uint32_t i) const {
        if (node.is(Node::kTogether)) return;
        const Edge& edge = node.edges()[i];
        Choice& choice = node.choices()[i];
        const std::uint16_t low = edge.low;
        const std::uint16_t high = edge.high;
        const std::uint32_t visits = edge.visits;
        if (high <= node.low && high < node.high) {
            choice.set_score(-1.0F, 0.0F);  // proven no better than another: never again
        } else if (low == high) {
            choice.set_score(static_cast<float>(low) / static_cast<float>(kTop), 0.0F);
        } else if (visits > 0) {
            const float mean = static_cast<float>(edge.value) /
                               (static_cast<float>(visits) * static_cast<float>(kTop));
            choice.set_score(mean, width(node, edge, visits, mean));
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

    [[nodiscard]] std::uint32_t choose_or_try(Node& node, Rng& rng) const;
    static void note_tried(Node& node, std::uint32_t i);
    [[nodiscard]] static float prior_of(const Edge& edge) {
        return std::bit_cast<float>(static_cast<std::uint32_t>(edge.extra));
    }

    // Progressive widening (Coulom 2007; Chaslot et al. 2008). A move whose worth is proven is not
    // looked at again, so it leaves its place to another.
    [[nodiscard]] std::uint32_t width_of(const Node& node) const {
        if (widen_base_ == 0) return node.count;
        const float more = widen_rate_ * std::sqrt(static_cast<float>(node.visits));
        return std::min<std::uint32_t>(
            node.count, widen_base_ + static_cast<std::uint32_t>(more) + proven_edges(node));
    }
    [[nodiscard]] static std::uint32_t proven_edges(const Node& node) {
        std::uint32_t count = 0;
        for (std::uint32_t i = 0; i < node.tried; ++i)
            count += node.edges()[i].low == node.edges()[i].high ? 1 : 0;
        return count;
    }

    // UCB1 (Auer et al. 2002; Kocsis and Szepesvari 2006) and PUCT (Rosin 2011; Silver et al.
    // 2017).
    [[nodiscard]] float scale(const Node& node) const {
        const std::uint32_t visits = std::max(node.visits, 1U);
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
                return prior_of(edge) / (1.0F + n);
            case Selection::kUcb1Tuned: {
                // The variance bound is as of the edge's last visit, which is when it changes most.
                const float square = static_cast<float>(edge.extra) /
                                     (n * static_cast<float>(kTop) * static_cast<float>(kTop));
                const float log = natural_log(std::max(node.visits, 1U));
                const float variance = square - mean * mean + std::sqrt(2.0F * log / n);
                return std::sqrt(std::clamp(variance, 0.0F, 0.25F) / n);
            }
        }
        return inverse_root(visits);
    }

    [[nodiscard]] std::uint32_t best_score(Node& node, std::uint32_t count) const {
        const float by = scale(node);
        const Choice* const choices = node.choices();
        std::uint32_t best = 0;
        float highest = -2.0F;
        for (std::uint32_t i = 0; i < count; ++i) {
            const float score = choices[i].mean + by * choices[i].width;
            if (score > highest) {
                highest = score;
                best = i;
            }
        }
        return best;
    }

    // Whether this visit of a root serves to compare its moves.
    [[nodiscard]] static bool compares_now(const Node& node);
    // Of the best by value so far whose worth is not proven.
    [[nodiscard]] static std::uint32_t least_visited(const Node& node);

    void learn_regret(Node& node, std::uint32_t chosen, std::uint32_t utility) const;

    Selection rule_ = Selection::kUcb1;
    float exploration_ = 0.7F;
    std::uint32_t widen_base_ = 0;
    float widen_rate_ = 2.0F;
    bool smooth_ = false;
};

}  // namespace moonflower
