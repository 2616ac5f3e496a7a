// Unrolls any game of the contract into a Tree: an estimate of the size first, then the arrays.
// Included by session_of.hpp; everything after the tree is compiled once for all games.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/game.hpp"
#include "solve/score.hpp"
#include "solve/tree.hpp"

namespace moonflower {

// Roots are worlds with their shares: one for a state, all worlds of a view for a belief. `tick` is
// called at every node and may throw.
template <GameState S>
class Flattener {
public:
    Flattener(std::span<const World<S>> roots, std::function<void()> tick)
        : roots_(roots), tick_(std::move(tick)), seats_(roots.front().state.seats()) {}

    [[nodiscard]] TreeEstimate estimate();
    // TooLargeError, with the estimate, when tree and solver would not fit.
    [[nodiscard]] Tree flatten(std::uint64_t memory_limit);

private:
    static constexpr std::uint64_t kProbes = 1'000;
    static constexpr std::uint64_t kDeepest = 100'000;

    struct Pending {
        S state;
        TreePlace place;
    };

    [[nodiscard]] TreeSize probe(Rng& rng);
    [[nodiscard]] std::span<const Move> list_children(const S& state);
    void expand(const Pending& at, TreeBuilder& builder);
    void refuse(const TreeEstimate& guess, std::uint64_t memory_limit) const;

    std::span<const World<S>> roots_;
    std::function<void()> tick_;
    int seats_;
    std::vector<Pending> stack_;
    std::vector<Move> children_;   // of the node at hand
    std::vector<double> weights_;  // of its outcomes at a chance turn
    std::unique_ptr<typename S::Moves> moves_ = std::make_unique<typename S::Moves>();
    std::unique_ptr<typename S::Outcomes> outcomes_ = std::make_unique<typename S::Outcomes>();
};

template <GameState S>
std::span<const Move> Flattener<S>::list_children(const S& state) {
    children_.clear();
    weights_.clear();
    if (state.turn().is_chance()) {
        state.chance(*outcomes_);
        for (const Outcome& outcome : *outcomes_) {
            children_.push_back(outcome.move);
            weights_.push_back(static_cast<double>(outcome.weight));
        }
    } else if (state.turn().is_seat()) {
        state.legal_moves(*moves_);
        children_.assign(moves_->begin(), moves_->end());
    }
    return children_;
}

// Knuth's probe (1975): one random descent; each node stands for as many as there are brothers on
// the way to it. Right on average, with a long tail.
template <GameState S>
TreeSize Flattener<S>::probe(Rng& rng) {
    TreeSize size;
    if (roots_.size() > 1) size.nodes = 1;  // the choice of a world
    double like = static_cast<double>(roots_.size());
    S state = roots_[rng.below64(roots_.size())].state;
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

template <GameState S>
TreeEstimate Flattener<S>::estimate() {
    Rng rng(0);
    std::vector<TreeSize> sizes;
    for (std::uint64_t i = 0; i < kProbes; ++i) sizes.push_back(probe(rng));
    return estimate_from(sizes);
}

template <GameState S>
void Flattener<S>::refuse(const TreeEstimate& guess, std::uint64_t memory_limit) const {
    throw TooLargeError(S::Rules::facts().name + ": " + guess.text(seats_) + "; up to " +
                        std::to_string(memory_limit >> 20U) + " MB are accepted");
}

template <GameState S>
Tree Flattener<S>::flatten(std::uint64_t memory_limit) {
    const TreeEstimate guess = estimate();
    if (!(guess.surely_bytes(seats_) <= static_cast<double>(memory_limit)))
        refuse(guess, memory_limit);
    TreeBuilder builder(seats_, memory_limit);
    TreePlace root;
    TreeFan fan;
    if (roots_.size() > 1) {
        weights_.clear();
        for (const World<S>& world : roots_) weights_.push_back(world.weight);
        fan = builder.add_chance(root, weights_);
    }
    for (std::size_t i = roots_.size(); i-- > 0;)
        stack_.push_back({roots_[i].state, roots_.size() > 1 ? fan.child(root, i) : root});
    while (!stack_.empty()) {
        const Pending at = stack_.back();
        stack_.pop_back();
        tick_();
        expand(at, builder);
    }
    return builder.take();
}

template <GameState S>
void Flattener<S>::expand(const Pending& at, TreeBuilder& builder) {
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
