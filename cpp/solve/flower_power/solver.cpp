#include "solve/flower_power/solver.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "solve/forced_win.hpp"
#include "solve/max_n.hpp"
#include "solve/open_bounds.hpp"
#include "solve/sure_win.hpp"
#include "solve/telling.hpp"

namespace moonflower::flower_power {
namespace {

constexpr int kMostPetals = 2;                 // a seat, in open endgames
constexpr std::size_t kMostWorlds = 20'000;    // of a view that a proof covers
constexpr double kWorthTelling = 0.99;         // wider bounds on a payoff say nothing
constexpr std::uint64_t kMostNodes = 100'000;  // wins this turn are near or not at all

bool is_small(const State& state) {
    const auto petals = state.scores();
    return state.phase() != Phase::kBuild &&
           std::ranges::all_of(petals, [](int count) { return count <= kMostPetals; });
}

SolutionKind kind_of(double value) {
    return value >= 1   ? SolutionKind::kWin
           : value <= 0 ? SolutionKind::kLoss
                        : SolutionKind::kValue;
}

std::string percent(double share) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.4g %%", 100 * share);
    return text.data();
}

// Games need not end here (FP-94), so the value is closed in from both sides.
std::optional<Solution> solve_two(const State& state, const SolveLimits& limits, const Beat& beat) {
    OpenLimits open_limits;
    open_limits.nodes = limits.nodes / 2;
    open_limits.table_bytes = std::min<std::uint64_t>(limits.memory_bytes / 4, 64ULL << 20U);
    open_limits.every_move = false;
    const OpenBounds open = bound_open(state, open_limits, half_time(limits, beat));
    const auto payoff = [](double score) { return (score + 1) / 2; };
    if (payoff(open.high) - payoff(open.low) > kWorthTelling) return std::nullopt;
    Solution found;
    found.method = "alpha-beta";
    found.seat = std::max(0, state.turn().code());
    const double sign = found.seat == 0 ? 1 : -1;
    const double low = payoff(sign > 0 ? open.low : -open.high);
    const double high = payoff(sign > 0 ? open.high : -open.low);
    found.value = (low + high) / 2;
    found.bound = (high - low) / 2;
    found.values = {found.value, 1 - found.value};
    if (found.seat == 1) std::swap(found.values[0], found.values[1]);
    found.is_exact = open.is_exact();
    found.nodes = open.nodes;
    for (const OpenMove& move : open.sure.moves) {
        const double value = payoff(sign * move.value);
        found.moves.push_back({.move = move.move,
                               .text = state.format(move.move),
                               .value = value,
                               .loss = std::max(0.0, found.value - value),
                               .share = found.moves.empty() ? 1.0 : 0.0,
                               .is_exact = move.is_exact});
    }
    found.kind = found.is_exact ? kind_of(found.value) : SolutionKind::kUnknown;
    found.note = "with open cards; moves by what they are sure to get";
    if (!found.is_exact)
        found.note += "; the value is between " + percent(low) + " and " + percent(high) +
                      ": every line of " + std::to_string(open.sure.depth) +
                      " moves was followed, what lies beyond counts as lost, then as won";
    return found;
}

std::optional<Solution> solve_several(const State& state, const SolveLimits& limits,
                                      const Beat& beat) {
    const MaxNSolution open =
        MaxN<State>(state, {limits.nodes, limits.memory_bytes / 2}, half_time(limits, beat))
            .solve();
    if (!open.is_exact) return std::nullopt;
    Solution found = told(open, state);
    found.line = tokens_from(state, open.line);
    found.kind = kind_of(found.value);
    found.note = "with open cards; max^n: each seat plays for itself";
    return found;
}

// The plan of a proof, played in every world against every reply by the rules alone.
void check(const SureWin<State>& proof, Seat seat, const std::vector<State>& worlds,
           const Beat& beat) {
    constexpr int kMostMoves = 100;
    const auto plan = [&](const State& state, int /*left*/) {
        return std::vector<Move>{proof.move_at(state).value_or(Move{UINT32_MAX})};
    };
    const auto wins = [&](const State& state) {
        return state.returns() == Returns::shared_by(1U << static_cast<unsigned>(seat));
    };
    for (const State& world : worlds)
        ForcedWinCheck<State, decltype(plan), decltype(wins)>(seat, plan, wins, beat)
            .check(world, kMostMoves);
}

}  // namespace

std::optional<Solution> Solver::solve(const State& state, const SolveLimits& limits,
                                      const Beat& beat) {
    if (!is_small(state)) return std::nullopt;
    return state.seats() == 2 ? solve_two(state, limits, beat) : solve_several(state, limits, beat);
}

std::optional<Solution> Solver::solve(const View& view, const SolveLimits& limits,
                                      const Beat& beat) {
    const Seat seat = view.seat();
    if (view.turn() != Turn::of(seat)) return std::nullopt;
    const auto worlds = view.worlds(kMostWorlds);
    if (!worlds || worlds->front().state.phase() == Phase::kBuild ||
        worlds->front().state.active() != seat)
        return std::nullopt;
    std::vector<State> states;
    for (const World<State>& world : *worlds) states.push_back(world.state);
    const auto is_next_turn = [seat](const State& state) {
        return state.phase() == Phase::kMain && state.active() != seat;
    };
    SureWin<State> search(seat, std::min(limits.nodes, kMostNodes), is_next_turn, beat);
    const std::optional<Move> move = search.find(states);
    if (!move) return std::nullopt;
    check(search, seat, states, beat);
    Solution found;
    found.method = "proof over all worlds";
    found.kind = SolutionKind::kWin;
    found.seat = seat;
    found.value = 1;
    found.values.assign(static_cast<std::size_t>(states.front().seats()), 0.0);
    found.values[static_cast<std::size_t>(seat)] = 1;
    found.is_exact = true;
    found.bound = 0;
    found.nodes = search.nodes();
    found.moves.push_back({.move = *move,
                           .text = view.format(*move),
                           .value = 1,
                           .loss = 0,
                           .share = 1,
                           .is_exact = true});
    found.line = {view.format(*move)};
    found.note = "wins this turn whatever the others hold (" + std::to_string(states.size()) +
                 " worlds); other moves were not asked about";
    return found;
}

}  // namespace moonflower::flower_power
