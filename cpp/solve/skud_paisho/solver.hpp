// Forced wins of Skud Pai Sho: a ring, or the last flower, in n turns by threat-limited df-pn.
// Whatever it proves is proved against every reply; what it does not find may still be there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "games/skud_paisho/state.hpp"
#include "solve/solution.hpp"

namespace moonflower::skud_paisho {

// A forced win of either seat, in the eyes of the winner: `turns` of its own at most, up to
// `most_turns`. Attacks without bonuses are tried first, those with them only if `bonus_threats`,
// so one with a bonus may be shorter. SolveStopped from the progress callback, or too many nodes,
// ends it without an answer. OptionError for fewer than one turn or more than a hundred.
[[nodiscard]] std::optional<Solution> find_forced_win(const State& state, int most_turns,
                                                      bool bonus_threats, const SolveLimits& limits,
                                                      const ProgressCallback& progress);

// Proves a win of the seat in at most `turns` of its turns and plays the proof against every reply
// by the rules alone; the number of positions visited, or nothing if there is no proof. Error if a
// proof does not hold, OptionError as above.
[[nodiscard]] std::optional<std::uint64_t> check_forced_win(const State& state, Seat attacker,
                                                            int turns,
                                                            const ProgressCallback& progress);

struct Solver {
    [[nodiscard]] static std::optional<Solution> solve(const State& state,
                                                       const SolveLimits& limits,
                                                       const ProgressCallback& progress);
};

// The part of it that play asks before it searches: forced wins of the seat on turn that a few
// nodes find, told by the step that begins them.
struct Answer {
    [[nodiscard]] static std::optional<Solution> solve(const State::View& view,
                                                       const SolveLimits& limits,
                                                       const ProgressCallback& progress);
};

}  // namespace moonflower::skud_paisho
