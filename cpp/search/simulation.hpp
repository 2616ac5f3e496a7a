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
#include "search/plan.hpp"
#include "search/proof.hpp"
#include "search/table.hpp"
#include "search/utility.hpp"

namespace moonflower {

template <GameState S>
class Simulation final : public Simulator {
public:
    Simulation(const SimulationPlan& plan, const Worlds<S>& worlds, Table& table, const Rng& rng)
        : plan_(plan),
          worlds_(worlds),
          table_(table),
          scale_(plan.scale),
          seats_(static_cast<std::size_t>(plan.seats)),
          rng_(rng),
          account_(plan.moves.size(), plan.seats, plan.seat),
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
        provable_from_ = 0;
        has_luck_at_root_ = false;
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
            draw_chance(state);
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

    // What was chosen before luck had its say is not worth what comes after: proofs end here.
    void draw_chance(S& state) {
        if (!state.turn().is_chance()) return;
        provable_from_ = path_.size();
        has_luck_at_root_ = has_luck_at_root_ || path_.empty();
        while (state.turn().is_chance()) state.apply(state.random_move(rng_));
    }

    [[nodiscard]] bool is_deep_enough() const {
        if (root_step_ == kNone) return path_.size() == kLongestPath;
        return path_.size() == kLongestPath || path_.size() - root_step_ >= plan_.depth;
    }

    Exit leave_proven(Seat seat, std::uint32_t utility) {
        proven_.units[static_cast<std::size_t>(seat)] = scale_.units(utility);
        proven_.units[static_cast<std::size_t>(1 - seat)] = scale_.units(kTop - utility);
        if (path_.empty()) is_proven_ = !has_luck_at_root_;
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
        const Table::Place place = table_.look_up(key);
        if (place.node != nullptr) {
            place.node->generation.set(table_.generation());
            return with_room(place.node);
        }
        if (place.visits >= plan_.expand_at || path_.empty())
            return add(state, key, seat, place.visits);
        table_.count_visit(place, key);
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
        return with_room(node);
    }
    [[nodiscard]] Node* find_or_add(const S& state, Seat seat) {
        const std::uint64_t key = key_at(state, seat);
        Node* const node = table_.find(key);
        return node != nullptr ? with_room(node) : add(state, key, seat, 0);
    }
    // Edges are made when their turn comes.
    [[nodiscard]] Node* with_room(Node* node) {
        return plan_.selector.wants_room(*node) ? table_.enlarge(node) : node;
    }
    [[nodiscard]] std::uint64_t key_at(const S& state, Seat seat) const {
        return plan_.key_of(state, seat) ^ (at_root(seat) ? plan_.root_salt : 0);
    }

    // --- expand

    // A node with the moves of a place that was seen `visits` times without one.
    [[nodiscard]] Node* add(const S& state, std::uint64_t key, Seat seat, std::uint32_t visits) {
        list_moves(state);
        const auto count = static_cast<std::uint32_t>(moves_.size());
        const bool together =
            MovesTogether<S> && plan_.regret_matching && count > 1 && count <= kMostTogether;
        const std::uint32_t room = together ? count : plan_.selector.first_room(count);
        return table_.insert(key, seat, count, room, [&](Node& node) {
            if (together) node.flags.set(Node::kTogether);
            node.visits.set(visits);
            set_up(node);
        });
    }
    void set_up(Node& node) {
        for (std::uint32_t i = 0; i < node.count; ++i) node.set_move(i, moves_[i].code);
        if (!plan_.selector.wants_priors(node)) return;
        const float urgency = urgency_at(node);
        for (std::uint32_t i = 0; i < node.count; ++i)
            plan_.selector.prepare(node, i, prior(i), urgency);
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
        if (plan_.proves && exit != Exit::kOpen && path_.size() > provable_from_) {
            back_up_proof(path_, provable_from_, utilities[path_.back().node->seat],
                          plan_.selector);
            is_proven_ = path_[0].node->is_proven() && !has_luck_at_root_;
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
        const Move move{node.move(edge)};
        if (edge < known.size() && plan_.moves[known[edge]] == move) return known[edge];
        known.assign(node.count, 0);
        for (std::uint32_t i = 0; i < node.count; ++i) {
            const auto found =
                std::find(plan_.moves.begin(), plan_.moves.end(), Move{node.move(i)});
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
    std::size_t provable_from_ = 0;  // steps from here on have no luck behind them
    bool has_luck_at_root_ = false;  // before the first step
    Returns proven_;
    std::uint32_t utility_ = 0;
    typename S::Moves moves_;
    std::vector<std::uint32_t> weights_;
    std::vector<Ranked> ranked_;
    std::uint64_t total_weight_ = 0;
};

}  // namespace moonflower
