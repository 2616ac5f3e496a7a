// The rest of a seat's turn when nobody acts after it: exact expectimax over what the seat knows.
// Worlds that look alike to the seat are weighed together, so that a look at something hidden is
// worth exactly what it lets the seat do better. Payoff first, margin where payoffs are equal.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "solve/solution.hpp"

namespace moonflower {

struct TurnValue {
    std::array<double, kMaxSeats> payoffs{};
    double margin = 0;  // the seat's score less the best other's

    void add(const TurnValue& other, double share) {
        for (std::size_t seat = 0; seat < payoffs.size(); ++seat)
            payoffs[seat] += share * other.payoffs[seat];
        margin += share * other.margin;
    }
};

template <GameState S>
    requires HasScores<S>
class OwnTurn {
public:
    using Worlds = std::vector<World<S>>;
    using Allows = std::function<bool(Move)>;  // moves that may be considered
    struct Choice {
        Move move;
        TurnValue value;
    };
    struct NotTheLast {};  // thrown where another seat would act

    OwnTurn(Seat seat, Allows allows, ProgressCallback progress)
        : seat_(seat), allows_(std::move(allows)), progress_(std::move(progress)) {}

    // Each move the seat may make, in worlds that all look alike to it and where it is on turn.
    [[nodiscard]] std::vector<Choice> weigh(const Worlds& worlds) {
        std::vector<Choice> choices;
        const auto moves = std::make_unique<typename S::Moves>();
        worlds.front().state.legal_moves(*moves);
        for (const Move move : *moves)
            if (allows_(move)) choices.push_back({move, after(worlds, move)});
        return choices;
    }
    [[nodiscard]] bool is_better(const TurnValue& a, const TurnValue& b) const {
        constexpr double kRounding = 1e-12;
        const auto seat = static_cast<std::size_t>(seat_);
        const double lead = a.payoffs[seat] - b.payoffs[seat];
        return lead > kRounding || (lead > -kRounding && a.margin > b.margin + kRounding);
    }
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

private:
    TurnValue value_of(const Worlds& worlds);
    TurnValue after(const Worlds& worlds, Move move);
    void add_resolved(const S& state, double weight, Worlds& worlds);
    [[nodiscard]] TurnValue final_value(const S& state) const;

    Seat seat_;
    Allows allows_;
    ProgressCallback progress_;
    std::uint64_t nodes_ = 0;
    std::unordered_map<std::uint64_t, TurnValue> known_;  // by info key
};

template <GameState S>
    requires HasScores<S>
TurnValue OwnTurn<S>::value_of(const Worlds& worlds) {
    const S& first = worlds.front().state;
    if (first.turn() != Turn::of(seat_)) throw NotTheLast{};
    const std::uint64_t key = first.info_key(seat_);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    const std::vector<Choice> choices = weigh(worlds);
    TurnValue best = choices.front().value;
    for (const Choice& choice : choices)
        if (is_better(choice.value, best)) best = choice.value;
    known_.emplace(key, best);
    return best;
}

// What the seat can expect after a move: it sees what the move shows, and goes on from there.
template <GameState S>
    requires HasScores<S>
TurnValue OwnTurn<S>::after(const Worlds& worlds, Move move) {
    Worlds next;
    double total = 0;
    for (const World<S>& world : worlds) {
        S state = world.state;
        state.apply(move);
        add_resolved(state, world.weight, next);
        total += world.weight;
    }
    TurnValue sum;
    std::unordered_map<std::uint64_t, Worlds> alike;
    std::vector<std::uint64_t> order;  // as met: sums are equal on every machine
    for (const World<S>& world : next) {
        if (world.state.turn().is_over()) {
            sum.add(final_value(world.state), world.weight / total);
            continue;
        }
        const std::uint64_t key = world.state.info_key(seat_);
        Worlds& group = alike[key];
        if (group.empty()) order.push_back(key);
        group.push_back(world);
    }
    for (const std::uint64_t key : order) {
        double weight = 0;
        for (const World<S>& world : alike[key]) weight += world.weight;
        sum.add(value_of(alike[key]), weight / total);
    }
    return sum;
}

// Chance drawn: the world, or each of its outcomes with its share.
template <GameState S>
    requires HasScores<S>
void OwnTurn<S>::add_resolved(const S& state, double weight, Worlds& worlds) {
    progress_();
    ++nodes_;
    if (!state.turn().is_chance()) {
        worlds.push_back({state, weight});
        return;
    }
    const auto outcomes = std::make_unique<typename S::Outcomes>();
    state.chance(*outcomes);
    double total = 0;
    for (const Outcome& outcome : *outcomes) total += static_cast<double>(outcome.weight);
    for (const Outcome& outcome : *outcomes) {
        S child = state;
        child.apply(outcome.move);
        add_resolved(child, weight * static_cast<double>(outcome.weight) / total, worlds);
    }
}

template <GameState S>
    requires HasScores<S>
TurnValue OwnTurn<S>::final_value(const S& state) const {
    TurnValue value;
    const Returns returns = state.returns();
    const auto scores = state.scores();
    int best_other = std::numeric_limits<int>::min();
    for (Seat seat = 0; seat < state.seats(); ++seat) {
        value.payoffs[static_cast<std::size_t>(seat)] = returns.payoff(seat);
        if (seat != seat_)
            best_other = std::max(best_other, scores[static_cast<std::size_t>(seat)]);
    }
    value.margin = scores[static_cast<std::size_t>(seat_)] - best_other;
    return value;
}

}  // namespace moonflower
