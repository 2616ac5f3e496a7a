#include "engine/exact_first.hpp"

#include <algorithm>
#include <utility>

#include "core/hash.hpp"
#include "core/rng.hpp"
#include "engine/registry.hpp"

namespace moonflower {
namespace {

constexpr double kShareOfTime = 0.125;
constexpr double kMostMs = 250.0;            // however long the search may be
constexpr double kMostMsBeforeReport = 8.0;  // the first report is due soon
constexpr double kProgressMs = 10.0;

// What the solver may spend on a request, and who may stop it.
class Allowance {
public:
    Allowance(const SearchRequest& request, const TimeBudget& time) : request_(request) {
        const bool by_nodes = request.limits.nodes && !time.hard_ms;
        if (request.limits.nodes) limits.nodes = *request.limits.nodes;
        if (by_nodes) return;
        const double most = request.on_report ? kMostMsBeforeReport : kMostMs;
        limits.time_ms = std::min(kShareOfTime * time.hard_ms.value_or(kMostMs), most);
    }
    Allowance(const Allowance&) = delete;
    Allowance& operator=(const Allowance&) = delete;

    [[nodiscard]] ProgressCallback progress() {
        return [this] { look(); };
    }

    SolveLimits limits;

private:
    void look() {
        if (request_.stop != nullptr && request_.stop->load(std::memory_order_relaxed))
            throw SolveStopped{};
        const double now = watch_.elapsed_ms();
        if (limits.time_ms && now >= *limits.time_ms) throw SolveStopped{};
        if (!request_.progress || now < next_progress_ms_) return;
        next_progress_ms_ = now + kProgressMs;
        request_.progress();
    }

    const SearchRequest& request_;
    Stopwatch watch_;
    double next_progress_ms_ = kProgressMs;
};

// A solution told as a search would tell it.
class Told {
public:
    Told(const Solution& solution, const AnyView& view)
        : solution_(solution), facts_(view.game()->facts()), view_(view) {}

    [[nodiscard]] SearchReport report(std::uint64_t seed, bool greedy, double time_ms) const {
        SearchReport result;
        result.seat = solution_.seat;
        result.algorithm = kExactName;
        result.lines = lines();
        result.is_mixed = result.lines[0].policy < 1.0;
        result.best = result.is_mixed && !greedy ? drawn(result.lines, seed) : 0;
        result.value = solution_.value;
        result.values = solution_.values;
        result.proof = proof_of(solution_.value, solution_.is_exact);
        result.time_ms = time_ms;
        result.stop = StopReason::kProven;
        result.is_final = true;
        return result;
    }

private:
    [[nodiscard]] Proof proof_of(double value, bool is_exact) const {
        if (!is_exact) return Proof::kNone;
        if (value >= facts_.highest_payoff) return Proof::kWin;
        if (value <= facts_.lowest_payoff) return Proof::kLoss;
        return solution_.kind == SolutionKind::kDraw ? Proof::kDraw : Proof::kValue;
    }

    // Every legal move, those of the solution first. What it says nothing of has no value.
    [[nodiscard]] std::vector<SearchLine> lines() const {
        std::vector<SearchLine> result;
        for (const SolvedMove& move : solution_.moves) result.push_back(line_of(move));
        for (const Move move : view_.legal_moves()) {
            const auto is_told = [&](const SearchLine& line) { return line.move == move; };
            if (std::ranges::any_of(result, is_told)) continue;
            SearchLine line;
            line.move = move;
            line.text = view_.format(move);
            line.pv = {line.text};
            result.push_back(std::move(line));
        }
        SearchLine& first = result.front();
        first.values = solution_.values;
        if (!solution_.line.empty() && solution_.line[0] == first.text) first.pv = solution_.line;
        return result;
    }
    [[nodiscard]] SearchLine line_of(const SolvedMove& move) const {
        SearchLine line;
        line.move = move.move;
        line.text = move.text;
        line.pv = {move.text};
        line.value = move.value;
        line.policy = move.share;
        line.proof = proof_of(move.value, move.is_exact);
        const double range = static_cast<double>(facts_.highest_payoff) - facts_.lowest_payoff;
        line.win = (move.value - facts_.lowest_payoff) / range;
        line.loss = 1.0 - line.win;
        if (solution_.values.size() == 2 && facts_.payoff_sum) {
            line.values = {move.value, *facts_.payoff_sum - move.value};
            if (solution_.seat == 1) std::swap(line.values[0], line.values[1]);
        }
        return line;
    }

    [[nodiscard]] static std::size_t drawn(const std::vector<SearchLine>& lines,
                                           std::uint64_t seed) {
        Rng rng(seed);
        double left = rng.unit();
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (left < lines[i].policy) return i;
            left -= lines[i].policy;
        }
        return 0;
    }

    const Solution& solution_;
    const GameFacts& facts_;
    const AnyView& view_;
};

class ExactFirst final : public AnySearch {
public:
    ExactFirst(SearchPtr search, const GameModule& module, const SearchSettings& settings)
        : search_(std::move(search)), module_(module), settings_(settings) {}

    [[nodiscard]] SearchReport run(const AnyView& view, const SearchRequest& request) override {
        if (is_for_the_solver(view, request)) {
            const std::optional<Solution> found = ask(view, request);
            if (found && !found->moves.empty())
                return Told(*found, view)
                    .report(mix64(settings_.seed ^ view.info_key()), settings_.greedy,
                            request.watch.elapsed_ms());
        }
        return search_->run(view, request);
    }
    [[nodiscard]] SearchReport run_in(const AnyState& truth,
                                      const SearchRequest& request) override {
        return search_->run_in(truth, request);
    }
    void clear() override { search_->clear(); }
    void reseed(std::uint64_t seed) override {
        settings_.seed = seed;
        search_->reseed(seed);
    }

private:
    // Requests a solver has no answer to, and bad ones, are the search's to tell.
    [[nodiscard]] bool is_for_the_solver(const AnyView& view, const SearchRequest& request) const {
        if (!request.exact || request.ponder || !request.only.empty()) return false;
        if (view.game()->facts().name != module_.facts->name) return false;
        if (view.turn() != Turn::of(view.seat())) return false;
        return !request.limits.early_stop || view.legal_moves().size() > 1;
    }
    [[nodiscard]] std::optional<Solution> ask(const AnyView& view,
                                              const SearchRequest& request) const {
        check_request(request, view.game()->seats());
        const double ahead = request.limits.has_clock(view.seat()) ? view.decisions_left() : 1.0;
        Allowance allowance(request, TimeBudget::of(request.limits, view.seat(),
                                                    settings_.move_overhead_ms, ahead));
        try {
            return module_.answer(view, allowance.limits, allowance.progress());
        } catch (const SolveStopped&) {
            return std::nullopt;
        }
    }

    SearchPtr search_;
    const GameModule& module_;
    SearchSettings settings_;
};

}  // namespace

SearchPtr make_search(const GamePtr& game, const SearchSettings& settings) {
    const GameModule& module = game_module(game->facts().name);
    SearchPtr search = game->make_search(settings);
    const bool asks = settings.algorithm == Algorithm::kAutomatic && settings.solve &&
                      !settings.margin && module.answer != nullptr;
    if (!asks) return search;
    return std::make_unique<ExactFirst>(std::move(search), module, settings);
}

}  // namespace moonflower
