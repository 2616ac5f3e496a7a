// The positions an open ending of two seats has come to, and how much of the payoff each seat is
// sure of in each of them: from 0 and 0 up to a sum of 1, which is its value. All it knows are the
// rules, so what it says holds at any time, however few positions are known.
//
// The count of quiet turns (FP-95) is part of a position, but most proofs end long before it does.
// A proof that never meets the end of the count holds for every position of the same open key with
// enough turns left; such proofs are kept by key and serve all counts.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "games/flower_power/state.hpp"
#include "solve/key_index.hpp"
#include "solve/solution.hpp"

namespace moonflower::flower_power {

// What the seats are sure of; `is_closed` when nothing is left to argue about.
struct Sure {
    static constexpr double kRounding = 1e-12;
    std::array<double, 2> payoffs{};
    [[nodiscard]] bool is_closed() const { return payoffs[0] + payoffs[1] >= 1 - kRounding; }
};

class EndingGraph {
public:
    static constexpr std::uint32_t kNone = KeyIndex::kNone;
    // Who decides at a node, if no seat does.
    static constexpr std::int8_t kChance = -1;
    static constexpr std::int8_t kLeaf = -2;  // what follows is not listed
    static constexpr std::int8_t kOver = -3;
    // Turns a proof may look ahead. Further ones are not used, so that with more than kLateTurns to
    // go `max_turns` bears on nothing, and positions may be the same whatever their turn.
    static constexpr int kLongestProof = 500;
    static constexpr int kLateTurns = 600;

    struct Node {
        Sure sure;
        std::array<float, 2> efforts{};  // to let the seat have all the other is not sure of
        std::uint32_t first = 0;         // edge
        std::uint32_t kin = kNone;       // a leaf may not have met them yet
        std::uint32_t visit = 0;         // the last descent that came here
        std::uint16_t edges = 0;
        std::uint16_t turns_left = 0;
        std::array<std::uint16_t, 2>
            need{};  // the proof holds while more turns are left than these
        std::array<std::uint16_t, 2> span{};  // turns it looks ahead
        std::array<bool, 2> is_counted{};     // it rests on the end of the count
        std::int8_t who = kLeaf;              // a seat, or one of the above
    };
    struct Edge {
        Move move;  // by ranks
        std::uint32_t child;
        std::uint16_t weight;  // of chance
        std::uint16_t turns;   // that end with the move
    };
    // Positions that differ in the count alone.
    struct Kin {
        std::array<double, 2> payoffs{};  // sure with more turns left than `need`
        std::array<double, 2> safe{};     // sure however many are left (Waiting)
        std::array<std::uint16_t, 2> need{};
        std::array<std::uint16_t, 2> span{};
        std::array<std::uint16_t, 2> safe_span{};
        std::array<float, 2> efforts{};  // of the last position looked at, for the next one
        std::uint32_t node = kNone;      // one whose edges hold for all of them
        std::int8_t active = 0;          // whose turn it is
        std::int8_t lead = 0;            // sign of the first seat's petals less the other's
    };

    // Near `max_turns` the turn belongs to the position.
    explicit EndingGraph(const State& root);

    [[nodiscard]] bool is_late() const { return is_late_; }
    [[nodiscard]] std::size_t size() const { return nodes_.size(); }
    [[nodiscard]] std::uint64_t bytes() const;
    [[nodiscard]] const Node& node(std::uint32_t number) const { return nodes_[number]; }
    [[nodiscard]] Node& node(std::uint32_t number) { return nodes_[number]; }
    [[nodiscard]] std::span<Kin> kins() { return kins_; }
    // Until the next position is expanded.
    [[nodiscard]] std::span<const Edge> edges_of(const Node& node) const {
        return std::span(edges_).subspan(node.first, node.edges);
    }
    // Does the count begin anew (FP-95)?
    [[nodiscard]] bool is_loud(const Node& node, const Edge& edge) const {
        return nodes_[edge.child].turns_left > node.turns_left;
    }

    [[nodiscard]] std::uint32_t node_of(const State& state);
    // Lets a leaf know what is known of its key.
    void join(std::uint32_t leaf, const State& state);
    // Lists what follows a leaf. Moves to the same position are listed once, or each of them.
    void expand(std::uint32_t leaf, const State& state, bool lists_all);
    // Takes over the news of the positions that follow.
    void refresh(std::uint32_t number);
    void refresh_all(const ProgressCallback& progress);

    // The only thing that can happen next, or kNoMove.
    static constexpr Move kNoMove{UINT32_MAX};
    [[nodiscard]] Move only_move(const State& state) const;
    void skip_forced(State& state) const;

private:
    struct Claim {
        double payoff = 0;
        std::uint16_t need = 0;
        std::uint16_t span = 0;
        bool is_counted = false;
        void rest_on(const Claim& other);
    };

    [[nodiscard]] std::uint64_t key_of(const State& state) const;
    [[nodiscard]] std::uint32_t end_node(const State& state);
    [[nodiscard]] Claim claim(const Node& node, const Edge& edge, std::size_t seat) const;
    static void raise(Node& node, std::size_t seat, const Claim& claim);
    void share(Node& node);
    void weigh_chance(Node& node);
    void weigh_moves(Node& node);

    bool is_late_;
    std::vector<Node> nodes_;
    std::vector<Edge> edges_;
    std::vector<Kin> kins_;
    KeyIndex by_position_;
    KeyIndex by_key_;
    std::unique_ptr<State::Moves> moves_ = std::make_unique<State::Moves>();
};

}  // namespace moonflower::flower_power
