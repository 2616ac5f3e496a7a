// Perft: the number of move sequences of a given length, the classic check of move generation.
#pragma once

#include <cstdint>
#include <memory>

#include "core/game.hpp"
#include "core/progress.hpp"

namespace moonflower {

// A game that can count its complete turns faster than by playing them.
template <class S>
concept CountsTurns = CutsTurns<S> && requires(const S cs) {
    { cs.count_turns() } -> std::same_as<std::uint64_t>;
};

// Counts sequences of moves, or of complete turns where a game cuts turns into steps. Chance
// outcomes count like moves; a finished game counts once.
template <GameState S>
class Perft {
public:
    Perft(bool in_turns, ProgressTimer& progress) : in_turns_(in_turns), progress_(progress) {}

    std::uint64_t count(const S& state, int depth) {
        progress_.tick();
        if (state.turn().is_over()) return 1;
        if (depth == 0 && !(in_turns_ && mid_turn(state))) return 1;
        if constexpr (CountsTurns<S>)
            if (in_turns_ && depth == 1 && !mid_turn(state) && state.turn().is_seat())
                return state.count_turns();
        return state.turn().is_chance() ? over_outcomes(state, depth) : over_moves(state, depth);
    }

private:
    static bool mid_turn(const S& state) {
        if constexpr (CutsTurns<S>) return state.mid_turn();
        return false;
    }

    std::uint64_t over_moves(const S& state, int depth) {
        const auto moves = std::make_unique<typename S::Moves>();
        state.legal_moves(*moves);
        if (depth == 1 && !in_turns_) return moves->size();
        std::uint64_t total = 0;
        for (const Move move : *moves) total += after(state, move, depth);
        return total;
    }

    std::uint64_t over_outcomes(const S& state, int depth) {
        const auto outcomes = std::make_unique<typename S::Outcomes>();
        state.chance(*outcomes);
        std::uint64_t total = 0;
        for (const Outcome& outcome : *outcomes) total += after(state, outcome.move, depth);
        return total;
    }

    std::uint64_t after(const S& state, Move move, int depth) {
        S next = state;
        next.apply(move);
        // A turn is one unit, however many steps it has: it is paid for when it begins.
        return count(next, in_turns_ && mid_turn(state) ? depth : depth - 1);
    }

    bool in_turns_;
    ProgressTimer& progress_;
};

}  // namespace moonflower
