// Open endings of two seats by best-first search with intervals: each position knows how much of
// the payoff each seat is sure of, from 0 and 0 up to a sum of 1, which is its value. A descent
// follows the most hopeful moves of both seats to a position not looked at yet, lists what follows
// it, and takes the news back along the path. Where to look next is told by efforts, as in
// proof-number search (Allis 1994) over several results at once; along shared positions the largest
// counts instead of the sum (Ueda et al. 2008). All it knows are the rules, so it may be stopped at
// any time: the value lies between what the two seats are sure of.
//
// The count of quiet turns (FP-95) is part of a position, but most proofs end long before it does.
// A proof that looks ahead fewer turns than are left, and never meets the end of the count, holds
// for every position of the same open key with more turns left than that; such proofs are kept by
// key and serve all counts.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/rng.hpp"
#include "games/flower_power/view.hpp"
#include "solve/key_index.hpp"
#include "solve/solution.hpp"

namespace moonflower::flower_power {

class Ending {
public:
    // What the seats are sure of; `is_closed` when nothing is left to argue about.
    struct Sure {
        static constexpr double kRounding = 1e-12;
        std::array<double, 2> payoffs{};
        [[nodiscard]] bool is_closed() const { return payoffs[0] + payoffs[1] >= 1 - kRounding; }
    };
    struct RootMove {
        Move move;
        Sure sure;
    };

    // The root is not over; two seats play. `beat` is called at every step and may throw.
    Ending(const State& root, std::uint64_t most_bytes, Beat beat);

    // Goes on until the root is closed, `most_nodes` positions are known or the memory is full.
    // SolveStopped thrown by the beat ends it too.
    void solve(std::uint64_t most_nodes);
    // After that: the same for each root move, for at most as many steps as were taken so far.
    void solve_moves(std::uint64_t most_nodes);

    [[nodiscard]] Sure sure() const { return nodes_[root_node_].sure; }
    [[nodiscard]] std::uint64_t nodes() const { return nodes_.size(); }
    // Of the seat on turn, in the order of the rules; none at chance.
    [[nodiscard]] std::vector<RootMove> root_moves() const;
    // Best play of both by what they are sure of, up to the end, to chance or to what is not known.
    struct Line {
        std::vector<std::string> tokens;
        std::optional<std::size_t> solved_from;  // moves after which all is closed
    };
    [[nodiscard]] Line line() const;

private:
    static constexpr std::int8_t kLeaf = -2;  // what follows is not listed
    static constexpr std::int8_t kChance = -1;

    struct Node {
        Sure sure;
        std::array<float, 2> efforts{1, 1};  // to let the seat have all the other is not sure of
        std::uint32_t first = 0;             // edge
        std::uint32_t kin = 0;               // in proofs_
        std::uint32_t visit = 0;             // the last descent that came here
        std::uint16_t edges = 0;
        std::uint16_t turns_left = 0;
        std::array<std::uint16_t, 2> turns{};  // that the proof of what is sure looks ahead
        std::array<bool, 2> is_counted{};      // it rests on the end of the count
        std::int8_t who = kLeaf;               // a seat or kChance
    };
    struct Edge {
        Move move;  // by ranks
        std::uint32_t child;
        std::uint16_t weight;  // of chance
        std::uint16_t turns;   // that end with the move
    };
    // What is sure of an open key, whatever the count, as long as more turns are left than these.
    struct Proof {
        std::array<double, 2> payoffs{};
        std::array<std::uint16_t, 2> turns{};
        std::array<float, 2> efforts{};  // of the last position of this key, for the next one
    };

    // Until the next position is expanded.
    [[nodiscard]] std::span<const Edge> edges_of(const Node& node) const {
        return std::span(edges_).subspan(node.first, node.edges);
    }
    void descend(std::uint32_t from, const State& start);
    bool grows_from(std::uint32_t from, const State& start, std::uint64_t most_nodes);
    [[nodiscard]] std::uint32_t node_of(const State& state);
    [[nodiscard]] std::uint32_t end_node(const State& state);
    void expand(std::uint32_t node, const State& state);
    void refresh(std::uint32_t number);
    void weigh_chance(Node& node);
    void weigh_moves(Node& node);
    void share(Node& node);
    static void raise(Node& node, std::size_t seat, const Sure& sure, std::uint16_t turns,
                      bool is_counted);
    [[nodiscard]] const Edge& choose(const Node& node);
    [[nodiscard]] const Edge& best_of(const Node& node) const;
    [[nodiscard]] Move only_move(const State& state) const;
    void skip_forced(State& state) const;
    [[nodiscard]] std::uint64_t bytes() const;

    State root_;
    bool is_late_;  // `max_turns` is near: the turn belongs to the key
    std::uint64_t most_bytes_;
    Beat beat_;
    std::vector<Node> nodes_;
    std::vector<Edge> edges_;
    std::vector<Proof> proofs_;
    KeyIndex by_position_;
    KeyIndex by_key_;
    std::vector<std::uint32_t> path_;
    std::uint32_t root_node_ = 0;
    std::uint32_t descents_ = 0;
    std::uint64_t steps_ = 0;
    int circles_ = 0;  // descents in a row that met themselves
    Rng rng_{1};
    std::unique_ptr<State::Moves> moves_ = std::make_unique<State::Moves>();
};

}  // namespace moonflower::flower_power
