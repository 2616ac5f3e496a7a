// Counterfactual regret minimisation over a public tree, in vectors over holdings: CFR, CFR+, DCFR
// and PCFR+ with the regret minimisers of the general solver. One seat updates at a time, and its
// walk carries the other seat's reach alone: what the other seat never plays is not visited.
#pragma once

#include <cstdint>
#include <vector>

#include "solve/hanamikoji/public_tree.hpp"
#include "solve/hanamikoji/scratch.hpp"
#include "solve/regret.hpp"

namespace moonflower::hanamikoji {

// Discounted regret matching with the average weighted by the fourth power of the iteration. On
// these trees play settles within a few iterations, and what keeps NashConv up is the memory of the
// first ones: 22 iterations to 1e-4 instead of 33 to 49. Reckons in the precision of the regrets.
struct LateDiscounted : DiscountedRegretMatching {
    template <class Number>
    [[nodiscard]] Number accumulate(Number sum, Number regret) const {
        const auto kept = static_cast<Number>(gain);  // known before the loop, and no branch in it
        return sum * (sum > 0 ? kept : Number{0.5}) + regret;
    }
    template <class Number>
    [[nodiscard]] Number promise(Number sum, Number /*regret*/) const {
        return sum;
    }
    [[nodiscard]] double average_weight(double t) const { return t * t * t * t; }
};
static_assert(RegretMinimiser<LateDiscounted>);

// Weights of the moves of each policy slot of the tree; not normalised.
template <class Number>
using SlotWeights = std::vector<Number>;

template <RegretMinimiser Rule, class Number>
class RangeCfr {
public:
    explicit RangeCfr(const PublicTree& tree);

    void iterate(const ProgressCallback& progress);
    [[nodiscard]] std::uint64_t iterations() const { return iterations_; }
    // Of the policies played so far, weighted as the rule says.
    [[nodiscard]] const SlotWeights<Number>& average() const { return sums_; }
    // Public nodes walked through, all iterations together.
    [[nodiscard]] std::uint64_t visits() const { return visits_; }

private:
    using Frame = typename Scratch<Number>::Frame;

    // A node on one way down, and where its part of the policy begins.
    struct Place {
        std::uint32_t id;
        std::uint64_t first_slot;
    };
    [[nodiscard]] Place below(const PublicLink& link, std::uint64_t first_slot) const {
        return {link.child, first_slot + link.first_slot};
    }

    void start_even(Place place);
    // Writes the values of the updating seat's holdings at a node; `reach` is the other seat's.
    void walk(Place place, const Number* reach, Number* values);
    void own_turn(const PublicNode& node, std::uint64_t slot, const Number* reach, Number* values);
    void other_turn(const PublicNode& node, std::uint64_t slot, const Number* reach,
                    Number* values);
    void own_answer(const PublicNode& node, std::uint64_t slot, const Number* reach,
                    Number* values);
    void other_answer(const PublicNode& node, std::uint64_t slot, const Number* reach,
                      Number* values);
    void last_answer(const PublicNode& node, std::uint64_t slot, const Number* reach,
                     Number* values);
    void learn_turn(const PublicNode& node, std::uint64_t slot, const Number* slot_values,
                    Number* drawn_values);
    [[nodiscard]] Number learn_answer(std::uint64_t slot, std::uint32_t answers,
                                      const Number* answer_values);
    void play_link(const PublicLink& link, std::uint64_t slot, Number* child_reach);

    const PublicTree& tree_;
    Rule rule_;
    std::uint64_t iterations_ = 0;
    std::uint64_t visits_ = 0;
    std::size_t seat_ = 0;  // that updates
    Number weight_ = 1;     // of this iteration in the average
    SlotWeights<Number> regrets_;
    SlotWeights<Number> play_;
    SlotWeights<Number> sums_;
    std::array<std::vector<Number>, 2> roots_;  // weights of the ranges, scaled
    Scratch<Number> scratch_;
    const ProgressCallback* progress_ = nullptr;
};

}  // namespace moonflower::hanamikoji
