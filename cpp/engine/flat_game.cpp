#include "engine/flat_game.hpp"

#include <algorithm>

#include "solve/score.hpp"

namespace moonflower {
namespace {

constexpr std::size_t kMostRoots = 200'000;

void weigh_moves(Solution& found, const FlatGame& flat, const Behaviour& behaviour,
                 const Asker& asker, const ScoreScale& scale) {
    const BestResponse best = best_response(*flat.form, behaviour, found.seat);
    const SeatSets& own = flat.form->sets(found.seat);
    const auto set = std::ranges::find_if(own.sets, [&](const InfoSet& candidate) {
        return candidate.parent == 0 && candidate.key == *asker.info_key;
    });
    if (set == own.sets.end()) return;
    for (std::size_t i = set->first; i < std::size_t{set->first} + set->moves; ++i) {
        const double value = scale.payoff(best.values[i]);
        const double share = behaviour[static_cast<std::size_t>(found.seat)][i];
        found.moves.push_back({.move = own.moves[i],
                               .text = asker.format(own.moves[i]),
                               .value = value,
                               .loss = std::max(0.0, scale.payoff(best.value) - value),
                               .share = share,
                               .is_exact = false});
    }
    std::ranges::stable_sort(found.moves, [](const SolvedMove& a, const SolvedMove& b) {
        return std::pair(a.share, a.value) > std::pair(b.share, b.value);
    });
}

}  // namespace

std::size_t most_roots(const AnyGame& game, std::uint64_t memory_bytes) {
    return std::clamp<std::size_t>(memory_bytes / (4 * game.state_bytes()), 1, kMostRoots);
}

double nash_conv_of(const FlatGame& flat, const Asker& asker, double bound) {
    return bound / ScoreScale(asker.facts, flat.tree->seats).width(1);
}

Solution solution_of(const FlatGame& flat, const Equilibrium& reached, const Asker& asker) {
    const ScoreScale scale(asker.facts, flat.tree->seats);
    Solution found;
    found.method = "pcfr+";
    found.seat = asker.seat;
    for (const double value : reached.certificate.values)
        found.values.push_back(scale.payoff(value));
    found.value = found.values[static_cast<std::size_t>(asker.seat)];
    found.bound = scale.width(reached.certificate.nash_conv);
    found.nodes = flat.tree->nodes.size();
    found.iterations = reached.iterations;
    const bool has_value = flat.tree->seats == 2 && flat.tree->is_zero_sum;
    found.is_exact = reached.is_reached && has_value;
    found.kind = has_value ? SolutionKind::kValue : SolutionKind::kUnknown;
    if (asker.info_key) weigh_moves(found, flat, reached.behaviour, asker, scale);
    if (!has_value)
        found.note =
            "more than two seats or payoffs of no fixed sum: a policy that no seat gains "
            "more than the bound by leaving, not the value of the game; ";
    found.note += std::to_string(reached.iterations) + " iterations";
    if (!reached.is_reached) found.note += ", stopped before the bound asked for was reached";
    return found;
}

}  // namespace moonflower
