// Hand actions (part 8) and what follows them (FP-55): eliminations, marks, knowledge.
#include <algorithm>
#include <bit>

#include "games/flower_power/state.hpp"

namespace moonflower::flower_power {

void State::leave_hand(Seat seat, Card card) {
    if (hand(seat).has(card)) {
        zones_.remove(hand_of(seat), card);
    } else {
        assert(masked_ && hidden_[at(seat)] > 0);
        --hidden_[at(seat)];
    }
    knowledge_.plays(seat, card, hand_size(seat));
}

void State::hand_action(Move move) {
    const Card card = card_of(move);
    const Seat seat = decider_;
    fresh_ = false;
    owned_before_ = static_cast<std::uint8_t>(garden_.owned(active_));
    leave_hand(seat, card);
    task_ = Task::kSettle;
    if (kind_of(move) == Kind::kSpyHand) {
        zones_.add(Zone::kGrave, card);
        return spy_on_hand(seat, index_of(move));
    }
    const int flower = garden_.find(flower_of(move));
    switch (kind_of(move)) {
        case Kind::kPoison:  // FP-40
            zones_.add(Zone::kGrave, card);
            zones_.add(Zone::kGrave, garden_.remove(flower, index_of(move)));
            return;
        case Kind::kFertilise:  // FP-41
            garden_.insert(
                flower,
                garden_.flower(flower).power ? garden_.sorted_place(flower, card) : index_of(move),
                card, kFaceUp);
            return;
        default:  // FP-42, FP-43
            zones_.add(Zone::kGrave, card);
            task_ = kind_of(move) == Kind::kTransform ? Task::kTransform : Task::kSpy;
            task_flower_ = static_cast<std::uint8_t>(flower);
    }
}

// Of a third hand a view learns only that it was seen.
void State::spy_on_hand(Seat spy, Seat seat) {
    if (masked_ && spy != viewer_ && seat != viewer_)
        knowledge_.notices_spy(spy, seat, hand_size(seat), garden_);
    else
        knowledge_.spies_hand(spy, seat, hand(seat), hand_size(seat), garden_, next_id_);
}

// FP-21, and FP-59: a fighting flower keeps its top petal as fighter.
void State::make_power(int flower) {
    const Card top = garden_.card(flower, 0);
    garden_.make_power(flower);
    if (flower == x_ || flower == y_)
        garden_.set_marks(flower, garden_.find_card(flower, top), kFaceUp | 1U);
}

void State::make_step(Move move) {
    const bool power = kind_of(move) == Kind::kMakePower;
    if (phase_ != Phase::kMakeRegular && phase_ != Phase::kMakePower) {
        from_ = phase_;
        phase_ = power ? Phase::kMakePower : Phase::kMakeRegular;
    }
    if (card_of(move) == kNoCard) return close_creation();
    zones_.remove(hand_of(decider_), card_of(move));
    garden_.push_loose(card_of(move));
    ++making_;
}

// FP-44, FP-45
void State::close_creation() {
    const Seat seat = decider_;
    const bool power = phase_ == Phase::kMakePower;
    const int size = making_;
    making_ = 0;
    phase_ = from_;
    from_ = Phase::kMain;
    fresh_ = false;
    owned_before_ = static_cast<std::uint8_t>(garden_.owned(active_));
    const int flower = garden_.flowers();
    garden_.bind(next_id_, seat, power ? kNobody : static_cast<std::uint8_t>(seat), size);
    if (power) {
        garden_.make_power(flower);  // in canonical order, whoever tells it
        for (int i = 0; i < size; ++i)
            knowledge_.plays(seat, garden_.card(flower, i), hand_size(seat) + size - 1 - i);
    } else {
        for (int i = 0; i < size; ++i) garden_.set_marks(flower, i, seat_bit(seat));
        knowledge_.creates(seat, next_id_, garden_);
    }
    ++next_id_;
    task_ = Task::kSettle;
}

// --- what follows a hand action (FP-55)

bool State::settle() {
    if (!remove_dead()) return false;
    if (phase_ == Phase::kOver) return true;
    prune();
    task_ = Task::kNothing;
    if (!lives(active_)) {  // FP-91
        leave_battle();
        end_turn(false);
        return true;
    }
    change_of_uniqueness();
    owned_before_ = 0;
    if (phase_ == Phase::kMain) end_if_exhausted();
    if (phase_ == Phase::kWill && rules_.will_one) task_ = Task::kLastWord;
    if (phase_ == Phase::kReply) go_on_with_battle();
    return true;
}

void State::drop_flower(int flower) {
    garden_.drop(flower);
    for (std::uint8_t* index : {&x_, &y_, &task_flower_}) {
        if (*index == kNoFlower || *index < flower) continue;
        *index = *index == flower ? kNoFlower : static_cast<std::uint8_t>(*index - 1);
    }
}

// FP-22, FP-90, FP-92. False while a view waits for the hand of an eliminated seat.
bool State::remove_dead() {
    for (int i = garden_.flowers() - 1; i >= 0; --i)
        if (garden_.size(i) == 0) drop_flower(i);
    const bool spared = phase_ == Phase::kWill || task_ == Task::kCapture;
    for (Seat seat = 0; seat < seats(); ++seat)
        if (lives(seat) && garden_.owned(seat) == 0 && !(spared && seat == active_) &&
            !eliminate(seat))
            return false;
    if (std::popcount(alive_) == 1) finish(alive_);
    return true;
}

bool State::eliminate(Seat seat) {
    if (viewer_ >= 0 && seat != viewer_ &&
        knowledge_.known_count(viewer_, seat) < hand_size(seat)) {
        wait_petal_ = static_cast<std::uint8_t>(seat);
        return false;
    }
    knowledge_.shows_hand(seat, hand(seat));
    zones_.move(hand_of(seat), rules_.elim_out ? Zone::kOut : Zone::kGrave);
    alive_ &= static_cast<std::uint8_t>(~seat_bit(seat));
    stalled_ = -1;
    return true;
}

// FP-77
bool State::end_will() {
    if (garden_.owned(active_) == 0 && !eliminate(active_)) return false;
    if (std::popcount(alive_) == 1) {
        finish(alive_);
        return true;
    }
    prune();
    end_turn(false);
    return true;
}

void State::change_of_uniqueness() {
    const int now = garden_.owned(active_);
    if (owned_before_ >= 2 && now == 1)  // FP-81
        for (int i = 0; i < garden_.flowers(); ++i)
            if (garden_.flower(i).owner == active_) garden_.flower(i).spent = false;
    if (owned_before_ == 1 && now >= 2)  // FP-82
        for (int i = 0; i < garden_.flowers(); ++i) {
            garden_.flower(i).exhausted = false;
            if (rules_.old_unique) garden_.flower(i).spent = false;
        }
}

// FP-83
void State::end_if_exhausted() {
    const bool unique = garden_.owned(active_) == 1;
    for (int i = 0; i < garden_.flowers(); ++i) {
        const Flower& flower = garden_.flower(i);
        const bool own = flower.owner == active_;
        if (unique ? !own && !flower.exhausted : own && !flower.spent) return;
    }
    end_turn(false);
}

void State::prune() {
    if (!knowledge_.records()) return;
    if (knowledge_.has_groups() || !knowledge_.ledger().empty() || knowledge_.log() != nullptr)
        knowledge_.prune(garden_, hand_sizes());
    if (masked_) sync_masked_hands();
}

// In a view the cards of another hand are those the viewer knows there.
void State::sync_masked_hands() {
    const std::array<int, kMaxSeats> sizes = hand_sizes();
    for (Seat seat = 0; seat < seats(); ++seat)
        if (seat != viewer_) zones_.clear(hand_of(seat));
    for (Seat seat = 0; seat < seats(); ++seat) {
        if (seat == viewer_) continue;
        const CardSet known = knowledge_.known(viewer_, seat);
        zones_.set(hand_of(seat), known);
        hidden_[at(seat)] = static_cast<std::uint8_t>(std::max(0, sizes[at(seat)] - known.size()));
    }
}

}  // namespace moonflower::flower_power
