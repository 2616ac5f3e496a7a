#include "solve/flower_power/battle.hpp"

#include <algorithm>
#include <memory>

#include "core/error.hpp"

namespace moonflower::flower_power {
namespace {

class Battle {
public:
    Battle(const State& before, Move attack, std::uint64_t most_nodes, const Beat& beat)
        : attacker_(before.turn().seat()),
          own_(attacker_of(attack)),
          target_(target_of(attack)),
          defender_(before.garden().flower(before.garden().find(target_)).owner),
          most_nodes_(most_nodes),
          beat_(beat) {}

    [[nodiscard]] double chance(const State& state) {
        beat_();
        if (++nodes_ > most_nodes_) {
            is_cut_ = true;
            return 0.5;
        }
        if (is_over(state)) return succeeded(state) ? 1 : 0;
        if (state.turn().is_chance()) return expect(state);
        const std::uint64_t key = state.key();
        if (const auto known = known_.find(key); known != known_.end()) return known->second;
        const double value = decide(state);
        known_.emplace(key, value);
        return value;
    }
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
    [[nodiscard]] bool is_cut() const { return is_cut_; }

private:
    // Back at somebody's turn, or at the draws that follow a battle.
    [[nodiscard]] static bool is_over(const State& state) {
        if (state.turn().is_over()) return true;
        if (state.turn().is_chance()) {
            const auto outcomes = std::make_unique<State::Outcomes>();
            state.chance(*outcomes);
            return kind_of((*outcomes)[0].move) == Kind::kDeal;
        }
        return state.phase() == Phase::kMain || state.phase() == Phase::kWill;
    }
    [[nodiscard]] bool succeeded(const State& state) const {
        const int target = state.garden().find(target_);
        return target == kNoFlower || state.garden().flower(target).owner != defender_;
    }
    [[nodiscard]] bool matters(Move move) const {
        switch (kind_of(move)) {
            case Kind::kPass:
            case Kind::kKeep:
            case Kind::kChoose:
                return true;
            case Kind::kPoison:
            case Kind::kFertilise:
            case Kind::kTransform:
                return flower_of(move) == own_ || flower_of(move) == target_;
            default:
                return false;
        }
    }
    [[nodiscard]] double decide(const State& state) {
        const auto moves = std::make_unique<State::Moves>();
        state.legal_moves(*moves);
        const bool attacks = state.turn().seat() == attacker_;
        double best = attacks ? -1 : 2;
        for (const Move move : *moves) {
            if (!matters(move)) continue;
            State next = state;
            next.apply(move);
            const double value = chance(next);
            best = attacks ? std::max(best, value) : std::min(best, value);
            if (best == (attacks ? 1 : 0)) break;
        }
        if (best < 0 || best > 1) return succeeded(state) ? 1 : 0;  // nothing that matters is left
        return best;
    }
    [[nodiscard]] double expect(const State& state) {
        const auto outcomes = std::make_unique<State::Outcomes>();
        state.chance(*outcomes);
        double total = 0;
        double sum = 0;
        for (const Outcome& outcome : *outcomes) {
            State next = state;
            next.apply(outcome.move);
            sum += static_cast<double>(outcome.weight) * chance(next);
            total += static_cast<double>(outcome.weight);
        }
        return sum / total;
    }

    Seat attacker_;
    int own_;
    int target_;
    Seat defender_;
    std::uint64_t most_nodes_;
    const Beat& beat_;
    std::uint64_t nodes_ = 0;
    bool is_cut_ = false;
    std::unordered_map<std::uint64_t, double> known_;
};

void expect_attack(const auto& position, Move attack) {
    const auto moves = std::make_unique<State::Moves>();
    if (position.turn().is_seat()) position.legal_moves(*moves);
    if (kind_of(attack) != Kind::kAttack || std::ranges::find(*moves, attack) == moves->end())
        throw OptionError(
            "flower_power: the move is not an attack of the seat on turn; legal "
            "attacks such as a3>7 are accepted");
}

}  // namespace

AttackOdds attack_odds(const State& state, Move attack, std::uint64_t most_nodes,
                       const Beat& beat) {
    expect_attack(state, attack);
    Battle battle(state, attack, most_nodes, beat);
    State next = state;
    next.apply(attack);
    const double chance = battle.chance(next);
    return {chance, 1, !battle.is_cut(), battle.nodes()};
}

AttackOdds attack_odds(const View& view, Move attack, std::size_t samples, std::uint64_t seed,
                       std::uint64_t most_nodes, const Beat& beat) {
    expect_attack(view, attack);
    AttackOdds sum;
    double total = 0;
    const auto add = [&](const State& world, double weight) {
        const AttackOdds one = attack_odds(world, attack, most_nodes, beat);
        sum.chance += weight * one.chance;
        total += weight;
        ++sum.worlds;
        sum.is_exact = sum.is_exact && one.is_exact;
        sum.nodes += one.nodes;
    };
    if (const auto worlds = view.worlds(samples)) {
        sum.is_exact = true;
        for (const World<State>& world : *worlds) add(world.state, world.weight);
    } else {
        Rng rng(seed);
        for (std::size_t i = 0; i < samples; ++i) add(view.sample(rng), 1);
    }
    sum.chance /= total;
    return sum;
}

}  // namespace moonflower::flower_power
