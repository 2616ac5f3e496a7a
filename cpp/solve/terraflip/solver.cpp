#include "solve/terraflip/solver.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>

#include "solve/max_n.hpp"
#include "solve/own_turn.hpp"
#include "solve/pvs.hpp"
#include "solve/telling.hpp"

namespace moonflower::terraflip {
namespace {

constexpr int kMostTurns = 4;  // left in the game; three are sure to be quick
constexpr std::size_t kMostWorlds = 100'000;
constexpr int kQuickTurns = 3;                    // before a search, with open backs
constexpr std::uint64_t kNodesEach = 16;          // of an ending, in the time of one of a search
constexpr std::uint64_t kQuickNodes = 2'000'000;  // by time
constexpr std::size_t kQuickWorlds = 10'000;

int tiles_in(const Hand& hand) {
    return hand.terrain + std::popcount(static_cast<unsigned>(hand.specials));
}

// Turns not yet finished, the running one included.
int turns_left(const Position& position) {
    int left = position.phase == Phase::kPlace ? 0 : 1;
    for (Seat seat = 0; seat < position.rules.players; ++seat)
        left += tiles_in(position.hand(seat));
    return left;
}

State without_spies(const State& state) {
    Position position = state.position();
    for (Hand& hand : position.hands) hand.spies = 0;
    return State(position);
}

// The payoff that goes with a margin; level games are settled by other counts.
double payoff_of(double margin, double level) { return margin > 0 ? 1 : margin < 0 ? 0 : level; }

SolutionKind kind_of(double value) {
    if (value >= 1) return SolutionKind::kWin;
    if (value <= 0) return SolutionKind::kLoss;
    return value == 0.5 ? SolutionKind::kDraw : SolutionKind::kValue;
}

// Payoffs of the root's moves where the margin does not decide.
Solution payoffs_of(const State& state, OpenLimits limits, const ProgressCallback& progress) {
    limits.by_margin = false;
    return Pvs(state, limits, progress).solve();
}

std::optional<Solution> solve_two(const State& state, const SolveLimits& limits,
                                  const ProgressCallback& progress) {
    OpenLimits open_limits;
    open_limits.nodes = limits.nodes;
    open_limits.table_bytes = std::min<std::uint64_t>(limits.memory_bytes, 16ULL << 20U);
    open_limits.by_margin = true;
    Solution found = Pvs(state, open_limits, progress).solve();
    if (!found.is_exact) return std::nullopt;
    const double margin = found.value;
    const auto has_margin = [](double value) {
        return [value](const SolvedMove& move) { return move.value == value; };
    };
    Solution payoffs;
    if (std::ranges::any_of(found.moves, has_margin(0))) {
        payoffs = payoffs_of(state, open_limits, progress);
        if (!payoffs.is_exact) return std::nullopt;
    }
    const auto payoff = [&](const SolvedMove& move) {
        const auto same = std::ranges::find(payoffs.moves, move.move, &SolvedMove::move);
        return payoff_of(move.value, same == payoffs.moves.end() ? 0.5 : same->value);
    };
    const auto best_moves = std::ranges::count_if(found.moves, has_margin(margin));
    found.measure = kPayoff;
    found.value = 0;
    for (SolvedMove& move : found.moves) {
        move.share = move.value == margin ? 1.0 / static_cast<double>(best_moves) : 0.0;
        move.value = payoff(move);
        found.value = std::max(found.value, move.value);
    }
    for (SolvedMove& move : found.moves) {
        move.loss = found.value - move.value;
        move.is_exact = true;
    }
    found.values.assign(2, 1 - found.value);
    found.values[static_cast<std::size_t>(found.seat)] = found.value;
    found.nodes += payoffs.nodes;
    found.kind = kind_of(found.value);
    found.note = "with open backs; moves in the order of their margin, the shares are the best";
    return found;
}

std::optional<Solution> solve_several(const State& state, const SolveLimits& limits,
                                      const ProgressCallback& progress) {
    Solution found = MaxN(state, {limits.nodes, limits.memory_bytes / 2}, progress).solve();
    if (!found.is_exact) return std::nullopt;
    found.kind = kind_of(found.value);
    found.note =
        "with open backs; max^n: each seat plays for itself and takes the first of equal "
        "moves";
    return found;
}

bool is_last_turn(const Position& position, Seat seat) {
    return turns_left(position) == 1 && position.turn() == Turn::of(seat);
}

// Sums of shares may miss a certain result by their rounding.
double snapped(double payoff) {
    constexpr double kRounding = 1e-12;
    if (payoff > 1 - kRounding) return 1;
    return payoff < kRounding ? 0 : payoff;
}

std::string number(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.6g", value);
    return text.data();
}

using Choice = OwnTurn<State>::Choice;

}  // namespace

std::optional<Solution> Solver::solve(const State& state, const SolveLimits& limits,
                                      const ProgressCallback& progress) {
    if (!state.turn().is_seat() || state.rules().hand == HandMode::kBlind) return std::nullopt;
    if (turns_left(state.position()) > kMostTurns) return std::nullopt;
    const State open = without_spies(state);
    return state.seats() == 2 ? solve_two(open, limits, progress)
                              : solve_several(open, limits, progress);
}

std::optional<Solution> Solver::solve(const View& view, const SolveLimits& limits,
                                      const ProgressCallback& progress) {
    if (view.turn() != Turn::of(view.seat())) return std::nullopt;
    Rng rng(0);
    const State one = view.sample(rng);
    if (view.rules().hand == HandMode::kOpen) return solve(one, limits, progress);
    if (!is_last_turn(one.position(), view.seat())) return std::nullopt;
    const auto worlds = view.worlds(kMostWorlds);
    if (!worlds) return std::nullopt;

    const auto seat = static_cast<std::size_t>(view.seat());
    OwnTurn<State> with(view.seat(), [](Move /*any*/) { return true; }, progress);
    OwnTurn<State> without(
        view.seat(), [](Move move) { return Step::of(move).kind != Kind::kSpy; }, progress);
    std::vector<Choice> choices = with.weigh(*worlds);
    std::ranges::stable_sort(choices, [&](const Choice& a, const Choice& b) {
        return with.is_better(a.value, b.value);
    });
    for (Choice& choice : choices)
        for (double& payoff : choice.value.payoffs) payoff = snapped(payoff);
    const TurnValue& best = choices.front().value;
    TurnValue blind{};
    blind.margin = -1e9;
    for (const Choice& choice : without.weigh(*worlds))
        if (without.is_better(choice.value, blind)) blind = choice.value;

    Solution found;
    found.method = "expectimax";
    found.seat = view.seat();
    found.values.assign(best.payoffs.begin(), best.payoffs.begin() + one.seats());
    found.value = best.payoffs[seat];
    found.margin = best.margin;
    found.is_exact = true;
    found.bound = 0;
    found.nodes = with.nodes() + without.nodes();
    for (const Choice& choice : choices)
        found.moves.push_back({.move = choice.move,
                               .text = view.format(choice.move),
                               .value = choice.value.payoffs[seat],
                               .loss = std::max(0.0, found.value - choice.value.payoffs[seat]),
                               .share = found.moves.empty() ? 1.0 : 0.0,
                               .is_exact = true});
    const bool is_certain = found.value == 0 || found.value == 1;
    found.kind = is_certain ? kind_of(found.value) : SolutionKind::kValue;
    found.note = "all " + std::to_string(worlds->size()) + " worlds; without spies " +
                 number(snapped(blind.payoffs[seat])) + ", margin " + number(blind.margin) +
                 "; spying is worth " + number(snapped(found.value - blind.payoffs[seat])) +
                 ", margin " + number(best.margin - blind.margin);
    return found;
}

std::optional<Solution> Answer::solve(const View& view, const SolveLimits& limits,
                                      const ProgressCallback& progress) {
    if (view.turn() != Turn::of(view.seat())) return std::nullopt;
    Rng rng(0);
    const Position one = view.sample(rng).position();
    const bool is_open = view.rules().hand == HandMode::kOpen;
    if (is_open ? turns_left(one) > kQuickTurns : !is_last_turn(one, view.seat()))
        return std::nullopt;
    SolveLimits small = limits;
    small.nodes = std::min(limits.nodes, kQuickNodes / kNodesEach) * kNodesEach;
    if (!is_open && !view.worlds(std::min<std::size_t>(kQuickWorlds, small.nodes)))
        return std::nullopt;
    const ProgressCallback counted = [&, left = small.nodes]() mutable {
        if (left-- == 0) throw SolveStopped{};
        progress();
    };
    return Solver::solve(view, small, counted);
}

}  // namespace moonflower::terraflip
