#include <algorithm>
#include <numeric>

#include "core/error.hpp"
#include "core/text.hpp"
#include "games/flower_power/position.hpp"

namespace moonflower::flower_power {
namespace {

constexpr int kMaxReadId = 2000;  // leaves room for the flowers still to come
constexpr std::size_t kFixedFields = 7;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

PositionReader::PositionReader(std::string_view text, const Rules& rules, Seat reader)
    : text_(text), reader_(reader), state_(rules) {
    state_ = State(rules);
    state_.garden_ = Garden{};
    state_.pack_ = {};
    state_.task_ = Task::kNothing;
    state_.pile_size_ = 0;
    state_.unseen_ = {};
    state_.alive_ = 0;
    if (reader >= 0) {
        state_.masked_ = true;
        state_.viewer_ = static_cast<std::int8_t>(reader);
    }
}

State PositionReader::read() {
    const auto fields = words(text_);
    if (fields.size() < kFixedFields || fields[0] != "FP1")
        refuse("has not the form FP1 <gardens> <hands> <pile> <grave> <turn> <phase>");
    read_turn(fields[5]);
    read_gardens(fields[1]);
    read_hands(fields[2]);
    read_pile(fields[3]);
    state_.grave_ = counted(fields[4]);
    read_phase(fields[6]);
    std::string_view task;
    std::string_view marks = "*_^~@&|%";
    for (std::size_t i = kFixedFields; i < fields.size(); ++i) {
        const std::string_view body = fields[i].substr(1);
        const std::size_t place = marks.find(fields[i][0]);
        if (place == std::string_view::npos)
            refuse("has an unknown or misplaced field " + quoted(fields[i]));
        switch (fields[i][0]) {
            case '*':
                task = body;
                break;
            case '_':
                state_.out_ = counted(body);
                break;
            case '^':
                last_field_ = body;
                break;
            case '~':
                group_field_ = body;
                break;
            case '@':
                read_creators(body);
                break;
            case '&':
                read_memory(body);
                break;
            case '|':
                read_reshuffles(body);
                break;
            default:
                pool_field_ = body;
        }
        marks.remove_prefix(place + 1);  // each field once, in this order
    }
    settle_reshuffles();
    if (!has_memory_ && !group_field_.empty()) read_groups(group_field_);
    if (!task.empty()) read_task(task);
    settle_pools();
    check_table();
    check_battle();
    state_.run();
    return state_;
}

// --- words

void PositionReader::refuse(const std::string& why) const {
    throw ParseError("flower_power: position " + quoted(text_) + " " + why +
                     "; accepted: position strings of part 12 of the rules");
}

int PositionReader::number(std::string_view text, int least, int most, const char* what) const {
    const auto value = to_integer<int>(text);
    if (!value || *value < least || *value > most)
        refuse("has " + quoted(text) + " for " + what + ", which goes from " +
               std::to_string(least) + " to " + std::to_string(most));
    return *value;
}

Seat PositionReader::seat(std::string_view text) const {
    return number(text, 1, state_.seats(), "a seat") - 1;
}

Card PositionReader::named(std::string_view text) const {
    const auto card = card_named(text);
    if (!card) refuse("has " + quoted(text) + " where a card like KS, TH or BJ belongs");
    return *card;
}

// A card may not occur more often than in the decks.
Card PositionReader::card(std::string_view text) {
    const Card card = named(text);
    if (shown_.count(card) >= state_.rules_.all_cards().count(card))
        refuse("has more " + std::string(text) + " than its decks");
    shown_.add(card);
    return card;
}

CardSet PositionReader::set_of(std::string_view text) const {
    CardSet cards;
    if (text == "-") return cards;
    for (const std::string_view part : split(text, ',')) {
        const Card card = named(part);
        if (cards.count(card) >= state_.rules_.decks)
            refuse("has more " + std::string(part) + " than its decks");
        cards.add(card);
    }
    return cards;
}

CardSet PositionReader::counted(std::string_view text) {
    CardSet cards;
    if (text == "-") return cards;
    for (const std::string_view part : split(text, ',')) cards.add(card(part));
    return cards;
}

int PositionReader::flower_index(std::string_view text) const {
    const int index = state_.garden_.find(number(text, 1, kMaxReadId, "a flower"));
    if (index == kNoFlower) refuse("speaks of flower " + quoted(text) + ", which is not there");
    return index;
}

// --- the table

void PositionReader::read_gardens(std::string_view field) {
    const auto seats = split(field, '/');
    if (static_cast<int>(seats.size()) != state_.seats())
        refuse("has gardens for " + std::to_string(seats.size()) + " seats instead of " +
               std::to_string(state_.seats()));
    const bool building = seats[0].starts_with('u');
    for (Seat seat = 0; seat < state_.seats(); ++seat) {
        const std::string_view text = seats[at(seat)];
        if (text.starts_with('u') != building) refuse("has packs and flowers at the same time");
        if (text != "x") state_.alive_ |= seat_bit(seat);
        if (building)
            read_pack(seat, text);
        else if (text != "x" && text != "-")
            for (const std::string_view flower : split(text, ';')) read_flower(seat, flower);
    }
    place_flowers();
}

// u20, u20=5+5.., u:KS,..
void PositionReader::read_pack(Seat seat, std::string_view text) {
    const std::size_t equals = text.find('=');
    const std::string_view pack =
        text.substr(1, equals == std::string_view::npos ? equals : equals - 1);
    int size = 0;
    if (pack.starts_with(':')) {
        if (reader_ >= 0) refuse("shows a pack in a view");
        for (const std::string_view name : split(pack.substr(1), ',')) {
            if (++size > kMaxPack) refuse("has too large a pack");
            state_.garden_.push_loose(card(name));
        }
    } else {
        size = number(pack, 2, kMaxPack, "a pack");
        if (state_.garden_.petals() + size > kMaxCards) refuse("has too many petals");
        for (int i = 0; i < size; ++i) state_.garden_.push_loose(kNoCard);
    }
    if (size < 2) refuse("has a pack of " + std::to_string(size));
    state_.pack_[at(seat)] = static_cast<std::uint8_t>(size);
    if (equals == std::string_view::npos) return;
    Parts parts;
    int sum = 0;
    int last = size;
    for (const std::string_view part : split(text.substr(equals + 1), '+')) {
        const int most = std::min(last, size - sum);
        last = number(part, 2, std::max(2, most), "a flower of a build");
        sum += last;
        if (sum > size) refuse("has a build larger than its pack");
        parts.push_back(static_cast<std::uint8_t>(last));
    }
    if (sum != size) refuse("has a build that does not use its pack");
    state_.build_[at(seat)] = static_cast<std::uint16_t>(flower_power::rank_of(parts) + 1);
}

// 7r*!:KS,(7D),?
void PositionReader::read_flower(Seat seat, std::string_view text) {
    const std::size_t colon = text.find(':');
    const std::size_t kind = text.find_first_of("rw");
    if (colon == std::string_view::npos || kind == std::string_view::npos || kind > colon)
        refuse("has " + quoted(text) + " for a flower like 7r:KS,(7D)");
    Draft draft;
    draft.flower.id =
        static_cast<std::uint16_t>(number(text.substr(0, kind), 1, kMaxReadId, "a flower's id"));
    draft.flower.owner = static_cast<std::uint8_t>(seat);
    draft.flower.creator = kNobody;
    draft.flower.power = text[kind] == 'w';
    std::string_view marks = text.substr(kind + 1, colon - kind - 1);
    if (marks.starts_with('*')) {
        draft.flower.spent = true;
        marks.remove_prefix(1);
    }
    if (marks.starts_with('!')) {
        draft.flower.exhausted = true;
        marks.remove_prefix(1);
    }
    if (!marks.empty()) refuse("has " + quoted(marks) + " for marks; * and ! are accepted");
    for (std::string_view petal : split(text.substr(colon + 1), ',')) {
        const bool down = petal.starts_with('(') && petal.ends_with(')') && petal.size() == 4;
        const bool unknown = petal == "?";
        if (down) petal = petal.substr(1, 2);
        draft.cards.push_back(unknown ? kNoCard : card(petal));
        draft.up.push_back(!down && !unknown);
        if (draft.flower.power && !draft.up.back()) refuse("has a face-down power flower");
    }
    if (draft.flower.power && !std::is_sorted(draft.cards.begin(), draft.cards.end()))
        refuse("has a power flower out of order");
    drafts_.push_back(std::move(draft));
}

void PositionReader::place_flowers() {
    std::sort(drafts_.begin(), drafts_.end(),
              [](const Draft& a, const Draft& b) { return a.flower.id < b.flower.id; });
    std::size_t petals = 0;
    for (std::size_t i = 0; i < drafts_.size(); ++i) {
        const Draft& draft = drafts_[i];
        if (i > 0 && drafts_[i - 1].flower.id == draft.flower.id)
            refuse("has two flowers " + std::to_string(draft.flower.id));
        if (draft.flower.id >= state_.next_id_)
            refuse("has flower " + std::to_string(draft.flower.id) +
                   ", but the next id in its turn field is " + std::to_string(state_.next_id_));
        petals += draft.cards.size();
        if (petals > kMaxCards) refuse("has too many petals");
        state_.garden_.append(draft.flower.id, draft.flower.owner, kNobody);
        Flower& flower = state_.garden_.flower(static_cast<int>(i));
        flower.power = draft.flower.power;
        flower.spent = draft.flower.spent;
        flower.exhausted = draft.flower.exhausted;
        for (std::size_t petal = 0; petal < draft.cards.size(); ++petal) {
            const bool seen = reader_ >= 0 && draft.cards[petal] != kNoCard;
            state_.garden_.push(draft.cards[petal], draft.up[petal] ? kFaceUp
                                                    : seen          ? seat_bit(reader_)
                                                                    : 0U);
        }
    }
}

void PositionReader::read_hands(std::string_view field) {
    const auto seats = split(field, '/');
    if (static_cast<int>(seats.size()) != state_.seats())
        refuse("has hands for " + std::to_string(seats.size()) + " seats instead of " +
               std::to_string(state_.seats()));
    for (Seat seat = 0; seat < state_.seats(); ++seat) {
        const std::string_view text = seats[at(seat)];
        if (text == "-") continue;
        CardSet& hand = state_.hands_[at(seat)];
        for (const std::string_view part : split(text, ',')) {
            if (!part.starts_with('#')) {
                hand.add(card(part));
                continue;
            }
            if (reader_ < 0 || seat == reader_)
                refuse("hides cards of a hand its reader must know");
            state_.hidden_[at(seat)] =
                static_cast<std::uint8_t>(number(part.substr(1), 0, kMaxCards, "hidden cards"));
        }
        if (!state_.lives(seat) && state_.hand_size(seat) > 0)
            refuse("gives cards to an eliminated seat");
        if (reader_ >= 0 && seat != reader_) state_.knowledge_.known(reader_, seat) = hand;
    }
}

void PositionReader::read_pile(std::string_view field) {
    if (field == "-") return;
    if (field.starts_with('#')) {
        state_.pile_size_ =
            static_cast<std::uint8_t>(number(field.substr(1), 0, kMaxCards, "the pile"));
        return;
    }
    if (reader_ >= 0) refuse("shows the pile in a view");
    if (field.starts_with('{') && field.ends_with('}') && field.size() > 2) {
        state_.pile_ = counted(field.substr(1, field.size() - 2));
        state_.pile_size_ = static_cast<std::uint8_t>(state_.pile_.size());
        return;
    }
    const auto cards = split(field, ',');
    for (auto name = cards.rbegin(); name != cards.rend(); ++name)
        state_.order_[state_.pile_size_++] = card(*name);
    state_.fixed_ = true;
}

// t<turn>.<active>.<fresh>.<stall>.<last D>.<had turn>.<next id>
void PositionReader::read_turn(std::string_view field) {
    if (!field.starts_with('t')) refuse("has " + quoted(field) + " for its turn");
    const auto parts = split(field.substr(1), '.');
    if (parts.size() != 7) refuse("has " + quoted(field) + " for its turn");
    const auto bits = [&](std::string_view text) {
        unsigned value = 0;
        if (static_cast<int>(text.size()) != state_.seats()) refuse("has bits for other seats");
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] != '0' && text[i] != '1') refuse("has " + quoted(text) + " for bits");
            value |= static_cast<unsigned>(text[i] - '0') << i;
        }
        return static_cast<std::uint8_t>(value);
    };
    state_.turn_ = static_cast<std::uint16_t>(number(parts[0], 1, kMaxTurns, "the turn"));
    state_.active_ = static_cast<std::uint8_t>(seat(parts[1]));
    state_.fresh_ = number(parts[2], 0, 1, "fresh") != 0;
    state_.stalled_ = static_cast<std::int16_t>(number(parts[3], -1, kMaxTurns, "the stall"));
    state_.last_draw_ = bits(parts[4]);
    state_.had_turn_ = bits(parts[5]);
    state_.next_id_ =
        static_cast<std::uint16_t>(number(parts[6], 1, kMaxReadId + 1, "the next flower"));
}

// --- the phase

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
    const int most = std::min(s.garden_.flower(s.x_).size, s.garden_.flower(s.y_).size) - 1;
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
        while (petal >= 0 && petal < garden.flower(flower).size &&
               garden.card(flower, petal) == named(name) && garden.marks(flower, petal) != kFaceUp)
            ++petal;
        if (petal < 0 || petal >= garden.flower(flower).size ||
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
        s.hands_[s.decider_].remove(card);
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
        set(Task::kOpen, battle);
    else if (field == "top")
        set(Task::kTurnUp, battle);
    else if (field == "tie")
        set(Task::kTie, battle);
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

// --- what is known

void PositionReader::read_creators(std::string_view field) {
    for (const std::string_view part : split(field, ',')) {
        const std::size_t equals = part.find('=');
        if (equals == std::string_view::npos) refuse("has " + quoted(part) + " for a creator");
        const int index = flower_index(part.substr(0, equals));
        if (!state_.garden_.has_face_down(index))
            refuse("names the creator of a flower without face-down petals");
        state_.garden_.flower(index).creator =
            static_cast<std::uint8_t>(seat(part.substr(equals + 1)));
    }
}

void PositionReader::read_memory(std::string_view field) {
    has_memory_ = true;
    for (const std::string_view item : split(field, ';')) {
        if (item.empty()) refuse("has an empty item in its & field");
        read_memory_item(item);
    }
}

void PositionReader::read_memory_item(std::string_view item) {
    State& s = state_;
    const auto parts = split(item.substr(1), ':');
    const auto pair = [&](std::string_view text) {
        if (text.size() != 2) refuse("has " + quoted(item) + " in its & field");
        return std::array<Seat, 2>{seat(text.substr(0, 1)), seat(text.substr(1))};
    };
    const auto expect = [&](std::size_t size) {
        if (parts.size() != size) refuse("has " + quoted(item) + " in its & field");
    };
    switch (item[0]) {
        case 'k': {
            expect(2);
            const int index = flower_index(parts[0]);
            const auto petals = split(parts[1], '.');
            if (static_cast<int>(petals.size()) != s.garden_.flower(index).size)
                refuse("has " + quoted(item) + " for a flower of another size");
            for (int petal = 0; petal < s.garden_.flower(index).size; ++petal) {
                unsigned bits = 0;
                if (petals[at(petal)] != "-")
                    for (std::size_t i = 0; i < petals[at(petal)].size(); ++i)
                        bits |= seat_bit(seat(petals[at(petal)].substr(i, 1)));
                const bool up = s.garden_.face_up(index, petal);
                const Card card = s.garden_.card(index, petal);
                if (bits != 0 && (up || (reader_ < 0 && card == kNoCard)))
                    refuse("has " + quoted(item) + " for a petal nobody can know in secret");
                if (reader_ >= 0 && ((bits >> reader_ & 1U) != 0) != (!up && card != kNoCard))
                    refuse("has " + quoted(item) + ", which its petals contradict");
                if (!up) s.garden_.set_marks(index, petal, bits);
            }
            return;
        }
        case 'b':
            expect(2);
            s.garden_.flower(flower_index(parts[0])).born =
                static_cast<std::uint8_t>(number(parts[1], 0, 255, "a number of reshuffles"));
            return;
        case 'h': {
            expect(2);
            const auto [reader, of] = pair(parts[0]);
            if (reader == of || reader == reader_ || (reader_ >= 0 && of != reader_))
                refuse("has " + quoted(item) + " in its & field");
            CardSet held = s.hands_[at(of)];
            if (s.making_ > 0 && of == s.decider_) held = held + s.loose();
            s.knowledge_.known(reader, of) = set_of(parts[1]);
            if (!held.includes(s.knowledge_.known(reader, of)))
                refuse("has " + quoted(item) + ", which is not in that hand");
            return;
        }
        case 's': {
            expect(2);
            const auto [reader, of] = pair(parts[0]);
            const auto counts = split(parts[1], '.');
            if (counts.size() != 2 || reader == of)
                refuse("has " + quoted(item) + " in its & field");
            s.knowledge_.glimpse(reader, of) = {
                static_cast<std::uint8_t>(number(counts[0], 1, s.hand_size(of), "cards seen")),
                static_cast<std::uint8_t>(number(counts[1], 0, s.hand_size(of), "cards drawn"))};
            return;
        }
        case 'g': {
            expect(3);
            const auto [reader, creator] = pair(parts[0]);
            if (reader == creator || s.knowledge_.groups().size() == Knowledge::kMostGroups)
                refuse("has " + quoted(item) + " in its & field");
            s.knowledge_.add_group(
                {set_of(parts[2]),
                 static_cast<std::uint16_t>(number(parts[1], 1, kMaxReadId, "a flower's id")),
                 static_cast<std::uint8_t>(reader), static_cast<std::uint8_t>(creator)});
            return;
        }
        case 'e': {
            expect(3);
            Epoch epoch;
            epoch.number = static_cast<std::uint8_t>(number(parts[0], 1, 255, "a reshuffle"));
            const auto held = split(parts[1], '.');
            if (static_cast<int>(held.size()) != s.seats())
                refuse("has " + quoted(item) + " for other seats");
            for (std::size_t i = 0; i < held.size(); ++i)
                epoch.held[i] =
                    static_cast<std::uint8_t>(number(held[i], 0, kMaxCards, "cards held"));
            epochs_.push_back(epoch);
            located_.push_back(set_of(parts[2]));
            return;
        }
        case 'r':
            expect(1);
            s.knowledge_.set_reshuffles(number(parts[0], 1, 255, "a number of reshuffles"));
            return;
        case 'n':
            expect(1);
            s.knowledge_.set_unburied(set_of(parts[0]));
            return;
        default:
            refuse("has " + quoted(item) + " in its & field");
    }
}

// |<cards>:<n1>.<n2>..;.. from the latest to the oldest
void PositionReader::read_reshuffles(std::string_view field) {
    const auto entries = split(field, ';');
    if (entries.size() > Knowledge::kMostEpochs) refuse("remembers too many reshuffles");
    if (!epochs_.empty() && epochs_.size() != entries.size())
        refuse("tells of different numbers of reshuffles");
    const bool bare = epochs_.empty();
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const auto parts = split(entries[i], ':');
        const auto counts =
            parts.size() == 2 ? split(parts[1], '.') : std::vector<std::string_view>{};
        if (static_cast<int>(counts.size()) != state_.seats())
            refuse("has " + quoted(entries[i]) + " for a reshuffle");
        if (bare) {
            epochs_.emplace_back();
            epochs_.back().number = static_cast<std::uint8_t>(entries.size() - i);
        }
        Epoch& epoch = epochs_[i];
        epoch.cards = set_of(parts[0]);
        if (!bare) epoch.cards = epoch.cards + located_[i];
        for (std::size_t seat = 0; seat < counts.size(); ++seat)
            epoch.drawn[seat] =
                static_cast<std::uint8_t>(number(counts[seat], 0, 255, "cards drawn"));
    }
}

// FP-103 as a base view string has it: the oldest flower named stands for the origin.
void PositionReader::read_groups(std::string_view field) {
    for (const std::string_view part : split(field, ';')) {
        const std::size_t sign = part.find('@');
        if (reader_ < 0 || sign == std::string_view::npos ||
            state_.knowledge_.groups().size() == Knowledge::kMostGroups)
            refuse("has " + quoted(part) + " for a group");
        const auto places = split(part.substr(sign + 1), '+');
        if (places.size() < 2) refuse("has " + quoted(part) + " for a group");
        Group group;
        group.cards = set_of(part.substr(0, sign));
        group.reader = static_cast<std::uint8_t>(reader_);
        group.creator = static_cast<std::uint8_t>(seat(places[0]));
        for (std::size_t i = 1; i < places.size(); ++i) {
            Flower& flower = state_.garden_.flower(flower_index(places[i]));
            if (i == 1) group.origin = flower.id;
            if (state_.garden_.has_face_down(flower_index(places[i])))
                flower.creator = group.creator;
        }
        if (group.creator == reader_) refuse("has a group of the reader's own cards");
        state_.knowledge_.add_group(group);
    }
}

// Fills in what a string without its optional fields leaves open about reshuffles.
void PositionReader::settle_reshuffles() {
    State& s = state_;
    if (epochs_.empty() && !s.pile_.empty() && !has_memory_) {  // FP-114: {cards}
        epochs_.emplace_back();
        epochs_[0].number = 1;
        epochs_[0].cards = s.pile_;
    }
    if (epochs_.empty() && !last_field_.empty()) {
        epochs_.emplace_back();
        epochs_[0].number = 1;
        epochs_[0].cards = set_of(last_field_);
    }
    if (!has_memory_ && !epochs_.empty()) {
        s.knowledge_.set_reshuffles(static_cast<int>(epochs_.size()));
        for (std::size_t i = 0; i < epochs_.size(); ++i) {
            int left = epochs_[i].cards.size() - (i == 0 ? int{s.pile_size_} : 0);
            for (Seat seat = 0; seat < s.seats() && left > 0; ++seat) {
                if (seat == reader_) continue;
                const int held = std::min(left, int{s.hidden_[at(seat)]});
                epochs_[i].held[at(seat)] = static_cast<std::uint8_t>(held);
                left -= held;
            }
        }
    }
    for (auto epoch = epochs_.rbegin(); epoch != epochs_.rend(); ++epoch)
        s.knowledge_.add_epoch(*epoch);
}

// FP-114: pool A, or in a view all cards the reader cannot place.
void PositionReader::settle_pools() {
    State& s = state_;
    const bool dealing = s.task_ == Task::kDeal;
    int places = 0;
    for (int i = 0; i < s.garden_.petals(); ++i) places += s.garden_.card_at(i) == kNoCard ? 1 : 0;
    for (Seat seat = 0; seat < s.seats(); ++seat) {
        places += s.hidden_[at(seat)];
        if (dealing) places += std::max(0, s.rules_.hand(seat) - s.hand_size(seat));
    }
    if (reader_ >= 0 || (!s.fixed_ && !s.is_reshuffled())) places += s.pile_size_;
    if (reader_ < 0 && s.is_reshuffled() && !s.fixed_ && s.pile_.size() != s.pile_size_)
        refuse("does not say what its pile is made of");
    const CardSet rest = s.rules_.all_cards() - shown_;
    const CardSet unseen = !pool_field_.empty() ? set_of(pool_field_)
                           : places > 0         ? rest
                                                : CardSet{};
    if (!rest.includes(unseen)) refuse("has more cards than its decks");
    if (unseen.size() != places)
        refuse("has " + std::to_string(places) + " unseen places for " +
               std::to_string(unseen.size()) + " unseen cards");
    s.cards_ = shown_ + unseen;
    if (reader_ < 0) s.unseen_ = unseen;
}

// --- is it a position?

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
        if (s.active_ != 0 || s.turn_ != 1 || s.next_id_ != 1)
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

State State::parse(std::string_view text, const Rules& rules) {
    return PositionReader(text, rules, kAllSeeing).read();
}

}  // namespace moonflower::flower_power
