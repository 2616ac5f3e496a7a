#include "solve/shields/exact.hpp"

#include "solve/shields/parts.hpp"

namespace moonflower::shields {

bool is_plain(const Table& table) {
    for (std::size_t kind = 1; kind < kKinds; ++kind)
        if (table.cards.has_kind(static_cast<Kind>(kind))) return false;
    for (std::size_t i = 0; i < table.shown_count; ++i)
        if (kind_of(table.shown[i]) != Kind::kPlain) return false;
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
                      "; accepted: a choice of shields or attacks in modes enemy and ffa, a claim "
                      "or an accusation of two cheaters");
}

// SH-89: claims and accusations are solved as the viewer sees them.
Analysis solve_cheaters(const Table& table, Effort& effort) {
    if (std::popcount(table.living()) > 2) refuse("cheaters with more than two players");
    if (!is_plain(table)) refuse("cheaters with effect cards or effects pending");
    if (table.phase != Phase::kChoose && !table.is_alive(table.viewer))
        refuse("claims and accusations as a defeated seat sees them");
    return solve_cheater(table, effort);
}

Analysis analysed(const Table& table, Effort& effort) {
    const Rules& rules = table.rules;
    const int alive = std::popcount(table.living());
    if (table.phase == Phase::kOver) refuse("a finished game");
    if (!table.has_stage()) refuse("a position in which chance moves");
    if (rules.mode == Mode::kFfau) refuse("mode ffau");
    if (rules.mode == Mode::kFfa)
        return alive == 2 ? solve_ffa(table, effort) : solve_equilibrium(table, effort);
    if (rules.cheats) return solve_cheaters(table, effort);
    if (alive > 2) {
        if (!is_plain(table) || rules.is_open)
            refuse("three and more players with effects or open order");
        return solve_equilibrium(table, effort);
    }
    if (!is_plain(table)) return solve_with_effects(table, effort);
    if (rules.players == 1) return solve_solo(table, effort);
    return effort.budget().keeps ? solve_duel_again(table, effort) : solve_duel(table, effort);
}

// With all_dead=none.
Analysis paid(const Table& table, Effort& effort) {
    const bool is_simple =
        table.rules.mode == Mode::kFfa ||
        (table.rules.mode == Mode::kEnemy && !table.rules.cheats && !table.rules.is_open);
    if (!is_simple || table.phase != Phase::kChoose || !is_plain(table))
        refuse("the payoffs of a duel in which nobody wins when both fall");
    return solve_equilibrium(table, effort);
}

// What others, or the viewer, have entered in secret is forgotten: the stage is solved whole.
Table with_open_stage(Table table) {
    if (table.has_stage() && !table.is_public_stage()) table.entries() = kAllOpen;
    return table;
}

Analysis with_effort(const View& view, const Budget& budget,
                     Analysis (&solved)(const Table& table, Effort& effort)) {
    Effort effort(budget);
    Analysis analysis = solved(with_open_stage(view.table()), effort);
    analysis.positions = effort.positions();
    return analysis;
}

}  // namespace

Analysis analyse(const View& view, const Budget& budget) {
    return with_effort(view, budget, analysed);
}

Analysis analyse_payoffs(const View& view, const Budget& budget) {
    const bool is_zero_sum =
        view.rules().all_dead_draws || std::popcount(view.table().living()) != 2;
    return with_effort(view, budget, is_zero_sum ? analysed : paid);
}

Analysis analyse(const State& state, const Budget& budget) {
    const Turn turn = state.turn();
    return analyse(state.view(turn.is_seat() ? turn.seat() : 0), budget);
}

}  // namespace moonflower::shields
