#include "solve/hanamikoji/round_value.hpp"

namespace moonflower::hanamikoji {

RoundValue value_after(const Rules& rules, int round, const std::array<std::uint8_t, 2>& owned) {
    switch (winners_after(rules, round, owned)) {
        case 1:
            return {1, true};
        case 2:
            return {0, true};
        case 3:
            return {0.5, true};
        default:
            return {0.5 + 0.02 * (points_of(owned[0]) - points_of(owned[1])), false};
    }
}

}  // namespace moonflower::hanamikoji
