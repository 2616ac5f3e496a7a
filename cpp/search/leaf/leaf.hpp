// What a simulation is worth where it leaves the tree: a playout by the game's policy, a playout
// cut off and judged, or the game's judgement alone. Worth is the payoff, or the lead in points.
#pragma once

#include <algorithm>

#include "core/game.hpp"
#include "core/playout.hpp"

namespace moonflower {

// A lead of more points counts as this many.
inline constexpr int kMostMargin = 100;

// Every seat's lead over the best of the others, in points, as payoffs. Who has won leads by a
// point at least, whatever the count says.
template <HasScores S>
[[nodiscard]] Returns margins(const S& state) {
    const std::array<int, kMaxSeats> scores = state.scores();
    const bool is_over = state.turn().is_over();
    const Returns returns = is_over ? state.returns() : Returns{};
    const auto seats = static_cast<std::size_t>(state.seats());
    Returns result;
    for (std::size_t seat = 0; seat < seats; ++seat) {
        int lead = seats == 1 ? scores[seat] : kMostMargin;
        int ahead = kPayoffUnit;
        for (std::size_t other = 0; other < seats; ++other) {
            if (other == seat) continue;
            lead = std::min(lead, scores[seat] - scores[other]);
            ahead = std::min(ahead, returns.units[seat] - returns.units[other]);
        }
        if (is_over && seats > 1) {
            if (ahead == 0) lead = 0;
            if (ahead > 0) lead = std::max(lead, 1);
            if (ahead < 0) lead = std::min(lead, -1);
        }
        result.units[seat] = std::max(lead, -kMostMargin) * kPayoffUnit;
    }
    return result;
}

class LeafEvaluator {
public:
    LeafEvaluator() = default;
    LeafEvaluator(const SearchHints& hints, bool by_margin)
        : leaf_(hints.leaf),
          by_margin_(by_margin),
          cut_off_(std::max(hints.cut_off, 0)),
          greedy_percent_(static_cast<std::uint32_t>(std::clamp(hints.greedy_percent, 0, 100))) {}

    // Whether the tree, too, ends where a part of the game does: what comes after is judged.
    [[nodiscard]] bool ends_with_stage() const { return leaf_ == LeafValue::kStage; }

    // Plays `state` on as far as needed and says what it is worth to every seat.
    template <GameState S>
    [[nodiscard]] Returns evaluate(S& state, Rng& rng) const {
        if constexpr (HasStages<S>)
            if (leaf_ == LeafValue::kStage) return play_stage(state, rng);
        if constexpr (HasHeuristic<S>) {
            if (leaf_ == LeafValue::kHeuristic) return judge(state);
            if (leaf_ == LeafValue::kCutOff) {
                for (int i = 0; i < cut_off_ && !state.turn().is_over(); ++i) step(state, rng);
                return judge(state);
            }
        }
        if (HasGreedyMove<S> && greedy_percent_ > 0) {
            while (!state.turn().is_over()) step(state, rng);
        } else {
            play_out(state, rng);
        }
        return judge(state);
    }

private:
    template <HasStages S>
    [[nodiscard]] Returns play_stage(S& state, Rng& rng) const {
        if (!state.begins_stage()) {
            if (greedy_percent_ == 0)
                state.play_stage(rng);
            else
                while (!state.turn().is_over() && !state.begins_stage()) step(state, rng);
        }
        return judge(state);
    }
    template <class S>
    [[nodiscard]] Returns judge(const S& state) const {
        if constexpr (HasScores<S>)
            if (by_margin_) return margins(state);
        if constexpr (HasHeuristic<S>)
            if (!state.turn().is_over()) return state.heuristic();
        return state.returns();
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
    bool by_margin_ = false;
    int cut_off_ = 20;
    std::uint32_t greedy_percent_ = 0;
};

}  // namespace moonflower
