// The symmetries of the game (SP-6): four always, eight while no Wheel is left in a reserve.
#pragma once

#include "games/skud_paisho/state.hpp"

namespace moonflower::skud_paisho {

class Symmetry {
public:
    // How many images of the state play alike; image 0 is the state itself.
    [[nodiscard]] static int count(const State& state);
    [[nodiscard]] static State image(const State& state, int number);
    // Equal for states that are images of each other.
    [[nodiscard]] static std::uint64_t canonical_key(const State& state);
};

}  // namespace moonflower::skud_paisho
