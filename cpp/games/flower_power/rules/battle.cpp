// Attack, replies, fighters, evaluation (parts 6 and 7).
#include "games/flower_power/state.hpp"

namespace moonflower::flower_power {

// FP-50, FP-51
void State::attack(int x, int y) {
    fresh_ = false;
    x_ = static_cast<std::uint8_t>(x);
    y_ = static_cast<std::uint8_t>(y);
    defender_ = garden_.flower(y).owner;
    allowance_ = {rules_.rechoice, rules_.rechoice};
    begin_reply(active_);
    task_ = Task::kOpen;
}

void State::begin_reply(Seat seat) {
    phase_ = Phase::kReply;
    decider_ = static_cast<std::uint8_t>(seat);
    passes_ = 0;
    reason_ = PickReason::kInitial;
    next_replier_ = 0;
}

// --- fighters

// The petal of a power flower picked at a level, or -1.
int State::picked(int flower, int level) const {
    return garden_.find_marks(flower, kFaceUp | static_cast<unsigned>(level + 1));
}

bool State::needs_pick(int flower) const {
    return garden_.flower(flower).power && picked(flower, level_) < 0;
}

Card State::petal_at_level(int flower) const {
    const bool power = garden_.flower(flower).power;
    return garden_.card(flower, power ? picked(flower, level_) : level_);
}

int State::fighting_flower() const { return decider_ == active_ ? x_ : y_; }

// FP-52, FP-58, FP-71: attacker first.
void State::pick_next() {
    for (const int flower : {x_, y_}) {
        if (!needs_pick(flower)) continue;
        phase_ = Phase::kPick;
        decider_ = flower == x_ ? active_ : defender_;
        passes_ = 0;
        return;
    }
    begin_reply(reason_ == PickReason::kReplace ? next_replier_ : active_);
}

void State::choose(int petal) {
    const int flower = fighting_flower();
    if (phase_ == Phase::kPick) {
        garden_.set_marks(flower, petal, kFaceUp | (level_ + 1U));
        return pick_next();
    }
    const int side = decider_ == active_ ? 0 : 1;
    garden_.set_marks(flower, picked(flower, 0), kFaceUp);
    garden_.set_marks(flower, petal, kFaceUp | 1U);
    --allowance_[at(side)];  // FP-62
    changed_ = true;
    confirm_from(side + 1);
}

// From this level on.
void State::drop_picks(int first) {
    for (const int flower : {x_, y_}) {
        if (flower == kNoFlower || !garden_.flower(flower).power) continue;
        for (int level = first; level <= level_; ++level)
            if (const int petal = picked(flower, level); petal >= 0)
                garden_.set_marks(flower, petal, kFaceUp);
    }
}

// --- replies

// FP-53, FP-60
void State::pass() {
    if (++passes_ < 2) {
        decider_ = decider_ == active_ ? defender_ : active_;
        return;
    }
    passes_ = 0;
    if (level_ > 0) return evaluate();
    changed_ = false;
    confirm_from(0);
}

bool State::may_confirm(int flower, int side) const {
    const Flower& f = garden_.flower(flower);
    return f.power && allowance_[at(side)] > 0 &&
           garden_.card(flower, 0) != garden_.card(flower, garden_.size(flower) - 1);
}

// FP-61
void State::confirm_from(int side) {
    for (; side < 2; ++side) {
        if (!may_confirm(side == 0 ? x_ : y_, side)) continue;
        phase_ = Phase::kConfirm;
        decider_ = side == 0 ? active_ : defender_;
        return;
    }
    const bool again = changed_;
    changed_ = false;
    begin_reply(active_);
    if (!again) evaluate();
}

// FP-55 in a battle, after eliminations and marks.
void State::go_on_with_battle() {
    drop_picks(1);  // FP-73
    level_ = 0;
    allowance_ = {rules_.rechoice, rules_.rechoice};
    if (x_ != kNoFlower && y_ != kNoFlower) {
        task_ = Task::kTurnUp;
        return;
    }
    if (x_ != kNoFlower) garden_.flower(x_).spent = true;  // FP-76
    leave_battle();
    begin_main();
    end_if_exhausted();
}

// FP-58: a lost fighter is replaced before the next reply.
void State::after_turn_up() {
    const Seat other = decider_ == active_ ? defender_ : active_;
    const Seat next = rules_.reply_burst ? static_cast<Seat>(decider_) : other;
    reason_ = PickReason::kReplace;
    next_replier_ = static_cast<std::uint8_t>(next);
    pick_next();
}

// --- evaluation

void State::evaluate() {
    const int lead = strength(petal_at_level(x_)) - strength(petal_at_level(y_));
    const int x_size = garden_.size(x_);
    const int y_size = garden_.size(y_);
    if (lead > 0) return succeed();  // FP-70
    if (lead < 0) return fail();
    if (x_size > level_ + 1 && y_size > level_ + 1 && level_ < kMaxLevel) {  // FP-71
        ++level_;
        begin_reply(active_);
        task_ = Task::kTie;
        return;
    }
    if (x_size > y_size) return succeed();  // FP-72
    fail();
}

// FP-74
void State::succeed() {
    stalled_ = -1;
    for (const int flower : {x_, y_}) {
        const int fighter = garden_.flower(flower).power ? picked(flower, 0) : 0;
        zones_.add(Zone::kGrave, garden_.remove(flower, fighter));
    }
    if (garden_.size(y_) > 0) garden_.change_owner(y_, active_);
    leave_battle();
    begin_main();
    task_ = Task::kCapture;
}

// FP-75
void State::fail() {
    garden_.flower(x_).spent = true;
    if (garden_.owned(active_) == 1) garden_.flower(y_).exhausted = true;
    leave_battle();
    begin_main();
    end_if_exhausted();
}

void State::leave_battle() {
    drop_picks(0);
    x_ = kNoFlower;
    y_ = kNoFlower;
    level_ = 0;
    passes_ = 0;
    defender_ = 0;
    allowance_ = {};
    changed_ = false;
    reason_ = PickReason::kInitial;
    next_replier_ = 0;
    owned_before_ = 0;
}

}  // namespace moonflower::flower_power
