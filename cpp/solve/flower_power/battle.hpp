// One attack of Flower Power: the chance that it succeeds when both sides fight as well as they can
// with the hands they hold.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "games/flower_power/view.hpp"
#include "solve/solution.hpp"

namespace moonflower::flower_power {

struct AttackOdds {
    double chance = 0;         // the attack wins the comparison (FP-74)
    std::uint64_t worlds = 0;  // hands of the others that were tried
    bool is_exact = false;     // all of them, each to the end
    std::uint64_t nodes = 0;
};

// With all hands open: the attacker wants to progress the target, the defender wants it to fail,
// petals turn up by chance. Every hand action that can bear on the battle is considered; cards cost
// nothing. OptionError unless the move is an attack that is legal here.
[[nodiscard]] AttackOdds attack_odds(const State& state, Move attack, std::uint64_t most_nodes,
                                     const ProgressCallback& progress);

// The same averaged over the hands the others may hold: all worlds of the view if there are at most
// `samples`, else as many drawn by the seed.
[[nodiscard]] AttackOdds attack_odds(const View& view, Move attack, std::size_t samples,
                                     std::uint64_t seed, std::uint64_t most_nodes,
                                     const ProgressCallback& progress);

}  // namespace moonflower::flower_power
