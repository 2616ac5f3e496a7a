// Playout policy by kinds, the greedy rules, priors and the heuristic value.
#include "games/flower_power/play/policy.hpp"

#include <algorithm>
#include <bit>

#include "games/flower_power/state.hpp"

namespace moonflower::flower_power {
namespace {

template <std::size_t N>
struct Indices {
    std::array<std::uint8_t, N> items;
    std::uint32_t count = 0;
    void push(int index) { items[count++] = static_cast<std::uint8_t>(index); }
    [[nodiscard]] int any(Rng& rng) const { return items[count == 1 ? 0 : rng.below(count)]; }
};

Card any_card(std::uint64_t cards, Rng& rng) {
    const auto count = static_cast<std::uint32_t>(count_bits(cards));
    return static_cast<Card>(count == 1 ? std::countr_zero(cards)
                                        : nth_bit(cards, rng.below(count)));
}

}  // namespace

// --- by kinds

Move State::random_outcome(Rng& rng) const {
    if (waits_for_reshuffle()) return encode(Kind::kDeal, kNoCard, 0, kReshuffle);
    const bool petal = waits_for_petal();
    const bool buried = !petal && task_ != Task::kDeal && is_reshuffled();
    const CardSet pool = zones_[buried ? Zone::kPile : Zone::kUnseen];
    const Card card = pool.nth(rng.below(static_cast<std::uint32_t>(pool.size())));
    if (petal) return encode(Kind::kShow, card, garden_.flower(wait_flower_).id, wait_petal_);
    return encode(Kind::kDeal, card, 0, receiver());
}

// An attack with a flower of the active seat on any enemy flower; no code if there is none.
std::optional<Move> State::random_attack(Rng& rng) const {
    Indices<kMaxCards> own;
    Indices<kMaxCards> enemies;
    const bool unique = garden_.owned(active_) == 1;
    for (int i = 0; i < garden_.flowers(); ++i) {
        const Flower& flower = garden_.flower(i);
        if (flower.owner == active_) {
            if (unique || !flower.spent) own.push(i);
        } else if (!flower.exhausted) {
            enemies.push(i);
        }
    }
    if (own.count == 0 || enemies.count == 0) return std::nullopt;
    const int target = enemies.any(rng);  // drawn apart: arguments have no order
    return encode_attack(garden_.flower(own.any(rng)).id, garden_.flower(target).id);
}

std::optional<Move> State::random_poison(Card card, Rng& rng) const {
    std::uint32_t seen = 0;
    int flower = 0;
    int petal = 0;
    for (int i = 0; i < garden_.flowers(); ++i)
        for (int p = 0; p < garden_.size(i); ++p)
            if (may_target(Kind::kPoison, card, i, p) && rng.below(++seen) == 0) {
                flower = i;
                petal = p;
            }
    if (seen == 0) return std::nullopt;
    return encode(Kind::kPoison, card, garden_.flower(flower).id, petal);
}

// A random use of a random card of the hand.
std::optional<Move> State::random_hand_action(Rng& rng) const {
    const std::uint64_t hand = zones_.faces(hand_of(decider_));
    if (hand == 0) return std::nullopt;
    if (rng.below(policy::kOdds) < policy::kCreate) {
        if (const std::uint64_t steps = power_steps(); steps != 0 && rng.coin())
            return encode(Kind::kMakePower, any_card(steps, rng));
        if (const std::uint64_t steps = regular_steps(); steps != 0)
            return encode(Kind::kMakeRegular, any_card(steps, rng));
    }
    const Card card = any_card(hand, rng);
    const std::uint64_t bit = bit_of(card);
    const bool second = card < 2 && rng.coin();  // FP-3: a joker has two functions
    if ((bit & kPoisons) != 0 && !second) return random_poison(card, rng);
    if ((bit & kSpies) != 0) return random_spy(card, rng);
    const int flower = static_cast<int>(rng.below(static_cast<std::uint32_t>(garden_.flowers())));
    const Flower& f = garden_.flower(flower);
    if ((bit & kTransformers) != 0 && (card != kRedJoker || second)) {
        if (f.power) return std::nullopt;
        return encode(Kind::kTransform, card, f.id, kNoPlace);
    }
    const int place =
        f.power ? kNoPlace
                : static_cast<int>(rng.below(static_cast<std::uint32_t>(garden_.size(flower)) + 1));
    return encode(Kind::kFertilise, card, f.id, place);
}

std::optional<Move> State::random_spy(Card card, Rng& rng) const {
    if (rng.below(4) == 0) {
        const auto seat = static_cast<Seat>(rng.below(static_cast<std::uint32_t>(seats())));
        if (may_spy_on_hand(seat)) return encode(Kind::kSpyHand, card, 0, seat);
    }
    const int flower = static_cast<int>(rng.below(static_cast<std::uint32_t>(garden_.flowers())));
    if (!may_target(Kind::kSpyFlower, card, flower, kNoPlace)) return std::nullopt;
    return encode(Kind::kSpyFlower, card, garden_.flower(flower).id, kNoPlace);
}

Move State::random_choice(Rng& rng) const {
    Indices<kMaxCards> choices;
    for (int petal = 0; petal < garden_.size(fighting_flower()); ++petal)
        if (may_choose(petal)) choices.push(petal);
    return encode(Kind::kChoose, 0, 0, choices.any(rng));
}

Move State::random_make(Rng& rng) const {
    const bool power = phase_ == Phase::kMakePower;
    const Kind kind = power ? Kind::kMakePower : Kind::kMakeRegular;
    const std::uint64_t steps = power ? power_steps() : regular_steps();
    if (may_close() && (steps == 0 || rng.below(policy::kOdds) >= policy::kLayMore))
        return encode(kind, kNoCard);
    return encode(kind, any_card(steps, rng));
}

Move State::random_main(Rng& rng) const {
    const std::uint32_t roll = rng.below(policy::kOdds);
    if (roll < policy::kMainHand) {
        if (const auto move = random_hand_action(rng)) return *move;
    } else if (roll < policy::kMainHand + policy::kMainDraw) {
        if (may_draw()) return encode(Kind::kDraw);
    } else if (roll < policy::kMainHand + policy::kMainDraw + policy::kMainEnd) {
        return encode(Kind::kEnd);
    }
    return random_attack(rng).value_or(encode(Kind::kEnd));
}

Move State::random_reply(Rng& rng) const {
    const std::uint32_t roll = rng.below(policy::kOdds);
    if (roll < policy::kReplyHand) {
        if (const auto move = random_hand_action(rng)) return *move;
    } else if (roll - policy::kReplyHand < policy::kReplyEnd && may_end()) {
        return encode(Kind::kEnd);
    }
    return encode(Kind::kPass);
}

Move State::random_move(Rng& rng) const {
    if (task_ != Task::kNothing) return random_outcome(rng);
    switch (phase_) {
        case Phase::kBuild:
            return encode_build(static_cast<int>(
                rng.below(static_cast<std::uint32_t>(partitions_of(pack_[decider_])))));
        case Phase::kMain:
            return random_main(rng);
        case Phase::kReply:
            return random_reply(rng);
        case Phase::kPick:
            if (may_end() && rng.below(policy::kOdds) < policy::kReplyEnd)
                return encode(Kind::kEnd);
            return random_choice(rng);
        case Phase::kConfirm: {
            const std::uint32_t roll = rng.below(policy::kOdds);
            if (roll < policy::kConfirmChange) return random_choice(rng);
            if (roll - policy::kConfirmChange < policy::kReplyEnd && may_end())
                return encode(Kind::kEnd);
            return encode(Kind::kKeep);
        }
        case Phase::kWill:
            if (rng.coin())
                if (const auto move = random_hand_action(rng)) return *move;
            return encode(Kind::kEnd);
        default:
            return random_make(rng);
    }
}

}  // namespace moonflower::flower_power
