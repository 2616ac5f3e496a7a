// What a simulation is worth where it leaves the tree: a playout by the game's policy, a playout
// cut off and judged, or the game's judgement alone.
#pragma once

#include <algorithm>

#include "core/game.hpp"

namespace moonflower {

class LeafEvaluator {
public:
    LeafEvaluator() = default;
    explicit LeafEvaluator(const SearchHints& hints)
        : leaf_(hints.leaf),
          cut_off_(std::max(hints.cut_off, 0)),
          greedy_percent_(static_cast<std::uint32_t>(std::clamp(hints.greedy_percent, 0, 100))) {}

    // Plays `state` on as far as needed and says what it is worth to every seat.
    template <GameState S>
    [[nodiscard]] Returns evaluate(S& state, Rng& rng) const {
        if constexpr (HasHeuristic<S>) {
            if (leaf_ == LeafValue::kHeuristic) return judge(state);
            if (leaf_ == LeafValue::kCutOff) {
                for (int i = 0; i < cut_off_ && !state.turn().is_over(); ++i) step(state, rng);
                return judge(state);
            }
        }
        if (HasGreedyMove<S> && greedy_percent_ > 0) {
            while (!state.turn().is_over()) step(state, rng);
        } else if constexpr (PlaysOut<S>) {
            state.play_out(rng);
        } else {
            while (!state.turn().is_over()) state.apply(state.random_move(rng));
        }
        return state.returns();
    }

private:
    template <class S>
    [[nodiscard]] static Returns judge(const S& state) {
        return state.turn().is_over() ? state.returns() : state.heuristic();
    }
    template <class S>
    void step(S& state, Rng& rng) const {
        if constexpr (HasGreedyMove<S>)
            if (state.turn().is_seat() && rng.below(100) < greedy_percent_) {
                state.apply(state.greedy_move(rng));
                return;
            }
        state.apply(state.random_move(rng));
    }

    LeafValue leaf_ = LeafValue::kPlayout;
    int cut_off_ = 20;
    std::uint32_t greedy_percent_ = 0;
};

}  // namespace moonflower
