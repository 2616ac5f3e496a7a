// Beliefs against history: where a game is small enough to visit every state, the worlds of each
// view must be exactly the states that could have happened with that view.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/any_game.hpp"

namespace moonflower {

struct BeliefAudit {
    bool complete = false;  // every state was visited; if not, nothing was compared
    std::uint64_t states = 0;
    std::uint64_t views = 0;
    std::vector<std::string> findings;
};

// Visits up to `limit` states from the start of the game.
[[nodiscard]] BeliefAudit audit_beliefs(const AnyGame& game, std::size_t limit,
                                        ProgressTimer& progress);

}  // namespace moonflower
