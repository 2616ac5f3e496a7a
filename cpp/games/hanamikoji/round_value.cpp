#include "games/hanamikoji/round_value.hpp"

#include <algorithm>

#include "games/hanamikoji/round_table.hpp"

namespace moonflower::hanamikoji {

double value_before(const Rules& rules, int round, const Owned& owned) {
    const int left = std::min(rules.rounds() - round, static_cast<int>(kTabledRounds));
    const RoundTable& table = kRoundTables[ending_index(rules)][static_cast<std::size_t>(left - 1)];
    const bool first_starts = ((round + rules.starter) & 1) == 0;  // HK-2
    const double value =
        table[ownership_class(first_starts ? owned : Owned{owned[1], owned[0]})] / kTableUnit;
    return first_starts ? value : 1 - value;
}

std::size_t ending_index(const Rules& rules) {
    const bool draws = rules.cap_draws || rules.max_rounds == 0;
    const std::size_t last = draws ? 2 : (rules.breaks_ties ? 1 : 0);
    return last * 2 + (rules.win_points == 11 ? 0 : 1);
}

RoundValue value_after(const Rules& rules, int round, const Owned& owned) {
    switch (winners_after(rules, round, owned)) {
        case 1:
            return {1, true};
        case 2:
            return {0, true};
        case 3:
            return {0.5, true};
        default:
            return {value_before(rules, round + 1, owned), false};
    }
}

}  // namespace moonflower::hanamikoji
