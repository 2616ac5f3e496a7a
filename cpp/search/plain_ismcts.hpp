// Plain single-observer ISMCTS as published (Cowling, Powley and Whitehouse 2012): the rung of the
// strength ladder that does not move. It is frozen: a tree, constants and playouts of its own, no
// hint of any game, nothing that tuning of the engine's own search touches. A figure measured
// against it then says the same next year as today. Used by `so-ismcts`, for measuring only.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/game.hpp"
#include "core/hash.hpp"
#include "search/belief/worlds.hpp"
#include "search/select/log_table.hpp"
#include "search/select/utility.hpp"
#include "search/threads/driver.hpp"

namespace moonflower {

template <GameState S>
class PlainIsmcts final : public Simulator {
public:
    // `moves` are those of the searching seat's view, or those it is restricted to.
    PlainIsmcts(const Worlds<S>& worlds, Seat seat, const std::vector<Move>& moves, int seats,
                std::size_t bytes, const Rng& rng)
        : worlds_(worlds),
          seat_(seat),
          root_moves_(moves),
          scale_(S::Rules::facts().lowest_payoff, S::Rules::facts().highest_payoff),
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

    void simulate_one() {
        S state = worlds_.draw(counters_.simulations.get(), rng_);
        path_.clear();
        root_move_ = kNone;
        while (step(state)) {
        }
        while (!state.turn().is_over()) state.apply(state.random_move(rng_));
        back_up(state.returns());
    }

    // One decision inside the tree, chance before it; whether the next one is inside too.
    bool step(S& state) {
        while (state.turn().is_chance()) state.apply(state.random_move(rng_));
        if (state.turn().is_over()) return false;
        const Seat seat = state.turn().seat();
        Node* const node = find_or_add(state, seat);
        if (node == nullptr) return false;
        list_moves(state, seat);
        const Choice choice = choose(*node);
        if (is_root(seat)) root_move_ = ordinal(choice.move);
        path_.push_back({node, choice.move, seat});
        state.apply(choice.move);
        return !choice.is_new;
    }

    // One tree, whose nodes are what the searching seat knows: moves of others that it cannot tell
    // apart lead to the same node.
    [[nodiscard]] Node* find_or_add(const S& state, Seat to_act) {
        const std::uint64_t key =
            state.info_key(seat_) + kGoldenGamma * static_cast<std::uint64_t>(to_act);
        if (const auto found = nodes_.find(key); found != nodes_.end()) return &found->second;
        if (nodes_.size() >= most_nodes_) return nullptr;
        return &nodes_[key];
    }

    // The decision that was asked for; there is none while others are to move (pondering).
    [[nodiscard]] bool is_root(Seat seat) const {
        return root_move_ == kNone && seat == seat_ && !root_moves_.empty();
    }

    void list_moves(const S& state, Seat seat) {
        if (is_root(seat)) {
            moves_.clear();
            for (const Move move : root_moves_) moves_.push_back(move);
        } else {
            state.legal_moves(moves_);
        }
        std::sort(moves_.begin(), moves_.end());
    }

    struct Choice {
        Move move;
        bool is_new;
    };
    // A move never tried here, each with the same odds; else the one with the best upper bound.
    [[nodiscard]] Choice choose(Node& node) {
        untried_.clear();
        Edge* best = nullptr;
        float best_bound = -1.0F;
        auto edge = node.begin();
        for (const Move move : moves_) {
            while (edge != node.end() && edge->move < move) ++edge;
            if (edge == node.end() || edge->move != move) {
                untried_.push_back(move);
                continue;
            }
            ++edge->available;
            const float bound = upper_bound(*edge);
            if (bound > best_bound) {
                best = &*edge;
                best_bound = bound;
            }
        }
        if (untried_.empty()) return {best->move, false};
        const Move move = untried_[rng_.below(static_cast<std::uint32_t>(untried_.size()))];
        node.insert(place_of(node, move), {.move = move, .available = 1});
        return {move, true};
    }
    [[nodiscard]] static float upper_bound(const Edge& edge) {
        const auto visits = static_cast<float>(edge.visits);
        const float mean = static_cast<float>(edge.utility) / (visits * kTop);
        return mean + kExploration * std::sqrt(natural_log(edge.available) / visits);
    }
    [[nodiscard]] static typename Node::iterator place_of(Node& node, Move move) {
        return std::lower_bound(node.begin(), node.end(), move,
                                [](const Edge& edge, Move other) { return edge.move < other; });
    }

    void back_up(const Returns& returns) {
        for (const Step& step : path_) {
            Edge& edge = *place_of(*step.node, step.move);
            ++edge.visits;
            edge.utility += scale_.utility(returns.units[static_cast<std::size_t>(step.seat)]);
        }
        const std::uint32_t own = scale_.utility(returns.units[static_cast<std::size_t>(seat_)]);
        if (root_move_ != kNone) account_.add(root_move_, returns, own, true);
        counters_.simulations.add(1);
        counters_.depth.add(path_.size());
        if (path_.size() > counters_.deepest.get())
            counters_.deepest.set(static_cast<std::uint32_t>(path_.size()));
    }

    [[nodiscard]] std::size_t ordinal(Move move) const {
        return static_cast<std::size_t>(std::find(root_moves_.begin(), root_moves_.end(), move) -
                                        root_moves_.begin());
    }

    const Worlds<S>& worlds_;
    Seat seat_;
    const std::vector<Move>& root_moves_;
    UtilityScale scale_;
    std::size_t most_nodes_;
    Rng rng_;
    RootAccount account_;
    std::unordered_map<std::uint64_t, Node> nodes_;  // its elements stay where they are
    std::vector<Step> path_;
    std::size_t root_move_ = kNone;
    typename S::Moves moves_;
    std::vector<Move> untried_;
};

}  // namespace moonflower
