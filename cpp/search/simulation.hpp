// One simulation: draw a world, descend, evaluate, back up. What each step does is decided at run
// time by the plan it is given, so that a game compiles the loop once for all algorithms. No heap
// and no virtual call inside.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "belief/worlds.hpp"
#include "core/game.hpp"
#include "core/merging.hpp"
#include "search/driver.hpp"
#include "search/playout.hpp"
#include "search/proof.hpp"
#include "search/select.hpp"
#include "search/table.hpp"
#include "search/utility.hpp"

namespace moonflower {

// How the parts are put together for one search; shared by its threads.
struct SimulationPlan {
    Seat seat = 0;                // whose move is wanted
    std::vector<Move> moves;      // that seat's moves, as its view lists them
    bool ponders = false;         // the seat is not to move: no account of its moves
    bool by_world = false;        // nodes by state; else by what the acting seat knows
    bool has_links = false;       // a move leads to one node only: no chance, nothing hidden
    std::uint64_t root_salt = 0;  // sets a root apart whose moves are restricted; 0: all of them
    bool proves = false;          // back up proven bounds
    bool uses_priors = false;
    bool regret_matching = false;
    bool root_only = false;            // no tree behind the root's moves
    std::size_t depth = kLongestPath;  // most moves inside the tree, from the root on
    std::uint32_t expand_at = 1;
    std::uint32_t redeterminize = 0;  // percent
    Selector selector;
    LeafEvaluator evaluator;

    template <GameState S>
    [[nodiscard]] std::uint64_t key_of(const S& state, Seat to_act) const {
        if (by_world) return state.key();
        // Two seats may know the same: a node belongs to one of them.
        return state.info_key(to_act) + kGoldenGamma * static_cast<std::uint64_t>(to_act);
    }
};

template <GameState S>
class Simulation final : public Simulator {
public:
    Simulation(const SimulationPlan& plan, const Worlds<S>& worlds, Table& table, int seats,
               const Rng& rng)
        : plan_(plan),
          worlds_(worlds),
          table_(table),
          scale_(S::Rules::facts()),
          seats_(static_cast<std::size_t>(seats)),
          rng_(rng),
          account_(plan.moves.size(), seats, plan.seat),
          ordinals_(std::max<std::size_t>(worlds.fixed_count(), 1)) {}

    void simulate(std::uint32_t count) override {
        for (std::uint32_t i = 0; i < count && !is_proven_; ++i) {
            simulate_one();
            if (!table_.is_shared()) table_.tidy();
        }
    }
    [[nodiscard]] bool is_proven() const override { return is_proven_; }
    [[nodiscard]] const RootAccount& account() const override { return account_; }

private:
    // Where a simulation leaves the tree.
    enum class Exit : std::uint8_t { kOpen, kOver, kProven };
    static constexpr std::size_t kNone = SIZE_MAX;

    void simulate_one() {
        S state = worlds_.draw(counters_.simulations.get(), rng_);
        path_.clear();
        root_step_ = kNone;
        is_resampled_ = false;
        resamples_ = plan_.redeterminize > 0 && rng_.below(100) < plan_.redeterminize;
        const Exit exit = descend(state);
        const Returns returns =
            exit == Exit::kProven ? proven_ : plan_.evaluator.evaluate(state, rng_);
        back_up(returns, exit);
        note_root(returns, exit == Exit::kProven || state.turn().is_over());
    }

    // --- descend

    Exit descend(S& state) {
        for (;;) {
            while (state.turn().is_chance()) state.apply(state.random_move(rng_));
            if (state.turn().is_over()) return Exit::kOver;
            if (is_deep_enough()) return Exit::kOpen;
            const Seat seat = state.turn().seat();
            if (plan_.root_only && !at_root(seat)) {  // a choice made together with the root's
                state.apply(state.random_move(rng_));
                continue;
            }
            if (resamples_ && root_step_ != kNone && seat != plan_.seat) resample(state, seat);
            Node* const node = enter(state, seat);
            if (node == nullptr) return Exit::kOpen;
            if (plan_.proves && node->is_proven()) return leave_proven(seat, node->low.get());
            const std::uint32_t chosen = plan_.selector.choose(*node, rng_);
            plan_.selector.enter(*node, chosen);
            if (at_root(seat)) root_step_ = path_.size();
            path_.push_back({node, chosen});
            const Edge& edge = node->edges()[chosen];
            if (plan_.proves && edge.low.get() == edge.high.get())
                return leave_proven(seat, edge.low.get());
            state.apply(Move{edge.move});
        }
    }

    [[nodiscard]] bool is_deep_enough() const {
        if (root_step_ == kNone) return path_.size() == kLongestPath;
        return path_.size() == kLongestPath || path_.size() - root_step_ >= plan_.depth;
    }

    Exit leave_proven(Seat seat, std::uint32_t utility) {
        proven_.units[static_cast<std::size_t>(seat)] = scale_.units(utility);
        proven_.units[static_cast<std::size_t>(1 - seat)] = scale_.units(kTop - utility);
        if (path_.empty()) is_proven_ = true;
        return Exit::kProven;
    }

    // From here on the world is one the acting seat believes in, so that its nodes learn what it
    // can know and not what the searching seat holds (after Goodman 2019). What was played before
    // learns nothing from such a simulation.
    void resample(S& state, Seat seat) {
        state = state.view(seat).sample(rng_);
        for (const Step& step : path_) plan_.selector.leave(*step.node, step.edge);
        path_.clear();
        root_step_ = kNone;
        resamples_ = false;
        is_resampled_ = true;
    }

    [[nodiscard]] bool at_root(Seat seat) const {
        return root_step_ == kNone && seat == plan_.seat && !is_resampled_;
    }

    // The node of a decision with its moves, or nothing: the simulation leaves the tree here.
    [[nodiscard]] Node* enter(const S& state, Seat seat) {
        if (plan_.has_links) return enter_by_link(state, seat);
        const std::uint64_t key = key_at(state, seat);
        Node* node = table_.find(key);
        if (node == nullptr) {
            if (path_.empty()) return add(state, key, seat);
            node = table_.insert(key, seat, 0, [](Node&) {});
            if (node == nullptr) return nullptr;
        }
        node->generation.set(table_.generation());
        if (node->count > 0) return node;
        if (node->visits.get() >= plan_.expand_at || path_.empty()) return expand(node, state);
        node->visits.add(1, table_.is_shared());
        return nullptr;
    }

    // Where a move leads to one node only, the edge remembers it, and its own visits tell whether
    // it is time for a node at all.
    [[nodiscard]] Node* enter_by_link(const S& state, Seat seat) {
        if (path_.empty()) return find_or_add(state, seat);
        const Step& step = path_.back();
        Edge& edge = step.node->edges()[step.edge];
        Node* node = table_.follow(edge.link.acquire());
        if (node == nullptr) {
            const std::uint32_t entered = table_.is_shared() ? 1 : 0;  // by this simulation
            if (edge.visits.get() < plan_.expand_at + entered) return nullptr;
            node = find_or_add(state, seat);
            if (node == nullptr) return nullptr;
            edge.link.release(table_.link_to(node));
        }
        node->generation.set(table_.generation());
        return node;
    }
    [[nodiscard]] Node* find_or_add(const S& state, Seat seat) {
        const std::uint64_t key = key_at(state, seat);
        Node* const node = table_.find(key);
        return node != nullptr ? node : add(state, key, seat);
    }
    [[nodiscard]] std::uint64_t key_at(const S& state, Seat seat) const {
        return plan_.key_of(state, seat) ^ (at_root(seat) ? plan_.root_salt : 0);
    }

    // --- expand

    [[nodiscard]] Node* add(const S& state, std::uint64_t key, Seat seat) {
        list_moves(state);
        return table_.insert(key, seat, static_cast<std::uint32_t>(moves_.size()),
                             [&](Node& node) { set_up(node); });
    }
    [[nodiscard]] Node* expand(Node* leaf, const S& state) {
        list_moves(state);
        return table_.expand(leaf, static_cast<std::uint32_t>(moves_.size()),
                             [&](Node& node) { set_up(node); });
    }
    void set_up(Node& node) {
        if (MovesTogether<S> && plan_.regret_matching && node.count > 1 &&
            node.count <= kMostTogether)
            node.flags.set(Node::kTogether);
        const float urgency = urgency_at(node);
        for (std::uint32_t i = 0; i < node.count; ++i) {
            node.edges()[i].move = moves_[i].code;
            node.edges()[i].high.set(kTop);
            plan_.selector.prepare(node, i, prior(i), urgency);
        }
    }

    // Likely moves first where the game has an opinion, else in random order: which are tried first
    // must not depend on how the game lists them.
    void list_moves(const S& state) {
        if (plan_.root_salt != 0 && at_root(state.turn().seat())) {
            moves_.clear();
            for (const Move move : plan_.moves) moves_.push_back(move);
        } else {
            state.legal_moves(moves_);
            if constexpr (MergesMoves<S, typename S::Moves>) state.merge_moves(moves_);
        }
        shuffle_moves();
        if constexpr (HasPriors<S>)
            if (plan_.uses_priors) sort_by_prior(state);
    }
    // Two places from one random number: no need to be exact to the last bit here.
    void shuffle_moves() {
        std::uint64_t random = 0;
        for (auto i = static_cast<std::uint32_t>(moves_.size()); i > 1; --i) {
            random = i % 2 == 0 || random == 0 ? rng_.next() : random << 32;
            std::swap(moves_[i - 1], moves_[(random >> 32) * i >> 32]);
        }
    }
    void sort_by_prior(const S& state) {
        weights_.resize(moves_.size());
        state.priors(moves_, weights_);
        ranked_.clear();
        total_weight_ = 0;
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            ranked_.push_back({weights_[i], static_cast<std::uint32_t>(i), moves_[i]});
            total_weight_ += weights_[i];
        }
        // Equal weights keep the random order they came in. (A stable sort would use the heap.)
        std::sort(ranked_.begin(), ranked_.end(), [](const Ranked& a, const Ranked& b) {
            return a.weight != b.weight ? a.weight > b.weight : a.place < b.place;
        });
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            weights_[i] = ranked_[i].weight;
            moves_[i] = ranked_[i].move;
        }
    }
    [[nodiscard]] float prior(std::uint32_t i) const {
        if (HasPriors<S> && plan_.uses_priors)
            return static_cast<float>(weights_[i]) / static_cast<float>(total_weight_);
        return 1.0F / static_cast<float>(moves_.size());
    }
    // A move not yet tried is taken to be about as good as the way here has been.
    [[nodiscard]] float urgency_at(const Node& node) const {
        if (path_.empty() || seats_ != 2) return 0.5F;
        const Step& step = path_.back();
        const float mean = step.node->scores()[step.edge].mean.get();
        if (mean < 0.0F) return 0.5F;
        return step.node->seat == node.seat ? mean : 1.0F - mean;
    }

    // --- back up

    void back_up(const Returns& returns, Exit exit) {
        std::array<std::uint32_t, kMaxSeats> utilities{};
        for (std::size_t seat = 0; seat < seats_; ++seat)
            utilities[seat] = scale_.utility(returns.units[seat]);
        utility_ = utilities[static_cast<std::size_t>(plan_.seat)];
        for (std::size_t i = path_.size(); i-- > 0;)
            plan_.selector.learn(*path_[i].node, path_[i].edge, utilities[path_[i].node->seat]);
        if (plan_.proves && exit != Exit::kOpen && !path_.empty()) {
            back_up_proof(path_, utilities[path_.back().node->seat], plan_.selector);
            is_proven_ = path_[0].node->is_proven();
        }
        count(path_.size());
    }
    void count(std::size_t depth) {
        counters_.simulations.add(1, false);
        counters_.depth.add(depth, false);
        if (depth > counters_.deepest.get())
            counters_.deepest.set(static_cast<std::uint32_t>(depth));
    }

    void note_root(const Returns& returns, bool is_exact) {
        if (root_step_ == kNone || plan_.ponders) return;
        const Step& step = path_[root_step_];
        account_.add(ordinal(*step.node, step.edge), returns, utility_, is_exact);
    }
    // Where the view lists the move of a root edge; worked out once for each root there is.
    [[nodiscard]] std::size_t ordinal(const Node& node, std::uint32_t edge) {
        std::vector<std::uint32_t>& known =
            ordinals_[(counters_.simulations.get() - 1) % ordinals_.size()];
        const Move move{node.edges()[edge].move};
        if (edge < known.size() && plan_.moves[known[edge]] == move) return known[edge];
        known.assign(node.count, 0);
        for (std::uint32_t i = 0; i < node.count; ++i) {
            const auto found =
                std::find(plan_.moves.begin(), plan_.moves.end(), Move{node.edges()[i].move});
            assert(found != plan_.moves.end());
            known[i] = static_cast<std::uint32_t>(found - plan_.moves.begin());
        }
        return known[edge];
    }

    struct Ranked {
        std::uint32_t weight;
        std::uint32_t place;
        Move move;
    };

    const SimulationPlan& plan_;
    const Worlds<S>& worlds_;
    Table& table_;
    UtilityScale scale_;
    std::size_t seats_;
    Rng rng_;
    RootAccount account_;
    std::vector<std::vector<std::uint32_t>> ordinals_;
    Path path_;
    std::size_t root_step_ = kNone;
    bool resamples_ = false;     // this simulation will
    bool is_resampled_ = false;  // it has
    bool is_proven_ = false;
    Returns proven_;
    std::uint32_t utility_ = 0;
    typename S::Moves moves_;
    std::vector<std::uint32_t> weights_;
    std::vector<Ranked> ranked_;
    std::uint64_t total_weight_ = 0;
};

}  // namespace moonflower
