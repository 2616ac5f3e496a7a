// Alpha-beta on the margin of a two-seat game with all secrets open: exact values of short endings,
// and the yardstick for whatever plays them without seeing everything.
#pragma once

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include "core/game.hpp"
#include "solve/margin.hpp"

namespace moonflower {

// `Tick` is called at every node; it may throw to stop the search.
template <GameState S, class Tick>
    requires HasScores<S>
class AlphaBeta {
public:
    AlphaBeta(std::uint64_t most_nodes, Tick tick)
        : most_nodes_(most_nodes), tick_(std::move(tick)) {}

    // Nothing when the game has not two seats, when chance has a say, or when the nodes run out.
    [[nodiscard]] std::optional<MarginSolution> solve(const S& root) {
        if (root.seats() != 2) return std::nullopt;
        MarginSolution solution;
        if (!root.turn().is_seat()) {
            solution.value = search(root, -kInfinite, kInfinite);
        } else {
            const int sign = root.turn().seat() == 0 ? 1 : -1;
            solution.value = -sign * kInfinite;
            const auto moves = ordered_moves(root);
            for (const Move move : *moves) {
                // The window keeps ties exact: a move as good as the best is one of the best.
                const int bound = solution.value - sign;
                const int value =
                    after(root, move, sign > 0 ? bound : -kInfinite, sign > 0 ? kInfinite : bound);
                if (sign * value < sign * solution.value) continue;
                if (value != solution.value) solution.best.clear();
                solution.value = value;
                solution.best.push_back(move);
            }
        }
        solution.nodes = nodes_;
        if (!complete_) return std::nullopt;
        return solution;
    }

private:
    static constexpr int kInfinite = 1'000'000;

    static int margin(const S& state) {
        const auto scores = state.scores();
        return scores[0] - scores[1];
    }

    int after(const S& state, Move move, int alpha, int beta) {
        S next = state;
        next.apply(move);
        return search(next, alpha, beta);
    }

    // Fail-soft, from seat 0's side: turns do not alternate move by move.
    int search(const S& state, int alpha, int beta) {
        tick_();
        if (state.turn().is_over()) return margin(state);
        complete_ = complete_ && ++nodes_ <= most_nodes_ && state.turn().is_seat();
        if (!complete_) return margin(state);
        const bool raises = state.turn().seat() == 0;
        int best = raises ? -kInfinite : kInfinite;
        const auto moves = ordered_moves(state);
        for (const Move move : *moves) {
            const int value = after(state, move, alpha, beta);
            best = raises ? std::max(best, value) : std::min(best, value);
            (raises ? alpha : beta) = raises ? std::max(alpha, best) : std::min(beta, best);
            if (alpha >= beta) break;
        }
        return best;
    }

    // The likely moves first, where the game has an opinion.
    static std::unique_ptr<typename S::Moves> ordered_moves(const S& state) {
        auto moves = std::make_unique<typename S::Moves>();
        state.legal_moves(*moves);
        if constexpr (HasPriors<S>) {
            std::vector<std::uint32_t> weights(moves->size());
            state.priors(*moves, weights);
            std::vector<std::size_t> order(moves->size());
            std::iota(order.begin(), order.end(), std::size_t{0});
            std::stable_sort(order.begin(), order.end(),
                             [&](std::size_t a, std::size_t b) { return weights[a] > weights[b]; });
            auto sorted = std::make_unique<typename S::Moves>();
            for (const std::size_t i : order) sorted->push_back((*moves)[i]);
            return sorted;
        }
        return moves;
    }

    std::uint64_t most_nodes_;
    Tick tick_;
    std::uint64_t nodes_ = 0;
    bool complete_ = true;
};

}  // namespace moonflower
