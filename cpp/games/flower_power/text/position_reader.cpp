// Position strings read: the table, the phase, and whether it all holds together.
#include <algorithm>

#include "core/error.hpp"
#include "core/text.hpp"
#include "games/flower_power/text/position.hpp"
#include "games/flower_power/view.hpp"
#include "games/flower_power/worlds/belief.hpp"

namespace moonflower::flower_power {
namespace {

constexpr std::size_t kFixedFields = 7;

}  // namespace

PositionReader::PositionReader(std::string_view text, const Rules& rules, Seat reader)
    : text_(text), reader_(reader), state_(rules) {
    state_ = State(rules);
    state_.garden_ = Garden{};
    state_.pack_ = {};
    state_.task_ = Task::kNothing;
    state_.pile_size_ = 0;
    state_.zones_.clear(Zone::kUnseen);
    state_.alive_ = 0;
    if (reader >= 0) {
        state_.masked_ = true;
        state_.viewer_ = static_cast<std::int8_t>(reader);
        state_.knowledge_.keep_for(reader);
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
    state_.zones_.set(Zone::kGrave, counted(fields[4]));
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
                state_.zones_.set(Zone::kOut, counted(body));
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
    check_whole();
    return state_;
}

// What no single field can tell: a world must hold together, and a view must have one that does.
void PositionReader::check_whole() const {
    if (!last_field_.empty()) (void)set_of(last_field_);
    std::string broken = "no lay of its cards agrees with it";
    if (reader_ < 0) {
        broken = state_.check();
    } else if (const Sampler sampler(state_); sampler.has_worlds()) {
        Rng rng(1);
        const auto world = sampler.try_draw(rng);
        if (world) broken = world->check();
        // Between an event and its sequel there is no world to compare with (FP-117).
        const bool between = state_.task_ == Task::kBuilds || state_.task_ == Task::kSettle ||
                             state_.task_ == Task::kCapture || state_.task_ == Task::kLastWord;
        if (broken.empty() && !between && world->view(reader_) != View(state_))
            broken = "p" + std::to_string(reader_ + 1) + " would see its worlds otherwise";
    }
    if (!broken.empty()) refuse("cannot be: " + broken);
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
    if (reader_ >= 0 && seat != reader_ && !state_.rules_.build_open)
        refuse("shows the build of p" + std::to_string(seat + 1) + ", which is a secret yet");
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
    draft.flower.set_id(number(text.substr(0, kind), 1, kMaxReadId, "a flower's id"));
    draft.flower.set_owner(seat);
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
        if (i == kMaxFlowers) refuse("has more than " + std::to_string(kMaxFlowers) + " flowers");
        petals += draft.cards.size();
        if (petals > kMaxCards) refuse("has too many petals");
        state_.garden_.append(draft.flower.id, static_cast<Seat>(draft.flower.owner), kNobody);
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
        for (const std::string_view part : split(text, ',')) {
            if (!part.starts_with('#')) {
                state_.zones_.add(hand_of(seat), card(part));
                continue;
            }
            if (reader_ < 0 || seat == reader_)
                refuse("hides cards of a hand its reader must know");
            state_.hidden_[at(seat)] =
                static_cast<std::uint8_t>(number(part.substr(1), 0, kMaxCards, "hidden cards"));
        }
        if (!state_.lives(seat) && state_.hand_size(seat) > 0)
            refuse("gives cards to an eliminated seat");
        if (reader_ >= 0 && seat != reader_)
            state_.knowledge_.set_known(reader_, seat, state_.hand(seat));
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
        state_.zones_.set(Zone::kPile, counted(field.substr(1, field.size() - 2)));
        state_.pile_size_ = static_cast<std::uint8_t>(state_.zones_[Zone::kPile].size());
        return;
    }
    const auto cards = split(field, ',');
    if (cards.size() + at(state_.garden_.petals()) > kMaxCards) refuse("has too many cards");
    for (auto name = cards.rbegin(); name != cards.rend(); ++name)
        state_.garden_.set_pile_card(state_.pile_size_++, card(*name));
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

State State::parse(std::string_view text, const Rules& rules) {
    return PositionReader(text, rules, kAllSeeing).read();
}

}  // namespace moonflower::flower_power
