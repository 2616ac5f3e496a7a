// The half of a search that does not depend on the game's type: the plan, the tables, the threads,
// the report. Compiled once; search_of.hpp adds the rest for each game.
#pragma once

#include <memory>
#include <vector>

#include "core/options.hpp"
#include "core/progress.hpp"
#include "engine/any_search.hpp"
#include "engine/search_task.hpp"
#include "search/report/root_moves.hpp"
#include "search/tree/table.hpp"

namespace moonflower {

// What a game offers to searches, as data.
struct GameAbilities {
    bool has_heuristic = false;
    bool has_scores = false;
    bool has_stages = false;
    SearchHints hints;
};

// While worlds are drawn before the first simulation: heeds the progress callback, the stop flag
// and the clock, and leaves half of the time to the search.
class DrawingTime {
public:
    DrawingTime(const SearchRequest& request, const TimeBudget& time);
    DrawingTime(const DrawingTime&) = delete;
    DrawingTime& operator=(const DrawingTime&) = delete;

    // Asked before each world.
    [[nodiscard]] bool goes_on() {
        progress_.tick();
        return !is_over_;
    }

private:
    void look();

    const SearchRequest& request_;
    double end_ms_;
    bool is_over_ = false;
    ProgressTimer progress_;
};

class SearchBase : public AnySearch {
public:
    void clear() override;
    void reseed(std::uint64_t seed) override;

protected:
    // OptionError for settings the game cannot do.
    SearchBase(const SearchSettings& settings, const GameFacts& facts,
               const GameAbilities& abilities);

    [[nodiscard]] const SearchSettings& settings() const { return settings_; }
    [[nodiscard]] const GameFacts& facts() const { return facts_; }
    [[nodiscard]] Algorithm algorithm() const { return algorithm_; }
    [[nodiscard]] bool is_instant() const {
        return algorithm_ == Algorithm::kRandom || algorithm_ == Algorithm::kGreedy;
    }
    // How many worlds `pimc` searches, never more than simulations; others look at one or at a
    // fresh one each time.
    [[nodiscard]] std::uint64_t worlds_to_fix(const SearchLimits& limits) const;

    // How many worlds are weighted by play before a search; 0: none.
    [[nodiscard]] std::uint64_t worlds_to_weigh(const SearchLimits& limits) const;

    [[noreturn]] void refuse_turn(Turn turn) const;
    [[nodiscard]] SimulationPlan make_plan(Seat seat, int seats, std::vector<Move> moves,
                                           const SearchRequest& request) const;
    // Forgets what earlier searches left, unless this one goes on with it.
    void prepare_tables(bool keep);
    // Blocks until the request is answered.
    [[nodiscard]] SearchReport perform(const SearchTask& task, const SearchRequest& request) const;
    // The report of a player that does not search.
    [[nodiscard]] SearchReport tell_choice(const SearchTask& task, Move chosen) const;

private:
    struct Run;

    [[nodiscard]] Algorithm resolved(Algorithm algorithm) const;
    [[nodiscard]] bool has_secrets() const { return facts_.hides || facts_.moves_together; }
    [[nodiscard]] bool by_world() const;
    [[nodiscard]] std::unique_ptr<CommonNodes> make_common() const;
    void make_simulators(Run& run) const;
    [[nodiscard]] DriverJob make_job(const Run& run, const SearchRequest& request) const;
    [[nodiscard]] const Node* root_node(const SearchTask& task) const;
    [[nodiscard]] std::vector<RootMove> kept_visits(const SearchTask& task) const;

    [[nodiscard]] SearchReport report(const Run& run, int multipv, StopReason reason) const;
    [[nodiscard]] SearchReport header(const SimulationPlan& plan, StopReason reason) const;
    void write_counters(const Run& run, const std::vector<RootMove>& sums,
                        SearchReport& result) const;
    void write_texts(const SearchTask& task, int multipv, SearchReport& result) const;

    SearchSettings settings_;
    const GameFacts& facts_;
    Algorithm algorithm_;
    SearchHints hints_;
    std::vector<std::unique_ptr<Table>> tables_;
    std::unique_ptr<CommonNodes> common_;  // of several threads that work together
};

}  // namespace moonflower
