// Where the worlds of a search come from: drawn afresh from a view, or a fixed set. A search of a
// hidden game is given one of these and never a state.
#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "core/opaque_state.hpp"

namespace moonflower {

// The world of a turn, for code that is compiled once for all games.
using DrawWorld = std::function<OpaqueState(std::size_t turn, Rng& rng)>;

template <GameState S>
class Worlds {
public:
    // A fresh world for each simulation.
    explicit Worlds(typename S::View view) : view_(std::move(view)) {}
    // A fixed set, searched in turn: the only one there is, or those of pimc.
    Worlds(typename S::View view, std::vector<S> fixed)
        : view_(std::move(view)), fixed_(std::move(fixed)) {}

    [[nodiscard]] const typename S::View& view() const { return view_; }
    [[nodiscard]] bool is_fixed() const { return !fixed_.empty(); }
    [[nodiscard]] std::size_t fixed_count() const { return fixed_.size(); }
    // Where the fixed worlds are already known not to depend on choices made together, or are to be
    // taken as they are, nothing is taken back.
    void take_back_commits() { takes_back_ = true; }

    [[nodiscard]] S draw(std::size_t turn, Rng& rng) const {
        if (!is_fixed()) return taken_back(view_.sample(rng));
        return taken_back(fixed_[fixed_.size() == 1 ? 0 : turn % fixed_.size()]);
    }

    // As long as these worlds live.
    [[nodiscard]] DrawWorld drawing() const {
        return [this](std::size_t turn, Rng& rng) -> OpaqueState { return draw(turn, rng); };
    }

private:
    // The commits of the running stage are for the tree to choose, each by its own seat's node.
    [[nodiscard]] S taken_back(const S& world) const {
        if constexpr (MovesTogether<S>)
            if (takes_back_) return world.before_commits();
        return world;
    }

    typename S::View view_;
    std::vector<S> fixed_;
    bool takes_back_ = false;
};

}  // namespace moonflower
