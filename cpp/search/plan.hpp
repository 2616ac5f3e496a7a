// The parts of a search put together: what the settings, the game and the request come to. Made
// once for each request, read by every simulation.
#pragma once

#include <cstdint>
#include <vector>

#include "core/game.hpp"
#include "search/leaf/leaf.hpp"
#include "search/select/select.hpp"
#include "search/select/utility.hpp"
#include "search/threads/common_nodes.hpp"
#include "search/tree/proof.hpp"

namespace moonflower {

struct SimulationPlan {
    Seat seat = 0;  // whose move is wanted
    int seats = 2;
    std::vector<Move> moves;      // that seat's moves, as its view lists them
    bool ponders = false;         // the seat is not to move: no account of its moves
    bool by_world = false;        // nodes by state; else by what the acting seat knows
    bool has_links = false;       // a move leads to one node only: no chance, nothing hidden
    std::uint64_t root_salt = 0;  // sets a root apart whose moves are restricted; 0: all of them
    bool proves = false;          // back up proven bounds
    bool finds_wins = false;      // ask the game for a winning move at each new node
    // Positions of the game before the root, as their repetition keys, in order of the keys.
    std::vector<std::uint64_t> past;
    bool uses_priors = false;
    bool regret_matching = false;
    bool root_only = false;            // no tree behind the root's moves
    bool compares = false;             // the root spreads its visits to compare its moves
    std::size_t depth = kLongestPath;  // most moves inside the tree, from the root on
    std::uint32_t expand_at = 1;
    std::uint32_t redeterminize = 0;  // percent
    CommonNodes* common = nullptr;    // what threads with trees of their own tell each other
    std::size_t plain_bytes = 0;      // so-ismcts: memory of its own tree; 0: not this search
    Selector selector;
    LeafEvaluator evaluator;
    UtilityScale scale;
    Returns draw;  // what a position that recurs is worth

    template <class S>
    [[nodiscard]] std::uint64_t key_of(const S& state, Seat to_act) const {
        if (by_world) return state.key();
        // Two seats may know the same: a node belongs to one of them.
        return state.info_key(to_act) + kGoldenGamma * static_cast<std::uint64_t>(to_act);
    }
};

}  // namespace moonflower
