// How a game likes to be searched, as data. Every field has a sensible default, so that a new game
// needs none; a game that knows better offers `static SearchHints search_hints(const Rules&)`.
#pragma once

#include <cstdint>

namespace moonflower {

// How a node chooses the move a simulation follows.
enum class Selection : std::uint8_t { kUcb1, kUcb1Tuned, kPuct };

// What a simulation is worth where it leaves the tree.
enum class LeafValue : std::uint8_t {
    kPlayout,    // play to the end
    kCutOff,     // play `cut_off` moves, then the game's heuristic
    kHeuristic,  // the game's heuristic at once
    kStage,      // play to the end of the running part of the game, then its heuristic
};

struct SearchHints {
    Selection selection = Selection::kUcb1;
    LeafValue leaf = LeafValue::kPlayout;
    int cut_off = 20;           // moves a cut-off playout makes
    int greedy_percent = 0;     // share of playout moves made by greedy_move
    int exploration_milli = 0;  // exploration constant in thousandths; 0: the selection's own
    // Choose by regret matching at choices made together, up to 16 moves. Not where such choices
    // hardly touch each other: a mixture then only costs.
    bool regret_matching = true;
    // Visits of a node before its moves get entries of their own; 0: one where a move leads to a
    // single node, two where hidden cards and luck spread it over many that are seldom seen again.
    int expand_at = 0;
    // Progressive widening: a node of n visits considers widen_base + widen_milli/1000 * sqrt(n)
    // moves, the likeliest first. 0: all moves at once.
    int widen_base = 0;
    int widen_milli = 2000;
    // Decisions a seat makes in a game between engines, in percent of its turns in a playout from
    // the same position: clocks are planned by it. Measured by bench/clock_play.py.
    int decisions_percent = 100;
};

}  // namespace moonflower
