#include "solve/shields/solver.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>

#include "core/error.hpp"
#include "solve/shields/exact.hpp"
#include "solve/shields/parts.hpp"

namespace moonflower::shields {
namespace {

// About what a position costs the tables of the solvers.
constexpr std::uint64_t kBytesPerPosition = 256;
// A gap this small is beyond the doubles the values are told in.
constexpr double kNoGap = 1e-16;

Budget budget_of(const SolveLimits& limits, const ProgressCallback& progress) {
    Budget budget;
    budget.positions =
        std::min({budget.positions, limits.nodes, limits.memory_bytes / kBytesPerPosition});
    budget.progress = progress;
    return budget;
}

// Differences of payoffs become the payoffs themselves, which add up to 1.
struct Scale {
    double factor;
    double offset;

    explicit Scale(const Analysis& analysis)
        : factor(analysis.measure == "difference" ? 0.5 : 1.0),
          offset(analysis.measure == "difference" ? 0.5 : 0.0) {}
    [[nodiscard]] double value(const Figure& figure) const {
        return offset + factor * figure.value;
    }
};

std::string method_of(const Analysis& analysis) {
    if (analysis.kind == "equilibrium") return "regret matching";
    if (analysis.kind == "cheater duel") return "sequence form";
    if (analysis.kind == "duel") return "matrix games";
    return analysis.kind == "ffa duel" ? "fixed point" : "backward induction";
}

std::string small_number(double number) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1e", number);
    return text.data();
}

std::string note_of(const Analysis& analysis, const Figure& value) {
    constexpr std::size_t kMostDigits = 200;
    std::string note = analysis.kind;
    if (analysis.is_exact)
        note += value.fraction.size() <= kMostDigits
                    ? ", " + analysis.measure + " " + value.fraction
                    : ", a fraction of " + std::to_string(value.fraction.size()) + " characters";
    else if (analysis.kind == "equilibrium")
        note += ", not exact: the best deviation of one seat gains " + small_number(analysis.gap);
    else
        note += ", the value lies in an interval of width " + small_number(analysis.gap);
    if (analysis.is_exact && analysis.gap > 0)
        note += ", the turn limit changes at most " + small_number(analysis.gap);
    return analysis.note.empty() ? note : note + "; " + analysis.note;
}

// The moves the solution plays first, the others by what they give away.
void sort_moves(std::vector<SolvedMove>& moves) {
    std::stable_sort(moves.begin(), moves.end(), [](const SolvedMove& a, const SolvedMove& b) {
        if (a.share != b.share) return a.share > b.share;
        return a.loss < b.loss;
    });
}

Solution solution_of(const View& view, const Analysis& analysis) {
    const auto seat = static_cast<std::size_t>(view.seat());
    const Scale scale(analysis);
    Solution solution;
    solution.kind = SolutionKind::kValue;
    solution.method = method_of(analysis);
    solution.seat = view.seat();
    solution.value = scale.value(analysis.values[seat]);
    solution.is_exact = analysis.is_exact && analysis.gap <= kNoGap;
    for (std::size_t i = 0; i < analysis.values.size(); ++i)
        solution.values.push_back(view.table().lives[i] > 0 ? scale.value(analysis.values[i]) : 0);
    solution.bound = scale.factor * analysis.gap;
    if (!analysis.gains.empty()) {  // NashConv
        solution.bound = 0;
        for (const double gain : analysis.gains) solution.bound += gain;
    }
    if (solution.is_exact && solution.value == 1) solution.kind = SolutionKind::kWin;
    if (solution.is_exact && solution.value == 0) solution.kind = SolutionKind::kLoss;
    for (const Choice& choice : analysis.choices[seat]) {
        const double loss = scale.factor * choice.loss.value;
        solution.moves.push_back({.move = view.parse_move(choice.token),
                                  .text = choice.token,
                                  .value = solution.value - loss,
                                  .loss = loss,
                                  .share = choice.probability.value,
                                  .is_exact = solution.is_exact});
    }
    sort_moves(solution.moves);
    solution.nodes = analysis.positions;
    solution.note = note_of(analysis, analysis.values[seat]);
    return solution;
}

// About how many positions a plain duel or a seat alone stands before; suits are alike, so some
// eight orders of the counts are one position.
std::uint64_t positions_before(const Table& table) {
    std::uint64_t counts = 1;
    std::uint64_t lives = 1;
    for (const int count : table.cards.by_suit()) counts *= static_cast<std::uint64_t>(count) + 1;
    for (const std::uint16_t left : table.lives)
        lives *=
            std::clamp<std::uint64_t>(left, 1, static_cast<std::uint64_t>(table.cards.total()) + 1);
    return (counts / 8 + 8) * lives;
}

Solution unknown(const View& view, const std::string& why) {
    Solution solution;
    solution.seat = view.seat();
    solution.note = why;
    return solution;
}

}  // namespace

std::optional<Solution> Solver::solve(const View& view, const SolveLimits& limits,
                                      const ProgressCallback& progress) {
    if (!view.turn().is_seat() || view.turn().seat() != view.seat()) return std::nullopt;
    const Budget budget = budget_of(limits, progress);
    try {
        return solution_of(view, analyse_payoffs(view, budget));
    } catch (const OptionError&) {
        return std::nullopt;
    } catch (const TooLargeError& error) {
        return unknown(view, error.what());
    } catch (const SolveStopped&) {
        return unknown(view, "shields: not solved within the time given; more time is accepted");
    }
}

std::optional<Solution> Answer::solve(const View& view, const SolveLimits& limits,
                                      const ProgressCallback& progress) {
    constexpr std::uint64_t kPerNode = 1'024;  // some 0.4 us each, and they last for all games
    constexpr double kSureEnough = 1e-9;
    const Table& table = view.table();
    const Rules& rules = view.rules();
    if (rules.mode != Mode::kEnemy || rules.cheats || !rules.all_dead_draws) return std::nullopt;
    if (table.phase != Phase::kChoose || std::popcount(table.living()) > 2 || !is_plain(table))
        return std::nullopt;
    const std::uint64_t positions = positions_before(table);
    if (positions / kPerNode > limits.nodes) return std::nullopt;
    const Budget budget{.positions = UINT64_MAX, .progress = progress, .keeps = true};
    Solution found = solution_of(view, analyse_payoffs(view, budget));
    if (found.bound > kSureEnough) return std::nullopt;
    found.is_exact = true;
    for (SolvedMove& move : found.moves) move.is_exact = true;
    return found;
}

std::optional<Solution> Solver::solve(const State& state, const SolveLimits& limits,
                                      const ProgressCallback& progress) {
    if (!state.turn().is_seat()) return std::nullopt;
    return solve(state.view(state.turn().seat()), limits, progress);
}

}  // namespace moonflower::shields
