// Where the worlds of a search come from: drawn afresh from a view, from a pool weighted by play,
// or a fixed set. A search of a hidden game is given one of these and never a state. Made once per
// request, shared by its threads.
#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/opaque_state.hpp"
#include "core/sampler.hpp"
#include "search/belief/pool.hpp"

namespace moonflower {

// The world of a turn, for code that is compiled once for all games.
using DrawWorld = std::function<OpaqueState(std::size_t turn, Rng& rng)>;

template <GameState S>
class Worlds {
public:
    // A fresh world for each simulation.
    explicit Worlds(typename S::View view)
        : view_(std::move(view)), sampler_(sampler_of<S>(view_)) {}

    [[nodiscard]] const typename S::View& view() const { return view_; }
    [[nodiscard]] bool is_fixed() const { return !fixed_.empty(); }
    [[nodiscard]] std::size_t fixed_count() const { return fixed_.size(); }
    // A fixed set from here on, searched in turn: the only one there is, or those of pimc.
    void fix(std::vector<S> worlds) { fixed_ = std::move(worlds); }
    // Draws from a pool from here on.
    void weigh(WorldPool<S> pool) { pool_ = std::move(pool); }
    [[nodiscard]] const WorldPool<S>& pool() const { return pool_; }
    // Where the fixed worlds are already known not to depend on choices made together, or are to be
    // taken as they are, nothing is taken back.
    void take_back_commits() { takes_back_ = true; }

    // The world of a simulation. No heap, and one copy of a state unless commits are taken back.
    [[nodiscard]] S draw(std::size_t turn, Rng& rng) const {
        if constexpr (MovesTogether<S>)
            if (takes_back_) return untouched(turn, rng).before_commits();
        return untouched(turn, rng);
    }
    // A fresh world as it is, whatever the simulations are given.
    [[nodiscard]] S sample(Rng& rng) const { return sampler_.draw(rng); }

    // As long as these worlds live.
    [[nodiscard]] DrawWorld drawing() const {
        return [this](std::size_t turn, Rng& rng) -> OpaqueState { return draw(turn, rng); };
    }

private:
    [[nodiscard]] S untouched(std::size_t turn, Rng& rng) const {
        if (!pool_.empty()) return pool_.draw(rng);
        if (!is_fixed()) return sample(rng);
        return fixed_[fixed_.size() == 1 ? 0 : turn % fixed_.size()];
    }

    typename S::View view_;
    SamplerOf<S> sampler_;
    std::vector<S> fixed_;
    WorldPool<S> pool_;
    bool takes_back_ = false;
};

}  // namespace moonflower
