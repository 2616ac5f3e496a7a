// External-sampling Monte Carlo CFR (Lanctot et al. 2009): one iteration samples chance and the
// other seats and tries every move of one seat, for each seat in turn. Cheap iterations, noisy
// regrets: for trees where a full pass is too slow. Same seed, same policy.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/progress.hpp"
#include "core/rng.hpp"
#include "solve/sequence_form.hpp"
#include "solve/tree.hpp"

namespace moonflower {

class McCfrSolver {
public:
    McCfrSolver(std::shared_ptr<const Tree> tree, std::shared_ptr<const SequenceForm> form,
                std::uint64_t seed);

    void run(std::uint64_t iterations, const ProgressCallback& progress);
    [[nodiscard]] std::uint64_t iterations() const { return iterations_; }
    [[nodiscard]] Behaviour current() const;
    [[nodiscard]] Behaviour average() const { return form_->normalised(sums_); }

private:
    double walk(std::uint32_t id, Seat updater);
    double sample_chance(const TreeNode& node, Seat updater);
    double sample_move(const TreeNode& node, Seat updater);
    double try_moves(const TreeNode& node, Seat updater);
    // Regret matching at a set, pushed on the stack of policies; returns its offset there.
    std::size_t push_policy(std::size_t seat, const InfoSet& set);

    std::shared_ptr<const Tree> tree_;
    std::shared_ptr<const SequenceForm> form_;
    Rng rng_;
    std::uint64_t iterations_ = 0;
    std::vector<std::vector<double>> regrets_;  // by seat and sequence
    std::vector<std::vector<double>> sums_;     // of the policies met
    std::vector<double> policies_;              // of the nodes on the current path
};

}  // namespace moonflower
