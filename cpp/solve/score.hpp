// What the solvers maximise, made of the payoffs of a finished game.
#pragma once

#include <array>

#include "core/opaque_state.hpp"

namespace moonflower {

// The score a solver works with. Payoffs that add up to 1 between two seats become 2p - 1, so that
// the game is zero-sum; all others stay as they are.
[[nodiscard]] inline std::array<double, kMaxSeats> scores_for_solver(const OpaqueState& state) {
    const Returns returns = state.returns();
    const bool shares_one = state.seats() == 2 && state.facts().payoff_sum == 1;
    std::array<double, kMaxSeats> scores{};
    for (Seat seat = 0; seat < state.seats(); ++seat) {
        const double payoff = returns.payoff(seat);
        scores[static_cast<std::size_t>(seat)] = shares_one ? 2 * payoff - 1 : payoff;
    }
    return scores;
}

// The way back: payoffs from scores, and widths of intervals with them.
struct ScoreScale {
    bool shares_one;

    ScoreScale(const GameFacts& facts, int seats)
        : shares_one(seats == 2 && facts.payoff_sum == 1) {}
    [[nodiscard]] double payoff(double score) const { return shares_one ? (score + 1) / 2 : score; }
    [[nodiscard]] double width(double scores) const { return shares_one ? scores / 2 : scores; }
};

// The lowest and the highest score of a seat.
struct ScoreRange {
    double low = 0;
    double high = 0;
};
[[nodiscard]] inline ScoreRange score_range(const OpaqueState& state) {
    const GameFacts& facts = state.facts();
    const bool shares_one = state.seats() == 2 && facts.payoff_sum == 1;
    if (shares_one) return {2.0 * facts.lowest_payoff - 1, 2.0 * facts.highest_payoff - 1};
    return {1.0 * facts.lowest_payoff, 1.0 * facts.highest_payoff};
}

}  // namespace moonflower
