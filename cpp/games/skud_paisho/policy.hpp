// What a light look at a position says: terms of the static evaluation, and the guesses made of
// them (State::heuristic, priors, greedy_move, random_move).
#pragma once

#include "games/skud_paisho/half_axes.hpp"
#include "games/skud_paisho/state.hpp"

namespace moonflower::skud_paisho {

// What counts for one seat.
struct Features {
    int harmonies = 0;
    int midline = 0;    // harmonies across a midline
    int ring_axes = 0;  // most half axes met by one connected group of harmonies, 0 to 4
    int blooming = 0;   // flowers outside the gates
    int growing = 0;    // flowers in gates
    int trapped = 0;
    int reserve = 0;   // basic flowers not yet planted
    int specials = 0;  // Lotus and Orchid in reserve
    int accents = 0;   // points for accents in reserve
};

[[nodiscard]] Features features_of(const State& state, Seat seat);

// The seat's lead in points; about 100 points are a clear advantage.
[[nodiscard]] int evaluate(const State& state, Seat seat);

// A step drawn by kinds: plant or arrange, then its place; which bonus, then its place.
[[nodiscard]] Move random_by_kinds(const State& state, Rng& rng);
// A base step uniform over all of them, a bonus by kinds.
[[nodiscard]] Move random_by_steps(const State& state, Rng& rng);

}  // namespace moonflower::skud_paisho
