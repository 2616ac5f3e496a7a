#include "games/flower_power/state.hpp"

#include <algorithm>
#include <bit>

namespace moonflower::flower_power {

State::State(const Rules& rules) : rules_(rules), knowledge_(rules) {
    const CardSet cards = rules.all_cards();
    zones_.set(Zone::kUnseen, cards);
    int left = cards.size();
    for (Seat seat = 0; seat < rules.players; ++seat) {
        alive_ |= seat_bit(seat);
        pack_[at(seat)] = static_cast<std::uint8_t>(rules.pack(seat));
        for (int i = 0; i < rules.pack(seat); ++i) garden_.push_loose(kNoCard);
        left -= rules.pack(seat) + rules.hand(seat);
    }
    pile_size_ = static_cast<std::uint8_t>(left);
    active_ = rules.starter;
    task_ = Task::kDeal;
    run();
}

int State::hand_size(Seat seat) const {
    const int loose = phase_ != Phase::kBuild && seat == decider_ ? making_ : 0;
    return hand(seat).size() + hidden_[at(seat)] + loose;
}

std::array<int, kMaxSeats> State::hand_sizes() const {
    std::array<int, kMaxSeats> sizes{};
    for (Seat seat = 0; seat < seats(); ++seat) sizes[at(seat)] = hand_size(seat);
    return sizes;
}

void State::apply(Move move) {
    assert(turn().is_chance() || is_legal(move));
    switch (kind_of(move)) {
        case Kind::kBuild:
            build_[decider_] = static_cast<std::uint16_t>(rank_of(move) + 1);
            if (++decider_ == seats()) open_builds();
            return;
        case Kind::kDraw:
            task_ = Task::kDraw;
            break;
        case Kind::kEnd:
            if (phase_ == Phase::kWill) {
                task_ = Task::kLastWord;
                break;
            }
            leave_battle();  // FP-34 where there is one
            return end_turn(false);
        case Kind::kPass:
            pass();
            break;
        case Kind::kKeep:
            confirm_from(decider_ == active_ ? 1 : 2);
            break;
        case Kind::kAttack:
            attack(garden_.find(attacker_of(move)), garden_.find(target_of(move)));
            break;
        case Kind::kChoose:
            choose(index_of(move));
            break;
        case Kind::kMakeRegular:
        case Kind::kMakePower:
            make_step(move);
            break;
        case Kind::kShow:
            show(card_of(move));
            break;
        case Kind::kDeal:
            if (index_of(move) == kReshuffle)
                reshuffle();
            else
                give(index_of(move), card_of(move));
            break;
        default:
            hand_action(move);
    }
    run();
}

// Goes on until a seat has to decide or a card is missing.
void State::run() {
    wait_flower_ = kNoFlower;
    wait_petal_ = 0;
    while (task_ != Task::kNothing && phase_ != Phase::kOver)
        if (!step()) return;
    if (phase_ == Phase::kOver) task_ = Task::kNothing;
}

// Every step can be taken again from its beginning once the missing card is there.
bool State::step() {
    switch (task_) {
        case Task::kNothing:
            return true;
        case Task::kBuilds:
            return false;
        case Task::kDeal:
            if (receiver() < seats()) return false;
            task_ = Task::kNothing;
            return true;
        case Task::kOpen:
            if (!turn_up(x_, 0) || !turn_up(y_, 0)) return false;
            prune();
            task_ = Task::kNothing;
            reason_ = PickReason::kInitial;
            pick_next();
            return true;
        case Task::kTurnUp:
            if (!turn_up(x_, 0) || !turn_up(y_, 0)) return false;
            prune();
            task_ = Task::kNothing;
            after_turn_up();
            return true;
        case Task::kTie:
            if (!turn_up(x_, level_) || !turn_up(y_, level_)) return false;
            prune();
            task_ = Task::kNothing;
            reason_ = PickReason::kTie;
            pick_next();
            return true;
        case Task::kTransform:
            for (int i = 0; i < garden_.size(task_flower_); ++i)
                if (!turn_up(task_flower_, i)) return false;
            make_power(task_flower_);
            task_flower_ = kNoFlower;
            task_ = Task::kSettle;
            return true;
        case Task::kSpy:
            if (!spy_on(task_flower_)) return false;
            task_flower_ = kNoFlower;
            task_ = Task::kSettle;
            return true;
        case Task::kSettle:
            return settle();
        case Task::kCapture:
            if (!remove_dead()) return false;
            if (phase_ == Phase::kOver) return true;
            prune();
            task_ = Task::kVictory;
            return true;
        case Task::kLastWord:
            return end_will();
        case Task::kDraw:
        case Task::kVictory:
            return draw_card(active_);
    }
    return true;
}

// --- building

// FP-15: packs are cut in the order they were dealt.
void State::open_builds() {
    for (Seat seat = 0; seat < seats(); ++seat) {
        for (const std::uint8_t size : partition_at(pack_[at(seat)], build_[at(seat)] - 1))
            garden_.bind(next_id_++, seat, kNobody, size);
        pack_[at(seat)] = 0;
        build_[at(seat)] = 0;
    }
    begin_main();
}

State State::before_commits() const {
    State state = *this;
    if (phase_ == Phase::kBuild && task_ == Task::kNothing && !rules_.build_open) {
        state.build_ = {};
        state.decider_ = 0;
    }
    return state;
}

// --- turns

void State::begin_main() {
    phase_ = Phase::kMain;
    decider_ = active_;
}

Seat State::next_living(Seat seat) const {
    do seat = (seat + 1) % seats();
    while (!lives(seat));
    return seat;
}

void State::end_turn(bool by_draw) {
    task_ = Task::kNothing;
    for (int i = 0; i < garden_.flowers(); ++i) {  // FP-35
        garden_.flower(i).spent = false;
        garden_.flower(i).exhausted = false;
    }
    had_turn_ |= seat_bit(active_);
    last_draw_ = static_cast<std::uint8_t>(by_draw ? last_draw_ | seat_bit(active_)
                                                   : last_draw_ & ~seat_bit(active_));
    ++stalled_;
    begin_main();
    if ((rules_.stall > 0 && stalled_ >= rules_.stall) || turn_ >= rules_.max_turns)
        return count_petals_and_finish();
    ++turn_;
    active_ = static_cast<std::uint8_t>(next_living(active_));
    fresh_ = true;
    decider_ = active_;
}

void State::finish(unsigned winners) {
    leave_battle();
    phase_ = Phase::kOver;
    task_ = Task::kNothing;
    decider_ = active_;
    winners_ = static_cast<std::uint8_t>(winners);
}

// FP-95: most petals among the living, or all of them.
void State::count_petals_and_finish() {
    if (rules_.stall_share) return finish(alive_);
    const std::array<int, kMaxSeats> petals = scores();
    int most = 0;
    unsigned winners = 0;
    for (Seat seat = 0; seat < seats(); ++seat) {
        if (!lives(seat) || petals[at(seat)] < most) continue;
        if (petals[at(seat)] > most) winners = 0;
        most = petals[at(seat)];
        winners |= seat_bit(seat);
    }
    finish(winners);
}

std::array<int, kMaxSeats> State::scores() const {
    std::array<int, kMaxSeats> petals{};
    for (int i = 0; i < garden_.flowers(); ++i) petals[garden_.flower(i).owner] += garden_.size(i);
    if (phase_ == Phase::kBuild)
        for (Seat seat = 0; seat < seats(); ++seat) petals[at(seat)] = pack_[at(seat)];
    return petals;
}

bool State::mid_turn() const {
    if (phase_ == Phase::kBuild || phase_ == Phase::kOver) return false;
    return phase_ != Phase::kMain || !fresh_ || task_ != Task::kNothing;
}

std::uint64_t State::play_out(Rng& rng) {
    knowledge_.stop_recording();
    std::uint64_t moves = 0;
    for (; phase_ != Phase::kOver; ++moves) apply(random_move(rng));
    return moves;
}

}  // namespace moonflower::flower_power
