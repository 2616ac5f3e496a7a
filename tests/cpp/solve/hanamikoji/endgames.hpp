// Random endgames for the tests of the Hanamikoji solver.
#pragma once

#include "games/hanamikoji/state.hpp"

namespace moonflower::hanamikoji {

// A position with this many turns left of its round, reached by random play, before its draw.
inline State random_endgame(const Rules& rules, int turns_left, Rng& rng) {
    for (;;) {
        State state(rules);
        while (!state.turn().is_over()) {
            const Table& table = state.table();
            if (table.turn == kTurns - turns_left && table.phase == Phase::kDraw) return state;
            state.apply(state.random_move(rng));
        }
    }
}

inline Rules one_round() {
    Rules rules;
    rules.max_rounds = 1;
    return rules;
}

}  // namespace moonflower::hanamikoji
