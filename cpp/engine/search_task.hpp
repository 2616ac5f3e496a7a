// One request to a search, as far as it needs the game's type: worlds, simulations, texts. Made by
// search_of.hpp, run by search_base.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "search/plan.hpp"
#include "search/threads/clock.hpp"
#include "search/threads/driver.hpp"
#include "search/tree/table.hpp"

namespace moonflower {

class SearchTask {
public:
    SearchTask(SimulationPlan made, const Stopwatch& running, const TimeBudget& budget)
        : plan(std::move(made)), watch(running), time(budget) {}
    SearchTask(const SearchTask&) = delete;
    SearchTask& operator=(const SearchTask&) = delete;
    virtual ~SearchTask() = default;

    [[nodiscard]] virtual std::unique_ptr<Simulator> make_simulator(Table& table,
                                                                    const Rng& rng) const = 0;
    // The key of the node that stands for the position asked about.
    [[nodiscard]] virtual std::uint64_t root_key() const = 0;
    // What the searching seat knows, as a number: draws from a mixed policy depend on it.
    [[nodiscard]] virtual std::uint64_t view_key() const = 0;
    // How many worlds are searched in turn; 0: a fresh one for each simulation.
    [[nodiscard]] virtual std::size_t fixed_worlds() const = 0;
    // How many are weighted by play and drawn again and again; 0: none. Their effective sample
    // size.
    [[nodiscard]] virtual std::size_t weighed_worlds() const = 0;
    [[nodiscard]] virtual double weighed_ess() const = 0;
    // The game's own opinion of the root's moves, as shares; empty where it has none.
    [[nodiscard]] virtual std::vector<double> priors() const = 0;
    [[nodiscard]] virtual std::string format(Move move) const = 0;
    // The move that is searched in place of this one: itself, unless the game merges moves.
    [[nodiscard]] virtual Move representative(Move move) const = 0;
    // What is expected to be seen after a move of the root.
    [[nodiscard]] virtual std::vector<std::string> line_after(Move move,
                                                              const Table& table) const = 0;

    const SimulationPlan plan;
    const Stopwatch watch;  // running since the request came in
    const TimeBudget time;
};

}  // namespace moonflower
