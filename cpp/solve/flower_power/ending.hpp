// Open endings of two seats by best-first search with intervals over the positions of
// ending_graph.hpp. A descent follows the most hopeful moves of both seats to a position not looked
// at yet, lists what follows it, and takes the news back along the path. Where to look next is told
// by efforts, as in proof-number search (Allis 1994) over several results at once; along shared
// positions the largest counts instead of the sum (Ueda et al. 2008). From time to time waiting.hpp
// looks for proofs that go in circles. It may be stopped at any time: the value lies between what
// the two seats are sure of.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/rng.hpp"
#include "solve/flower_power/ending_graph.hpp"
#include "solve/solution.hpp"

namespace moonflower::flower_power {

class Ending {
public:
    struct RootMove {
        Move move;
        Sure sure;
    };

    // The root is not over; two seats play. `progress` is called at every step and may throw.
    Ending(const State& root, std::uint64_t most_bytes, ProgressCallback progress);

    // Goes on until the root is closed, `most_nodes` positions are known or the memory is full.
    // SolveStopped thrown by the progress callback ends it too.
    void solve(std::uint64_t most_nodes);
    // After that: the same for each root move, for at most as many steps as were taken so far.
    void solve_moves(std::uint64_t most_nodes);

    [[nodiscard]] Sure sure() const { return graph_.node(root_node_).sure; }
    [[nodiscard]] std::uint64_t nodes() const { return graph_.size(); }
    // Of the seat on turn, in the order of the rules; none at chance.
    [[nodiscard]] std::vector<RootMove> root_moves() const;
    // Best play of both by what they are sure of, up to the end, to chance or to what is not known.
    struct Line {
        std::vector<std::string> tokens;
        std::optional<std::size_t> solved_from;  // moves after which all is closed
    };
    [[nodiscard]] Line line() const;

private:
    using Node = EndingGraph::Node;
    using Edge = EndingGraph::Edge;

    void descend(std::uint32_t from, const State& start);
    bool grows_from(std::uint32_t from, const State& start, std::uint64_t most_nodes);
    void settle_waiting();
    [[nodiscard]] const Edge& choose(const Node& node);
    [[nodiscard]] double score(const Node& node, const Edge& edge) const;
    [[nodiscard]] const Edge& best_of(const Node& node) const;

    State root_;
    std::uint64_t most_bytes_;
    ProgressCallback progress_;
    EndingGraph graph_;
    std::vector<std::uint32_t> path_;
    std::uint32_t root_node_ = 0;
    std::uint32_t descents_ = 0;
    std::uint64_t steps_ = 0;
    std::uint64_t next_settling_ = 256;  // positions
    int circles_ = 0;                    // descents in a row that met themselves
    Rng rng_{1};
};

}  // namespace moonflower::flower_power
