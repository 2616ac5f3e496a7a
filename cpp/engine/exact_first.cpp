#include "engine/exact_first.hpp"

#include <algorithm>
#include <utility>

#include "engine/registry.hpp"
#include "engine/solution_report.hpp"
#include "engine/solver_clock.hpp"
#include "engine/solver_search.hpp"

namespace moonflower {
namespace {

constexpr double kShareOfTime = 0.125;
constexpr double kMostMs = 250.0;            // however long the search may be
constexpr double kMostMsBeforeReport = 8.0;  // the first report is due soon

// What the solver may spend on a request.
SolveLimits allowance(const SearchRequest& request, const TimeBudget& time) {
    SolveLimits limits;
    if (request.limits.nodes) limits.nodes = *request.limits.nodes;
    if (request.limits.nodes && !time.hard_ms) return limits;
    const double most = request.on_report ? kMostMsBeforeReport : kMostMs;
    limits.time_ms = std::min(kShareOfTime * time.hard_ms.value_or(kMostMs), most);
    return limits;
}

class ExactFirst final : public AnySearch {
public:
    ExactFirst(SearchPtr search, const GameModule& module, const SearchSettings& settings)
        : search_(std::move(search)), module_(module), settings_(settings) {}

    [[nodiscard]] SearchReport run(const AnyView& view, const SearchRequest& request) override {
        if (is_for_the_solver(view, request)) {
            const std::optional<Solution> found = ask(view, request);
            if (found && !found->moves.empty()) {
                SearchReport report =
                    report_of(*found, view, view.legal_moves(), settings_, kExactName);
                report.nodes = 0;  // simulations
                report.stop = StopReason::kProven;
                report.time_ms = request.watch.elapsed_ms();
                return report;
            }
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
        const TimeBudget time =
            TimeBudget::of(request.limits, view.seat(), settings_.move_overhead_ms, ahead);
        const SolveLimits limits = allowance(request, time);
        std::optional<double> end;
        if (limits.time_ms) end = request.watch.elapsed_ms() + *limits.time_ms;
        SolverClock clock(request, end);
        try {
            return module_.answer(view, limits, [&clock] { clock.timer().check(); });
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
    if (solves(settings.algorithm)) return make_solver_search(game, settings);
    const GameModule& module = game_module(game->facts().name);
    SearchPtr search = game->make_search(settings);
    const bool asks = settings.algorithm == Algorithm::kAutomatic && settings.solve &&
                      !settings.margin && module.answer != nullptr;
    if (!asks) return search;
    return std::make_unique<ExactFirst>(std::move(search), module, settings);
}

}  // namespace moonflower
