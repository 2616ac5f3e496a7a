// Features of moves, averaged over worlds sampled from a view.
#pragma once

#include <cmath>
#include <vector>

#include "core/features.hpp"
#include "core/game.hpp"
#include "core/progress.hpp"
#include "core/sampler.hpp"
#include "engine/any_game.hpp"

namespace moonflower {

// Every move is measured in the same worlds, and with the same luck in each, so that differences
// between moves are not noise of the sampling.
template <GameState S>
    requires HasFeatures<S>
[[nodiscard]] Measures measure_moves(const typename S::View& view, std::span<const Move> moves,
                                     std::size_t count, std::uint64_t seed,
                                     ProgressTimer& progress) {
    const std::size_t features = S::features().size();
    Measures sums{std::vector<double>(moves.size() * features),
                  std::vector<double>(moves.size() * features)};
    std::vector<double> values(features);
    const auto sampler = sampler_of<S>(view);
    Rng worlds(seed);
    for (std::size_t world = 0; world < count; ++world) {
        progress.tick();
        const S state = sampler.draw(worlds);
        const std::uint64_t luck = worlds.next();
        for (std::size_t i = 0; i < moves.size(); ++i) {
            Rng rng(luck);
            state.measure(moves[i], rng, values);
            for (std::size_t f = 0; f < features; ++f) {
                sums.means[i * features + f] += values[f];
                sums.spreads[i * features + f] += values[f] * values[f];
            }
            progress.tick();
        }
    }
    const auto n = static_cast<double>(count);
    for (std::size_t i = 0; i < sums.means.size(); ++i) {
        const double mean = sums.means[i] /= n;
        sums.spreads[i] = std::sqrt(std::max(0.0, sums.spreads[i] / n - mean * mean));
    }
    return sums;
}

}  // namespace moonflower
