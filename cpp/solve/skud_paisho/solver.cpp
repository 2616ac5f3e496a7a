#include "solve/skud_paisho/solver.hpp"

#include <algorithm>

#include "core/range.hpp"
#include "core/text.hpp"
#include "solve/dfpn.hpp"
#include "solve/forced_win.hpp"
#include "solve/skud_paisho/threats.hpp"
#include "solve/telling.hpp"

namespace moonflower::skud_paisho {
namespace {

constexpr int kMostTurns = 4;
constexpr int kQuickTurns = 3;                // before a search
constexpr std::uint64_t kMostNodes = 50'000;  // for one question; a node costs up to 10 ms

using Search = Dfpn<State, Threats>;

struct ForcedWin {
    Seat winner = 0;
    int turns = 0;  // of the winner
    std::vector<Move> line;
    std::uint64_t nodes = 0;
};

ProofLimits proof_limits(int turns, const SolveLimits& limits) {
    return {.turns = turns,
            .nodes = std::min(limits.nodes, kMostNodes),
            .table_bytes = std::min<std::uint64_t>(limits.memory_bytes / 4, 64ULL << 20U)};
}

// After the last threat of a proof no answer is left to name: any reply, and the turn that wins.
void finish_line(const State& root, Seat winner, std::vector<Move>& line) {
    State state = root;
    for (const Move move : line) state.apply(move);
    while (!state.is_over() && line.size() < 2 * kMostTurns + 2) {
        if (state.mover() == winner) {
            const std::vector<Play> wins = wins_in_one(state, winner);
            if (wins.empty()) return;
            line.push_back(wins.front().move());
        } else {
            for_each_turn(state, false, [&](Move move, const State& /*next*/) {
                line.push_back(move);
                return false;
            });
        }
        state.apply(line.back());
    }
}

std::optional<ForcedWin> prove(const State& state, Seat attacker, int turns, bool with_bonuses,
                               const SolveLimits& limits, const ProgressCallback& progress,
                               std::uint64_t& nodes) {
    Search search(state, attacker, proof_limits(turns, limits), progress,
                  Threats(with_bonuses, progress));
    const Solution proof = search.prove();
    nodes += proof.nodes;
    if (proof.kind != SolutionKind::kWin) return std::nullopt;
    ForcedWin found{attacker, turns, search.line(), nodes};
    finish_line(state, attacker, found.line);
    return found;
}

// The base step and the bonus step of a complete turn.
std::vector<Move> steps_of(const State& state, Move turn) {
    const Play play = Play::of(turn);
    if (!play.has_base() || (!play.has_bonus() && !play.declines())) return {turn};
    Play base = play;
    base.said = 0;
    base.at = 0;
    base.direction = 0;
    State after = state;
    after.apply(base.move());
    if (!after.mid_turn()) return {base.move()};
    return {base.move(), (play.declines() ? Play::decline() : Play::of(play.bonus())).move()};
}

// The line of a forced win step by step, as it is played.
std::vector<std::string> step_texts(const State& root, const ForcedWin& win) {
    std::vector<std::string> texts;
    State state = root;
    for (const Move turn : win.line)
        for (const Move step : steps_of(state, turn)) {
            texts.push_back(state.format(step));
            state.apply(step);
        }
    return texts;
}

SolvedMove solved(const State& state, Move move, double value) {
    return {.move = move,
            .text = state.format(move),
            .value = value,
            .loss = 0,
            .share = 0,
            .is_exact = true};
}

// In the eyes of a seat, without its moves.
Solution told(const State& state, const ForcedWin& win, Seat seat) {
    Solution found;
    found.method = "df-pn";
    found.seat = seat;
    const bool is_win = win.winner == seat;
    found.kind = is_win ? SolutionKind::kWin : SolutionKind::kLoss;
    found.value = is_win ? 1 : 0;
    found.values = {win.winner == kGuest ? 1.0 : 0.0, win.winner == kHost ? 1.0 : 0.0};
    found.bound = 0;
    found.is_exact = true;
    found.turns = win.turns;
    found.nodes = win.nodes;
    found.line = tokens_from(state, win.line);
    return found;
}

// The same for the seat on turn, with its moves.
Solution answer(const State& state, const ForcedWin& win) {
    Solution found = told(state, win, state.mover());
    const bool is_win = found.kind == SolutionKind::kWin;
    State end = state;
    for (const Move move : win.line) end.apply(move);
    if (is_win && win.turns == 1) {
        for (const Play& turn : wins_in_one(state, win.winner))
            found.moves.push_back(solved(state, turn.move(), 1));
    } else if (is_win) {
        found.moves.push_back(solved(state, win.line.front(), 1));
    } else {
        State::Moves moves;
        state.legal_moves(moves);
        for (const Move move : moves) found.moves.push_back(solved(state, move, 0));
    }
    found.moves.front().share = 1;
    const std::string what = end.end() == End::kMidline ? "midline win" : "ring";
    found.note = what + " in " + (win.turns > 1 ? "at most " : "") + counted(win.turns, "turn") +
                 " of " + seat_name(win.winner) + ", against every reply";
    if (is_win && win.turns > 1) found.note += "; other moves were not asked about";
    return found;
}

std::optional<ForcedWin> look_for_win(const State& state, int most_turns, bool bonus_threats,
                                      const SolveLimits& limits, const ProgressCallback& progress) {
    std::uint64_t nodes = 0;
    const Seat mover = state.mover();
    const auto prove_for = [&](Seat attacker, int turns, bool with_bonuses) {
        return prove(state, attacker, turns, with_bonuses, limits, progress, nodes);
    };
    if (auto win = prove_for(mover, 1, false)) return win;  // the test for one turn knows bonuses
    // A mover without a threat against it need not ask whether it is lost.
    const bool is_threatened = !wins_in_one(state, 1 - mover).empty();
    for (const bool with_bonuses : {false, true}) {  // threats with a bonus are many and dear
        if (with_bonuses && !bonus_threats) break;
        for (int turns = 1; turns <= most_turns; ++turns) {
            if (turns > 1)
                if (auto win = prove_for(mover, turns, with_bonuses)) return win;
            if (is_threatened && (turns > 1 || !with_bonuses))
                if (auto win = prove_for(1 - mover, turns, with_bonuses)) return win;
        }
    }
    return std::nullopt;
}

void check_turns(int turns) { check_range("turns", turns, 1, 100); }

}  // namespace

std::optional<Solution> find_forced_win(const State& state, int most_turns, bool bonus_threats,
                                        const SolveLimits& limits,
                                        const ProgressCallback& progress) {
    check_turns(most_turns);
    const auto win = look_for_win(state, most_turns, bonus_threats, limits, progress);
    if (!win) return std::nullopt;
    return told(state, *win, win->winner);
}

std::optional<std::uint64_t> check_forced_win(const State& state, Seat attacker, int turns,
                                              const ProgressCallback& progress) {
    check_turns(turns);
    for (const bool with_bonuses : {false, true}) {
        Search search(state, attacker, proof_limits(turns, {}), progress,
                      Threats(with_bonuses, progress));
        if (search.prove().kind != SolutionKind::kWin) continue;
        const auto strategy = [&](const State& at, int left) {
            const std::optional<Move> known = search.move_at(at, left);
            if (known && wins_in_one(at, attacker).empty()) return steps_of(at, *known);
            const std::vector<Play> wins = wins_in_one(at, attacker);
            return wins.empty() ? std::vector<Move>{Move{UINT32_MAX}}
                                : steps_of(at, wins.front().move());
        };
        const auto wins = [&](const State& at) {
            return at.returns() == Returns::shared_by(1U << attacker);
        };
        return ForcedWinCheck<State, decltype(strategy), decltype(wins)>(attacker, strategy, wins,
                                                                         progress)
            .check(state, turns);
    }
    return std::nullopt;
}

std::optional<Solution> Solver::solve(const State& state, const SolveLimits& limits,
                                      const ProgressCallback& progress) {
    if (state.is_over() || state.phase() < Phase::kBase) return std::nullopt;
    try {  // alpha-beta has the rest of the time
        if (const auto win =
                look_for_win(state, kMostTurns, true, limits, half_time(limits, progress)))
            return answer(state, *win);
    } catch (const SolveStopped&) {  // a proof that could not be checked in time is none
    }
    return std::nullopt;
}

std::optional<Solution> Answer::solve(const State::View& view, const SolveLimits& limits,
                                      const ProgressCallback& progress) {
    constexpr std::uint64_t kNodesEach = 64;  // a node of a proof costs that many of a search
    constexpr std::uint64_t kFewest = 200;    // for more than one turn the first node alone is dear
    constexpr std::uint64_t kTableBytes = 4U << 20U;  // cleared for each question
    constexpr std::uint64_t kNodesPerLook = 4;        // of a search, by time
    Rng rng(0);
    const State state = view.sample(rng);
    if (view.turn() != Turn::of(view.seat()) || state.phase() < Phase::kBase) return std::nullopt;
    SolveLimits small = limits;
    small.memory_bytes = kTableBytes;
    small.nodes = limits.nodes / kNodesEach;
    // A node of a proof may have hundreds of moves to look at, each as long as some simulations.
    const std::uint64_t most_looks = limits.nodes / kNodesPerLook;
    std::uint64_t looks = 0;
    const ProgressCallback counted_progress = [&] {
        if (++looks > most_looks) throw SolveStopped{};
        progress();
    };
    std::uint64_t nodes = 0;
    const int most_turns = small.nodes < kFewest ? 1 : kQuickTurns;
    for (int turns = 1; turns <= most_turns; ++turns) {
        auto win = prove(state, state.mover(), turns, false, small, counted_progress, nodes);
        if (!win) continue;
        Solution found = answer(state, *win);
        std::vector<SolvedMove> steps;
        for (const SolvedMove& turn : found.moves) {
            const Move first = steps_of(state, turn.move).front();
            const auto is_same = [&](const SolvedMove& step) { return step.move == first; };
            if (std::ranges::none_of(steps, is_same)) steps.push_back(solved(state, first, 1));
        }
        steps.front().share = 1;
        found.moves = std::move(steps);
        found.line = step_texts(state, *win);
        return found;
    }
    return std::nullopt;
}

}  // namespace moonflower::skud_paisho
