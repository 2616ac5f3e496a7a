// What every solver is asked and what it answers, whatever its method: a value with its
// certificate, what each move gives away, a line. A game's own solver lives in solve/<game>/ and
// offers `static std::optional<Solution> solve(const State&, ...)`, the same for views, or both;
// nothing means that the position is not of the kind it solves, and the general solvers take over.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/progress.hpp"
#include "core/types.hpp"

namespace moonflower {

struct SolveLimits {
    std::optional<double> time_ms;  // wall clock; what is solved by then is answered
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    std::optional<int> depth;  // alpha-beta: moves to look ahead; an equilibrium: iterations
    std::uint64_t memory_bytes = 1ULL << 30U;
    double nash_conv = 1e-4;  // an equilibrium this close is close enough
};

// kNoWin: the seat cannot force a win; what else it gets was not asked.
enum class SolutionKind : std::uint8_t { kUnknown, kWin, kDraw, kLoss, kValue, kNoWin };
inline constexpr std::array<std::string_view, 6> kSolutionNames{"unknown", "win",   "draw",
                                                                "loss",    "value", "no-win"};

// What values are: the payoffs of the game, or leads in points.
inline constexpr std::string_view kPayoff = "payoff";
inline constexpr std::string_view kMargin = "margin";

// A move of the seat that is solved for.
struct SolvedMove {
    Move move;
    std::string text;
    double value = 0;       // expected payoff of the seat if it plays this
    double loss = 0;        // what that gives away against the solution's value; never below 0
    double share = 0;       // how often the solution plays it
    bool is_exact = false;  // value and loss are; else the value is a bound or an estimate
    bool is_bound = false;  // no better than `value`: enough to know that another move is
};

struct Solution {
    SolutionKind kind = SolutionKind::kUnknown;
    std::string_view measure = kPayoff;
    std::string method;            // "alpha-beta", "cfr+", "df-pn", ...
    Seat seat = 0;                 // whose value and moves these are: the seat on turn
    double value = 0;              // its expected payoff under best play
    std::vector<double> values;    // of every seat
    std::optional<double> margin;  // where the game counts points: seat's own less the best other
    double bound = 1;       // the true value lies within value +- bound; NashConv of a policy
    bool is_exact = false;  // proven: nothing was sampled, cut off or left out
    std::vector<SolvedMove> moves;  // the best first
    std::vector<std::string> line;  // best play as tokens, as far as it is certain
    int depth = 0;                  // alpha-beta: moves looked ahead in every line
    int turns = 0;                  // of a forced win: how many of the seat's own, at most
    std::uint64_t nodes = 0;
    std::uint64_t iterations = 0;  // of an equilibrium
    std::uint64_t checked = 0;     // positions of a proof, each verified by the rules afterwards
    std::string note;  // what a reader must know: why nothing is proven, how large the position is
};

// The engine's progress throws this when the time is up or an answer is wanted now: a solver that
// has something to tell by then catches it and tells that; nobody else needs to look at a clock.
struct SolveStopped {};

template <class Solver, class Position>
concept SolvesPosition = requires(const Position& position, const SolveLimits& limits,
                                  const ProgressCallback& progress) {
    { Solver::solve(position, limits, progress) } -> std::same_as<std::optional<Solution>>;
};

}  // namespace moonflower
