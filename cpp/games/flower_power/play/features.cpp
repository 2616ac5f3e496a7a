// What hints say about a move: how a battle ends, petals, exposed flowers, cards.
#include <algorithm>

#include "core/features.hpp"
#include "games/flower_power/state.hpp"

namespace moonflower::flower_power {
namespace {

using Unit = FeatureFact::Unit;

enum Feature : std::size_t {
    kSucceeds,
    kAnswered,
    kWon,
    kLost,
    kTaken,
    kExposed,
    kSeen,
    kCards,
    kFeatures
};

constexpr std::array<FeatureFact, kFeatures> kFacts{{
    {"attack_succeeds", Unit::kChance, +1},
    {"attack_answered", Unit::kChance, -1},  // the defender plays a card against it
    {"petals_won", Unit::kPoints, +1},
    {"petals_lost", Unit::kPoints, -1},
    {"petals_taken", Unit::kPoints, +1},    // what the other seats lose
    {"flowers_exposed", Unit::kCount, -1},  // open tops an open top of a rival beats
    {"cards_seen", Unit::kCount, +1},       // petals or hand cards a spy looks at
    {"cards_left", Unit::kCount, +1},       // in the own hand
}};

// By flower_power::Kind; what chance does is no move.
constexpr std::array<std::string_view, 14> kKindNames{
    "build",     "draw",      "end",        "pass",     "keep",         "attack",     "poison",
    "fertilise", "transform", "spy_flower", "spy_hand", "make_regular", "make_power", "choose"};

constexpr int kLongestBattle = 200;  // moves; both sides together hold fewer cards

bool is_battle(const State& state) {
    const Phase phase = state.phase();
    return phase == Phase::kPick || phase == Phase::kReply || phase == Phase::kConfirm;
}

bool is_hand_action(Move move) {
    const Kind kind = kind_of(move);
    return kind >= Kind::kPoison && kind <= Kind::kTransform;
}

int top_strength(const Garden& garden, int flower) {
    return garden.face_up(flower, 0) ? strength(garden.card(flower, 0)) : 0;
}

int exposed_flowers(const State& state, Seat seat) {
    const Garden& garden = state.garden();
    int strongest = 0;
    for (int i = 0; i < garden.flowers(); ++i)
        if (garden.flower(i).owner != seat)
            strongest = std::max(strongest, top_strength(garden, i));
    int count = 0;
    for (int i = 0; i < garden.flowers(); ++i) {
        if (garden.flower(i).owner != seat) continue;
        const int top = top_strength(garden, i);
        count += top > 0 && top < strongest ? 1 : 0;
    }
    return count;
}

int cards_seen(const State& state, Move move) {
    if (kind_of(move) == Kind::kSpyHand) return state.hand_size(index_of(move));
    if (kind_of(move) != Kind::kSpyFlower) return 0;
    const Garden& garden = state.garden();
    const int flower = garden.find(flower_of(move));
    int count = 0;
    for (int petal = 0; petal < garden.size(flower); ++petal)
        count += garden.face_up(flower, petal) ? 0 : 1;
    return count;
}

}  // namespace

std::span<const FeatureFact> State::features() { return kFacts; }
std::span<const std::string_view> State::move_kinds() { return kKindNames; }
std::size_t State::move_kind(Move move) const { return static_cast<std::size_t>(kind_of(move)); }

// A battle is played to its end by the rules of thumb of both sides, each from what it knows.
void State::measure(Move move, Rng& rng, std::span<double> values) const {
    const Seat seat = turn().seat();
    const Seat attacker = active();
    const std::array<int, kMaxSeats> before = scores();
    State after = *this;
    after.apply(move);
    bool is_answered = false;
    for (int i = 0; i < kLongestBattle; ++i) {
        if (after.turn().is_over() || (after.turn().is_seat() && !is_battle(after))) break;
        const Move next =
            after.turn().is_chance() ? after.random_move(rng) : after.greedy_move(rng);
        is_answered |=
            after.turn().is_seat() && after.turn().seat() != attacker && is_hand_action(next);
        after.apply(next);
    }
    const std::array<int, kMaxSeats> petals = after.scores();
    std::fill(values.begin(), values.end(), 0.0);
    values[kSucceeds] = values[kAnswered] = kNoFeature;
    if (kind_of(move) == Kind::kAttack) {
        const int target = after.garden().find(target_of(move));
        const bool fell = target == kNoFlower || after.garden().flower(target).owner == attacker;
        values[kSucceeds] = fell ? 1 : 0;
        values[kAnswered] = is_answered ? 1 : 0;
    }
    for (Seat other = 0; other < seats(); ++other) {
        const int change = petals[at(other)] - before[at(other)];
        if (other != seat) values[kTaken] += std::max(0, -change);
        if (other == seat) values[kWon] = std::max(0, change);
        if (other == seat) values[kLost] = std::max(0, -change);
    }
    values[kExposed] = exposed_flowers(after, seat);
    values[kSeen] = cards_seen(*this, move);
    values[kCards] = after.hand_size(seat);
}

}  // namespace moonflower::flower_power
