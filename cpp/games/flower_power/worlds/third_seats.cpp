#include "games/flower_power/worlds/third_seats.hpp"

#include <algorithm>

#include "games/flower_power/worlds/spread.hpp"

namespace moonflower::flower_power {
namespace {

CardSet whole_hand(const State& world, Seat seat, const CardSet& loose, bool making) {
    return making ? world.hand(seat) + loose : world.hand(seat);
}

CardSet take_some(CardSet from, int count, Rng& rng) {
    CardSet taken;
    for (; count > 0; --count) taken.add(take_any(from, rng));
    return taken;
}

}  // namespace

double ThirdSeats::Sight::ways(int n) const {
    return choose(seen, n) * choose(fresh, maybe.size() - n);
}

double ThirdSeats::Sight::all_ways() const { return choose(seen + fresh, maybe.size()); }

// Of each hand the readers from the earliest spy on: the one with most draws since.
ThirdSeats::ThirdSeats(const State& table) : viewer_(table.viewer_) {
    const Knowledge& knowledge = table.knowledge_;
    for (Seat seat = 0; seat < table.seats(); ++seat) {
        if (seat == viewer_) continue;
        const std::size_t first = pairs_.size();
        for (Seat reader = 0; reader < table.seats(); ++reader)
            if (reader != viewer_ && knowledge.glimpse(reader, seat).seen > 0)
                pairs_.push_back({reader, seat});
        std::stable_sort(pairs_.begin() + first, pairs_.end(), [&](const Pair& a, const Pair& b) {
            return knowledge.glimpse(a.reader, seat).fresh >
                   knowledge.glimpse(b.reader, seat).fresh;
        });
    }
}

// One deck: what the reshuffles say of cards of a seat, `fresh` of which it drew since a spy.
ThirdSeats::Ages ThirdSeats::ages(const State& world, Seat seat, int fresh) {
    Ages ages;
    if (fresh == Knowledge::kLongAgo || world.rules_.decks > 1) return ages;
    const auto epochs = world.knowledge_.epochs();
    ages.old = fresh == 0 ? world.cards() : CardSet{};
    for (const Epoch& epoch : epochs) {
        const int drawn = epoch.drawn[static_cast<std::size_t>(seat)];
        if (drawn <= fresh) ages.fresh = ages.fresh + epoch.cards;
        if (drawn < fresh) continue;
        // All that is fresh came from this reshuffle or a later one.
        ages.old = world.cards();
        for (const Epoch& later : epochs)
            if (later.number >= epoch.number) ages.old = ages.old - later.cards;
    }
    return ages;
}

ThirdSeats::Sight ThirdSeats::sight(const State& world, std::size_t number) const {
    const Knowledge& knowledge = world.knowledge_;
    const Seat reader = pairs_[number].reader;
    const Seat seat = pairs_[number].seat;  // by name: clang 15 captures no structured binding
    const Knowledge::Glimpse own = knowledge.glimpse(reader, seat);
    const CardSet hand = whole_hand(world, seat, world.loose(), seat == world.decider_);
    const Ages ages = this->ages(world, seat, own.fresh);
    CardSet sure = hand & ages.old;
    CardSet allowed = hand - ages.fresh;
    const auto compare = [&](Seat other) {
        const Knowledge::Glimpse seen = knowledge.glimpse(other, seat);
        if (seen.seen == 0 || seen.fresh == Knowledge::kLongAgo) return;
        const CardSet known = knowledge.known(other, seat);
        if (seen.fresh >= own.fresh) sure = sure | known;
        if (seen.fresh <= own.fresh) allowed = allowed & known;
    };
    for (std::size_t i = 0; own.fresh != Knowledge::kLongAgo && i < number; ++i)
        if (pairs_[i].seat == seat) compare(pairs_[i].reader);
    if (own.fresh != Knowledge::kLongAgo) compare(viewer_);
    allowed = allowed | sure;
    const int fresh = std::min<int>(own.fresh, hand.size());
    return {sure, allowed - sure, std::max(0, own.seen - sure.size()),
            std::max(0, fresh - (hand.size() - allowed.size()))};
}

ThirdSeats::Sight ThirdSeats::sight(const State& world, const Knowledge::Groups& groups,
                                    std::size_t number) const {
    const Knowledge& knowledge = world.knowledge_;
    const Group& group = groups[number];
    const auto hidden_since = [&](Seat reader, int origin) {
        CardSet cards =
            whole_hand(world, group.creator, world.loose(), group.creator == world.decider_);
        for (int i = 0; i < world.garden_.flowers(); ++i) {
            const Flower& flower = world.garden_.flower(i);
            if (flower.creator != group.creator || flower.id < static_cast<unsigned>(origin))
                continue;
            for (int petal = 0; petal < world.garden_.size(i); ++petal)
                if (!world.sees(reader, i, petal)) cards.add(world.garden_.card(i, petal));
        }
        return cards - knowledge.known(reader, group.creator);
    };
    CardSet cards = hidden_since(group.reader, group.origin);
    for (std::size_t i = 0; i < number; ++i)
        if (groups[i].reader == group.reader && groups[i].creator == group.creator)
            cards = cards - groups[i].cards;
    // With two decks an equal card may have left the group in place of one that is still there.
    if (world.rules_.decks > 1) return {{}, cards, cards.size(), cards.size()};
    const Ages ages = this->ages(world, group.creator, group.fresh);
    CardSet sure = cards & ages.old;
    CardSet allowed = cards - ages.fresh;
    if (group.before == 0) sure = sure | (cards - hidden_since(group.reader, group.origin + 1));
    if (group.fresh < Knowledge::kLongAgo)
        for (const Group& other : groups) {
            if (other.reader != viewer_ || other.creator != group.creator ||
                other.fresh == Knowledge::kLongAgo)
                continue;
            if (other.fresh >= group.fresh) sure = sure | (cards & other.cards);
            if (other.fresh <= group.fresh)
                allowed = allowed - (hidden_since(viewer_, other.origin) - other.cards);
        }
    allowed = allowed | sure;
    const CardSet maybe = allowed - sure;
    const int fresh = std::min<int>(group.fresh, cards.size());
    return {sure, maybe, maybe.size(), std::max(0, fresh - (cards.size() - allowed.size()))};
}

CardSet ThirdSeats::draw(const Sight& sight, Rng& rng) {
    double roll = rng.unit() * sight.all_ways();
    int known = 0;
    while (known < sight.maybe.size() && (roll -= sight.ways(known)) >= 0.0) ++known;
    return sight.sure + take_some(sight.maybe, known, rng);
}

void ThirdSeats::draw(State& world, Rng& rng) const {
    for (std::size_t i = 0; i < pairs_.size(); ++i)
        world.knowledge_.set_known(pairs_[i].reader, pairs_[i].seat, draw(sight(world, i), rng));
    for (std::size_t i = 0; i < world.knowledge_.groups().size(); ++i)
        if (const Knowledge::Groups groups = world.knowledge_.groups(); is_third(groups[i]))
            world.knowledge_.set_group(i, draw(sight(world, groups, i), rng));
}

// --- by the log

// FP-120: the last group that may lie there.
void ThirdSeats::Memory::leaves(Card card, int last_origin) {
    for (std::size_t i = groups.size(); i-- > 0;)
        if (groups[i].first <= last_origin && groups[i].second.has(card))
            return groups[i].second.remove(card);
}

void ThirdSeats::Memory::follow(const CourseLog::Event& event, Seat reader) {
    switch (event.kind) {
        case CourseLog::Kind::kSpy:
            if (event.reader != reader) return;
            (event.hand - hand).each([&](Card card) { leaves(card, kMaxFlowerId); });
            hand = event.hand;
            return;
        case CourseLog::Kind::kPlay:
            return hand.has(event.card) ? hand.remove(event.card)
                                        : leaves(event.card, kMaxFlowerId);
        case CourseLog::Kind::kPetal:
            return leaves(event.card, event.flower);
        case CourseLog::Kind::kCreate:
            if (!hand.empty()) groups.push_back({event.flower, hand});
            hand = {};
            return;
        default:
            return;
    }
}

void ThirdSeats::recall(State& world) const {
    const CourseLog::Events events = world.knowledge_.log()->events();
    for (Seat reader = 0; reader < world.seats(); ++reader)
        for (Seat seat = 0; seat < world.seats(); ++seat)
            if (reader != seat && reader != viewer_ && seat != viewer_)
                recall(world, events, reader, seat);
}

// A group that has lost its last flower is in the hand, or went from there into a later group.
void ThirdSeats::recall(State& world, const CourseLog::Events& events, Seat reader,
                        Seat seat) const {
    Memory memory;
    for (const CourseLog::Event& event : events)
        if (event.kind != CourseLog::Kind::kReshuffle && event.seat == seat)
            memory.follow(event, reader);
    const Garden& garden = world.garden_;
    for (int i = 0; i < garden.flowers(); ++i)
        for (int petal = 0; petal < garden.size(i); ++petal)
            if (static_cast<Seat>(garden.flower(i).creator) == seat && !garden.face_up(i, petal) &&
                world.sees(reader, i, petal))
                memory.leaves(garden.card(i, petal), static_cast<int>(garden.flower(i).id));
    std::size_t next = 0;
    CardSet cards;
    const Knowledge::Groups groups = world.knowledge_.groups();
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (groups[i].reader != reader || groups[i].creator != seat) continue;
        for (; next < memory.groups.size() && memory.groups[next].first <= groups[i].origin; ++next)
            cards = cards + memory.groups[next].second;
        world.knowledge_.set_group(i, cards);
        cards = {};
    }
    for (; next < memory.groups.size(); ++next) cards = cards + memory.groups[next].second;
    cards = cards + memory.hand;
    if (cards.size() > world.knowledge_.glimpse(reader, seat).seen) cards = memory.hand;
    if (cards.size() <= world.knowledge_.glimpse(reader, seat).seen)
        world.knowledge_.set_known(reader, seat, cards);
}

}  // namespace moonflower::flower_power
