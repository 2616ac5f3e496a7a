#include "solve/shields/exact.hpp"

#include "solve/shields/parts.hpp"

namespace moonflower::shields {

bool is_plain(const Table& table) {
    for (std::size_t kind = 1; kind < kKinds; ++kind)
        if (table.cards.has_kind(static_cast<Kind>(kind))) return false;
    return table.pending == Pending{};
}

Counts plain_counts(const Table& table) {
    Counts counts{};
    for (int suit = 0; suit < kSuits; ++suit)
        counts[static_cast<std::size_t>(suit)] = table.cards[card_of(suit, Kind::kPlain)];
    return counts;
}

Sets sets_of_size(int size) {
    std::uint16_t sets = 0;
    for (unsigned set = 1; set < kAllSuits; ++set)
        if (std::popcount(set) == size) sets = static_cast<std::uint16_t>(sets | 1U << set);
    return sets_in(sets);
}

namespace {

[[noreturn]] void refuse(const std::string& why) {
    throw OptionError("shields: no exact solution for " + why +
                      "; accepted: the start of a turn in modes enemy and ffa");
}

Solution solved(const Table& table, Effort& effort) {
    const Rules& rules = table.rules;
    const int alive = std::popcount(table.living());
    if (rules.mode == Mode::kFfau) refuse("mode ffau");
    if (rules.mode == Mode::kFfa)
        return alive == 2 ? solve_ffa(table, effort) : solve_equilibrium(table, effort);
    if (rules.cheats) {
        if (alive > 2) refuse("cheaters with more than two players");
        if (!is_plain(table)) refuse("cheaters with effect cards or effects pending");
        return solve_cheater(table, effort);
    }
    if (alive > 2) {
        if (!is_plain(table) || rules.is_open)
            refuse("three and more players with effects or open order");
        return solve_equilibrium(table, effort);
    }
    if (!is_plain(table)) return solve_with_effects(table, effort);
    return rules.players == 1 ? solve_solo(table, effort) : solve_duel(table, effort);
}

}  // namespace

Solution solve(const State& state, const SolveLimits& limits) {
    const State before = state.before_commits();
    const Table& table = before.table();
    if (table.phase == Phase::kOver) refuse("a finished game");
    if (table.phase != Phase::kChoose) refuse("a position within a turn");
    Effort effort(limits);
    Solution solution = solved(table, effort);
    solution.positions = effort.positions();
    return solution;
}

}  // namespace moonflower::shields
