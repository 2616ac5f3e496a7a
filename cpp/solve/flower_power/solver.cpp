#include "solve/flower_power/solver.hpp"

#include <algorithm>

#include "solve/max_n.hpp"
#include "solve/sure_win.hpp"

namespace moonflower::flower_power {
namespace {

constexpr int kMostPetals = 2;                 // a seat, in open endgames
constexpr std::size_t kMostWorlds = 20'000;    // of a view that a proof covers
constexpr std::uint64_t kMostNodes = 100'000;  // wins this turn are near or not at all

bool is_small(const State& state) {
    const auto petals = state.scores();
    return state.phase() != Phase::kBuild &&
           std::ranges::all_of(petals, [](int count) { return count <= kMostPetals; });
}

}  // namespace

std::optional<Solution> Solver::solve(const State& state, const SolveLimits& limits,
                                      const Beat& beat) {
    if (!is_small(state)) return std::nullopt;
    const MaxNSolution open =
        MaxN<State>(state, {limits.nodes, limits.memory_bytes / 2}, beat).solve();
    if (!open.is_exact) return std::nullopt;
    Solution found;
    found.method = "expectimax";
    found.seat = std::max(0, state.turn().code());
    const auto seat = static_cast<std::size_t>(found.seat);
    found.values.assign(open.values.begin(), open.values.begin() + state.seats());
    found.value = open.values[seat];
    found.is_exact = true;
    found.bound = 0;
    found.nodes = open.nodes;
    for (const MaxNMove& move : open.moves)
        found.moves.push_back({.move = move.move,
                               .text = state.format(move.move),
                               .value = move.values[seat],
                               .loss = std::max(0.0, found.value - move.values[seat]),
                               .share = found.moves.empty() ? 1.0 : 0.0,
                               .is_exact = true});
    found.kind = found.value >= 1   ? SolutionKind::kWin
                 : found.value <= 0 ? SolutionKind::kLoss
                                    : SolutionKind::kValue;
    found.note = "with open cards";
    if (state.seats() > 2) found.note += "; max^n: each seat plays for itself";
    return found;
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
