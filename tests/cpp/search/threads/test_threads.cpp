// Several threads that work together, with everything that may come between: sweeps, reports,
// lines, a stop. The same cases run under the thread sanitizer (.ci/tsan.sh).
#include <doctest/doctest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "core/options.hpp"
#include "games/goofspiel/state.hpp"
#include "games/hanamikoji/state.hpp"
#include "games/hex/state.hpp"
#include "games/leduc_poker/state.hpp"
#include "search/report/line.hpp"
#include "search/report/summary.hpp"
#include "search/simulation.hpp"
#include "search/threads/driver.hpp"

using namespace moonflower;

namespace {

constexpr int kThreads = 3;

SearchHints hints_of(Selection selection) {
    SearchHints hints;
    hints.selection = selection;
    return hints;
}

// A position, and a search of it by several threads.
template <GameState S>
class CommonSearch {
public:
    CommonSearch(std::size_t bytes, const SearchHints& hints, bool by_world, int mates = 0)
        : common_(bytes, mates), worlds_(first_view()) {
        Rng rng(6);
        if (by_world) worlds_.fix({worlds_.sample(rng)});
        for (int i = 0; i < kThreads; ++i) tables_.push_back(std::make_unique<Table>(bytes));
        const GameFacts& facts = S::Rules::facts();
        const typename S::View& view = worlds_.view();
        auto moves = std::make_unique<typename S::Moves>();
        view.legal_moves(*moves);
        plan_.seat = view.seat();
        plan_.moves.assign(moves->begin(), moves->end());
        plan_.by_world = by_world;
        plan_.has_links = by_world && !facts.has_chance;
        plan_.proves = by_world;
        plan_.uses_priors = hints.selection == Selection::kPuct;
        plan_.regret_matching = !by_world;
        plan_.common = &common_;
        plan_.selector = Selector(hints, false);
        plan_.evaluator = LeafEvaluator(hints, false);
        plan_.scale = UtilityScale(facts.lowest_payoff, facts.highest_payoff);
        for (const auto& table : tables_) table->next_generation();
    }

    StopReason run(const SearchLimits& limits, const StopFlag* stop = nullptr) {
        std::vector<std::unique_ptr<Simulator>> simulators;
        Rng rng(1);
        for (const auto& table : tables_) {
            simulators.push_back(std::make_unique<Simulation<S>>(plan_, worlds_, *table, rng));
            rng.jump();
        }
        DriverJob job;
        job.simulators = simulators;
        job.limits = limits;
        job.time = TimeBudget::of(limits, plan_.seat, 0.0, 10.0);
        job.worlds_are_nodes = !worlds_.is_fixed();
        job.root = [&] { return totals(simulators); };
        job.progress = [&] { report(simulators); };  // more often than reports would come
        job.stop = stop;
        const StopReason reason = drive(job);
        simulations = 0;
        for (const auto& each : simulators) simulations += each->counters().simulations.get();
        visits = 0;
        for (const RootMove& move : totals(simulators)) visits += move.visits;
        return reason;
    }

    std::uint64_t simulations = 0;
    std::uint64_t visits = 0;
    int reports = 0;
    [[nodiscard]] const Table& table(std::size_t i = 0) const { return *tables_[i]; }
    [[nodiscard]] const Node* root(std::size_t i = 0) const {
        Rng rng(1);
        return tables_[i]->find(plan_.key_of(worlds_.draw(0, rng), plan_.seat));
    }

private:
    static typename S::View first_view() {
        S state(S::Rules::from(resolve(S::Rules::facts(), {})));
        Rng rng(5);
        while (state.turn().is_chance()) state.apply(state.random_move(rng));
        return state.view(state.turn().seat());
    }

    using Simulators = std::vector<std::unique_ptr<Simulator>>;
    [[nodiscard]] std::vector<RootMove> totals(const Simulators& simulators) const {
        std::vector<RootMove> sums(plan_.moves.size());
        for (const auto& simulator : simulators) simulator->account().add_to(sums);
        return sums;
    }
    void report(const Simulators& simulators) {
        const std::vector<RootMove> sums = totals(simulators);
        SummaryInput input;
        input.seat = plan_.seat;
        input.seats = plan_.seats;
        input.moves = plan_.moves;
        input.totals = sums;
        input.root = root();
        SearchReport told;
        summarise(input, plan_.scale, told);
        REQUIRE(told.lines.size() == plan_.moves.size());
        (void)LinePredictor(plan_, S::Rules::facts(), worlds_.drawing(), *tables_[0], 1)
            .after(told.lines[0].move);
        ++reports;
    }

    std::vector<std::unique_ptr<Table>> tables_;
    CommonNodes common_;
    Worlds<S> worlds_;
    SimulationPlan plan_;
};

SearchLimits nodes(std::uint64_t count) {
    SearchLimits limits;
    limits.nodes = count;
    return limits;
}

template <GameState S>
void check_whole(CommonSearch<S>& search, std::uint64_t count) {
    CHECK(search.run(nodes(count)) == StopReason::kNodes);
    CHECK(search.simulations == count);
    CHECK(search.visits == count);
}

}  // namespace

TEST_CASE("threads: full tables are swept") {
    CommonSearch<hex::State> search(1 << 19, {}, true);
    check_whole(search, 30'000);
    for (std::size_t i = 0; i < kThreads; ++i) CHECK(search.table(i).load() <= 1.0);
    CHECK(search.table().recycled() > 0);
}

TEST_CASE("threads: at the end the trees know the root as all have seen it") {
    CommonSearch<leduc_poker::State> search(1 << 20, {}, false);
    check_whole(search, 30'000);
    for (std::size_t i = 0; i < kThreads; ++i) {
        const Node* const root = search.root(i);
        if (root == nullptr || !root->is(Node::kCommon)) continue;  // its thread came too late
        CHECK(root->visits > 29'000);  // but for what late threads have seen
        CHECK(root->visits <= 30'000);
    }
}

TEST_CASE("threads: each imagines what the others do") {
    CommonSearch<hex::State> search(1 << 22, hints_of(Selection::kPuct), true, kThreads - 1);
    check_whole(search, 20'000);
    CHECK(search.root()->visits <= 20'000);  // what was imagined is gone
}

TEST_CASE("threads: nodes get more edges") {
    CommonSearch<hanamikoji::State> search(1 << 22, hints_of(Selection::kPuct), false);
    check_whole(search, 20'000);
}

TEST_CASE("threads: choices made together") {
    CommonSearch<goofspiel::State> search(1 << 20, hints_of(Selection::kUcb1Tuned), false);
    check_whole(search, 10'000);
}

TEST_CASE("threads: a stop from outside ends all of them") {
    CommonSearch<hex::State> search(1 << 20, {}, true);
    StopFlag stop{false};
    std::thread other([&] {
        while (search.table().places() < 200) std::this_thread::yield();
        stop.store(true);
    });
    CHECK(search.run({}, &stop) == StopReason::kStopped);
    other.join();
    CHECK(search.simulations > 0);
}
