// Legal moves (parts 5 to 8): one test for each kind, and the list made with the same tests.
#include <algorithm>

#include "games/flower_power/state.hpp"

namespace moonflower::flower_power {
namespace {

constexpr int kFewestRegular = 3;  // FP-44
constexpr int kFewestPower = 4;    // FP-45

// FP-45: a joker stands for one missing suit of its colour.
bool is_power_set(const CardSet& cards) {
    const auto missing = [&](std::uint64_t suit) { return (cards.one & suit) == 0 ? 1 : 0; };
    return cards.size() >= kFewestPower &&
           missing(kSpades) + missing(kClubs) <= cards.count(kBlackJoker) &&
           missing(kHearts) + missing(kDiamonds) <= cards.count(kRedJoker);
}

CardSet not_before(const CardSet& cards, Card first) {
    const std::uint64_t mask = ~(bit_of(first) - 1);
    return {cards.one & mask, cards.two & mask};
}

std::uint64_t function_of(Kind kind) {
    switch (kind) {
        case Kind::kPoison:
            return kPoisons;
        case Kind::kFertilise:
            return kFertilisers;
        case Kind::kTransform:
            return kTransformers;
        default:
            return kSpies;
    }
}

}  // namespace

// FP-31
bool State::may_draw() const {
    const unsigned bit = seat_bit(active_);
    return phase_ == Phase::kMain && fresh_ && (had_turn_ & bit) != 0 && (last_draw_ & bit) == 0 &&
           (pile_size_ > 0 || !zones_[Zone::kGrave].empty());
}

// FP-33, FP-34, FP-77
bool State::may_end() const {
    switch (phase_) {
        case Phase::kMain:
        case Phase::kWill:
            return true;
        case Phase::kPick:
        case Phase::kReply:
        case Phase::kConfirm:
            return decider_ == active_ && rules_.end_in_battle;
        default:
            return false;
    }
}

// FP-80
bool State::may_attack(int flower) const {
    const Flower& f = garden_.flower(flower);
    return f.owner == active_ && (!f.spent || garden_.owned(active_) == 1);
}

bool State::acts_by_hand() const {
    return phase_ == Phase::kMain || phase_ == Phase::kReply || phase_ == Phase::kWill;
}

// Cards whose place a seat knows.
CardSet State::located(Seat seat) const {
    CardSet cards = zones_[Zone::kGrave] + zones_[Zone::kOut] + hand(seat);
    cards = cards + knowledge_.all_known(seat);
    if (seat == decider_) cards = cards + loose();
    for (int i = 0; i < garden_.bound(); ++i)
        if ((garden_.marks_at(i) & (kFaceUp | seat_bit(seat))) != 0) cards.add(garden_.card_at(i));
    return cards;
}

// In a view another hand may hold any card the reader cannot place.
bool State::may_hold(Seat seat, Card card) const {
    if (hand(seat).has(card)) return true;
    return masked_ && hidden_[at(seat)] > 0 && (cards() - located(viewer_)).has(card);
}

// Picked copies are the lowest, so the first copy that is not picked stands for its equals.
bool State::is_first_copy(int flower, int petal) const {
    return petal == 0 || garden_.card(flower, petal - 1) != garden_.card(flower, petal);
}

bool State::may_target(Kind kind, Card card, int flower, int index) const {
    const Flower& f = garden_.flower(flower);
    switch (kind) {
        case Kind::kPoison:  // FP-40
            return index < garden_.size(flower) && garden_.face_up(flower, index) &&
                   strength(garden_.card(flower, index)) <= strength(card) &&
                   (!f.power || is_first_copy(flower, index));
        case Kind::kFertilise:  // FP-41
            return f.power ? index == kNoPlace : index <= garden_.size(flower);
        case Kind::kTransform:  // FP-42
            return !f.power && index == kNoPlace;
        default:  // FP-43
            return index == kNoPlace && (rules_.noop_spy || garden_.has_face_down(flower));
    }
}

bool State::may_spy_on_hand(Seat seat) const {
    return seat < seats() && seat != decider_ && lives(seat) &&
           (rules_.noop_spy || hand_size(seat) > 0);
}

CardSet State::loose() const {
    CardSet cards;
    for (int i = garden_.petals() - making_; i < garden_.petals(); ++i)
        if (garden_.card_at(i) != kNoCard) cards.add(garden_.card_at(i));
    return cards;
}

// FP-115: for one flower more. One deck never fills the table.
bool State::has_room() const { return garden_.flowers() < kMaxFlowers && next_id_ <= kMaxFlowerId; }

// FP-44: cards that may be laid next.
std::uint64_t State::regular_steps() const {
    return hand_size(decider_) >= kFewestRegular && has_room() ? zones_.faces(hand_of(decider_))
                                                               : 0;
}

// FP-45: only steps that can still be completed, in canonical order.
std::uint64_t State::power_steps() const {
    const CardSet so_far = loose();
    const CardSet hand = this->hand(decider_);
    std::uint64_t rest = hand.one;
    if (!has_room()) return 0;
    if (making_ > 0) rest = not_before(hand, garden_.card_at(garden_.petals() - 1)).one;
    std::uint64_t steps = 0;
    for (; rest != 0; rest &= rest - 1) {
        const auto card = static_cast<Card>(std::countr_zero(rest));
        if (!is_power_set(so_far + not_before(hand, card))) break;  // later cards leave less
        steps |= bit_of(card);
    }
    return steps;
}

bool State::may_close() const {
    return phase_ == Phase::kMakeRegular ? making_ >= kFewestRegular
                                         : phase_ == Phase::kMakePower && is_power_set(loose());
}

bool State::is_step_legal(Kind kind, Card card) const {
    const Phase making = kind == Kind::kMakePower ? Phase::kMakePower : Phase::kMakeRegular;
    if (card == kNoCard) return phase_ == making && may_close();
    if (phase_ != making && !acts_by_hand()) return false;
    const std::uint64_t steps = kind == Kind::kMakePower ? power_steps() : regular_steps();
    return card < kFaces && (steps & bit_of(card)) != 0;
}

// FP-52, FP-61, FP-71
bool State::may_choose(int petal) const {
    const int flower = fighting_flower();
    if (petal >= garden_.size(flower)) return false;
    const bool first = is_first_copy(flower, petal);
    if (phase_ == Phase::kConfirm)
        return first && garden_.card(flower, petal) != garden_.card(flower, picked(flower, 0));
    return garden_.marks(flower, petal) == kFaceUp &&
           (first || garden_.marks(flower, petal - 1) != kFaceUp);
}

bool State::is_outcome(Move move) const {
    Outcomes outcomes;
    chance(outcomes);
    return std::any_of(outcomes.begin(), outcomes.end(),
                       [&](const Outcome& outcome) { return outcome.move == move; });
}

bool State::is_legal(Move move) const {
    if (phase_ == Phase::kOver) return false;
    if (task_ != Task::kNothing) return is_outcome(move);
    const Kind kind = kind_of(move);
    switch (kind) {
        case Kind::kBuild:
            return phase_ == Phase::kBuild && rank_of(move) < partitions_of(pack_[decider_]);
        case Kind::kDraw:
            return may_draw();
        case Kind::kEnd:
            return may_end();
        case Kind::kPass:
            return phase_ == Phase::kReply;
        case Kind::kKeep:
            return phase_ == Phase::kConfirm;
        case Kind::kAttack: {
            const int x = garden_.find(attacker_of(move));
            const int y = garden_.find(target_of(move));
            return phase_ == Phase::kMain && x != kNoFlower && y != kNoFlower && may_attack(x) &&
                   garden_.flower(y).owner != active_ && !garden_.flower(y).exhausted;
        }
        case Kind::kMakeRegular:
        case Kind::kMakePower:
            return is_step_legal(kind, card_of(move));
        case Kind::kChoose:
            return (phase_ == Phase::kPick || phase_ == Phase::kConfirm) &&
                   may_choose(index_of(move));
        case Kind::kShow:
        case Kind::kDeal:
            return false;
        default:
            break;
    }
    const Card card = card_of(move);
    if (!acts_by_hand() || card >= kFaces || (function_of(kind) & bit_of(card)) == 0 ||
        !may_hold(decider_, card))
        return false;
    if (kind == Kind::kSpyHand) return may_spy_on_hand(index_of(move));
    const int flower = garden_.find(flower_of(move));
    return flower != kNoFlower && may_target(kind, card, flower, index_of(move));
}

// --- lists

void State::legal_moves(Moves& moves) const {
    moves.clear();
    if (!turn().is_seat()) return;
    switch (phase_) {
        case Phase::kBuild:
            for (int rank = 0; rank < partitions_of(pack_[decider_]); ++rank)
                moves.push_back(encode_build(rank));
            return;
        case Phase::kMain:
            list_attacks(moves);
            list_hand_actions(moves);
            if (may_draw()) moves.push_back(encode(Kind::kDraw));
            break;
        case Phase::kReply:
            moves.push_back(encode(Kind::kPass));
            list_hand_actions(moves);
            break;
        case Phase::kWill:
            list_hand_actions(moves);
            break;
        case Phase::kConfirm:
            moves.push_back(encode(Kind::kKeep));
            list_choices(moves);
            break;
        case Phase::kPick:
            list_choices(moves);
            break;
        case Phase::kMakeRegular:
        case Phase::kMakePower: {
            const bool power = phase_ == Phase::kMakePower;
            const Kind kind = power ? Kind::kMakePower : Kind::kMakeRegular;
            std::uint64_t steps = power ? power_steps() : regular_steps();
            for (; steps != 0; steps &= steps - 1)
                moves.push_back(encode(kind, static_cast<Card>(std::countr_zero(steps))));
            if (may_close()) moves.push_back(encode(kind, kNoCard));
            return;
        }
        case Phase::kOver:
            return;
    }
    if (may_end()) moves.push_back(encode(Kind::kEnd));
}

void State::list_attacks(Moves& moves) const {
    for (int x = 0; x < garden_.flowers(); ++x) {
        if (!may_attack(x)) continue;
        for (int y = 0; y < garden_.flowers(); ++y)
            if (garden_.flower(y).owner != active_ && !garden_.flower(y).exhausted)
                moves.push_back(encode_attack(garden_.flower(x).id, garden_.flower(y).id));
    }
}

void State::list_hand_actions(Moves& moves) const {
    for (std::uint64_t rest = zones_.faces(hand_of(decider_)); rest != 0; rest &= rest - 1)
        list_targets(moves, static_cast<Card>(std::countr_zero(rest)));
    for (std::uint64_t rest = regular_steps(); rest != 0; rest &= rest - 1)
        moves.push_back(encode(Kind::kMakeRegular, static_cast<Card>(std::countr_zero(rest))));
    for (std::uint64_t rest = power_steps(); rest != 0; rest &= rest - 1)
        moves.push_back(encode(Kind::kMakePower, static_cast<Card>(std::countr_zero(rest))));
}

// FP-3: what one card of the hand can do.
void State::list_targets(Moves& moves, Card card) const {
    for (const Kind kind : {Kind::kPoison, Kind::kFertilise, Kind::kTransform, Kind::kSpyFlower}) {
        if ((function_of(kind) & bit_of(card)) == 0) continue;
        for (int i = 0; i < garden_.flowers(); ++i) {
            const Flower& flower = garden_.flower(i);
            const bool by_place =
                kind == Kind::kPoison || (kind == Kind::kFertilise && !flower.power);
            if (!by_place) {
                if (may_target(kind, card, i, kNoPlace))
                    moves.push_back(encode(kind, card, flower.id, kNoPlace));
                continue;
            }
            for (int index = 0; index <= garden_.size(i); ++index)
                if (may_target(kind, card, i, index))
                    moves.push_back(encode(kind, card, flower.id, index));
        }
    }
    if ((kSpies & bit_of(card)) == 0) return;
    for (Seat seat = 0; seat < seats(); ++seat)
        if (may_spy_on_hand(seat)) moves.push_back(encode(Kind::kSpyHand, card, 0, seat));
}

void State::list_choices(Moves& moves) const {
    for (int petal = 0; petal < garden_.size(fighting_flower()); ++petal)
        if (may_choose(petal)) moves.push_back(encode(Kind::kChoose, 0, 0, petal));
}

}  // namespace moonflower::flower_power
