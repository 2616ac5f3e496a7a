// What a search is made of: the algorithm as a choice of parts, and the resources it may use. An
// option is a field here and its row in settings.cpp; Python, the protocol, tuning and the
// documentation read the rows.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
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
    kAlphaBeta,  // open games of two seats: no simulations (engine/solver_search.hpp)
    kCfr,        // an equilibrium of the whole tree behind the view: none either
};

inline constexpr std::array<std::string_view, 11> kAlgorithmNames{
    "auto",   "mcts",  "ismcts",    "pimc",      "flat", "random",
    "greedy", "cheat", "so-ismcts", "alphabeta", "cfr"};
// Without simulations.
[[nodiscard]] constexpr bool solves(Algorithm algorithm) {
    return algorithm == Algorithm::kAlphaBeta || algorithm == Algorithm::kCfr;
}

inline constexpr std::array<std::string_view, 3> kSelectionNames{"ucb1", "ucb1-tuned", "puct"};
inline constexpr std::array<std::string_view, 4> kLeafNames{"playout", "cutoff", "heuristic",
                                                            "stage"};

struct SearchSettings {
    Algorithm algorithm = Algorithm::kAutomatic;
    int threads = 1;
    int hash_mb = 64;
    std::uint64_t seed = 0;
    bool deterministic = false;
    bool solve = true;
    bool infer = true;
    bool margin = false;
    bool greedy = false;
    bool smooth = false;
    int redeterminize = 0;
    int pimc_worlds = 32;
    int move_overhead_ms = 10;

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

// What is known of one option. Values of every kind pass as whole numbers: a flag as 0 or 1, a
// choice as its index, a real number in thousandths.
struct SettingFact {
    enum class Kind : std::uint8_t { kFlag, kInteger, kReal, kChoice, kSeed };

    // The range `moonflower tune` looks at; by ratio where doubling a value is the natural step.
    struct Tuning {
        double low = 0.0;
        double high = 0.0;
        bool by_ratio = false;
    };

    std::string_view name;
    std::string_view protocol;  // its name there; "" where it is not offered
    Kind kind = Kind::kInteger;
    std::int64_t low = 0;
    std::int64_t high = 1;
    std::span<const std::string_view> choices;
    std::string_view help;
    std::optional<Tuning> tuning;
    // Nothing: the choice is left to the game, which only options with such a default allow.
    std::optional<std::int64_t> (*get)(const SearchSettings& settings) = nullptr;
    void (*set)(SearchSettings& settings, std::optional<std::int64_t> value) = nullptr;
};

// The options in the order they are told.
[[nodiscard]] std::span<const SettingFact> setting_facts();

// Throws OptionError for settings out of range.
void check_settings(const SearchSettings& settings);

}  // namespace moonflower
