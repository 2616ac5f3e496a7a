// Checks a forced win by the rules alone: a strategy nobody has to trust is played against every
// reply and every outcome of chance, and each of its moves must be legal. Independent of whatever
// search made the strategy.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/error.hpp"
#include "core/moves_or_outcomes.hpp"
#include "solve/solution.hpp"

namespace moonflower {

// `strategy(state, turns)` gives the steps of the attacker's next turn, `turns` of them left;
// `wins` says whether a finished game is what was promised.
template <GameState S, class Strategy, class Wins>
class ForcedWinCheck {
public:
    ForcedWinCheck(Seat attacker, Strategy strategy, Wins wins, ProgressCallback progress)
        : attacker_(attacker),
          strategy_(std::move(strategy)),
          wins_(std::move(wins)),
          progress_(std::move(progress)) {}

    // Positions visited; Error where the strategy fails.
    std::uint64_t check(const S& state, int turns) {
        visited_ = 0;
        walk(state, turns);
        return visited_;
    }

private:
    void walk(const S& state, int turns) {
        progress_();
        ++visited_;
        if (state.turn().is_over()) return expect(wins_(state), state, "the game is not won");
        if (state.turn() == Turn::of(attacker_)) {
            expect(turns > 0, state, "the turns are used up");
            S next = state;
            for (const Move step : strategy_(state, turns)) {
                expect(next.turn() == Turn::of(attacker_) && is_legal(next, step), state,
                       "the strategy's move is not legal");
                next.apply(step);
            }
            return walk(next, turns - 1);
        }
        for (const Move move : moves_or_outcomes(state)) {
            S next = state;
            next.apply(move);
            walk(next, turns);
        }
    }
    [[nodiscard]] static bool is_legal(const S& state, Move step) {
        const std::vector<Move> all = moves_or_outcomes(state);
        return std::ranges::find(all, step) != all.end();
    }
    static void expect(bool holds, const S& state, const char* what) {
        if (!holds)
            throw Error("forced win: " + std::string(what) + " at \"" + state.text() + "\"");
    }

    Seat attacker_;
    Strategy strategy_;
    Wins wins_;
    ProgressCallback progress_;
    std::uint64_t visited_ = 0;
};

}  // namespace moonflower
