// The optional fields of a position string: what seats know.
#include <algorithm>

#include "core/error.hpp"
#include "core/text.hpp"
#include "games/flower_power/text/position.hpp"

namespace moonflower::flower_power {

void PositionReader::read_creators(std::string_view field) {
    for (const std::string_view part : split(field, ',')) {
        const std::size_t equals = part.find('=');
        if (equals == std::string_view::npos) refuse("has " + quoted(part) + " for a creator");
        const int index = flower_index(part.substr(0, equals));
        if (!state_.garden_.has_face_down(index))
            refuse("names the creator of a flower without face-down petals");
        state_.garden_.flower(index).set_creator(seat(part.substr(equals + 1)));
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
            if (static_cast<int>(petals.size()) != s.garden_.size(index))
                refuse("has " + quoted(item) + " for a flower of another size");
            for (int petal = 0; petal < s.garden_.size(index); ++petal) {
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
        case 'h': {
            expect(2);
            const auto [reader, of] = pair(parts[0]);
            if (reader == of || reader == reader_ || (reader_ >= 0 && of != reader_))
                refuse("has " + quoted(item) + " in its & field");
            CardSet held = s.hand(of);
            if (s.making_ > 0 && of == s.decider_) held = held + s.loose();
            if (!held.includes(set_of(parts[1])))
                refuse("has " + quoted(item) + ", which is not in that hand");
            s.knowledge_.set_known(reader, of, set_of(parts[1]));
            return;
        }
        case 's': {
            expect(2);
            const auto [reader, of] = pair(parts[0]);
            const auto counts = split(parts[1], '.');
            if (counts.size() != 2 || reader == of)
                refuse("has " + quoted(item) + " in its & field");
            s.knowledge_.set_glimpse(
                reader, of,
                {static_cast<std::uint8_t>(number(counts[0], 1, s.hand_size(of), "cards seen")),
                 static_cast<std::uint8_t>(
                     number(counts[1], 0, s.seats() > 2 ? 255 : s.hand_size(of), "cards drawn"))});
            return;
        }
        case 'g': {
            if (s.seats() == 2 || parts.size() != 4) expect(3);
            const auto [reader, creator] = pair(parts[0]);
            if (reader == creator || s.knowledge_.groups().size() == Knowledge::kMostGroups)
                refuse("has " + quoted(item) + " in its & field");
            Group group = new_group();
            group.cards = set_of(parts[2]);
            group.origin =
                static_cast<std::uint16_t>(number(parts[1], 1, kMaxReadId, "a flower's id"));
            group.reader = static_cast<std::uint8_t>(reader);
            group.creator = static_cast<std::uint8_t>(creator);
            if (parts.size() > 3) {
                const auto counts = split(parts[3], '.');
                if (counts.size() != 2) refuse("has " + quoted(item) + " in its & field");
                group.fresh = static_cast<std::uint8_t>(
                    number(counts[0], 0, Knowledge::kLongAgo, "cards drawn"));
                group.before = static_cast<std::uint8_t>(
                    number(counts[1], 0, Knowledge::kMostBefore, "cards drawn"));
            }
            s.knowledge_.add_group(group);
            return;
        }
        case 'd':
        case 'q':
        case 'c':
            if (s.rules_.decks > 1) refuse("has " + quoted(item) + " with two decks");
            return read_entry(item);
        case 'l':
            return read_log(item.substr(1));
        case 'e': {
            expect(4);
            Epoch epoch;
            epoch.number =
                static_cast<std::uint8_t>(number(parts[0], 1, Ledger::kMostSources, "a reshuffle"));
            epoch.since =
                static_cast<std::uint16_t>(number(parts[3], 0, kMaxFlowerId, "a flower's id"));
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
            s.knowledge_.set_reshuffles(
                number(parts[0], 1, Ledger::kMostSources, "a number of reshuffles"));
            return;
        case 'n':
            expect(1);
            s.knowledge_.set_unburied(set_of(parts[0]));
            return;
        default:
            refuse("has " + quoted(item) + " in its & field");
    }
}

// d12.3:20:1:-2:1, q1.2:20:1:3, c1.2:20: readers, seat, next flower, source, count, times
void PositionReader::read_entry(std::string_view item) {
    State& s = state_;
    const auto parts = split(item.substr(1), ':');
    const bool close = item[0] == 'c';
    const bool draw = item[0] == 'd';
    const auto seats = split(parts[0], '.');
    if (parts.size() != (close  ? 2U
                         : draw ? 5U
                                : 4U) ||
        seats.size() != 2 || s.knowledge_.ledger().entries().size() == Ledger::kMost)
        refuse("has " + quoted(item) + " in its & field");
    Ledger::Entry entry;
    entry.kind = close ? Ledger::Kind::kClose : draw ? Ledger::Kind::kDraw : Ledger::Kind::kQuota;
    unsigned readers = 0;
    for (std::size_t i = 0; i < seats[0].size(); ++i)
        readers |= seat_bit(seat(seats[0].substr(i, 1)));
    entry.set_readers(readers);
    entry.set_seat(seat(seats[1]));
    const bool shared = reader_ < 0 || (s.seats() == 2 && entry.seat == reader_);
    const unsigned possible = shared ? 0xffU : seat_bit(reader_);
    if (entry.readers == 0 || (entry.readers & (seat_bit(entry.seat) | ~possible)) != 0)
        refuse("has " + quoted(item) + " for other readers");
    entry.since = static_cast<std::uint16_t>(number(parts[1], 1, kMaxFlowerId, "a flower's id"));
    if (!close) {
        entry.set_source(number(parts[2], 0, Ledger::kMostSources, "a reshuffle"));
        entry.count = static_cast<std::int8_t>(number(parts[3], -kMaxCards, kMaxCards, "a count"));
    }
    if (draw) entry.times = static_cast<std::uint8_t>(number(parts[4], 1, 255, "a number"));
    s.knowledge_.add_entry(entry);
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

// With three seats and more nobody can say since when, unless the string does.
Group PositionReader::new_group() const {
    Group group;
    if (state_.seats() == 2) return group;
    group.fresh = Knowledge::kLongAgo;
    group.before = Knowledge::kMostBefore;
    return group;
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
        Group group = new_group();
        group.cards = set_of(part.substr(0, sign));
        group.reader = static_cast<std::uint8_t>(reader_);
        group.creator = static_cast<std::uint8_t>(seat(places[0]));
        for (std::size_t i = 1; i < places.size(); ++i) {
            Flower& flower = state_.garden_.flower(flower_index(places[i]));
            if (i == 1) group.origin = static_cast<std::uint16_t>(flower.id);
            if (state_.garden_.has_face_down(flower_index(places[i])))
                flower.set_creator(group.creator);
        }
        if (group.creator == reader_) refuse("has a group of the reader's own cards");
        state_.knowledge_.add_group(group);
    }
}

// Fills in what a string without its optional fields leaves open about reshuffles.
void PositionReader::settle_reshuffles() {
    State& s = state_;
    if (epochs_.empty() && !s.zones_[Zone::kPile].empty() && !has_memory_) {  // FP-114: {cards}
        epochs_.emplace_back();
        epochs_[0].number = 1;
        epochs_[0].cards = s.zones_[Zone::kPile];
    }
    if (epochs_.empty() && !last_field_.empty()) {
        epochs_.emplace_back();
        epochs_[0].number = 1;
        epochs_[0].cards = set_of(last_field_);
    }
    if (!has_memory_ && !epochs_.empty()) {
        s.knowledge_.set_reshuffles(static_cast<int>(epochs_.size()));
        for (std::size_t i = 0; i < epochs_.size(); ++i) {
            if (s.rules_.decks > 1) continue;  // there it is a lower bound
            int left = epochs_[i].cards.size() - (i == 0 ? int{s.pile_size_} : 0);
            for (Seat seat = 0; seat < s.seats() && left > 0; ++seat) {
                if (seat == reader_) continue;
                const int held = std::min(left, int{s.hidden_[at(seat)]});
                epochs_[i].held[at(seat)] = static_cast<std::uint8_t>(held);
                left -= held;
            }
        }
    }
    CardSet told;
    for (auto epoch = epochs_.rbegin(); epoch != epochs_.rend(); ++epoch) {
        // A card that came into the open has left the reshuffle it was in.
        if (s.rules_.decks == 1 && !(told & epoch->cards).empty())
            refuse("has one card in two reshuffles");
        told = told + epoch->cards;
        s.knowledge_.add_epoch(*epoch);
    }
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
    if (reader_ < 0 && s.is_reshuffled() && !s.fixed_ &&
        s.zones_[Zone::kPile].size() != s.pile_size_)
        refuse("does not say what its pile is made of");
    const CardSet rest = s.rules_.all_cards() - shown_;
    const CardSet unseen = !pool_field_.empty() ? set_of(pool_field_)
                           : places > 0         ? rest
                                                : CardSet{};
    if (!rest.includes(unseen)) refuse("has more cards than its decks");
    if (unseen.size() != places)
        refuse("has " + std::to_string(places) + " unseen places for " +
               std::to_string(unseen.size()) + " unseen cards");
    s.zones_.set(Zone::kAbsent, rest - unseen);
    if (reader_ < 0) s.zones_.set(Zone::kUnseen, unseen);
}

}  // namespace moonflower::flower_power
