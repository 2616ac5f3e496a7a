// How many decisions a seat still has before it: what a clock is planned by. Played out rather than
// looked up, so that it holds for any position, variant and number of seats, also in a view that
// does not know how it came about.
#pragma once

#include <algorithm>

#include "core/game.hpp"

namespace moonflower {

// Turns of the view's seat from here to the end, the running one included, over a few playouts.
template <GameState S>
[[nodiscard]] double turns_left(const typename S::View& view) {
    constexpr int kMostPlayouts = 8;
    constexpr int kEnoughMoves = 1000;  // of long games a few tell enough: under a millisecond
    Rng rng(view.info_key());
    int playouts = 0;
    int turns = 0;
    for (int moves = 0; playouts < kMostPlayouts && moves < kEnoughMoves; ++playouts) {
        S state = view.sample(rng);
        for (; !state.turn().is_over(); ++moves) {
            turns += state.turn() == Turn::of(view.seat()) ? 1 : 0;
            state.apply(state.random_move(rng));
        }
    }
    return static_cast<double>(turns) / playouts;
}

// The same in decisions between engines: those do not play as playouts do, and a turn with one
// legal move takes no time.
template <GameState S>
[[nodiscard]] double decisions_left(const typename S::View& view) {
    int percent = SearchHints{}.decisions_percent;
    if constexpr (HasSearchHints<S>) percent = S::search_hints(view.rules()).decisions_percent;
    return std::max(turns_left<S>(view) * percent / 100.0, 1.0);
}

}  // namespace moonflower
