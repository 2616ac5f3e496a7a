// What a search is made of: the algorithm as a choice of parts, and the resources it may use.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/search_hints.hpp"

namespace moonflower {

enum class Algorithm : std::uint8_t {
    kAutomatic,  // mcts in a game without secrets, ismcts in any other
    kMcts,       // one known world, nodes by state
    kIsmcts,     // a fresh world for each simulation, nodes by what the acting seat knows
    kPimc,       // a few fixed worlds, each searched as if it were known
    kFlat,       // playouts behind the root's moves, no tree
    kRandom,     // the playout policy
    kGreedy,     // the game's greedy move
    kCheat,      // mcts in the true world: a yardstick, never an opponent
    kSoIsmcts,   // plain single-observer ismcts, frozen: a yardstick too
};

inline constexpr std::array<std::string_view, 9> kAlgorithmNames{
    "auto", "mcts", "ismcts", "pimc", "flat", "random", "greedy", "cheat", "so-ismcts"};
inline constexpr std::array<std::string_view, 3> kSelectionNames{"ucb1", "ucb1-tuned", "puct"};
inline constexpr std::array<std::string_view, 4> kLeafNames{"playout", "cutoff", "heuristic",
                                                            "stage"};

struct SearchSettings {
    Algorithm algorithm = Algorithm::kAutomatic;
    int threads = 1;
    int hash_mb = 64;
    std::uint64_t seed = 0;
    bool deterministic = false;  // several threads: a tree each with a fixed share, merged in order
    bool solve = true;           // prove values in known worlds
    bool margin = false;         // maximise the lead in points instead of the payoff
    bool greedy = false;         // play the best move also where the policy is a mixture
    bool smooth = false;         // Smooth UCT: the tree now and then plays its own average policy
    int redeterminize = 0;  // percent of simulations that go on in a world of the next seat's view
    int pimc_worlds = 32;
    int move_overhead_ms = 10;  // kept back from every clock for the way to the user

    // The game's hints unless set.
    std::optional<Selection> selection;
    std::optional<LeafValue> leaf;
    std::optional<int> cut_off;
    std::optional<int> greedy_percent;
    std::optional<int> exploration_milli;
    std::optional<bool> regret_matching;
    std::optional<int> expand_at;
    std::optional<int> widen_base;
    std::optional<int> widen_milli;

    // The hints of a game with what is set here put over them.
    [[nodiscard]] SearchHints over(SearchHints hints) const {
        hints.selection = selection.value_or(hints.selection);
        hints.leaf = leaf.value_or(hints.leaf);
        hints.cut_off = cut_off.value_or(hints.cut_off);
        hints.greedy_percent = greedy_percent.value_or(hints.greedy_percent);
        hints.exploration_milli = exploration_milli.value_or(hints.exploration_milli);
        hints.regret_matching = regret_matching.value_or(hints.regret_matching);
        hints.expand_at = expand_at.value_or(hints.expand_at);
        hints.widen_base = widen_base.value_or(hints.widen_base);
        hints.widen_milli = widen_milli.value_or(hints.widen_milli);
        return hints;
    }
};

}  // namespace moonflower
