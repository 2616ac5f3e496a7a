#include "solve/flatten.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "core/error.hpp"
#include "solve/score.hpp"

namespace moonflower {

std::span<const Move> Flattener::list_children(const OpaqueState& state) {
    children_.clear();
    weights_.clear();
    if (state.turn().is_chance()) {
        state.chance(outcomes_);
        for (const Outcome& outcome : outcomes_) {
            children_.push_back(outcome.move);
            weights_.push_back(static_cast<double>(outcome.weight));
        }
    } else if (state.turn().is_seat()) {
        state.legal_moves(children_);
        if (restricted_ != nullptr && state.turn() == Turn::of(restricted_->seat) &&
            state.info_key(restricted_->seat) == restricted_->info_key)
            std::erase_if(children_, [&](Move move) {
                return std::ranges::find(restricted_->moves, move) == restricted_->moves.end();
            });
    }
    return children_;
}

// Knuth's probe (1975): one random descent; each node stands for as many as there are brothers on
// the way to it. Right on average, with a long tail.
TreeSize Flattener::probe(Rng& rng) {
    TreeSize size;
    if (roots_.size() > 1) size.nodes = 1;  // the choice of a world
    auto like = static_cast<double>(roots_.size());
    OpaqueState state = roots_[rng.below64(roots_.size())].state;
    for (std::uint64_t depth = 0; depth < kDeepest; ++depth) {
        tick_();
        size.nodes += like;
        if (state.turn().is_over()) {
            size.leaves += like;
            return size;
        }
        if (state.turn().is_seat()) size.decisions += like;
        const std::span<const Move> children = list_children(state);
        like *= static_cast<double>(children.size());
        state.apply(children[rng.below(static_cast<std::uint32_t>(children.size()))]);
    }
    constexpr double kEndless = std::numeric_limits<double>::infinity();
    return {kEndless, kEndless, kEndless};
}

TreeEstimate Flattener::estimate() {
    Rng rng(0);
    std::vector<TreeSize> sizes;
    for (std::uint64_t i = 0; i < kProbes; ++i) sizes.push_back(probe(rng));
    return estimate_from(sizes);
}

void Flattener::refuse(const TreeEstimate& guess, std::uint64_t memory_limit) const {
    throw TooLargeError(roots_.front().state.facts().name + ": " + guess.text(seats_) + "; up to " +
                        std::to_string(memory_limit >> 20U) + " MB are accepted");
}

Tree Flattener::flatten(std::uint64_t memory_limit) {
    const TreeEstimate guess = estimate();
    if (!(guess.surely_bytes(seats_) <= static_cast<double>(memory_limit)))
        refuse(guess, memory_limit);
    TreeBuilder builder(seats_, memory_limit);
    TreePlace root;
    TreeFan fan;
    if (roots_.size() > 1) {
        weights_.clear();
        for (const World<OpaqueState>& world : roots_) weights_.push_back(world.weight);
        fan = builder.add_chance(root, weights_);
    }
    for (std::size_t i = roots_.size(); i-- > 0;)
        stack_.push_back({roots_[i].state, roots_.size() > 1 ? fan.child(root, i) : root});
    while (!stack_.empty()) {
        const Pending at = std::move(stack_.back());
        stack_.pop_back();
        tick_();
        expand(at, builder);
    }
    return builder.take();
}

void Flattener::expand(const Pending& at, TreeBuilder& builder) {
    const Turn turn = at.state.turn();
    if (turn.is_over()) {
        const auto scores = scores_for_solver(at.state);
        builder.add_leaf(at.place, std::span(scores).first(static_cast<std::size_t>(seats_)));
        return;
    }
    const std::span<const Move> children = list_children(at.state);
    const TreeFan fan =
        turn.is_chance()
            ? builder.add_chance(at.place, weights_)
            : builder.add_decision(at.place, turn.seat(), at.state.info_key(turn.seat()), children);
    for (std::size_t i = children.size(); i-- > 0;) {
        stack_.push_back({at.state, fan.child(at.place, i)});
        stack_.back().state.apply(children[i]);
    }
}

}  // namespace moonflower
