// One simulation: draw a world, descend, evaluate, back up. What each step does is decided at run
// time by the plan it is given, so that a game compiles the loop once for all algorithms. No heap
// and no virtual call inside.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "core/game.hpp"
#include "core/merging.hpp"
#include "core/repetition.hpp"
#include "core/winning_move.hpp"
#include "search/belief/worlds.hpp"
#include "search/plan.hpp"
#include "search/select/ranking.hpp"
#include "search/select/utility.hpp"
#include "search/threads/busy_nodes.hpp"
#include "search/threads/driver.hpp"
#include "search/tree/proof.hpp"
#include "search/tree/table.hpp"

namespace moonflower {

template <GameState S>
class alignas(kCacheLine) Simulation final : public Simulator {
    static_assert(S::Moves::capacity() <= kMostMoves);

public:
    Simulation(const SimulationPlan& plan, const Worlds<S>& worlds, Table& table, const Rng& rng)
        : plan_(plan),
          worlds_(worlds),
          table_(table),
          scale_(plan.scale),
          seats_(static_cast<std::size_t>(plan.seats)),
          rng_(rng),
          account_(plan.moves.size(), plan.seats, plan.seat),
          ordinals_(std::max<std::size_t>(worlds.fixed_count(), 1)),
          busy_(table, plan.selector, plan.common) {}

    void simulate(std::uint32_t count) override {
        for (std::uint32_t i = 0; i < count && !is_proven_; ++i) {
            simulate_one();
            busy_.next_simulation();
            table_.tidy();
        }
    }
    void settle() override { busy_.settle_all(); }
    [[nodiscard]] bool is_proven() const override { return is_proven_; }
    [[nodiscard]] const RootAccount& account() const override { return account_; }

private:
    // Where a simulation leaves the tree.
    enum class Exit : std::uint8_t { kOpen, kOver, kProven, kRepeated };
    static constexpr std::size_t kNone = SIZE_MAX;
    static constexpr std::size_t kNear = 2;  // steps below the root

    void simulate_one() {
        S state = worlds_.draw(counters_.simulations.get(), rng_);
        path_.clear();
        recurring_.clear();
        root_step_ = kNone;
        most_steps_ = kLongestPath;
        provable_from_ = 0;
        has_luck_at_root_ = false;
        is_resampled_ = false;
        resamples_ = plan_.redeterminize > 0 && rng_.below(100) < plan_.redeterminize;
        const Exit exit = descend(state);
        const Returns returns = exit == Exit::kProven     ? proven_
                                : exit == Exit::kRepeated ? plan_.draw
                                                          : plan_.evaluator.evaluate(state, rng_);
        back_up(returns, exit);
        note_root(returns,
                  exit == Exit::kProven || exit == Exit::kRepeated || state.turn().is_over());
    }

    // --- descend

    Exit descend(S& state) {
        for (;;) {
            if constexpr (HasStages<S>)
                if (plan_.evaluator.ends_with_stage() && state.begins_stage() && !path_.empty())
                    return Exit::kOpen;
            draw_chance(state);
            if (state.turn().is_over()) return Exit::kOver;
            if (path_.size() >= most_steps_) return Exit::kOpen;
            if (recurs(state)) return Exit::kRepeated;
            const Seat seat = state.turn().seat();
            if (plan_.root_only && !at_root(seat)) {  // a choice made together with the root's
                state.apply(state.random_move(rng_));
                continue;
            }
            if (resamples_ && root_step_ != kNone && seat != plan_.seat) resample(state, seat);
            Node* const node = enter(state, seat);
            if (node == nullptr) {
                if (plan_.has_links || !leads_to_root(seat)) return Exit::kOpen;
                state.apply(likely_move(state));
                continue;
            }
            probe(*node, state);
            if (plan_.proves && node->is_proven()) return leave_proven(seat, node->low);
            if (at_root(seat) && plan_.compares) Selector::take_as_root(*node);
            const std::uint32_t chosen = plan_.selector.choose(*node, rng_);
            if (at_root(seat)) begin_root();
            path_.push_back({node, chosen});
            if (plan_.proves) {
                const Edge& edge = node->edges()[chosen];
                if (edge.low == edge.high) return leave_proven(seat, edge.low);
            }
            state.apply(Move{node->choices()[chosen].move});
        }
    }

    // A position that came before: in this line once is enough, for what can be repeated once can
    // be repeated again; before the root as often as the rules say. A guess, never a proof, since
    // other lines may lead here too.
    [[nodiscard]] bool recurs(const S& state) {
        if constexpr (CountsRepetitions<S>) {
            if (!state.may_recur() || recurring_.size() == recurring_.capacity()) return false;
            const std::uint64_t key = state.repetition_key();
            if (std::ranges::find(recurring_, key) != recurring_.end()) return true;
            recurring_.push_back(key);
            const auto before = std::ranges::equal_range(plan_.past, key);
            return !path_.empty() && std::ssize(before) + 1 >= S::kMostOccurrences;
        }
        return false;
    }

    // What was chosen before luck had its say is not worth what comes after: proofs end here.
    void draw_chance(S& state) {
        if (!state.turn().is_chance()) return;
        provable_from_ = path_.size();
        has_luck_at_root_ = has_luck_at_root_ || path_.empty();
        while (state.turn().is_chance()) state.apply(state.random_move(rng_));
    }

    // The next step is the move that is asked for; depth counts from here.
    void begin_root() {
        root_step_ = path_.size();
        most_steps_ = std::min(kLongestPath, root_step_ + plan_.depth);
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
        path_.clear();
        root_step_ = kNone;
        most_steps_ = kLongestPath;
        resamples_ = false;
        is_resampled_ = true;
    }

    [[nodiscard]] bool at_root(Seat seat) const {
        return root_step_ == kNone && seat == plan_.seat && !is_resampled_;
    }
    // Another seat's choice, made together with the move that is asked for and listed before it: a
    // simulation that left the tree here would tell nothing of that move.
    [[nodiscard]] bool leads_to_root(Seat seat) const {
        return root_step_ == kNone && seat != plan_.seat && !is_resampled_ && !plan_.ponders;
    }

    // What a seat may choose where its node has learned nothing: by the game's priors, else by the
    // playout policy.
    [[nodiscard]] Move likely_move(const S& state) {
        if constexpr (HasPriors<S>) {
            if (plan_.uses_priors) {
                state.legal_moves(moves_);
                weigh_moves(state);
                std::uint64_t left = rng_.below64(total_weight_);
                std::size_t i = 0;
                for (; left >= weights_[i]; ++i) left -= weights_[i];
                return moves_[i];
            }
        }
        return state.random_move(rng_);
    }

    // The node of a decision with its moves, or nothing: the simulation leaves the tree here.
    [[nodiscard]] Node* enter(const S& state, Seat seat) {
        if (plan_.has_links) return enter_by_link(state, seat);
        const std::uint64_t key = key_at(state, seat);
        const Table::Place place = table_.look_up(key);
        if (place.node != nullptr) {
            table_.touch(*place.node);
            return with_room(place.node);
        }
        if (place.visits >= plan_.expand_at || is_wanted_now(seat))
            return add(state, key, seat, place.visits);
        table_.count_visit(place, key);
        return nullptr;
    }

    // The root gets its node at the first visit, and so does the place a simulation begins at.
    // Links lead from node to node, so that none before the root may be missing.
    [[nodiscard]] bool is_wanted_now(Seat seat) const {
        return at_root(seat) || (leads_to_root(seat) ? plan_.has_links : path_.empty());
    }

    // Where a move leads to one node only, the edge remembers it, and its own visits tell whether
    // it is time for a node at all.
    [[nodiscard]] Node* enter_by_link(const S& state, Seat seat) {
        if (path_.empty()) {
            Node* const root = find_or_add(state, seat);
            return root != nullptr ? with_room(root) : nullptr;
        }
        const Step& step = path_.back();
        Choice& choice = step.node->choices()[step.edge];
        Node* node = table_.follow(choice.link);
        if (node == nullptr) {
            if (step.node->edges()[step.edge].visits < plan_.expand_at && !is_wanted_now(seat))
                return nullptr;
            node = find_or_add(state, seat);
            if (node == nullptr) return nullptr;
            choice.link = table_.link_to(node);
        }
        table_.touch(*node);
        return with_room(node);
    }
    [[nodiscard]] Node* find_or_add(const S& state, Seat seat) {
        const std::uint64_t key = key_at(state, seat);
        Node* const node = table_.find(key);
        return node != nullptr ? node : add(state, key, seat, 0);
    }
    // Edges are made when their turn comes.
    [[nodiscard]] Node* with_room(Node* node) {
        if (plan_.selector.wants_room(*node) && !table_.is_full()) node = enlarge(node);
        busy_.pass(node);
        return node;
    }
    [[nodiscard]] Node* enlarge(Node* node) {
        const std::uint32_t before = node->room;
        if (node->is(Node::kKeepsPriors))
            bring_forward(std::span(node->waiting(), node->count - before),
                          std::span(node->waiting_priors(), node->count - before), before);
        Node* const larger = table_.enlarge(node);
        if (plan_.selector.wants_priors(*larger))
            for (std::uint32_t i = before; i < larger->room; ++i)
                plan_.selector.prepare(*larger, i);
        return larger;
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
            plan_.regret_matching && count > 1 && count <= kMostTogether && is_made_together(state);
        Shape shape{count, together ? count : Selector::first_room(count)};
        shape.keeps_priors = plan_.selector.wants_priors() && shape.room < count;
        rank_moves(state, shape);
        const bool is_won = bring_win_forward(state);
        return table_.insert(key, seat, shape, [&](Node& node) {
            if (together) node.mark(Node::kTogether);
            node.visits = visits;
            set_up(node);
            if (is_won) node.low = node.edges()[0].low = kTop;
        });
    }
    // Wins that are hard to find are looked for at the root, and of the other seat right after its
    // turn of one step or two.
    void probe(Node& node, const S& state) {
        if constexpr (FindsWins<S>) {
            if (!plan_.finds_wins || path_.size() > kNear || node.is(Node::kProbed)) return;
            if (!path_.empty() && node.seat == path_[0].node->seat) return;
            node.mark(Node::kProbed);
            const std::optional<Move> win =
                node.is_proven() ? std::nullopt : state.winning_move(true);
            if (!win) return;
            if (!path_.empty()) node.low = kTop;  // which move it is does not matter here
            for (std::uint32_t i = 0; i < node.room; ++i)
                if (node.move(i) == win->code) node.low = node.edges()[i].low = kTop;
        }
    }
    // Puts a move that wins at once before all others.
    [[nodiscard]] bool bring_win_forward(const S& state) {
        if constexpr (FindsWins<S>) {
            if (!plan_.finds_wins) return false;
            const std::optional<Move> win = state.winning_move(false);
            const auto found = win ? std::ranges::find(moves_, *win) : moves_.end();
            if (found == moves_.end()) return false;
            if (plan_.uses_priors) std::swap(weights_[0], weights_[found - moves_.begin()]);
            std::swap(moves_[0], *found);
            return true;
        }
        return false;
    }
    // In a game with such choices, whether this is one: others have chosen, or what is chosen now
    // waits for them. All else is decided with open eyes, and a mixture would only cost.
    [[nodiscard]] bool is_made_together(const S& state) const {
        if constexpr (MovesTogether<S>) {
            if (!(state.before_commits() == state)) return true;
            S next = state;
            next.apply(moves_[0]);
            return next.before_commits() == state;
        }
        return false;
    }
    void set_up(Node& node) {
        for (std::uint32_t i = 0; i < node.count; ++i) node.set_move(i, moves_[i].code);
        if (!plan_.selector.wants_priors(node)) return;
        node.urgency = urgency_at(node);
        for (std::uint32_t i = 0; i < node.room; ++i) {
            node.edges()[i].extra = std::bit_cast<std::uint32_t>(prior(i));
            plan_.selector.prepare(node, i);
        }
        float* const waiting = node.waiting_priors();
        for (std::uint32_t i = node.room; i < node.count; ++i) waiting[i - node.room] = prior(i);
    }

    // In random order: which are tried first must not depend on how the game lists them.
    void list_moves(const S& state) {
        if (plan_.root_salt != 0 && at_root(state.turn().seat())) {
            moves_.clear();
            for (const Move move : plan_.moves) moves_.push_back(move);
        } else {
            state.legal_moves(moves_);
            if constexpr (MergesMoves<S, typename S::Moves>) state.merge_moves(moves_);
        }
        shuffle_moves();
    }
    // Two places from one random number: no need to be exact to the last bit here.
    void shuffle_moves() {
        std::uint64_t random = 0;
        for (auto i = static_cast<std::uint32_t>(moves_.size()); i > 1; --i) {
            random = i % 2 == 0 || random == 0 ? rng_.next() : random << 32;
            std::swap(moves_[i - 1], moves_[(random >> 32) * i >> 32]);
        }
    }
    // Likely moves first where the game has an opinion; as many of them as are looked at now, if
    // the node can do the same for the others later.
    void rank_moves(const S& state, const Shape& shape) {
        if constexpr (HasPriors<S>) {
            if (!plan_.uses_priors) return;
            weigh_moves(state);
            bring_forward(std::span(moves_.begin(), moves_.size()), std::span(weights_),
                          shape.keeps_priors ? shape.room : shape.count);
        }
    }
    void weigh_moves(const S& state)
        requires HasPriors<S>
    {
        weights_.resize(moves_.size());
        state.priors(moves_, weights_);
        total_weight_ = std::reduce(weights_.begin(), weights_.end(), std::uint64_t{0});
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
        const float mean = step.node->choices()[step.edge].mean;
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
        const bool is_exact = exit == Exit::kOver || exit == Exit::kProven;
        if (plan_.proves && is_exact && path_.size() > provable_from_) {
            back_up_proof(path_, provable_from_, utilities[path_.back().node->seat],
                          plan_.selector);
            is_proven_ = path_[0].node->is_proven() && !has_luck_at_root_;
        }
        count(path_.size());
    }
    void count(std::size_t depth) {
        counters_.simulations.add(1);
        counters_.depth.add(depth);
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
        const std::size_t roots = ordinals_.size();
        std::vector<std::uint32_t>& known =
            ordinals_[roots == 1 ? 0 : (counters_.simulations.get() - 1) % roots];
        const Move move{node.move(edge)};
        if (edge < known.size() && plan_.moves[known[edge]] == move) return known[edge];
        known.assign(node.room, 0);
        for (std::uint32_t i = 0; i < node.room; ++i) {
            const auto found =
                std::find(plan_.moves.begin(), plan_.moves.end(), Move{node.move(i)});
            assert(found != plan_.moves.end());
            known[i] = static_cast<std::uint32_t>(found - plan_.moves.begin());
        }
        return known[edge];
    }

    const SimulationPlan& plan_;
    const Worlds<S>& worlds_;
    Table& table_;
    UtilityScale scale_;
    std::size_t seats_;
    Rng rng_;
    RootAccount account_;
    std::vector<std::vector<std::uint32_t>> ordinals_;
    BusyNodes busy_;
    Path path_;
    StaticVector<std::uint64_t, kLongestPath> recurring_;  // positions met by this simulation
    std::size_t root_step_ = kNone;
    std::size_t most_steps_ = kLongestPath;  // of this simulation, inside the tree
    bool resamples_ = false;                 // this simulation will
    bool is_resampled_ = false;              // it has
    bool is_proven_ = false;
    std::size_t provable_from_ = 0;  // steps from here on have no luck behind them
    bool has_luck_at_root_ = false;  // before the first step
    Returns proven_;
    std::uint32_t utility_ = 0;
    typename S::Moves moves_;
    std::vector<std::uint32_t> weights_;
    std::uint64_t total_weight_ = 0;
};

}  // namespace moonflower
