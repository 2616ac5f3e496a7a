#include "search/report/standing.hpp"

#include <algorithm>
#include <cmath>

namespace moonflower {
namespace {

constexpr double kEnough = 0.2;         // of the most visits, for a move to be compared
constexpr double kErrors = 1.0;         // below the mean, where moves are compared
constexpr double kSettledErrors = 2.0;  // either way, where none may be overlooked

// Visits of the most visited of the moves that are not proven, but for one.
[[nodiscard]] std::uint64_t most_visits(std::span<const RootMove> moves, std::size_t but) {
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < moves.size(); ++i)
        if (i != but && !moves[i].is_proven()) most = std::max(most, moves[i].all_visits());
    return most;
}

// Whether a move may be worth more than `worth`. What nobody has looked at may be, where what has
// been seen loses.
[[nodiscard]] bool may_beat(const RootMove& move, double worth) {
    if (move.is_proven()) return worth_of(move).mean > worth;
    if (move.all_visits() == 0) return worth < 0.5;
    return worth_of(move).at_most(kSettledErrors) > worth;
}

}  // namespace

// Two results more than there were, a win and a loss: few visits that all came out alike are no
// certainty (Agresti and Coull 1998).
Worth worth_of(const RootMove& move) {
    if (move.is_proven()) return {static_cast<double>(move.low) / kTop, 0.0};
    const auto visits = static_cast<double>(move.all_visits());
    const auto fresh = static_cast<double>(move.visits) + 2.0;
    const double mean = (static_cast<double>(move.utility) / kTop + 1.0) / fresh;
    const double square = (static_cast<double>(move.squares) / kTop / kTop + 1.0) / fresh;
    const double total = static_cast<double>(move.utility) + static_cast<double>(move.kept_utility);
    return {total / kTop / visits, std::sqrt(std::max(0.0, square - mean * mean) / (visits + 2.0))};
}

std::size_t best_move(std::span<const RootMove> moves) {
    const auto enough = kEnough * static_cast<double>(most_visits(moves, moves.size()));
    std::size_t best = moves.size();
    double highest = 0.0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const RootMove& move = moves[i];
        if (move.is_proven() || move.all_visits() == 0) continue;
        if (static_cast<double>(move.all_visits()) < enough) continue;
        const double bound = worth_of(move).at_least(kErrors);
        if (best < moves.size() && bound <= highest) continue;
        best = i;
        highest = bound;
    }
    return best;
}

bool is_settled(std::span<const RootMove> moves, std::uint64_t left) {
    const std::size_t best = best_move(moves);
    if (best == moves.size()) return false;
    if (moves[best].all_visits() <= most_visits(moves, best) + left) return false;
    const double worth = worth_of(moves[best]).at_least(kSettledErrors);
    for (std::size_t i = 0; i < moves.size(); ++i)
        if (i != best && may_beat(moves[i], worth)) return false;
    return true;
}

bool is_close(std::span<const RootMove> moves) {
    const std::size_t best = best_move(moves);
    return best < moves.size() && most_visits(moves, best) * 5 > moves[best].all_visits() * 4;
}

}  // namespace moonflower
