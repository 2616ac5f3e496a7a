// What the solvers of perfect information are asked and what they answer. "Open" means that all is
// known: secrets of the state count as seen by both seats; only chance is left.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/types.hpp"

namespace moonflower {

struct OpenLimits {
    static constexpr int kWholeGame = 1000;
    int depth = kWholeGame;  // moves to look ahead, chance included
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t table_bytes = 32ULL << 20U;
    bool every_move = true;  // the value of each root move, not only of the best
    bool by_margin = false;  // difference of scores() instead of payoffs
};

struct OpenMove {
    Move move;
    double value = 0;       // of the first seat
    bool is_exact = false;  // else: no better for the mover than this (or the search fell short)
};

struct OpenSolution {
    double value = 0;             // of the first seat
    bool is_exact = false;        // every line was followed to its end
    int depth = 0;                // of the last complete iteration
    std::vector<OpenMove> moves;  // best first
    std::vector<Move> line;       // both seats at their best, up to the end or to chance
    std::uint64_t nodes = 0;
};

enum class Verdict : std::uint8_t { kUnknown, kProved, kDisproved };

struct ProofLimits {
    int turns = 0;  // of the attacker at most; 0: as many as the game has
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t table_bytes = 256ULL << 20U;
};

struct WinProof {
    Verdict verdict = Verdict::kUnknown;
    std::vector<Move> line;  // proved: the attack against the longest defence found
    std::uint64_t nodes = 0;
    std::uint64_t checked = 0;  // positions of the proof that were verified one by one
};

}  // namespace moonflower
