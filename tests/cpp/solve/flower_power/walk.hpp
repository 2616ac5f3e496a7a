// The value of a position by a plain walk over every course: what endings are compared with.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>

#include "core/moves_or_outcomes.hpp"
#include "games/flower_power/view.hpp"

namespace moonflower::flower_power {

class Walk {
public:
    // Of the first seat.
    double value(const State& state) {
        if (state.turn().is_over()) return state.returns().payoff(0);
        const std::uint64_t key = state.key();
        if (const auto known = known_.find(key); known != known_.end()) return known->second;
        const double found = state.turn().is_chance() ? mean(state) : best(state);
        known_.emplace(key, found);
        return found;
    }

private:
    double after(const State& state, Move move) {
        State next = state;
        next.apply(move);
        return value(next);
    }
    double mean(const State& state) {
        double sum = 0;
        double total = 0;
        for (const Outcome& outcome : outcomes_of(state)) {
            sum += static_cast<double>(outcome.weight) * after(state, outcome.move);
            total += static_cast<double>(outcome.weight);
        }
        return sum / total;
    }
    double best(const State& state) {
        const bool is_first = state.turn().seat() == 0;
        double found = is_first ? 0 : 1;
        for (const Move move : moves_of(state)) {
            const double one = after(state, move);
            found = is_first ? std::max(found, one) : std::min(found, one);
        }
        return found;
    }

    std::unordered_map<std::uint64_t, double> known_;
};

}  // namespace moonflower::flower_power
