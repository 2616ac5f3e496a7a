#include "engine/solving.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/error.hpp"
#include "core/range.hpp"
#include "core/text.hpp"
#include "engine/any_search.hpp"
#include "engine/registry.hpp"
#include "search/threads/clock.hpp"
#include "solve/max_n.hpp"
#include "solve/telling.hpp"

namespace moonflower {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kNoteShare = 0.125;  // of the time: kept back for a note
constexpr double kMostNoteMs = 500;

Clock::duration milliseconds(double ms) {
    return std::chrono::microseconds(std::llround(ms * 1e3));
}

// What every way of solving needs: the limits and a progress callback that knows the time.
struct Work {
    SolveLimits limits;
    ProgressCallback outer;
    Clock::time_point end = Clock::time_point::max();  // of the solver's time
    Clock::time_point note_end = end;
    ProgressTimer progress;

    Work(const SolveLimits& given, ProgressCallback callback)
        : limits(given), outer(std::move(callback)), progress([this] { look(); }) {
        if (!given.time_ms || *given.time_ms >= 1e12) return;
        limits.time_ms = *given.time_ms - std::min(kNoteShare * *given.time_ms, kMostNoteMs);
        const Clock::time_point now = Clock::now();
        end = now + milliseconds(*limits.time_ms);
        note_end = now + milliseconds(*given.time_ms);
    }
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;

    void look() const {
        if (outer) outer();
        if (Clock::now() >= end) throw SolveStopped{};
    }
    [[nodiscard]] ProgressCallback callback() {
        return [this] { progress.tick(); };
    }
};

// For what a note tells beyond the solution.
ProgressTimer note_progress(const Work& work) {
    const Clock::time_point until =
        std::min(Clock::now() + milliseconds(kMostNoteMs), work.note_end);
    return ProgressTimer([outer = work.outer, until] {
        if (outer) outer();
        if (Clock::now() >= until) throw SolveStopped{};
    });
}

Solution finished(const AnyState& state, Seat seat) {
    Solution found;
    found.method = "rules";
    found.seat = seat;
    const Returns returns = state.returns();
    for (Seat other = 0; other < state.seats(); ++other)
        found.values.push_back(returns.payoff(other));
    found.value = returns.payoff(seat);
    found.bound = 0;
    found.is_exact = true;
    found.note = "the game is over";
    found.kind = kind_of(found, state.game()->facts());
    return found;
}

// --- With all known

// About how large the tree is, for a note.
std::string size_note(const AnyState& state, const Work& work) {
    ProgressTimer progress = note_progress(work);
    try {
        return "the tree has " + state.tree_size(progress).text(state.seats());
    } catch (const SolveStopped&) {
        return "the tree is too large for a quick estimate";
    }
}

Solution by_alpha_beta(const AnyState& state, Work& work) {
    OpenLimits limits;
    limits.depth = work.limits.depth.value_or(OpenLimits::kWholeGame);
    limits.nodes = work.limits.nodes;
    limits.table_bytes = std::min<std::uint64_t>(work.limits.memory_bytes, 64ULL << 20U);
    Solution found = state.solve_open(limits, work.progress);
    if (found.is_exact) return found;
    found.line.clear();  // it rests on guesses
    found.note = "not settled: every line of " + counted(found.depth, "move") +
                 " was looked at, the values beyond are guesses; " + size_note(state, work);
    return found;
}

Solution by_max_n(const AnyState& state, Work& work) {
    Solution found =
        state.solve_max_n({work.limits.nodes, work.limits.memory_bytes / 2}, work.progress);
    found.note = found.is_exact
                     ? "max^n: each seat plays for itself and takes the first of equal moves"
                     : "not settled: " + size_note(state, work);
    return found;
}

// --- With secrets

constexpr int kMostIterations = 1'000'000;

// How many moves further on, along one random line, a position fits, for a note.
std::string what_fits(const AnyState& world, const Work& work) {
    ProgressTimer progress = note_progress(work);
    Rng rng(0);
    std::vector<StatePtr> line;
    for (StatePtr state = world.clone(); !state->turn().is_over() && line.size() < 1'000;) {
        line.push_back(state->clone());
        state->apply(state->random_move(rng));
    }
    const auto fits = [&](const AnyState& state) {
        const Seat seat = std::max(0, state.turn().code());
        try {
            return state.view(seat)
                       ->tree_size(most_roots(*state.game(), UINT64_MAX), progress)
                       .surely_bytes(state.seats()) <=
                   static_cast<double>(work.limits.memory_bytes);
        } catch (const TooLargeError&) {
            return false;
        }
    };
    try {
        std::size_t low = 0;  // does not fit
        std::size_t high = line.size();
        while (high - low > 1) {
            const std::size_t middle = low + (high - low) / 2;
            (fits(*line[middle]) ? high : low) = middle;
        }
        if (high == line.size()) return "no later position of a random line fits";
        return "the largest part that fits begins about " +
               counted(static_cast<long long>(high), "move") + " further on";
    } catch (const SolveStopped&) {
        return "what part of it fits takes long to tell";
    }
}

Solution too_large(const AnyState& world, Seat seat, const std::string& why, const Work& work) {
    return unsolved(world.game()->facts(), world.seats(), seat, "cfr",
                    "too large: " + why + "; " + what_fits(world, work));
}

// An equilibrium of a flattened position by PCFR+.
Solution by_equilibrium(const FlatGame& flat, const Asker& asker, Work& work) {
    const EquilibriumGoal goal{
        .nash_conv = nash_conv_of(flat, asker, work.limits.nash_conv),
        .most_iterations = std::min<std::uint64_t>(
            kMostIterations,
            static_cast<std::uint64_t>(work.limits.depth.value_or(kMostIterations)))};
    return solution_of(
        flat, find_equilibrium(flat.form, CfrMethod::kPcfrPlus, goal, nullptr, work.callback()),
        asker);
}

// --- Which way

bool needs_equilibrium(const AnyState& state, const GameFacts& facts) {
    return facts.moves_together || (facts.hides && state.equals(*state.game()->start()));
}

Solution solve_generally(const AnyState& state, Work& work) {
    const GamePtr game = state.game();
    const GameFacts& facts = game->facts();
    const Seat seat = std::max(0, state.turn().code());
    if (needs_equilibrium(state, facts)) {
        try {
            std::optional<std::uint64_t> info_key;
            if (state.turn().is_seat()) info_key = state.info_key(seat);
            const Asker asker{facts, seat, info_key, [&](Move move) { return state.format(move); }};
            return by_equilibrium(flatten(state, work.limits.memory_bytes, work.progress), asker,
                                  work);
        } catch (const TooLargeError& error) {
            return too_large(state, seat, error.what(), work);
        }
    }
    const bool has_fixed_sum = facts.payoff_sum == 0 || facts.payoff_sum == 1;
    Solution found =
        state.seats() == 2 && has_fixed_sum ? by_alpha_beta(state, work) : by_max_n(state, work);
    if (facts.hides) found.note = "with open cards" + (found.note.empty() ? "" : "; " + found.note);
    return found;
}

Solution solve_generally(const AnyView& view, Work& work) {
    const GamePtr game = view.game();
    const GameFacts& facts = game->facts();
    Rng rng(0);
    const StatePtr world = view.sample(rng);
    if (world->turn().is_over()) return finished(*world, view.seat());
    if (!facts.hides && !facts.moves_together) return solve_generally(*world, work);
    std::optional<std::uint64_t> info_key;
    if (view.turn() == Turn::of(view.seat())) info_key = view.info_key();
    const std::size_t most_worlds = most_roots(*game, work.limits.memory_bytes);
    const Asker asker{facts, view.seat(), info_key, [&](Move move) { return view.format(move); }};
    try {
        Solution found = by_equilibrium(
            flatten(view, most_worlds, work.limits.memory_bytes, work.progress), asker, work);
        found.note += "; the others are taken to know what the viewer holds";
        return found;
    } catch (const TooLargeError& error) {
        return too_large(*world, view.seat(), error.what(), work);
    }
}

template <class Position>
Solution solve_in(const Position& position, GameModule::OwnSolver<Position> own, Seat seat,
                  Work& work) {
    const GamePtr game = position.game();
    try {
        if (own != nullptr)
            if (auto found = own(position, work.limits, work.callback())) return *std::move(found);
        return solve_generally(position, work);
    } catch (const SolveStopped&) {
        return unsolved(game->facts(), game->seats(), seat, "none",
                        "stopped before anything was known");
    }
}

constexpr std::uint64_t kMostTableBytes = 32'000ULL << 20U;
constexpr int kMostTurns = 1'000;

void check_limits(const SolveLimits& limits) {
    if (limits.time_ms)
        expect_number(*limits.time_ms >= 0, "limit time", *limits.time_ms / 1e3,
                      "seconds from 0 up are accepted");
    expect_number(limits.nash_conv >= 0, "nash_conv", limits.nash_conv,
                  "numbers from 0 up are accepted");
}

}  // namespace

SolveLimits solve_limits(const SearchLimits& limits, const AnyView& view, double overhead_ms) {
    check_limits(limits, view.game()->seats());
    const double ahead = limits.has_clock(view.seat()) ? view.decisions_left() : 1.0;
    SolveLimits result;
    result.time_ms = TimeBudget::of(limits, view.seat(), overhead_ms, ahead).soft_ms;
    if (limits.nodes) result.nodes = *limits.nodes;
    result.depth = limits.depth;
    return result;
}

Solution solve(const AnyState& state, const SolveLimits& limits, const ProgressCallback& progress) {
    check_limits(limits);
    if (state.turn().is_over()) return finished(state, 0);
    Work work(limits, progress);
    const auto own = game_module(state.game()->facts().name).solve_state;
    return solve_in(state, own, std::max(0, state.turn().code()), work);
}

Solution solve(const AnyView& view, const SolveLimits& limits, const ProgressCallback& progress) {
    check_limits(limits);
    Work work(limits, progress);
    const auto own = game_module(view.game()->facts().name).solve_view;
    return solve_in(view, own, view.seat(), work);
}

Solution solve_open(const AnyState& state, const OpenLimits& limits, ProgressTimer& progress) {
    check_range("depth", limits.depth, 1, OpenLimits::kWholeGame);
    check_range<std::uint64_t>("table bytes", limits.table_bytes, 0, kMostTableBytes);
    return state.solve_open(limits, progress);
}

Solution prove(const AnyState& state, Seat attacker, const ProofLimits& limits,
               ProgressTimer& progress) {
    check_range("turns", limits.turns, 0, kMostTurns);
    check_range<std::uint64_t>("table bytes", limits.table_bytes, 0, kMostTableBytes);
    return state.prove(state.game()->checked_seat(attacker), limits, progress);
}

}  // namespace moonflower
