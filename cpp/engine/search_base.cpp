#include "engine/search_base.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

#include "core/error.hpp"
#include "core/hash.hpp"
#include "core/text.hpp"
#include "engine/positions.hpp"
#include "search/report/summary.hpp"

namespace moonflower {
namespace {

// Leads in points are small beside the most that is counted, so the search may be less curious.
constexpr int kMarginExploration = 5;

// Of the memory: what threads have in common, and what each remembers of it. The rest are tables.
constexpr std::size_t kCommonPart = 32;

// Of `pimc`, kept in memory; as many as its option may ask for.
constexpr std::uint64_t kMostFixedWorlds = 100'000;

// Of the pool that is weighted by play.
constexpr std::uint64_t kLeastWeighed = 64;
constexpr std::uint64_t kMostWeighed = 2048;

std::size_t bytes_of(const SearchSettings& settings) {
    return static_cast<std::size_t>(settings.hash_mb) << 20;
}

SearchHints merged_hints(const SearchSettings& settings, const GameFacts& facts,
                         const GameAbilities& abilities) {
    const SearchHints hints = settings.over(abilities.hints);
    if (!abilities.has_heuristic && !settings.margin && hints.leaf != LeafValue::kPlayout)
        throw OptionError(facts.name +
                          ": the game has no heuristic value; leaf playout is accepted");
    if (!abilities.has_stages && hints.leaf == LeafValue::kStage)
        throw OptionError(facts.name + ": the game has no parts; leaf playout is accepted");
    if (!abilities.has_scores && settings.margin)
        throw OptionError(facts.name +
                          ": the game counts no points; margin is accepted where it does");
    return hints;
}

// Sets a root apart that considers some moves only.
std::uint64_t salt(const std::vector<Move>& moves) {
    Hasher hasher(1);
    for (const Move move : moves) hasher.add(move.code);
    return hasher.value() | 1U;
}

// Moves whose class is searched by another one have no visits of their own, but its figures.
void share_figures(const SearchTask& task, SearchReport& result) {
    for (SearchLine& line : result.lines) {
        const Move stands = task.representative(line.move);
        if (line.visits > 0 || stands == line.move) continue;
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

}  // namespace

DrawingTime::DrawingTime(const SearchRequest& request, const TimeBudget& time)
    : request_(request),
      end_ms_(time.soft_ms ? *time.soft_ms / 2 : std::numeric_limits<double>::infinity()),
      progress_([this] { look(); }) {}

void DrawingTime::look() {
    if (request_.progress) request_.progress();
    is_over_ = request_.watch.elapsed_ms() >= end_ms_ ||
               (request_.stop != nullptr && request_.stop->load(std::memory_order_relaxed));
}

// A request under way.
struct SearchBase::Run {
    const SearchTask& task;
    std::vector<RootMove> kept;  // what earlier searches left
    std::vector<std::unique_ptr<Simulator>> simulators;

    [[nodiscard]] std::vector<RootMove> totals() const {
        std::vector<RootMove> sums = kept;
        for (const auto& simulator : simulators) simulator->account().add_to(sums);
        return sums;
    }
};

SearchBase::SearchBase(const SearchSettings& settings, const GameFacts& facts,
                       const GameAbilities& abilities)
    : settings_(settings),
      facts_(facts),
      algorithm_(resolved(settings.algorithm)),
      hints_(merged_hints(settings, facts, abilities)),
      common_(make_common()) {}

void SearchBase::clear() {
    for (const auto& table : tables_) table->clear();
}

void SearchBase::reseed(std::uint64_t seed) {
    settings_.seed = seed;
    clear();
}

Algorithm SearchBase::resolved(Algorithm algorithm) const {
    if (algorithm == Algorithm::kAutomatic)
        return has_secrets() ? Algorithm::kIsmcts : Algorithm::kMcts;
    assert(!solves(algorithm));
    if (algorithm == Algorithm::kMcts && has_secrets())
        throw OptionError(facts_.name +
                          ": mcts needs a game without secrets; ismcts and pimc are accepted");
    return algorithm;
}

bool SearchBase::by_world() const {
    return algorithm_ == Algorithm::kMcts || algorithm_ == Algorithm::kPimc ||
           algorithm_ == Algorithm::kCheat;
}

// Threads that play games out or draw worlds see different things wherever they go. Where the value
// of a leaf is fixed, they must be told to.
std::unique_ptr<CommonNodes> SearchBase::make_common() const {
    if (settings_.threads == 1 || settings_.deterministic) return nullptr;
    const bool is_random = !by_world() || facts_.has_chance || hints_.leaf != LeafValue::kHeuristic;
    const auto shares = static_cast<std::size_t>(settings_.threads) + 1;
    return std::make_unique<CommonNodes>(bytes_of(settings_) / kCommonPart / shares,
                                         is_random ? 0 : settings_.threads - 1);
}

std::uint64_t SearchBase::worlds_to_fix(const SearchLimits& limits) const {
    if (algorithm_ != Algorithm::kPimc) return by_world() ? 1 : 0;
    const auto wanted = limits.worlds.value_or(static_cast<std::uint64_t>(settings_.pimc_worlds));
    return std::min({wanted, limits.nodes.value_or(wanted), kMostFixedWorlds});
}

// About as many as a short search looks at, and not so many that a long one leaves the cache.
std::uint64_t SearchBase::worlds_to_weigh(const SearchLimits& limits) const {
    if (algorithm_ != Algorithm::kIsmcts || !settings_.infer) return 0;
    return std::clamp(limits.nodes.value_or(kMostWeighed) / 2, kLeastWeighed, kMostWeighed);
}

void SearchBase::refuse_turn(Turn turn) const { moonflower::refuse_turn(facts_, turn); }

// --- The parts ----------------------------------------------------------------------------------

SimulationPlan SearchBase::make_plan(Seat seat, int seats, std::vector<Move> moves,
                                     const SearchRequest& request) const {
    const bool margin = settings_.margin;
    SimulationPlan plan;
    plan.seat = seat;
    plan.seats = seats;
    plan.ponders = request.ponder;
    plan.moves = std::move(moves);
    if (!request.only.empty()) {
        plan.moves = checked_moves(request.only, plan.moves, facts_);
        plan.root_salt = salt(plan.moves);
    }
    plan.by_world = by_world();
    plan.has_links = by_world() && !facts_.has_chance;
    plan.proves = settings_.solve && by_world() && algorithm_ != Algorithm::kPimc && seats == 2 &&
                  (margin || facts_.payoff_sum == facts_.lowest_payoff + facts_.highest_payoff);
    plan.finds_wins = plan.proves && !margin;
    plan.uses_priors = hints_.selection == Selection::kPuct || hints_.widen_base > 0;
    plan.regret_matching = hints_.regret_matching && algorithm_ == Algorithm::kIsmcts;
    plan.root_only = algorithm_ == Algorithm::kFlat;
    plan.compares = by_world() ? algorithm_ != Algorithm::kPimc
                               : algorithm_ == Algorithm::kIsmcts && !settings_.smooth;
    plan.depth = plan.root_only
                     ? 1
                     : std::min<std::size_t>(
                           static_cast<std::size_t>(request.limits.depth.value_or(kLongestPath)),
                           kLongestPath);
    plan.expand_at = hints_.expand_at > 0 ? static_cast<std::uint32_t>(hints_.expand_at)
                     : plan.has_links     ? 1U
                                          : 2U;
    plan.redeterminize =
        algorithm_ == Algorithm::kIsmcts ? static_cast<std::uint32_t>(settings_.redeterminize) : 0;
    if (algorithm_ == Algorithm::kSoIsmcts)
        plan.plain_bytes = bytes_of(settings_) / static_cast<std::size_t>(settings_.threads);
    plan.common = common_.get();
    plan.selector = Selector(hints_, settings_.smooth && !by_world(),
                             margin ? 1.0F / kMarginExploration : 1.0F);
    plan.evaluator = LeafEvaluator(hints_, margin);
    plan.scale = margin ? UtilityScale(-kMostMargin, kMostMargin)
                        : UtilityScale(facts_.lowest_payoff, facts_.highest_payoff);
    if (!margin) plan.draw = Returns::shared_by((1U << seats) - 1);
    return plan;
}

void SearchBase::prepare_tables(bool keep) {
    if (tables_.empty()) {
        const auto count = static_cast<std::size_t>(settings_.threads);
        std::size_t bytes = bytes_of(settings_);
        if (common_ != nullptr) bytes -= bytes / kCommonPart;
        for (std::size_t i = 0; i < count; ++i)
            tables_.push_back(std::make_unique<Table>(bytes / count));
    } else if (!keep) {
        clear();
    }
    for (const auto& table : tables_) table->next_generation();
    if (common_ != nullptr) common_->clear();
}

// --- A run --------------------------------------------------------------------------------------

SearchReport SearchBase::perform(const SearchTask& task, const SearchRequest& request) const {
    Run run{task, kept_visits(task), {}};
    if (request.limits.early_stop && task.plan.moves.size() == 1)
        return report(run, request.multipv, StopReason::kForced);
    make_simulators(run);
    const StopReason reason = drive(make_job(run, request));
    return report(run, request.multipv, reason);
}

void SearchBase::make_simulators(Run& run) const {
    Rng rng(settings_.seed);
    for (const auto& table : tables_) {
        run.simulators.push_back(run.task.make_simulator(*table, rng));
        rng.jump();
    }
}

DriverJob SearchBase::make_job(const Run& run, const SearchRequest& request) const {
    DriverJob job;
    job.simulators = run.simulators;
    job.limits = request.limits;
    job.time = run.task.time;
    job.watch = run.task.watch;
    job.fixed_shares = settings_.deterministic && settings_.threads > 1;
    job.worlds_are_nodes = run.task.fixed_worlds() == 0;
    job.root = [this, &run] {
        std::vector<RootMove> moves = run.totals();
        if (run.task.plan.proves) add_proofs(root_node(run.task), run.task.plan.moves, moves);
        return moves;
    };
    job.progress = request.progress;
    job.stop = request.stop;
    if (request.on_report)
        job.report = [this, &run, &request] {
            request.on_report(report(run, request.multipv, StopReason::kRunning));
        };
    return job;
}

const Node* SearchBase::root_node(const SearchTask& task) const {
    return tables_[0]->find(task.root_key() ^ task.plan.root_salt);
}

std::vector<RootMove> SearchBase::kept_visits(const SearchTask& task) const {
    const std::vector<Move>& moves = task.plan.moves;
    std::vector<RootMove> kept(moves.size());
    const Node* const root = root_node(task);
    if (root == nullptr || algorithm_ == Algorithm::kPimc) return kept;
    for (std::uint32_t i = 0; i < root->room; ++i) {
        const Edge& edge = root->edges()[i];
        const auto found = std::find(moves.begin(), moves.end(), Move{root->move(i)});
        if (found == moves.end()) continue;
        RootMove& move = kept[static_cast<std::size_t>(found - moves.begin())];
        move.kept_visits = edge.visits;
        move.kept_utility = edge.value;
    }
    return kept;
}

// --- The report ---------------------------------------------------------------------------------

SearchReport SearchBase::report(const Run& run, int multipv, StopReason reason) const {
    const SimulationPlan& plan = run.task.plan;
    SearchReport result = header(plan, reason);
    std::vector<RootMove> sums = run.totals();
    const std::vector<double> priors = run.task.priors();
    SummaryInput input;
    input.seat = plan.seat;
    input.seats = plan.seats;
    input.moves = plan.moves;
    input.totals = sums;
    input.priors = priors;
    input.root = algorithm_ == Algorithm::kPimc ? nullptr : root_node(run.task);
    input.by_visits = !plan.compares;
    input.is_mixed = settings_.smooth && !by_world();
    input.greedy = settings_.greedy;
    input.seed = settings_.seed;
    input.key = run.task.view_key();
    add_proofs(input.root, plan.moves, sums);
    summarise(input, plan.scale, result);
    share_figures(run.task, result);
    write_counters(run, sums, result);
    write_texts(run.task, multipv, result);
    return result;
}

SearchReport SearchBase::header(const SimulationPlan& plan, StopReason reason) const {
    SearchReport result;
    result.seat = plan.seat;
    result.algorithm = kAlgorithmNames[static_cast<std::size_t>(algorithm_)];
    result.stop = reason;
    result.is_final = reason != StopReason::kRunning;
    return result;
}

void SearchBase::write_counters(const Run& run, const std::vector<RootMove>& sums,
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
    const std::uint64_t few = run.task.fixed_worlds() + run.task.weighed_worlds();
    result.worlds = few > 0 ? std::min(few, result.nodes) : result.nodes;
    // Worlds drawn with equal weights count fully.
    result.ess = static_cast<double>(result.worlds);
    if (run.task.weighed_worlds() > 0) result.ess = std::min(result.ess, run.task.weighed_ess());
    for (const RootMove& move : sums) result.kept += move.kept_visits;
    for (const auto& table : tables_) {
        result.tree_nodes += table->places();
        result.recycled += table->recycled();
        result.hash_full = std::max(result.hash_full, table->load());
    }
    result.time_ms = run.task.watch.elapsed_ms();
}

void SearchBase::write_texts(const SearchTask& task, int multipv, SearchReport& result) const {
    for (std::size_t i = 0; i < result.lines.size(); ++i) {
        SearchLine& line = result.lines[i];
        line.text = task.format(line.move);
        line.pv.push_back(line.text);
        if (line.visits == 0) continue;
        if (i >= static_cast<std::size_t>(multipv) && i != result.best) continue;
        for (std::string& token : task.line_after(line.move, *tables_[0]))
            line.pv.push_back(std::move(token));
    }
}

SearchReport SearchBase::tell_choice(const SearchTask& task, Move chosen) const {
    std::vector<RootMove> sums(task.plan.moves.size());
    SearchReport result = header(task.plan, StopReason::kInstant);
    SummaryInput input;
    input.seat = task.plan.seat;
    input.seats = task.plan.seats;
    input.moves = task.plan.moves;
    input.totals = sums;
    summarise(input, task.plan.scale, result);
    for (std::size_t i = 0; i < result.lines.size(); ++i) {
        SearchLine& line = result.lines[i];
        line.text = task.format(line.move);
        line.pv = {line.text};
        line.policy = line.move == chosen ? 1.0 : 0.0;
        if (line.move == chosen) result.best = i;
    }
    std::swap(result.lines[0], result.lines[result.best]);
    result.best = 0;
    return result;
}

}  // namespace moonflower
