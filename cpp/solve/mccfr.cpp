#include "solve/mccfr.hpp"

#include <algorithm>
#include <utility>

namespace moonflower {

McCfrSolver::McCfrSolver(std::shared_ptr<const Tree> tree, std::shared_ptr<const SequenceForm> form,
                         std::uint64_t seed)
    : tree_(std::move(tree)), form_(std::move(form)), rng_(seed) {
    for (const SeatSets& seat : tree_->sets) regrets_.emplace_back(seat.sequences(), 0.0);
    sums_ = regrets_;
}

void McCfrSolver::run(std::uint64_t iterations, const ProgressCallback& progress) {
    for (std::uint64_t i = 0; i < iterations; ++i) {
        for (Seat seat = 0; seat < tree_->seats; ++seat) walk(0, seat);
        ++iterations_;
        if (progress) progress();
    }
}

Behaviour McCfrSolver::current() const {
    auto positive = regrets_;
    for (std::vector<double>& seat : positive)
        for (double& regret : seat) regret = std::max(regret, 0.0);
    return form_->normalised(positive);
}

double McCfrSolver::walk(std::uint32_t id, Seat updater) {
    const TreeNode& node = tree_->nodes[id];
    if (node.turn.is_over()) return tree_->payoff(node, updater);
    if (node.turn.is_chance()) return sample_chance(node, updater);
    return node.turn.seat() == updater ? try_moves(node, updater) : sample_move(node, updater);
}

double McCfrSolver::sample_chance(const TreeNode& node, Seat updater) {
    double rest = rng_.unit();
    std::uint32_t edge = 0;
    while (edge + 1 < node.edges && (rest -= tree_->odds[node.index + edge]) >= 0) ++edge;
    return walk(tree_->edges[node.first_edge + edge], updater);
}

// The average policy is gathered where the seat after the updater acts: each of its own paths is
// then met as often as it plays it.
double McCfrSolver::sample_move(const TreeNode& node, Seat updater) {
    const auto seat = static_cast<std::size_t>(node.turn.seat());
    const InfoSet& set = tree_->sets[seat].sets[node.index];
    const std::size_t policy = push_policy(seat, set);
    if (node.turn.seat() == (updater + 1) % tree_->seats)
        for (std::uint32_t i = 0; i < set.moves; ++i)
            sums_[seat][set.first + i] += policies_[policy + i];
    double rest = rng_.unit();
    std::uint32_t edge = 0;
    while (edge + 1 < node.edges && (rest -= policies_[policy + edge]) >= 0) ++edge;
    policies_.resize(policy);
    return walk(tree_->edges[node.first_edge + edge], updater);
}

double McCfrSolver::try_moves(const TreeNode& node, Seat updater) {
    const auto seat = static_cast<std::size_t>(updater);
    const InfoSet& set = tree_->sets[seat].sets[node.index];
    const std::size_t policy = push_policy(seat, set);
    const std::size_t values = policies_.size();
    policies_.resize(values + set.moves);
    double mean = 0;
    for (std::uint32_t i = 0; i < set.moves; ++i) {
        const double value = walk(tree_->edges[node.first_edge + i], updater);
        policies_[values + i] = value;
        mean += policies_[policy + i] * value;
    }
    for (std::uint32_t i = 0; i < set.moves; ++i)
        regrets_[seat][set.first + i] += policies_[values + i] - mean;
    policies_.resize(policy);
    return mean;
}

std::size_t McCfrSolver::push_policy(std::size_t seat, const InfoSet& set) {
    const std::size_t offset = policies_.size();
    double total = 0;
    for (std::uint32_t i = 0; i < set.moves; ++i) {
        policies_.push_back(std::max(regrets_[seat][set.first + i], 0.0));
        total += policies_.back();
    }
    for (std::uint32_t i = 0; i < set.moves; ++i) {
        double& move = policies_[offset + i];
        move = total > 0 ? move / total : 1.0 / static_cast<double>(set.moves);
    }
    return offset;
}

}  // namespace moonflower
