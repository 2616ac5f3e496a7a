// What a seat is sure of however long both sides wait: proofs that go in circles. Until a success
// the count of quiet turns (FP-95) ends the game at last, so a seat that can go round and round and
// stands well whenever a turn ends is safe with any count. Over the positions known so far the most
// is sought that agrees with itself: from 1 everywhere down, until no position promises more than
// what follows it grants (the greatest fixed point). Before that nothing of it holds; after it,
// induction over the turns left says that all of it does.
#pragma once

#include <cstdint>
#include <vector>

#include "solve/flower_power/ending_graph.hpp"
#include "solve/solution.hpp"

namespace moonflower::flower_power {

class Waiting {
public:
    // `stall` as in the rules: 0 without a count, then `max_turns` ends the game.
    Waiting(EndingGraph& graph, int stall, const ProgressCallback& progress);

    // Raises `safe` of all kins for which more is found than known, seat by seat. Only what is
    // settled is told: of the seat at which the progress callback throws, nothing is.
    void settle();

private:
    using Node = EndingGraph::Node;
    using Edge = EndingGraph::Edge;
    using Kin = EndingGraph::Kin;

    void settle(std::size_t seat);
    void begin();
    [[nodiscard]] bool lower(double grid);
    [[nodiscard]] double granted(const Kin& kin, double promised) const;
    [[nodiscard]] double granted(const Kin& kin, const Node& node, const Edge& edge) const;
    void look_ahead();
    [[nodiscard]] std::uint16_t span_of(std::size_t number) const;
    [[nodiscard]] std::uint16_t span_of(const Node& node, const Edge& edge) const;
    void tell();

    EndingGraph& graph_;
    int stall_;
    const ProgressCallback& progress_;
    std::size_t seat_ = 0;
    std::vector<double> safe_;          // by kin
    std::vector<std::uint16_t> spans_;  // turns that its proof looks ahead once the count is over
};

}  // namespace moonflower::flower_power
