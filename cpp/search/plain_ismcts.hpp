// Plain single-observer ISMCTS as published (Cowling, Powley and Whitehouse 2012): the rung of the
// strength ladder that does not move. It is frozen: a tree, constants and playouts of its own, no
// hint of any game, nothing that tuning of the engine's own search touches. A figure measured
// against it then says the same next year as today. Used by `so-ismcts`, for measuring only.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "search/belief/worlds.hpp"
#include "search/select/utility.hpp"
#include "search/threads/driver.hpp"

namespace moonflower {

class PlainIsmcts final : public Simulator {
public:
    // `moves` are those of the searching seat's view, or those it is restricted to.
    PlainIsmcts(DrawWorld draw, const GameFacts& facts, Seat seat, const std::vector<Move>& moves,
                int seats, std::size_t bytes, const Rng& rng)
        : draw_(std::move(draw)),
          seat_(seat),
          root_moves_(moves),
          scale_(facts.lowest_payoff, facts.highest_payoff),
          most_nodes_(std::max<std::size_t>(bytes / kBytesPerNode, 1)),
          rng_(rng),
          account_(moves.size(), seats, seat) {}

    void simulate(std::uint32_t count) override {
        for (std::uint32_t i = 0; i < count; ++i) simulate_one();
    }
    [[nodiscard]] bool is_proven() const override { return false; }
    [[nodiscard]] const RootAccount& account() const override { return account_; }

private:
    static constexpr float kExploration = 0.7F;  // as in the paper
    static constexpr std::size_t kBytesPerNode = 256;
    static constexpr std::size_t kNone = SIZE_MAX;

    // A move at an information set of the searching seat, with how often it could have been chosen.
    struct Edge {
        Move move;
        std::uint32_t visits = 0;
        std::uint32_t available = 0;
        std::uint64_t utility = 0;  // of the seat that chooses here
    };
    using Node = std::vector<Edge>;  // by move code
    struct Step {
        Node* node;
        Move move;
        Seat seat;
    };

    void simulate_one();

    // One decision inside the tree, chance before it; whether the next one is inside too.
    bool step(OpaqueState& state);

    // One tree, whose nodes are what the searching seat knows: moves of others that it cannot tell
    // apart lead to the same node.
    [[nodiscard]] Node* find_or_add(const OpaqueState& state, Seat to_act);

    // The decision that was asked for; there is none while others are to move (pondering).
    [[nodiscard]] bool is_root(Seat seat) const {
        return root_move_ == kNone && seat == seat_ && !root_moves_.empty();
    }

    void list_moves(const OpaqueState& state, Seat seat);

    struct Choice {
        Move move;
        bool is_new;
    };
    // A move never tried here, each with the same odds; else the one with the best upper bound.
    [[nodiscard]] Choice choose(Node& node);
    [[nodiscard]] static float upper_bound(const Edge& edge);
    [[nodiscard]] static Node::iterator place_of(Node& node, Move move);

    void back_up(const Returns& returns);

    [[nodiscard]] std::size_t ordinal(Move move) const;

    DrawWorld draw_;
    Seat seat_;
    const std::vector<Move>& root_moves_;
    UtilityScale scale_;
    std::size_t most_nodes_;
    Rng rng_;
    RootAccount account_;
    std::unordered_map<std::uint64_t, Node> nodes_;  // its elements stay where they are
    std::vector<Step> path_;
    std::size_t root_move_ = kNone;
    std::vector<Move> moves_;
    std::vector<Move> untried_;
};

}  // namespace moonflower
