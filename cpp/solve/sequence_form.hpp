// The sequence form of a tree (von Stengel 1996): each seat's information sets and, for every
// combination of sequences that ends a game, the payoffs times the odds of chance. With perfect
// recall this is all of the game, and one pass over it is a walk of the whole tree.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solve/tree.hpp"

namespace moonflower {

// How likely a seat makes each move: behaviour[seat][sequence] is the probability of the move at
// its information set, plan[seat][sequence] the product over the seat's own path to it.
using Behaviour = std::vector<std::vector<double>>;
using Plan = std::vector<std::vector<double>>;

class SequenceForm {
public:
    explicit SequenceForm(const Tree& tree);

    [[nodiscard]] int seats() const { return static_cast<int>(sets_.size()); }
    [[nodiscard]] bool is_zero_sum() const { return is_zero_sum_; }
    // OptionError for a seat the tree has not.
    [[nodiscard]] const SeatSets& checked_sets(Seat seat) const;
    [[nodiscard]] const SeatSets& sets(Seat seat) const {
        return sets_[static_cast<std::size_t>(seat)];
    }
    [[nodiscard]] std::size_t sequences(Seat seat) const { return sets(seat).sequences(); }
    [[nodiscard]] std::size_t ends() const { return ends_[0].payoffs.size(); }

    // Writes, for each sequence of the seat, the payoff of the games that end with it as the
    // seat's last move, weighted by chance and by the plans of all others.
    void gradient(Seat seat, const Plan& plans, std::span<double> out) const;

    [[nodiscard]] Behaviour uniform() const;
    // Error unless there is a probability for every sequence and they add up to 1 at every set.
    void check(const Behaviour& behaviour) const;
    void plan_of(Seat seat, std::span<const double> behaviour, std::span<double> plan) const;
    [[nodiscard]] Plan plan_of(const Behaviour& behaviour) const;
    // Weights of moves made probabilities at each information set; uniform where all are 0.
    [[nodiscard]] Behaviour normalised(const std::vector<std::vector<double>>& weights) const;

private:
    // A sparse tensor of one seat's payoffs, ordered by its own sequence: the ends with the seat's
    // last sequence s are the entries rows[s] .. rows[s + 1]; `others` holds the sequences of the
    // other seats, in seat order, entry by entry.
    struct Ends {
        std::vector<std::uint32_t> rows;
        std::vector<Sequence> others;
        std::vector<double> payoffs;
    };

    std::vector<SeatSets> sets_;
    std::vector<Ends> ends_;
    bool is_zero_sum_;
};

}  // namespace moonflower
