#include "engine/solver_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/text.hpp"
#include "engine/flat_game.hpp"
#include "engine/positions.hpp"
#include "engine/solution_report.hpp"
#include "engine/solver_clock.hpp"
#include "solve/flatten.hpp"
#include "solve/pvs.hpp"
#include "solve/telling.hpp"

namespace moonflower {
namespace {

// What both have in common: the checks of a request, and the moves it is about.
class SolverSearch : public AnySearch {
public:
    SolverSearch(GamePtr game, const SearchSettings& settings)
        : game_(std::move(game)), settings_(settings) {}

    [[nodiscard]] SearchReport run(const AnyView& view, const SearchRequest& request) override {
        const GamePtr game = view.game();
        const GameFacts& facts = game->facts();
        if (facts.name != game_->facts().name)
            throw OptionError(game_->facts().name + ": a view of " + facts.name +
                              " cannot be searched here; views of " + game_->facts().name +
                              " are accepted");
        if (request.ponder ? view.turn().is_over() : view.turn() != Turn::of(view.seat()))
            refuse_turn(facts, view.turn());
        check_request(request, game->seats());
        const bool same_rules = game->spec() == spec_;
        spec_ = game->spec();
        if (!request.keep || !same_rules) clear();
        Question question{view, request, view.legal_moves(), TimeBudget{}};
        if (!request.only.empty())
            question.moves = checked_moves(request.only, question.moves, facts);
        if (request.limits.early_stop && question.moves.size() == 1)
            return told(question, Solution{}, StopReason::kForced);
        const double ahead = request.limits.has_clock(view.seat()) ? view.decisions_left() : 1.0;
        question.time =
            TimeBudget::of(request.limits, view.seat(), settings_.move_overhead_ms, ahead);
        return answer(question);
    }
    [[nodiscard]] SearchReport run_in(const AnyState& /*truth*/,
                                      const SearchRequest& /*request*/) override {
        throw OptionError(game_->facts().name + ": only cheat searches a state; give it a view");
    }
    void reseed(std::uint64_t seed) override { settings_.seed = seed; }

protected:
    struct Question {
        const AnyView& view;
        const SearchRequest& request;
        std::vector<Move> moves;  // those that are looked at
        TimeBudget time;
    };
    // Blocks until the request is answered.
    [[nodiscard]] virtual SearchReport answer(const Question& question) = 0;

    [[nodiscard]] const SearchSettings& settings() const { return settings_; }
    [[nodiscard]] std::uint64_t memory_bytes() const {
        return static_cast<std::uint64_t>(settings_.hash_mb) << 20U;
    }
    [[nodiscard]] SearchReport told(const Question& question, const Solution& found,
                                    StopReason reason) const {
        SearchReport report =
            report_of(found, question.view, question.moves, settings_,
                      kAlgorithmNames[static_cast<std::size_t>(settings_.algorithm)]);
        report.stop = reason;
        report.is_final = reason != StopReason::kRunning;
        report.time_ms = question.request.watch.elapsed_ms();
        return report;
    }

private:
    GamePtr game_;
    SearchSettings settings_;
    std::string spec_;  // of the rules that what is kept belongs to
};

// Iterative deepening over the one world an open game has.
class AlphaBeta final : public SolverSearch {
public:
    using SolverSearch::SolverSearch;
    void clear() override {
        if (table_) table_->clear();
    }

private:
    // A search under way.
    struct Run {
        const Question& question;
        Pvs& pvs;
    };

    [[nodiscard]] SearchReport answer(const Question& question) override {
        if (!table_) table_.emplace(memory_bytes());
        const SearchRequest& request = question.request;
        Rng rng(0);
        const StatePtr state = question.view.sample(rng);
        std::optional<Pvs> pvs;
        const auto report = [&] {
            if (request.on_report && !request.ponder)
                request.on_report(report_on({question, *pvs}, pvs->found(), StopReason::kRunning));
        };
        SolverClock clock(request, question.time.hard_ms, report);
        pvs.emplace(state->opaque(), limits_of(question), *table_, clock.callback());
        last_ = {};
        const Solution found = pvs->solve([&](const Solution& deeper) {
            if (deeper.is_exact) return true;
            last_ = {last_.second, deeper.value};
            report();
            return !question.time.soft_ms || clock.now_ms() < *question.time.soft_ms;
        });
        return report_on({question, *pvs}, found, reason_of(question, found, clock));
    }

    [[nodiscard]] OpenLimits limits_of(const Question& question) const {
        const SearchRequest& request = question.request;
        OpenLimits limits;
        limits.depth =
            std::min(request.limits.depth.value_or(OpenLimits::kWholeGame), OpenLimits::kWholeGame);
        if (request.limits.nodes) limits.nodes = *request.limits.nodes;
        limits.valued = std::max(request.valued, static_cast<std::size_t>(request.multipv));
        limits.by_margin = settings().margin;
        if (!request.only.empty()) limits.only = question.moves;
        return limits;
    }
    [[nodiscard]] static StopReason reason_of(const Question& question, const Solution& found,
                                              const SolverClock& clock) {
        const SearchLimits& limits = question.request.limits;
        if (found.is_exact) return StopReason::kProven;
        if (clock.reason()) return *clock.reason();
        if (limits.nodes && found.nodes >= *limits.nodes) return StopReason::kNodes;
        return limits.depth && found.depth >= *limits.depth ? StopReason::kDepth
                                                            : StopReason::kTime;
    }

    [[nodiscard]] SearchReport report_on(const Run& run, const Solution& found,
                                         StopReason reason) const {
        SearchReport report = told(run.question, found, reason);
        // How sure a guess is: what the last depth has changed about it.
        const double change = last_.first ? std::abs(*last_.second - *last_.first) : kNoIdea;
        for (SearchLine& line : report.lines)
            if (line.value && line.proof == Proof::kNone) line.error = change;
        report.depth = found.depth;
        report.seldepth = run.pvs.deepest();
        report.hash_full = table_->load();
        const auto lines = static_cast<std::size_t>(run.question.request.multipv);
        for (std::size_t i = 1; i < std::min(lines, report.lines.size()); ++i)
            if (report.lines[i].value)
                report.lines[i].pv = run.pvs.line_after(report.lines[i].move);
        return report;
    }

    static constexpr double kNoIdea = 0.5;

    std::optional<BoundTable> table_;
    // The values of the last two depths.
    std::pair<std::optional<double>, std::optional<double>> last_;
};

// An equilibrium of everything that may come, from all worlds of the view.
class Cfr final : public SolverSearch {
public:
    using SolverSearch::SolverSearch;
    void clear() override { kept_.reset(); }

private:
    static constexpr double kNashConv = 1e-4;  // in payoffs: an equilibrium this close will do
    static constexpr std::uint64_t kMostIterations = 1'000'000;

    // The position last asked about, and how far it has come.
    struct Kept {
        ViewPtr view;
        std::vector<Move> moves;
        FlatGame flat;
        CfrSolver solver;
    };

    [[nodiscard]] SearchReport answer(const Question& question) override {
        const SearchRequest& request = question.request;
        if (request.ponder) return told(question, {}, StopReason::kInstant);
        SolverClock clock(request, question.time.hard_ms);
        const GamePtr game = question.view.game();
        const Asker asker{game->facts(), question.view.seat(), question.view.info_key(),
                          [&](Move move) { return question.view.format(move); }};
        if (!prepare(question, clock)) {
            SearchReport report = told(question, even(question), *clock.reason());
            report.note = "stopped before the tree was there: any move is as good";
            return report;
        }
        const auto tell = [&](const Equilibrium& reached, StopReason reason) {
            const Solution found = solution_of(kept_->flat, reached, asker);
            SearchReport report = told(question, found, reason);
            report.nodes = found.nodes * kept_->solver.iterations();
            report.tree_nodes = found.nodes;
            report.depth = static_cast<double>(kept_->solver.iterations());
            for (SearchLine& line : report.lines) line.error = found.bound;
            report.note = note_on(found);
            return report;
        };
        const auto at_certificate = [&](const EquilibriumProgress& progress) {
            if (clock.is_report_due(nodes_in(progress.iterations)))
                request.on_report(tell(progress.best, StopReason::kRunning));
            return !question.time.soft_ms || clock.now_ms() < *question.time.soft_ms;
        };
        const EquilibriumGoal goal{nash_conv_of(kept_->flat, asker, kNashConv),
                                   kept_->solver.iterations() + most_iterations(request.limits)};
        const Equilibrium reached =
            find_equilibrium(kept_->solver, *kept_->flat.form, goal, at_certificate,
                             [&clock] { clock.timer().check(); });
        return tell(reached, reason_of(request.limits, reached, goal, clock));
    }

    // Unrolls the tree unless it is there; false when stopped on the way.
    [[nodiscard]] bool prepare(const Question& question, SolverClock& clock) {
        const AnyView& view = question.view;
        if (kept_ && kept_->moves == question.moves && kept_->view->equals(view)) return true;
        kept_.reset();
        RestrictedSet restricted;
        restricted.seat = view.seat();
        restricted.info_key = view.info_key();
        restricted.moves = question.moves;
        try {
            FlatGame flat =
                flatten(view, most_roots(*view.game(), memory_bytes()), memory_bytes(),
                        clock.timer(), question.request.only.empty() ? nullptr : &restricted);
            CfrSolver solver(flat.form, CfrMethod::kPcfrPlus);
            kept_.emplace(Kept{view.clone(), question.moves, std::move(flat), std::move(solver)});
            return true;
        } catch (const SolveStopped&) {
            return false;
        }
    }

    // As many as there are time for; a limit of nodes counts those of the tree in every iteration.
    [[nodiscard]] std::uint64_t most_iterations(const SearchLimits& limits) const {
        std::uint64_t most = kMostIterations;
        if (limits.nodes)
            most = std::min(most, std::max<std::uint64_t>(*limits.nodes / nodes_in(1), 1));
        if (limits.depth) most = std::min(most, static_cast<std::uint64_t>(*limits.depth));
        return most;
    }
    [[nodiscard]] std::uint64_t nodes_in(std::uint64_t iterations) const {
        return iterations * kept_->flat.tree->nodes.size();
    }
    [[nodiscard]] StopReason reason_of(const SearchLimits& limits, const Equilibrium& reached,
                                       const EquilibriumGoal& goal,
                                       const SolverClock& clock) const {
        if (reached.is_reached) return StopReason::kProven;
        if (clock.reason()) return *clock.reason();
        if (kept_->solver.iterations() < goal.most_iterations) return StopReason::kTime;
        const std::uint64_t depth =
            limits.depth ? static_cast<std::uint64_t>(*limits.depth) : UINT64_MAX;
        return depth == most_iterations(limits) ? StopReason::kDepth : StopReason::kNodes;
    }

    // Nothing is known: every move as often as any other.
    [[nodiscard]] static Solution even(const Question& question) {
        Solution found;
        for (const Move move : question.moves)
            found.moves.push_back({.move = move,
                                   .text = question.view.format(move),
                                   .share = 1.0 / static_cast<double>(question.moves.size()),
                                   .is_bound = true});
        return found;
    }
    [[nodiscard]] static std::string note_on(const Solution& found) {
        std::array<char, 32> text{};
        std::snprintf(text.data(), text.size(), "nashconv %.6f", found.bound);
        return text.data();
    }

    std::optional<Kept> kept_;
};

}  // namespace

SearchPtr make_solver_search(const GamePtr& game, const SearchSettings& settings) {
    check_settings(settings);
    if (settings.algorithm == Algorithm::kCfr) return std::make_unique<Cfr>(game, settings);
    const GameFacts& facts = game->facts();
    const bool is_open = !facts.hides && !facts.moves_together;
    if (!is_open || game->seats() != 2)
        throw OptionError("alphabeta: " + facts.name +
                          " is not an open game of two seats; auto, ismcts, pimc, cfr and flat are "
                          "accepted");
    if (settings.margin && !game->start()->scores())
        throw OptionError(facts.name +
                          ": the game counts no points; margin is accepted where it does");
    return std::make_unique<AlphaBeta>(game, settings);
}

}  // namespace moonflower
