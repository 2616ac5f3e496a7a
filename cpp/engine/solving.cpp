#include "engine/solving.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/error.hpp"
#include "core/range.hpp"
#include "core/text.hpp"
#include "engine/registry.hpp"
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

// Solvers score games of two seats that share one payoff from -1 to 1; answers are payoffs.
struct Scale {
    bool shares_one;

    explicit Scale(const GameFacts& facts, int seats)
        : shares_one(seats == 2 && facts.payoff_sum == 1) {}
    [[nodiscard]] double payoff(double score) const { return shares_one ? (score + 1) / 2 : score; }
    [[nodiscard]] double width(double scores) const { return shares_one ? scores / 2 : scores; }
};

double full_range(const GameFacts& facts) {
    return static_cast<double>(facts.highest_payoff) - facts.lowest_payoff;
}

SolutionKind kind_of(const Solution& found, const GameFacts& facts) {
    if (!found.is_exact) return SolutionKind::kUnknown;
    if (found.bound > 0) return SolutionKind::kValue;
    if (found.value >= facts.highest_payoff) return SolutionKind::kWin;
    if (found.value <= facts.lowest_payoff) return SolutionKind::kLoss;
    const double level = facts.payoff_sum == 1 ? 0.5 : 0.0;
    const bool is_level = found.values.size() == 2 && found.value == level;
    return is_level && !facts.has_chance ? SolutionKind::kDraw : SolutionKind::kValue;
}

std::vector<std::string> tokens(const AnyState& root, const std::vector<Move>& line) {
    const StatePtr state = root.clone();
    return tokens_along(*state, line);
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

Solution unknown(const GameFacts& facts, int seats, Seat seat, std::string method,
                 std::string note) {
    Solution found;
    found.method = std::move(method);
    found.seat = seat;
    found.values.assign(static_cast<std::size_t>(seats),
                        facts.payoff_sum ? static_cast<double>(*facts.payoff_sum) / seats : 0.0);
    found.value = found.values[static_cast<std::size_t>(seat)];
    found.bound = full_range(facts);
    found.note = std::move(note);
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
    const GameFacts& facts = state.game()->facts();
    const Scale scale(facts, 2);
    OpenLimits limits;
    limits.nodes = work.limits.nodes;
    limits.table_bytes = std::min<std::uint64_t>(work.limits.memory_bytes, 64ULL << 20U);
    const OpenSolution open = state.solve_open(limits, work.progress);

    Solution found;
    found.method = "alpha-beta";
    found.seat = std::max(0, state.turn().code());
    const double sign = found.seat == 0 ? 1 : -1;
    const double first = scale.payoff(open.value);
    const double second = scale.payoff(-open.value);
    found.values = {first, second};
    found.value = found.seat == 0 ? first : second;
    found.is_exact = open.is_exact;
    found.bound = open.is_exact ? 0 : full_range(facts);
    for (const OpenMove& move : open.moves) {
        const double value = scale.payoff(sign * move.value);
        found.moves.push_back({.move = move.move,
                               .text = state.format(move.move),
                               .value = value,
                               .loss = std::max(0.0, found.value - value),
                               .share = found.moves.empty() ? 1.0 : 0.0,
                               .is_exact = move.is_exact});
    }
    if (open.is_exact) found.line = tokens(state, open.line);
    found.nodes = open.nodes;
    found.kind = kind_of(found, facts);
    if (!open.is_exact)
        found.note = "not settled: every line of " + counted(open.depth, "move") +
                     " was looked at, the values beyond are guesses; " + size_note(state, work);
    return found;
}

Solution by_max_n(const AnyState& state, Work& work) {
    const GameFacts& facts = state.game()->facts();
    const MaxNSolution open =
        state.solve_max_n({work.limits.nodes, work.limits.memory_bytes / 2}, work.progress);
    const Seat seat = std::max(0, state.turn().code());
    if (!open.is_exact) {
        Solution found =
            unknown(facts, state.seats(), seat, "max^n", "not settled: " + size_note(state, work));
        found.nodes = open.nodes;
        return found;
    }
    Solution found = told(open, state);
    found.line = tokens(state, open.line);
    found.kind = kind_of(found, facts);
    found.note = "max^n: each seat plays for itself and takes the first of equal moves";
    return found;
}

// --- With secrets

constexpr std::size_t kMostRoots = 200'000;
constexpr std::uint64_t kMostIterations = 1'000'000;

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
            return state.view(seat)->tree_size(kMostRoots, progress).surely_bytes(state.seats()) <=
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
    return unknown(world.game()->facts(), world.seats(), seat, "cfr",
                   "too large: " + why + "; " + what_fits(world, work));
}

// The moves of one information set with what each is worth against the policy of the others.
void weigh_moves(Solution& found, const SequenceForm& form, const Behaviour& behaviour,
                 std::uint64_t info_key, const Scale& scale, const auto& format) {
    const BestResponse best = best_response(form, behaviour, found.seat);
    const SeatSets& own = form.sets(found.seat);
    const auto set = std::ranges::find_if(own.sets, [&](const InfoSet& candidate) {
        return candidate.parent == 0 && candidate.key == info_key;
    });
    if (set == own.sets.end()) return;
    for (std::size_t i = set->first; i < std::size_t{set->first} + set->moves; ++i) {
        const double value = scale.payoff(best.values[i]);
        const double share = behaviour[static_cast<std::size_t>(found.seat)][i];
        found.moves.push_back({.move = own.moves[i],
                               .text = format(own.moves[i]),
                               .value = value,
                               .loss = std::max(0.0, scale.payoff(best.value) - value),
                               .share = share,
                               .is_exact = false});
    }
    std::ranges::stable_sort(found.moves, [](const SolvedMove& a, const SolvedMove& b) {
        return std::pair(a.share, a.value) > std::pair(b.share, b.value);
    });
}

// An equilibrium of a flattened position by PCFR+.
Solution by_equilibrium(const FlatGame& flat, const GameFacts& facts, Seat seat,
                        std::optional<std::uint64_t> info_key, const auto& format, Work& work) {
    const Scale scale(facts, flat.tree->seats);
    const EquilibriumGoal goal{.nash_conv = work.limits.nash_conv * (scale.shares_one ? 2 : 1),
                               .most_iterations = kMostIterations};
    const Equilibrium reached =
        find_equilibrium(flat.form, CfrMethod::kPcfrPlus, goal, nullptr, work.callback());
    Solution found;
    found.method = "pcfr+";
    found.seat = seat;
    for (const double value : reached.certificate.values)
        found.values.push_back(scale.payoff(value));
    found.value = found.values[static_cast<std::size_t>(seat)];
    found.bound = scale.width(reached.certificate.nash_conv);
    found.nodes = flat.tree->nodes.size();
    const bool has_value = flat.tree->seats == 2 && flat.tree->is_zero_sum;
    found.is_exact = reached.is_reached && has_value;
    found.kind = has_value ? SolutionKind::kValue : SolutionKind::kUnknown;
    if (info_key) weigh_moves(found, *flat.form, reached.behaviour, *info_key, scale, format);
    if (!has_value)
        found.note =
            "more than two seats or payoffs of no fixed sum: a policy that no seat gains "
            "more than the bound by leaving, not the value of the game; ";
    found.note += std::to_string(reached.iterations) + " iterations";
    if (!reached.is_reached) found.note += ", stopped before the bound asked for was reached";
    return found;
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
            return by_equilibrium(
                flatten(state, work.limits.memory_bytes, work.progress), facts, seat, info_key,
                [&](Move move) { return state.format(move); }, work);
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
    const std::size_t most_worlds = std::clamp<std::size_t>(
        work.limits.memory_bytes / (4 * game->state_bytes()), 1, kMostRoots);
    try {
        Solution found = by_equilibrium(
            flatten(view, most_worlds, work.limits.memory_bytes, work.progress), facts, view.seat(),
            info_key, [&](Move move) { return view.format(move); }, work);
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
        return unknown(game->facts(), game->seats(), seat, "none",
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

OpenSolution solve_open(const AnyState& state, const OpenLimits& limits, ProgressTimer& progress) {
    check_range("depth", limits.depth, 1, OpenLimits::kWholeGame);
    check_range<std::uint64_t>("table bytes", limits.table_bytes, 0, kMostTableBytes);
    return state.solve_open(limits, progress);
}

WinProof prove(const AnyState& state, Seat attacker, const ProofLimits& limits,
               ProgressTimer& progress) {
    check_range("turns", limits.turns, 0, kMostTurns);
    check_range<std::uint64_t>("table bytes", limits.table_bytes, 0, kMostTableBytes);
    return state.prove(state.game()->checked_seat(attacker), limits, progress);
}

}  // namespace moonflower
