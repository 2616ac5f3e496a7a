#include "solve/flower_power/solver.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "solve/flower_power/ending.hpp"
#include "solve/flower_power/ending_size.hpp"
#include "solve/forced_win.hpp"
#include "solve/max_n.hpp"
#include "solve/pvs.hpp"
#include "solve/sure_win.hpp"
#include "solve/telling.hpp"

namespace moonflower::flower_power {
namespace {

constexpr int kMostPetals = 2;                 // a seat, in open endgames
constexpr std::size_t kMostWorlds = 400'000;   // of a view that a proof covers
constexpr std::uint64_t kMostNodes = 300'000;  // wins this turn are near or not at all
constexpr std::uint64_t kFewNodes = 30'000;    // of alpha-beta before the best-first search

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

std::string count(std::size_t number, const char* thing) {
    return std::to_string(number) + " " + thing + (number == 1 ? "" : "s");
}

std::string roughly(double number) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.0e", number);
    return text.data();
}

// Why it is not settled, and what is.
std::string note_on(const State& state, const Ending& ending, const Solution& found) {
    std::string note = "with open cards";
    if (found.is_exact) return note;
    note += "; too large: more than " + count(ending.nodes(), "position") +
            ", and a turn may start in up to " + roughly(most_turn_starts(state)) +
            " ways; the value is between " + percent(found.value - found.bound) + " and " +
            percent(found.value + found.bound);
    const auto exact = std::ranges::count_if(found.moves, &SolvedMove::is_exact);
    if (!found.moves.empty())
        note += "; settled: " + std::to_string(exact) + " of " + count(found.moves.size(), "move");
    if (const Ending::Line line = ending.line(); line.solved_from) {
        note += "; the largest part that is solved begins " + count(*line.solved_from, "move") +
                " further on:";
        for (std::size_t i = 0; i < *line.solved_from; ++i) note += " " + line.tokens[i];
    }
    return note;
}

// An open ending as far as the seats are sure of it, the best move first.
Solution told_of(const State& state, const Sure& root, const std::vector<Ending::RootMove>& moves) {
    Solution found;
    found.seat = std::max(0, state.turn().code());
    const auto seat = static_cast<std::size_t>(found.seat);
    const auto value = [&](const Sure& sure) {  // in the middle of what is possible
        return (sure.payoffs[seat] + 1 - sure.payoffs[1 - seat]) / 2;
    };
    found.is_exact = root.is_closed();
    found.value = value(root);
    found.bound = found.is_exact ? 0 : found.value - root.payoffs[seat];
    found.values = {found.value, found.value};
    found.values[1 - seat] = 1 - found.value;
    for (const auto& [move, sure] : moves) {
        const double safe = sure.is_closed() ? value(sure) : sure.payoffs[seat];
        found.moves.push_back({.move = move,
                               .text = state.format(move),
                               .value = safe,
                               .loss = std::max(0.0, found.value - safe),
                               .share = 0,
                               .is_exact = sure.is_closed()});
    }
    std::ranges::stable_sort(found.moves, [](const SolvedMove& a, const SolvedMove& b) {
        return std::pair(a.value, a.is_exact) > std::pair(b.value, b.is_exact);
    });
    if (!found.moves.empty()) found.moves.front().share = 1;
    found.kind = found.is_exact ? kind_of(found.value) : SolutionKind::kUnknown;
    return found;
}

// What is near its end alpha-beta sees at once, however many cards there are.
std::optional<Solution> solve_near(const State& state, const SolveLimits& limits,
                                   const ProgressCallback& progress) {
    OpenLimits few;
    few.nodes = std::min(limits.nodes, kFewNodes);
    few.table_bytes = std::min<std::uint64_t>(limits.memory_bytes / 4, 4ULL << 20U);
    const Solution open = Pvs(state, few, progress).solve();
    if (!open.is_exact) return std::nullopt;
    const auto sure = [&](double value) {
        Sure both{{value, 1 - value}};
        if (open.seat == 1) std::swap(both.payoffs[0], both.payoffs[1]);
        return both;
    };
    std::vector<Ending::RootMove> moves;
    for (const SolvedMove& move : open.moves)
        moves.push_back({move.move, move.is_exact ? sure(move.value) : Sure{}});
    Solution found = told_of(state, sure(open.value), moves);
    found.method = open.method;
    found.line = open.line;
    found.nodes = open.nodes;
    found.note = "with open cards";
    return found;
}

Solution solve_two(const State& state, const SolveLimits& limits,
                   const ProgressCallback& progress) {
    if (auto near = solve_near(state, limits, progress)) return *std::move(near);
    Ending ending(state, limits.memory_bytes / 2, progress);
    ending.solve(limits.nodes);
    if (ending.sure().is_closed()) ending.solve_moves(limits.nodes);
    Solution found = told_of(state, ending.sure(), ending.root_moves());
    found.method = "best-first";
    if (found.is_exact) found.line = ending.line().tokens;
    found.nodes = ending.nodes();
    found.note = note_on(state, ending, found);
    return found;
}

std::optional<Solution> solve_several(const State& state, const SolveLimits& limits,
                                      const ProgressCallback& progress) {
    Solution found =
        MaxN(state, {limits.nodes, limits.memory_bytes / 2}, half_time(limits, progress)).solve();
    if (!found.is_exact) return std::nullopt;
    found.kind = kind_of(found.value);
    found.note = "with open cards; max^n: each seat plays for itself";
    return found;
}

// The plan of a proof, played in every world against every reply by the rules alone.
void check(const SureWin<State>& proof, Seat seat, const std::vector<State>& worlds,
           const ProgressCallback& progress) {
    constexpr int kMostMoves = 100;
    const auto plan = [&](const State& state, int /*left*/) {
        return std::vector<Move>{proof.move_at(state).value_or(Move{UINT32_MAX})};
    };
    const auto wins = [&](const State& state) {
        return state.returns() == Returns::shared_by(1U << static_cast<unsigned>(seat));
    };
    for (const State& world : worlds)
        ForcedWinCheck<State, decltype(plan), decltype(wins)>(seat, plan, wins, progress)
            .check(world, kMostMoves);
}

}  // namespace

std::optional<Solution> Solver::solve(const State& state, const SolveLimits& limits,
                                      const ProgressCallback& progress) {
    if (!is_small(state)) return std::nullopt;
    if (state.seats() > 2) return solve_several(state, limits, progress);
    return solve_two(state, limits, progress);
}

std::optional<Solution> Solver::solve(const View& view, const SolveLimits& limits,
                                      const ProgressCallback& progress) {
    const Seat seat = view.seat();
    if (view.turn() != Turn::of(seat)) return std::nullopt;
    // They are listed and then copied.
    const auto worlds = view.worlds(
        std::min<std::size_t>(kMostWorlds, limits.memory_bytes / (2 * sizeof(World<State>))),
        progress);
    if (!worlds || worlds->front().state.phase() == Phase::kBuild ||
        worlds->front().state.active() != seat)
        return std::nullopt;
    std::vector<State> states;
    for (const World<State>& world : *worlds) states.push_back(world.state);
    const auto is_next_turn = [seat](const State& state) {
        return state.phase() == Phase::kMain && state.active() != seat;
    };
    SureWin<State> search(seat, std::min(limits.nodes, kMostNodes), is_next_turn, progress);
    const std::optional<Move> move = search.find(states);
    if (!move) return std::nullopt;
    check(search, seat, states, progress);
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
