// Search for any game of the contract: puts the parts together as the settings say, runs them,
// reports. Included by session_of.hpp, so compiled once per game.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "belief/worlds.hpp"
#include "core/error.hpp"
#include "core/game.hpp"
#include "core/merging.hpp"
#include "engine/search.hpp"
#include "search/line.hpp"
#include "search/simulation.hpp"
#include "search/summary.hpp"

namespace moonflower {

template <GameState S>
class StateOf;
template <GameState S>
class ViewOf;

template <GameState S>
class SearchOf final : public AnySearch {
public:
    explicit SearchOf(const SearchSettings& settings)
        : settings_(settings), algorithm_(resolved(settings.algorithm)), hints_(hints(settings)) {}

    [[nodiscard]] SearchReport run(const AnyView& view, const SearchRequest& request) override {
        if (algorithm_ == Algorithm::kCheat && S::Rules::facts().hides)
            throw OptionError(name() +
                              ": cheat needs the full position, got a view; give it a state");
        const auto* own = dynamic_cast<const ViewOf<S>*>(&view);
        if (own == nullptr)
            throw OptionError(name() + ": a view of " + view.game()->facts().name +
                              " cannot be searched here; views of " + name() + " are accepted");
        return search(own->inner(), nullptr, request);
    }
    [[nodiscard]] SearchReport run_in(const AnyState& truth,
                                      const SearchRequest& request) override {
        const auto* own = dynamic_cast<const StateOf<S>*>(&truth);
        if (own == nullptr || algorithm_ != Algorithm::kCheat)
            throw OptionError(name() + ": only cheat searches a state; give it a view");
        if (!own->inner().turn().is_seat()) refuse_turn(own->inner().turn());
        return search(own->inner().view(own->inner().turn().seat()), &own->inner(), request);
    }
    void clear() override {
        for (const auto& table : tables_) table->clear();
    }
    void reseed(std::uint64_t seed) override {
        settings_.seed = seed;
        clear();
    }

private:
    using View = typename S::View;

    [[nodiscard]] static const std::string& name() { return S::Rules::facts().name; }
    [[nodiscard]] static bool has_secrets() {
        return S::Rules::facts().hides || S::Rules::facts().moves_together;
    }
    [[nodiscard]] static Algorithm resolved(Algorithm algorithm) {
        if (algorithm == Algorithm::kAutomatic)
            return has_secrets() ? Algorithm::kIsmcts : Algorithm::kMcts;
        if (algorithm == Algorithm::kMcts && has_secrets())
            throw OptionError(name() +
                              ": mcts needs a game without secrets; ismcts and pimc are accepted");
        return algorithm;
    }
    [[nodiscard]] static SearchHints hints(const SearchSettings& settings) {
        SearchHints result;
        if constexpr (HasSearchHints<S>) result = S::search_hints();
        result = settings.over(result);
        if (!HasHeuristic<S> && result.leaf != LeafValue::kPlayout)
            throw OptionError(name() +
                              ": the game has no heuristic value; leaf playout is accepted");
        return result;
    }

    [[noreturn]] static void refuse_turn(Turn turn) {
        throw IllegalMoveError(name() + ": no move to search for; " +
                               (turn.is_over() ? "the game is over"
                                : turn.is_chance()
                                    ? "chance is on turn"
                                    : "seat " + std::to_string(turn.seat()) + " is on turn"));
    }

    [[nodiscard]] SearchReport search(const View& view, const S* truth,
                                      const SearchRequest& request) {
        const Stopwatch watch;
        if (request.ponder ? view.turn().is_over() : view.turn() != Turn::of(view.seat()))
            refuse_turn(view.turn());
        const int seats = S(view.rules()).seats();
        check_limits(request.limits, seats);
        const SimulationPlan plan = make_plan(view, request);
        if (algorithm_ == Algorithm::kRandom || algorithm_ == Algorithm::kGreedy)
            return instant(view, plan, seats);
        Run run{plan, make_worlds(view, truth, request.limits), seats, watch, {}, {}};
        prepare_tables(view, request.keep);
        run.totals = kept_visits(run);
        if (request.limits.early_stop && plan.moves.size() == 1)
            return report(run, request.multipv, StopReason::kForced);
        make_simulators(run);
        const StopReason reason = drive(make_job(run, request));
        return report(run, request.multipv, reason);
    }

    // --- the parts

    [[nodiscard]] bool by_world() const {
        return algorithm_ == Algorithm::kMcts || algorithm_ == Algorithm::kPimc ||
               algorithm_ == Algorithm::kCheat;
    }

    [[nodiscard]] SimulationPlan make_plan(const View& view, const SearchRequest& request) const {
        const GameFacts& facts = S::Rules::facts();
        SimulationPlan plan;
        plan.seat = view.seat();
        plan.ponders = request.ponder;
        plan.moves = request.only.empty() ? moves_of(view) : request.only;
        if (!request.only.empty()) plan.root_salt = salt(request.only);
        plan.by_world = by_world();
        plan.has_links = by_world() && !facts.has_chance;
        plan.proves = settings_.solve && plan.has_links && algorithm_ != Algorithm::kPimc &&
                      S(view.rules()).seats() == 2 &&
                      facts.payoff_sum == facts.lowest_payoff + facts.highest_payoff;
        plan.uses_priors = hints_.selection == Selection::kPuct || hints_.widen_base > 0;
        plan.regret_matching = settings_.regret_matching && algorithm_ == Algorithm::kIsmcts;
        plan.root_only = algorithm_ == Algorithm::kFlat;
        plan.depth = plan.root_only ? 1 : std::min<std::size_t>(depth(request), kLongestPath);
        plan.expand_at = hints_.expand_at > 0 ? static_cast<std::uint32_t>(hints_.expand_at)
                         : plan.has_links     ? 1U
                                              : 2U;
        plan.redeterminize = algorithm_ == Algorithm::kIsmcts
                                 ? static_cast<std::uint32_t>(settings_.redeterminize)
                                 : 0;
        plan.selector = Selector(hints_, settings_.smooth && !by_world(), shares_table());
        plan.evaluator = LeafEvaluator(hints_);
        return plan;
    }
    [[nodiscard]] static std::size_t depth(const SearchRequest& request) {
        return static_cast<std::size_t>(request.limits.depth.value_or(kLongestPath));
    }
    [[nodiscard]] static std::uint64_t salt(const std::vector<Move>& moves) {
        Hasher hasher(1);
        for (const Move move : moves) hasher.add(move.code);
        return hasher.value() | 1U;
    }
    [[nodiscard]] static std::vector<Move> moves_of(const View& view) {
        const auto moves = std::make_unique<typename S::Moves>();
        view.legal_moves(*moves);
        return {moves->begin(), moves->end()};
    }

    [[nodiscard]] Worlds<S> make_worlds(const View& view, const S* truth,
                                        const SearchLimits& limits) const {
        if (truth != nullptr) return Worlds<S>(view, {*truth});
        Rng rng(settings_.seed ^ kGoldenGamma);
        std::vector<S> fixed;
        if (algorithm_ == Algorithm::kMcts || algorithm_ == Algorithm::kCheat)
            fixed.push_back(view.sample(rng));
        if (algorithm_ == Algorithm::kPimc) {
            const std::uint64_t count =
                limits.worlds.value_or(static_cast<std::uint64_t>(settings_.pimc_worlds));
            for (std::uint64_t i = 0; i < count; ++i) fixed.push_back(view.sample(rng));
        }
        Worlds<S> worlds(view, std::move(fixed));
        if (can_take_back(view)) worlds.take_back_commits();
        return worlds;
    }
    // Whether a world before the running stage leads to this very choice: not when the seat has
    // already made part of its own commit.
    [[nodiscard]] bool can_take_back(const View& view) const {
        if constexpr (MovesTogether<S>) {
            Rng rng(settings_.seed);
            if (view.turn() != Turn::of(view.seat())) return false;
            S state = view.sample(rng).before_commits();
            while (state.turn().is_seat() && state.turn().seat() != view.seat())
                state.apply(state.random_move(rng));
            if (state.turn() != Turn::of(view.seat())) return false;
            const auto moves = std::make_unique<typename S::Moves>();
            state.legal_moves(*moves);
            return std::ranges::equal(*moves, moves_of(view));
        } else {
            (void)view;
            return false;
        }
    }

    // --- the table

    [[nodiscard]] bool shares_table() const {
        return settings_.threads > 1 && !settings_.deterministic;
    }
    void prepare_tables(const View& view, bool keep) {
        if (tables_.empty()) {
            const std::size_t count =
                shares_table() ? 1 : static_cast<std::size_t>(settings_.threads);
            const std::size_t bytes = (static_cast<std::size_t>(settings_.hash_mb) << 20) / count;
            for (std::size_t i = 0; i < count; ++i)
                tables_.push_back(std::make_unique<Table>(bytes, shares_table()));
        } else if (!keep || !rules_ || !(*rules_ == view.rules())) {
            clear();
        }
        rules_ = view.rules();
        for (const auto& table : tables_) table->next_generation();
    }

    // --- one run

    struct Run {
        const SimulationPlan& plan;
        Worlds<S> worlds;
        int seats;
        Stopwatch watch;
        std::vector<RootMove> totals;  // what earlier searches left
        std::vector<std::unique_ptr<Simulator>> simulators;
    };

    void make_simulators(Run& run) {
        Rng rng(settings_.seed);
        for (int i = 0; i < settings_.threads; ++i) {
            Table& table = *tables_[shares_table() ? 0 : static_cast<std::size_t>(i)];
            run.simulators.push_back(
                std::make_unique<Simulation<S>>(run.plan, run.worlds, table, run.seats, rng));
            rng.jump();
        }
    }

    [[nodiscard]] DriverJob make_job(const Run& run, const SearchRequest& request) {
        DriverJob job;
        job.simulators = run.simulators;
        if (shares_table()) job.shared_table = tables_[0].get();
        job.limits = request.limits;
        job.time = TimeBudget::of(request.limits, run.plan.seat, settings_.move_overhead_ms);
        job.watch = run.watch;
        job.fixed_shares = settings_.deterministic && settings_.threads > 1;
        job.worlds_are_nodes = !run.worlds.is_fixed();
        job.root = [&run] { return totals(run); };
        job.heartbeat = request.heartbeat;
        job.stop = request.stop;
        if (request.on_progress)
            job.report = [this, &run, &request] {
                request.on_progress(report(run, request.multipv, StopReason::kRunning));
            };
        return job;
    }

    [[nodiscard]] const Node* root_node(const Run& run) const {
        Rng rng(settings_.seed);
        const S world = run.worlds.draw(0, rng);
        const std::uint64_t key =
            run.plan.by_world ? world.key()
                              : run.worlds.view().info_key() +
                                    kGoldenGamma * static_cast<std::uint64_t>(run.plan.seat);
        return tables_[0]->find(key ^ run.plan.root_salt);
    }
    [[nodiscard]] std::vector<RootMove> kept_visits(const Run& run) const {
        std::vector<RootMove> kept(run.plan.moves.size());
        const Node* const root = root_node(run);
        if (root == nullptr || algorithm_ == Algorithm::kPimc) return kept;
        for (std::uint32_t i = 0; i < root->count; ++i) {
            const Edge& edge = root->edges()[i];
            const auto found =
                std::find(run.plan.moves.begin(), run.plan.moves.end(), Move{edge.move});
            if (found == run.plan.moves.end()) continue;
            RootMove& move = kept[static_cast<std::size_t>(found - run.plan.moves.begin())];
            move.kept_visits = edge.visits.get();
            move.kept_utility = edge.value.get();
        }
        return kept;
    }
    [[nodiscard]] static std::vector<RootMove> totals(const Run& run) {
        std::vector<RootMove> sums = run.totals;
        for (const auto& simulator : run.simulators) simulator->account().add_to(sums);
        return sums;
    }

    // --- the report

    // Moves whose class is searched by another one have no visits of their own, but its figures.
    static void share_figures(const View& view, SearchReport& result) {
        for (SearchLine& line : result.lines) {
            if (line.visits > 0) continue;
            const Move stands = view.representative(line.move);
            const auto found = std::ranges::find(result.lines, stands, &SearchLine::move);
            if (found == result.lines.end() || found->visits == 0) continue;
            line.value = found->value;
            line.values = found->values;
            line.error = found->error;
            line.win = found->win;
            line.draw = found->draw;
            line.loss = found->loss;
        }
    }

    [[nodiscard]] SearchReport report(const Run& run, int multipv, StopReason reason) const {
        SearchReport result = header(run.plan, reason);
        const std::vector<RootMove> sums = totals(run);
        const std::vector<double> priors = root_priors(run);
        SummaryInput input;
        input.seat = run.plan.seat;
        input.seats = run.seats;
        input.moves = run.plan.moves;
        input.totals = sums;
        input.priors = priors;
        input.root = algorithm_ == Algorithm::kPimc ? nullptr : root_node(run);
        input.is_mixed = settings_.smooth && !by_world();
        input.greedy = settings_.greedy;
        input.seed = mix64(settings_.seed ^ run.worlds.view().info_key());
        summarise(input, UtilityScale(S::Rules::facts()), result);
        if constexpr (MergesMoves<View, typename S::Moves>)
            share_figures(run.worlds.view(), result);
        write_counters(run, sums, result);
        write_texts(run, multipv, result);
        return result;
    }
    [[nodiscard]] SearchReport header(const SimulationPlan& plan, StopReason reason) const {
        SearchReport result;
        result.seat = plan.seat;
        result.algorithm = kAlgorithmNames[static_cast<std::size_t>(algorithm_)];
        result.stop = reason;
        result.is_final = reason != StopReason::kRunning;
        return result;
    }
    void write_counters(const Run& run, const std::vector<RootMove>& sums,
                        SearchReport& result) const {
        std::uint64_t depth = 0;
        for (const auto& simulator : run.simulators) {
            result.nodes += simulator->counters().simulations.get();
            depth += simulator->counters().depth.get();
            result.seldepth =
                std::max(result.seldepth, static_cast<int>(simulator->counters().deepest.get()));
        }
        if (result.nodes > 0)
            result.depth = static_cast<double>(depth) / static_cast<double>(result.nodes);
        // Worlds are drawn with equal weights, so each counts fully.
        result.worlds = run.worlds.is_fixed()
                            ? std::min<std::uint64_t>(run.worlds.fixed_count(), result.nodes)
                            : result.nodes;
        result.ess = static_cast<double>(result.worlds);
        for (const RootMove& move : sums) result.kept += move.kept_visits;
        for (const auto& table : tables_) {
            result.tree_nodes += table->nodes();
            result.recycled += table->recycled();
            result.hash_full = std::max(result.hash_full, table->load());
        }
        result.time_ms = run.watch.elapsed_ms();
    }
    void write_texts(const Run& run, int multipv, SearchReport& result) const {
        const LinePredictor<S> predictor(run.plan, run.worlds, *tables_[0], settings_.seed);
        for (std::size_t i = 0; i < result.lines.size(); ++i) {
            SearchLine& line = result.lines[i];
            line.text = run.worlds.view().format(line.move);
            line.pv.push_back(line.text);
            if (line.visits == 0) continue;
            if (i >= static_cast<std::size_t>(multipv) && i != result.best) continue;
            for (std::string& token : predictor.after(line.move))
                line.pv.push_back(std::move(token));
        }
    }
    [[nodiscard]] std::vector<double> root_priors(const Run& run) const {
        std::vector<double> shares;
        if constexpr (HasPriors<S>) {
            if (!run.plan.uses_priors) return shares;
            Rng rng(settings_.seed);
            const S world = run.worlds.view().sample(rng);
            if (world.turn() != Turn::of(run.plan.seat)) return shares;
            const auto moves = std::make_unique<typename S::Moves>();
            for (const Move move : run.plan.moves) moves->push_back(move);
            std::vector<std::uint32_t> weights(moves->size());
            world.priors(*moves, weights);
            double total = 0.0;
            for (const std::uint32_t weight : weights) total += weight;
            for (const std::uint32_t weight : weights) shares.push_back(weight / total);
        } else {
            (void)run;
        }
        return shares;
    }

    // --- players that do not search

    [[nodiscard]] SearchReport instant(const View& view, const SimulationPlan& plan,
                                       int seats) const {
        Rng rng(settings_.seed ^ view.info_key());
        const Move chosen = algorithm_ == Algorithm::kGreedy ? greedy_choice(view, plan, rng)
                                                             : random_choice(view, plan, rng);
        std::vector<RootMove> sums(plan.moves.size());
        SearchReport result = header(plan, StopReason::kInstant);
        SummaryInput input;
        input.seat = plan.seat;
        input.seats = seats;
        input.moves = plan.moves;
        input.totals = sums;
        summarise(input, UtilityScale(S::Rules::facts()), result);
        for (std::size_t i = 0; i < result.lines.size(); ++i) {
            SearchLine& line = result.lines[i];
            line.text = view.format(line.move);
            line.pv = {line.text};
            line.policy = line.move == chosen ? 1.0 : 0.0;
            if (line.move == chosen) result.best = i;
        }
        std::swap(result.lines[0], result.lines[result.best]);
        result.best = 0;
        return result;
    }
    // A world in which the seat is to move: others' commits of the running stage are in.
    [[nodiscard]] static S world_to_move(const View& view, Rng& rng) {
        S world = view.sample(rng);
        while (world.turn() != Turn::of(view.seat())) world.apply(world.random_move(rng));
        return world;
    }
    [[nodiscard]] static Move random_choice(const View& view, const SimulationPlan& plan,
                                            Rng& rng) {
        if (plan.root_salt != 0)
            return plan.moves[rng.below(static_cast<std::uint32_t>(plan.moves.size()))];
        return world_to_move(view, rng).random_move(rng);
    }
    // The game's own greedy move; else the move after which its heuristic likes the seat best, over
    // a few worlds; else the playout policy.
    [[nodiscard]] static Move greedy_choice(const View& view, const SimulationPlan& plan,
                                            Rng& rng) {
        if constexpr (HasGreedyMove<S>) {
            if (plan.root_salt == 0) return world_to_move(view, rng).greedy_move(rng);
        }
        if constexpr (HasHeuristic<S>) {
            std::vector<std::int64_t> worth(plan.moves.size());
            for (int i = 0; i < kGreedyWorlds; ++i) {
                const S world = world_to_move(view, rng);
                for (std::size_t j = 0; j < worth.size(); ++j) {
                    S next = world;
                    next.apply(plan.moves[j]);
                    const Returns returns =
                        next.turn().is_over() ? next.returns() : next.heuristic();
                    worth[j] += returns.units[static_cast<std::size_t>(plan.seat)];
                }
            }
            return plan.moves[static_cast<std::size_t>(
                std::max_element(worth.begin(), worth.end()) - worth.begin())];
        }
        return random_choice(view, plan, rng);
    }
    static constexpr int kGreedyWorlds = 8;

    SearchSettings settings_;
    Algorithm algorithm_;
    SearchHints hints_;
    std::vector<std::unique_ptr<Table>> tables_;
    std::optional<typename S::Rules> rules_;
};

}  // namespace moonflower
