// What callers ask of a position beyond the contract; the bindings pass it on to Python.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/progress.hpp"
#include "games/skud_paisho/record.hpp"
#include "games/skud_paisho/state.hpp"
#include "games/skud_paisho/symmetry.hpp"

namespace moonflower::skud_paisho {

using Coordinates = std::array<int, 2>;  // x, y

struct HarmonyFact {
    Seat owner;
    Coordinates first;
    Coordinates second;
};

// All complete turns in the site's text, arranges with every bonus; at an open bonus its steps.
[[nodiscard]] std::vector<std::string> turn_texts(const State& state);
[[nodiscard]] std::vector<HarmonyFact> harmony_facts(const State& state);
// SP-19: flowers that may not be arranged, of both seats.
[[nodiscard]] std::vector<Coordinates> trapped_points(const State& state);
// SP-35: basic flowers and Lotuses that form no Harmony.
[[nodiscard]] std::vector<Coordinates> drained_points(const State& state);
[[nodiscard]] std::vector<std::string> ring_in_one_texts(const State& state, Seat seat);
// The state and its images under the symmetries that hold (SP-6).
[[nodiscard]] std::vector<State> images(const State& state);
// The prior weight of each legal move.
[[nodiscard]] std::vector<std::uint32_t> prior_weights(const State& state);

// For measuring: runs the ring test of both seats `count` times, returns the rings found.
[[nodiscard]] std::uint64_t repeat_ring_test(const State& state, std::uint64_t count,
                                             const ProgressCallback& progress);
// For measuring: plays `games` games by steps, uniform over base steps, bonuses by kinds; returns
// the turns played.
[[nodiscard]] std::uint64_t play_by_steps(const State& state, std::uint64_t games,
                                          std::uint64_t seed, const ProgressCallback& progress);

}  // namespace moonflower::skud_paisho
