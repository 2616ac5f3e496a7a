#include "engine/shields_solution.hpp"

#include "core/error.hpp"
#include "engine/session_of.hpp"

namespace moonflower {

shields::Solution solve_shields(const AnyState& any, std::uint64_t max_positions, Pulse& pulse) {
    const auto* state = state_if<shields::State>(any);
    if (state == nullptr)
        throw OptionError("shields: the position is of another game, " + any.game()->facts().name +
                          "; a Shields! position is accepted");
    shields::SolveLimits limits;
    limits.positions = max_positions;
    limits.pulse = [&pulse] {
        for (int i = 0; i < 64; ++i) pulse.tick();  // a pulse looks at the clock once in 64 ticks
    };
    return shields::solve(*state, limits);
}

}  // namespace moonflower
