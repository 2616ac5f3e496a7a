// The phase of a position string, and whether it fits the table.
#include <algorithm>

#include "core/error.hpp"
#include "core/text.hpp"
#include "games/flower_power/text/position.hpp"

namespace moonflower::flower_power {

void PositionReader::read_phase(std::string_view field) {
    const std::size_t colon = field.find(':');
    const std::string_view name = field.substr(0, colon);
    const std::string_view rest =
        colon == std::string_view::npos ? std::string_view{} : field.substr(colon + 1);
    State& s = state_;
    s.decider_ = s.active_;
    if (name == "main" || name == "will") {
        s.phase_ = name == "main" ? Phase::kMain : Phase::kWill;
        if (colon != std::string_view::npos) refuse("has " + quoted(field) + " for its phase");
    } else if (name == "build") {
        s.phase_ = Phase::kBuild;
        s.decider_ = static_cast<std::uint8_t>(number(rest, 1, s.seats() + 1, "a seat") - 1);
    } else if (name == "over") {
        s.phase_ = Phase::kOver;
        for (const std::string_view winner : split(rest, '+')) s.winners_ |= seat_bit(seat(winner));
    } else if (name == "makef" || name == "makew") {
        read_creation(rest, name == "makef" ? Phase::kMakeRegular : Phase::kMakePower);
    } else if (name == "reply" || name == "pick" || name == "confirm") {
        const auto parts = split(rest, ':');
        if (parts.size() != 7) refuse("has " + quoted(field) + " for its phase");
        s.decider_ = static_cast<std::uint8_t>(seat(parts[0]));
        if (name == "reply") {
            s.phase_ = Phase::kReply;
            s.passes_ = static_cast<std::uint8_t>(number(parts[1], 0, 1, "passes"));
        } else if (name == "confirm") {
            s.phase_ = Phase::kConfirm;
            s.changed_ = number(parts[1], 0, 1, "a change") != 0;
        } else {
            s.phase_ = Phase::kPick;
            if (parts[1] == "i0")
                s.reason_ = PickReason::kInitial;
            else if (parts[1] == "t0")
                s.reason_ = PickReason::kTie;
            else if (parts[1].starts_with('r')) {
                s.reason_ = PickReason::kReplace;
                s.next_replier_ = static_cast<std::uint8_t>(seat(parts[1].substr(1)));
            } else {
                refuse("has " + quoted(parts[1]) + " for the reason of a pick");
            }
        }
        read_battle(rest.substr(parts[0].size() + parts[1].size() + 2));
    } else {
        refuse("has " + quoted(field) + " for its phase");
    }
}

// <x>><y>:<level>:<picks>:<picks>:<allowances>
void PositionReader::read_battle(std::string_view text) {
    const auto parts = split(text, ':');
    const std::size_t arrow = parts[0].find('>');
    if (parts.size() != 5 || arrow == std::string_view::npos || parts[4].size() != 2)
        refuse("has " + quoted(text) + " for a battle");
    State& s = state_;
    s.x_ = static_cast<std::uint8_t>(flower_index(parts[0].substr(0, arrow)));
    s.y_ = static_cast<std::uint8_t>(flower_index(parts[0].substr(arrow + 1)));
    s.defender_ = s.garden_.flower(s.y_).owner;
    const int most = std::min({s.garden_.size(s.x_) - 1, s.garden_.size(s.y_) - 1, kMaxLevel});
    s.level_ = static_cast<std::uint8_t>(number(parts[1], 0, most, "the tie-break level"));
    read_picks(s.x_, parts[2]);
    read_picks(s.y_, parts[3]);
    for (std::size_t side = 0; side < 2; ++side)
        s.allowance_[side] = static_cast<std::uint8_t>(
            number(parts[4].substr(side, 1), 0, s.rules_.rechoice, "an allowance"));
}

void PositionReader::read_picks(int flower, std::string_view text) {
    if (text == "-") return;
    Garden& garden = state_.garden_;
    unsigned level = 0;
    if (!garden.flower(flower).power) refuse("has picks of a regular flower");
    for (const std::string_view name : split(text, '+')) {
        int petal = garden.find_card(flower, named(name));
        while (petal >= 0 && petal < garden.size(flower) &&
               garden.card(flower, petal) == named(name) && garden.marks(flower, petal) != kFaceUp)
            ++petal;
        if (petal < 0 || petal >= garden.size(flower) ||
            garden.card(flower, petal) != named(name) || level > state_.level_)
            refuse("has a pick " + quoted(name) + " that is not there");
        garden.set_marks(flower, petal, kFaceUp | ++level);
    }
}

// <seat>:<cards>|<phase it came from>
void PositionReader::read_creation(std::string_view field, Phase phase) {
    const std::size_t colon = field.find(':');
    const std::size_t bar = field.find('|');
    if (colon == std::string_view::npos || bar == std::string_view::npos || bar < colon)
        refuse("has " + quoted(field) + " for a creation");
    State& s = state_;
    const std::string_view before = field.substr(bar + 1);
    if (before.starts_with("make")) refuse("has a creation inside a creation");
    read_phase(before);
    if (!s.acts_by_hand() || s.decider_ != seat(field.substr(0, colon)))
        refuse("has a creation where no hand action is possible");
    s.from_ = s.phase_;
    s.phase_ = phase;
    const std::string_view cards = field.substr(colon + 1, bar - colon - 1);
    if (cards == "#") {
        if (reader_ < 0 || reader_ == s.decider_) refuse("hides a creation its reader must know");
        return;
    }
    if (reader_ >= 0 && reader_ != s.decider_) refuse("shows a creation its reader cannot see");
    for (const std::string_view name : split(cards, '+')) {
        const Card card = named(name);
        if (!s.is_step_legal(phase == Phase::kMakePower ? Kind::kMakePower : Kind::kMakeRegular,
                             card))
            refuse("has " + quoted(name) + " in a creation where it cannot be");
        s.zones_.remove(hand_of(s.decider_), card);
        s.garden_.push_loose(card);
        ++s.making_;
    }
}

void PositionReader::read_task(std::string_view field) {
    State& s = state_;
    const bool battle = s.phase_ == Phase::kReply;
    const bool by_hand = s.acts_by_hand();
    const auto set = [&](Task task, bool fits) {
        if (!fits) refuse("waits for " + quoted(field) + " in a phase that does not");
        s.task_ = task;
    };
    if (field == "deal")
        set(Task::kDeal, s.phase_ == Phase::kBuild);
    else if (field == "builds")
        set(Task::kBuilds, s.phase_ == Phase::kBuild && reader_ >= 0);
    else if (field == "open")
        set(Task::kOpen, battle && s.level_ == 0);
    else if (field == "top")
        set(Task::kTurnUp, battle);
    else if (field == "tie")
        set(Task::kTie, battle && s.level_ > 0);
    else if (field == "draw")
        set(Task::kDraw, s.phase_ == Phase::kMain);
    else if (field == "win")
        set(Task::kVictory, s.phase_ == Phase::kMain);
    else if (field == "capture")
        set(Task::kCapture, s.phase_ == Phase::kMain && reader_ >= 0);
    else if (field == "last")
        set(Task::kLastWord, s.phase_ == Phase::kWill && reader_ >= 0);
    else if (field.starts_with("settle")) {
        set(Task::kSettle, by_hand && reader_ >= 0);
        s.owned_before_ = static_cast<std::uint8_t>(
            number(field.substr(6), 0, kMaxCards, "flowers before an action"));
    } else if (field.starts_with('t') || field.starts_with('s')) {
        set(field[0] == 't' ? Task::kTransform : Task::kSpy, by_hand);
        s.task_flower_ = static_cast<std::uint8_t>(flower_index(field.substr(1)));
        s.owned_before_ = static_cast<std::uint8_t>(s.garden_.owned(s.active_));
        if (s.garden_.flower(s.task_flower_).power) refuse("waits for a power flower");
    } else {
        refuse("waits for " + quoted(field) + ", which is nothing");
    }
}

void PositionReader::check_table() const {
    const State& s = state_;
    if (s.phase_ == Phase::kBuild) {
        for (Seat seat = 0; seat < s.seats(); ++seat) {
            if (s.pack_[at(seat)] == 0) refuse("is in its build phase without packs");
            const bool built = s.build_[at(seat)] != 0;
            const bool due = seat < s.decider_;
            if (built != due && (reader_ < 0 || seat == reader_ || built))
                refuse("has builds that do not fit the seat to build");
        }
        if (s.decider_ >= s.seats() && s.task_ != Task::kBuilds) refuse("has nobody to build");
        if (s.active_ != s.rules_.starter || s.turn_ != 1 || s.next_id_ != 1)
            refuse("builds after the game has begun");
        return;
    }
    if (s.pack_[0] != 0) refuse("has packs after the build");
    if (s.phase_ == Phase::kOver) {
        if ((s.winners_ & ~unsigned{s.alive_}) != 0) refuse("has a winner that does not live");
        return;
    }
    int living = 0;
    const bool spared = s.phase_ == Phase::kWill || s.from_ == Phase::kWill ||
                        s.task_ == Task::kVictory || s.task_ == Task::kCapture;
    for (Seat seat = 0; seat < s.seats(); ++seat) {
        if (!s.lives(seat)) continue;
        ++living;
        if (s.garden_.owned(seat) == 0 && !(spared && seat == s.active_) &&
            !(s.task_ == Task::kSettle || s.task_ == Task::kCapture))
            refuse("has a living seat without a flower");
    }
    if (living < 2 || !s.lives(s.active_)) refuse("needs two living seats, one of them active");
}

void PositionReader::check_battle() const {
    const State& s = state_;
    const Phase phase =
        s.phase_ == Phase::kMakeRegular || s.phase_ == Phase::kMakePower ? s.from_ : s.phase_;
    if (phase != Phase::kReply && phase != Phase::kPick && phase != Phase::kConfirm) return;
    if (s.garden_.flower(s.x_).owner != s.active_ || s.defender_ == s.active_)
        refuse("has a battle that is not the active seat's attack");
    if (s.decider_ != s.active_ && s.decider_ != s.defender_)
        refuse("has a seat in a battle that does not fight");
    if (phase == Phase::kPick && s.reason_ == PickReason::kReplace &&
        s.next_replier_ != s.active_ && s.next_replier_ != s.defender_)
        refuse("has a seat in a battle that does not fight");
    if (s.task_ == Task::kSettle || s.task_ == Task::kTurnUp) return;
    const bool opening = s.task_ == Task::kOpen || s.task_ == Task::kTie;
    for (const int flower : {s.x_, s.y_})
        for (int level = 0; level <= s.level_; ++level) {
            const bool power = s.garden_.flower(flower).power;
            const bool due = level == s.level_ && (opening || phase == Phase::kPick);
            if (power ? s.picked(flower, level) < 0 && !due
                      : !s.garden_.face_up(flower, level) && !(opening && due))
                refuse("has a fighting flower without its fighter");
        }
    if (phase == Phase::kPick &&
        (!s.needs_pick(s.fighting_flower()) || (s.decider_ != s.active_ && s.needs_pick(s.x_))))
        refuse("asks for a pick that is not due");
    if (phase == Phase::kConfirm &&
        (s.level_ > 0 || !s.may_confirm(s.fighting_flower(), s.decider_ == s.active_ ? 0 : 1)))
        refuse("asks for a confirmation that is not due");
}

}  // namespace moonflower::flower_power
