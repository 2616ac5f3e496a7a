// The light rules of thumb: priors, the greedy move and the heuristic value. All in whole numbers,
// equal on every machine.
#include <algorithm>
#include <bit>

#include "games/flower_power/state.hpp"

namespace moonflower::flower_power {
namespace {

constexpr int kUnknownStrength = 8;  // about the mean of a deck

// Prior weights; only their ratios matter.
constexpr std::uint32_t kWins = 24;
constexpr std::uint32_t kOpenQuestion = 8;
constexpr std::uint32_t kPassWeight = 12;
constexpr std::uint32_t kTurnsBattle = 30;
constexpr std::uint32_t kUseful = 4;
constexpr std::uint32_t kLeast = 1;
constexpr std::uint32_t kManyFlowers = 64;

}  // namespace

// The strength a flower will fight with, as far as the decider can see.
int State::visible_strength(int flower) const {
    if (garden_.flower(flower).power) return strength(garden_.card(flower, 0));
    return sees(decider_, flower, 0) ? strength(garden_.card(flower, 0)) : kUnknownStrength;
}

// By how much the attacker leads in the running battle; ties go by size (FP-72).
int State::battle_lead() const {
    const int x = strength(petal_at_level(x_));
    const int y = strength(petal_at_level(y_));
    if (x != y) return x - y;
    return garden_.size(x_) > garden_.size(y_) ? 1 : -1;
}

// Does a hand action of a reply turn a battle its seat is losing?
bool State::turns_battle(Move move) const {
    const bool attacks = decider_ == active_;
    const int own = attacks ? x_ : y_;
    const int enemy = attacks ? y_ : x_;
    const int flower = garden_.find(flower_of(move));
    const int mine = strength(petal_at_level(own));
    const int theirs = strength(petal_at_level(enemy));
    const bool on_top = index_of(move) == 0 || index_of(move) == kNoPlace;
    switch (kind_of(move)) {
        case Kind::kPoison:
            return flower == enemy && garden_.card(enemy, index_of(move)) == petal_at_level(enemy);
        case Kind::kFertilise:
            if (flower == own) return on_top && strength(card_of(move)) > theirs;
            return flower == enemy && index_of(move) == 0 && strength(card_of(move)) < mine;
        default:
            return false;
    }
}

std::uint32_t State::weight_of(Move move) const {
    switch (kind_of(move)) {
        case Kind::kBuild: {  // many small flowers: a battle lost costs less, more can attack
            const auto flowers = partition_at(pack_[decider_], rank_of(move)).size();
            const auto most = std::max<std::size_t>(1, pack_[decider_] / 2U);
            return flowers + 2 >= most ? kManyFlowers : kLeast;
        }
        case Kind::kDraw:
            return kOpenQuestion;
        case Kind::kEnd:
            return kLeast;
        case Kind::kPass:
            return (battle_lead() > 0) == (decider_ == active_) ? kTurnsBattle : kPassWeight;
        case Kind::kKeep:
            return (battle_lead() > 0) == (decider_ == active_) ? kTurnsBattle : kUseful;
        case Kind::kAttack: {
            const int x = garden_.find(attacker_of(move));
            const int y = garden_.find(target_of(move));
            const int lead = visible_strength(x) - visible_strength(y);
            const auto size = static_cast<std::uint32_t>(garden_.size(y));
            if (lead > 0) return kWins + 2 * size + static_cast<std::uint32_t>(lead);
            return lead == 0 ? kOpenQuestion : kLeast;
        }
        case Kind::kChoose:
            return choice_weight(index_of(move));
        case Kind::kPoison:
        case Kind::kFertilise:
        case Kind::kTransform: {
            const bool own = garden_.flower(garden_.find(flower_of(move))).owner == decider_;
            if (phase_ == Phase::kReply && (battle_lead() > 0) != (decider_ == active_) &&
                turns_battle(move))  // the cheapest card that turns it
                return kTurnsBattle + 16 - static_cast<std::uint32_t>(strength(card_of(move)));
            return (kind_of(move) == Kind::kPoison) == own ? kLeast : kUseful;
        }
        default:
            return kUseful;
    }
}

// The weakest petal that wins, else the weakest at all.
std::uint32_t State::choice_weight(int petal) const {
    const int other = fighting_flower() == x_ ? y_ : x_;
    const bool open = garden_.flower(other).power ? picked(other, level_) >= 0 : true;
    const int theirs = open ? strength(petal_at_level(other)) : visible_strength(other);
    const int mine = strength(garden_.card(fighting_flower(), petal));
    return mine > theirs ? kWins + 16 - static_cast<std::uint32_t>(mine)
                         : kLeast + (mine < 15 ? (15 - static_cast<std::uint32_t>(mine)) / 4 : 0);
}

void State::priors(const Moves& moves, std::span<std::uint32_t> weights) const {
    for (std::size_t i = 0; i < moves.size(); ++i) weights[i] = weight_of(moves[i]);
}

Move State::greedy_move(Rng& rng) const {
    if (task_ != Task::kNothing) return random_outcome(rng);
    Moves moves;
    legal_moves(moves);
    Move best = moves[0];
    std::uint32_t most = 0;
    std::uint32_t ties = 0;
    for (const Move move : moves) {
        const std::uint32_t weight = weight_of(move);
        if (weight < most) continue;
        ties = weight > most ? 1 : ties + 1;
        most = weight;
        if (rng.below(ties) == 0) best = move;
    }
    return best;
}

// Shares by the square of petals, flowers, visible tops and cards in hand.
Returns State::heuristic() const {
    if (phase_ == Phase::kOver) return returns();
    std::array<std::int64_t, kMaxSeats> worth{};
    const std::array<int, kMaxSeats> petals = scores();
    for (Seat seat = 0; seat < seats(); ++seat)
        if (lives(seat)) worth[at(seat)] = 8 + 8 * petals[at(seat)] + 10 * hand_size(seat);
    for (int i = 0; i < garden_.flowers(); ++i) {
        const bool open = garden_.face_up(i, 0);
        worth[garden_.flower(i).owner] +=
            4 + (open ? strength(garden_.card(i, 0)) : kUnknownStrength);
    }
    std::int64_t total = 0;
    for (std::int64_t& value : worth) total += value *= value;
    Returns returns;
    std::int32_t left = kPayoffUnit;
    Seat last = 0;
    for (Seat seat = 0; seat < seats(); ++seat) {
        if (worth[at(seat)] == 0) continue;
        last = seat;
        returns.units[at(seat)] = static_cast<std::int32_t>(worth[at(seat)] * kPayoffUnit / total);
        left -= returns.units[at(seat)];
    }
    returns.units[at(last)] += left;
    return returns;
}

// Random games are long and hardly depend on a move made now: a few moves, then a look.
SearchHints State::search_hints(const Rules& /*rules*/) {
    SearchHints hints;
    hints.selection = Selection::kPuct;
    hints.leaf = LeafValue::kCutOff;
    hints.cut_off = 4;
    hints.decisions_percent = 90;
    return hints;
}

}  // namespace moonflower::flower_power
