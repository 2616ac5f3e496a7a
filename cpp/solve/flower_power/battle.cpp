#include "solve/flower_power/battle.hpp"

#include <algorithm>
#include <memory>

#include "core/error.hpp"
#include "core/moves_or_outcomes.hpp"

namespace moonflower::flower_power {
namespace {

class Battle {
public:
    Battle(const State& before, Move attack, std::uint64_t most_nodes,
           const ProgressCallback& progress)
        : attacker_(before.turn().seat()),
          own_(attacker_of(attack)),
          target_(target_of(attack)),
          most_nodes_(most_nodes),
          progress_(progress) {}

    // `is_compared`: the last decision could lead to a comparison, so that a target that is gone
    // was beaten (FP-74); after a hand action it was destroyed, and the attack failed (FP-76).
    [[nodiscard]] double chance(const State& state, bool is_compared) {
        progress_();
        if (++nodes_ > most_nodes_) {
            is_cut_ = true;
            return 0.5;
        }
        if (is_over(state)) return succeeded(state, is_compared) ? 1 : 0;
        if (state.turn().is_chance()) return expect(state, is_compared);
        const std::uint64_t key = state.key();
        if (const auto known = known_.find(key); known != known_.end()) return known->second;
        const double value = decide(state);
        if (!is_cut_) known_.emplace(key, value);
        return value;
    }
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
    [[nodiscard]] bool is_cut() const { return is_cut_; }

private:
    // Back at somebody's turn, or at the draws that follow a battle.
    [[nodiscard]] static bool is_over(const State& state) {
        if (state.turn().is_over()) return true;
        if (state.turn().is_chance())
            return kind_of(outcomes_of(state).front().move) == Kind::kDeal;
        return state.phase() == Phase::kMain || state.phase() == Phase::kWill;
    }
    [[nodiscard]] bool succeeded(const State& state, bool is_compared) const {
        const int target = state.garden().find(target_);
        if (target == kNoFlower) return is_compared;
        return state.garden().flower(target).owner == attacker_;
    }

    [[nodiscard]] bool is_power(const State& state, int id) const {
        const int flower = state.garden().find(id);
        return flower != kNoFlower && state.garden().flower(flower).power;
    }
    [[nodiscard]] static bool ends_reply(Move move) {
        const Kind kind = kind_of(move);
        return kind == Kind::kPass || kind == Kind::kKeep || kind == Kind::kChoose;
    }
    [[nodiscard]] static bool is_creation(Move move) {
        return kind_of(move) == Kind::kMakeRegular || kind_of(move) == Kind::kMakePower;
    }
    [[nodiscard]] bool is_on_fighters(Move move) const {
        switch (kind_of(move)) {
            case Kind::kPoison:
            case Kind::kFertilise:
            case Kind::kTransform:
            case Kind::kSpyFlower:
                return flower_of(move) == own_ || flower_of(move) == target_;
            default:
                return false;
        }
    }

    // Every decision but giving up. Hand actions elsewhere do not touch the fighters, but they
    // bring back the first comparison and the changes of a fighting power flower (FP-62, FP-73);
    // where none fights they are wasted. For this one place is as good as another, so each card is
    // played elsewhere once, and a flower is created only by those who have no other such action.
    [[nodiscard]] std::vector<Move> moves_that_matter(const State& state) const {
        std::vector<Move> all = moves_of(state);
        if (state.phase() == Phase::kMakeRegular || state.phase() == Phase::kMakePower) return all;
        const bool may_waste = is_power(state, own_) || is_power(state, target_);
        std::vector<Move> found;
        std::vector<Move> creations;
        std::uint64_t elsewhere = 0;  // cards
        for (const Move move : all) {
            if (kind_of(move) == Kind::kEnd) continue;
            if (ends_reply(move) || is_on_fighters(move)) {
                found.push_back(move);
            } else if (is_creation(move)) {
                creations.push_back(move);
            } else if (may_waste && (elsewhere >> card_of(move) & 1U) == 0) {
                elsewhere |= std::uint64_t{1} << card_of(move);
                found.push_back(move);
            }
        }
        if (may_waste && elsewhere == 0)
            found.insert(found.end(), creations.begin(), creations.end());
        return found;
    }

    [[nodiscard]] double decide(const State& state) {
        const bool attacks = state.turn().seat() == attacker_;
        double best = attacks ? 0 : 1;  // giving up; a defender always has another decision
        for (const Move move : moves_that_matter(state)) {
            State next = state;
            next.apply(move);
            const double value = chance(next, ends_reply(move));
            best = attacks ? std::max(best, value) : std::min(best, value);
            if (best == (attacks ? 1 : 0)) break;
        }
        return best;
    }
    [[nodiscard]] double expect(const State& state, bool is_compared) {
        double total = 0;
        double sum = 0;
        for (const Outcome& outcome : outcomes_of(state)) {
            State next = state;
            next.apply(outcome.move);
            sum += static_cast<double>(outcome.weight) * chance(next, is_compared);
            total += static_cast<double>(outcome.weight);
        }
        return sum / total;
    }

    Seat attacker_;
    int own_;
    int target_;
    std::uint64_t most_nodes_;
    const ProgressCallback& progress_;
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
                       const ProgressCallback& progress) {
    expect_attack(state, attack);
    Battle battle(state, attack, most_nodes, progress);
    State next = state;
    next.apply(attack);
    const double chance = battle.chance(next, true);
    return {chance, 1, !battle.is_cut(), battle.nodes()};
}

AttackOdds attack_odds(const View& view, Move attack, std::size_t samples, std::uint64_t seed,
                       std::uint64_t most_nodes, const ProgressCallback& progress) {
    expect_attack(view, attack);
    AttackOdds sum;
    double total = 0;
    const auto add = [&](const State& world, double weight) {
        const AttackOdds one = attack_odds(world, attack, most_nodes, progress);
        sum.chance += weight * one.chance;
        total += weight;
        ++sum.worlds;
        sum.is_exact = sum.is_exact && one.is_exact;
        sum.nodes += one.nodes;
    };
    if (const auto worlds = view.worlds(samples, progress)) {
        sum.is_exact = true;
        for (const World<State>& world : *worlds) add(world.state, world.weight);
    } else {
        const Sampler sampler = view.sampler();
        Rng rng(seed);
        for (std::size_t i = 0; i < samples; ++i) add(sampler.draw(rng), 1);
    }
    sum.chance /= total;
    return sum;
}

}  // namespace moonflower::flower_power
