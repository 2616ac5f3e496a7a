// The contract, tested: plays random games of any registered game and reports every promise of
// core/game.hpp that does not hold. Needs nothing from a new game but the game itself.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/any_game.hpp"

namespace moonflower {

struct ConformanceReport {
    std::uint64_t games = 0;
    std::uint64_t moves = 0;
    std::uint64_t worlds_sampled = 0;
    std::uint64_t beliefs_enumerated = 0;  // views whose sampler was compared with all its worlds
    std::vector<std::string> findings;     // empty when the game keeps the contract
};

// Plays `games` random games; stops early after a handful of findings. Same seed, same report.
[[nodiscard]] ConformanceReport check_conformance(const AnyGame& game, std::size_t games,
                                                  std::uint64_t seed, ProgressTimer& progress);

}  // namespace moonflower
