// Search for any game of the contract: what needs the game's type, and no more. Included by
// session_of.hpp, so compiled once per game; the rest is in search_base.cpp.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/game.hpp"
#include "core/inference.hpp"
#include "core/merging.hpp"
#include "core/repetition.hpp"
#include "engine/history_of.hpp"
#include "engine/search_base.hpp"
#include "search/belief/worlds.hpp"
#include "search/plain_ismcts.hpp"
#include "search/report/line.hpp"
#include "search/simulation.hpp"
#include "search/threads/remaining.hpp"

namespace moonflower {

template <GameState S>
class StateOf;
template <GameState S>
class ViewOf;

template <GameState S>
class SearchTaskOf final : public SearchTask {
public:
    SearchTaskOf(SimulationPlan made, const Stopwatch& running, const TimeBudget& budget,
                 Worlds<S> worlds, const History<S>* history, std::uint64_t seed)
        : SearchTask(std::move(made), running, budget),
          worlds_(std::move(worlds)),
          history_(history),
          seed_(seed) {}

    // What has been played, as far as the seat saw it; null where only the view was given.
    [[nodiscard]] const History<S>* history() const { return history_; }

    [[nodiscard]] std::unique_ptr<Simulator> make_simulator(Table& table,
                                                            const Rng& rng) const override {
        if (plan.plain_bytes > 0)
            return std::make_unique<PlainIsmcts>(worlds_.drawing(), S::Rules::facts(), plan.seat,
                                                 plan.moves, plan.seats, plan.plain_bytes, rng);
        return std::make_unique<Simulation<S>>(plan, worlds_, table, rng);
    }
    [[nodiscard]] std::uint64_t root_key() const override {
        Rng rng(seed_);
        return plan.by_world ? worlds_.draw(0, rng).key()
                             : view_key() + kGoldenGamma * static_cast<std::uint64_t>(plan.seat);
    }
    [[nodiscard]] std::uint64_t view_key() const override { return worlds_.view().info_key(); }
    [[nodiscard]] std::size_t fixed_worlds() const override { return worlds_.fixed_count(); }
    [[nodiscard]] std::size_t weighed_worlds() const override { return worlds_.pool().size(); }
    [[nodiscard]] double weighed_ess() const override { return worlds_.pool().ess(); }
    [[nodiscard]] std::vector<double> priors() const override {
        std::vector<double> shares;
        if constexpr (HasPriors<S>) {
            if (!plan.uses_priors) return shares;
            Rng rng(seed_);
            const S world = worlds_.sample(rng);
            if (world.turn() != Turn::of(plan.seat)) return shares;
            const auto moves = std::make_unique<typename S::Moves>();
            for (const Move move : plan.moves) moves->push_back(move);
            std::vector<std::uint32_t> weights(moves->size());
            world.priors(*moves, weights);
            double total = 0.0;
            for (const std::uint32_t weight : weights) total += weight;
            for (const std::uint32_t weight : weights) shares.push_back(weight / total);
        }
        return shares;
    }
    [[nodiscard]] std::string format(Move move) const override {
        return worlds_.view().format(move);
    }
    [[nodiscard]] Move representative(Move move) const override {
        if constexpr (MergesMoves<typename S::View, typename S::Moves>)
            return worlds_.view().representative(move);
        return move;
    }
    [[nodiscard]] std::vector<std::string> line_after(Move move,
                                                      const Table& table) const override {
        return LinePredictor(plan, S::Rules::facts(), worlds_.drawing(), table, seed_).after(move);
    }

    // --- players that do not search

    [[nodiscard]] Move random_choice(Rng& rng) const {
        if (plan.root_salt != 0)
            return plan.moves[rng.below(static_cast<std::uint32_t>(plan.moves.size()))];
        return world_to_move(rng).random_move(rng);
    }
    // The game's own greedy move; else the move after which its heuristic likes the seat best, over
    // a few worlds; else the playout policy.
    [[nodiscard]] Move greedy_choice(Rng& rng) const {
        if constexpr (HasGreedyMove<S>)
            if (plan.root_salt == 0) return world_to_move(rng).greedy_move(rng);
        if constexpr (HasHeuristic<S>) return best_looking(rng);
        return random_choice(rng);
    }

private:
    static constexpr int kGreedyWorlds = 8;

    // A world in which the seat is to move: others' commits of the running stage are in.
    [[nodiscard]] S world_to_move(Rng& rng) const {
        S world = worlds_.sample(rng);
        while (world.turn() != Turn::of(plan.seat)) world.apply(world.random_move(rng));
        return world;
    }
    [[nodiscard]] Move best_looking(Rng& rng) const {
        std::vector<std::int64_t> worth(plan.moves.size());
        for (int i = 0; i < kGreedyWorlds; ++i) {
            const S world = world_to_move(rng);
            for (std::size_t j = 0; j < worth.size(); ++j) {
                S next = world;
                next.apply(plan.moves[j]);
                const Returns returns = next.turn().is_over() ? next.returns() : next.heuristic();
                worth[j] += returns.units[static_cast<std::size_t>(plan.seat)];
            }
        }
        return plan.moves[static_cast<std::size_t>(std::max_element(worth.begin(), worth.end()) -
                                                   worth.begin())];
    }

    Worlds<S> worlds_;
    const History<S>* history_;
    std::uint64_t seed_;
};

template <GameState S>
class SearchOf final : public SearchBase {
public:
    SearchOf(const SearchSettings& settings, const typename S::Rules& rules)
        : SearchBase(settings, S::Rules::facts(), abilities(rules)) {}

    [[nodiscard]] SearchReport run(const AnyView& view, const SearchRequest& request) override {
        if (algorithm() == Algorithm::kCheat && facts().hides)
            throw OptionError(facts().name +
                              ": cheat needs the full position, got a view; give it a state");
        const auto* own = dynamic_cast<const ViewOf<S>*>(&view);
        if (own == nullptr)
            throw OptionError(facts().name + ": a view of " + view.game()->facts().name +
                              " cannot be searched here; views of " + facts().name +
                              " are accepted");
        return search(own->inner(), nullptr, request);
    }
    [[nodiscard]] SearchReport run_in(const AnyState& truth,
                                      const SearchRequest& request) override {
        const auto* own = dynamic_cast<const StateOf<S>*>(&truth);
        if (own == nullptr || algorithm() != Algorithm::kCheat)
            throw OptionError(facts().name + ": only cheat searches a state; give it a view");
        if (!own->inner().turn().is_seat()) refuse_turn(own->inner().turn());
        return search(own->inner().view(own->inner().turn().seat()), &own->inner(), request);
    }

private:
    using View = typename S::View;

    [[nodiscard]] static GameAbilities abilities(const typename S::Rules& rules) {
        GameAbilities found;
        found.has_heuristic = HasHeuristic<S>;
        found.has_scores = HasScores<S>;
        found.has_stages = HasStages<S>;
        if constexpr (HasSearchHints<S>)
            found.hints = S::search_hints(rules);
        else
            (void)rules;
        return found;
    }

    [[nodiscard]] SearchReport search(const View& view, const S* truth,
                                      const SearchRequest& request) {
        if (request.ponder ? view.turn().is_over() : view.turn() != Turn::of(view.seat()))
            refuse_turn(view.turn());
        const int seats = S(view.rules()).seats();
        check_request(request, seats);
        const TimeBudget time = budget(view, request.limits);
        const History<S>* const history = history_of(view, request);
        SimulationPlan plan = make_plan(view.seat(), seats, moves_of(view), request);
        if (history != nullptr) plan.past = past_of(*history);
        const SearchTaskOf<S> task(std::move(plan), request.watch, time,
                                   make_worlds(view, truth, request, time), history,
                                   settings().seed);
        if (is_instant()) {
            Rng rng(settings().seed ^ view.info_key());
            return tell_choice(task, algorithm() == Algorithm::kGreedy ? task.greedy_choice(rng)
                                                                       : task.random_choice(rng));
        }
        const bool same_rules = rules_ && *rules_ == view.rules();
        rules_ = view.rules();
        prepare_tables(request.keep && same_rules);
        return perform(task, request);
    }

    [[nodiscard]] TimeBudget budget(const View& view, const SearchLimits& limits) const {
        const double ahead = limits.has_clock(view.seat()) ? decisions_left<S>(view) : 1.0;
        return TimeBudget::of(limits, view.seat(), settings().move_overhead_ms, ahead);
    }
    // The history of a request, if it has one; it must lead to the view that is searched.
    [[nodiscard]] const History<S>* history_of(const View& view,
                                               const SearchRequest& request) const {
        if (!request.history) return nullptr;
        const auto* own = dynamic_cast<const HistoryOf<S>*>(request.history.get());
        if (own == nullptr || !(own->inner().now() == view))
            throw OptionError(facts().name +
                              ": the history does not lead to the view to be "
                              "searched; what its seat saw up to there is accepted");
        return &own->inner();
    }
    // Repetitions are counted in games without secrets only, where any world is the world.
    [[nodiscard]] static std::vector<std::uint64_t> past_of(const History<S>& history) {
        std::vector<std::uint64_t> keys;
        if constexpr (CountsRepetitions<S>) {
            Rng rng(0);
            for (const Decision<S>& decision : history.decisions()) {
                const S state = decision.before.sample(rng);
                if (state.may_recur()) keys.push_back(state.repetition_key());
            }
            std::ranges::sort(keys);
        }
        return keys;
    }
    [[nodiscard]] static std::vector<Move> moves_of(const View& view) {
        const auto moves = std::make_unique<typename S::Moves>();
        view.legal_moves(*moves);
        return {moves->begin(), moves->end()};
    }
    [[nodiscard]] Worlds<S> make_worlds(const View& view, const S* truth,
                                        const SearchRequest& request,
                                        const TimeBudget& budget) const {
        Worlds<S> worlds(view);
        if (truth != nullptr) {
            worlds.fix({*truth});
            return worlds;
        }
        Rng rng(settings().seed ^ kGoldenGamma);
        std::vector<S> fixed;
        const std::uint64_t count = worlds_to_fix(request.limits);
        DrawingTime time(request, budget);
        while (fixed.size() < count && (fixed.empty() || time.goes_on()))
            fixed.push_back(worlds.sample(rng));
        if (can_take_back(worlds)) worlds.take_back_commits();
        worlds.fix(std::move(fixed));
        if constexpr (InfersFromPlay<S>)
            worlds.weigh(pool_of(worlds, worlds_to_weigh(request.limits), time));
        return worlds;
    }
    // Worlds of the view, weighted by play; empty where play tells nothing of them.
    [[nodiscard]] WorldPool<S> pool_of(const Worlds<S>& worlds, std::size_t count,
                                       DrawingTime& time) const
        requires InfersFromPlay<S>
    {
        const View& view = worlds.view();
        std::vector<S> pool;
        std::vector<std::int32_t> logs(1);
        Rng rng(settings().seed ^ view.info_key());
        while (pool.size() < count && (pool.empty() || time.goes_on())) {
            pool.push_back(worlds.sample(rng));
            if (pool.size() == 1 && !view.weigh_by_play(pool, logs)) return {};
        }
        if (pool.empty()) return {};
        logs.resize(pool.size());
        static_cast<void>(view.weigh_by_play(pool, logs));
        return {std::move(pool), weights_of(logs)};
    }
    // Whether a world before the running stage leads to this very choice: not when the seat has
    // already made part of its own commit.
    [[nodiscard]] bool can_take_back(const Worlds<S>& worlds) const {
        if constexpr (MovesTogether<S>) {
            const View& view = worlds.view();
            Rng rng(settings().seed);
            if (view.turn() != Turn::of(view.seat())) return false;
            S state = worlds.sample(rng).before_commits();
            while (state.turn().is_seat() && state.turn().seat() != view.seat())
                state.apply(state.random_move(rng));
            if (state.turn() != Turn::of(view.seat())) return false;
            const auto moves = std::make_unique<typename S::Moves>();
            state.legal_moves(*moves);
            return std::ranges::equal(*moves, moves_of(view));
        } else {
            (void)worlds;
            return false;
        }
    }

    std::optional<typename S::Rules> rules_;
};

}  // namespace moonflower
