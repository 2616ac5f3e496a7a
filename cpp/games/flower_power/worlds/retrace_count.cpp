// The ways back from a filled world: how many there are, and one of them.
#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_map>

#include "core/hash.hpp"
#include "games/flower_power/worlds/retrace.hpp"

namespace moonflower::flower_power {

struct Retrace::Counts {
    std::unordered_map<std::uint64_t, std::vector<Courses>> known;
    std::size_t& steps;
};

// Nothing when a flower would have held a third copy.
std::optional<Retrace::Contents> Retrace::contents(const State& world) const {
    Contents laid;
    const Garden& garden = world.garden_;
    for (std::size_t i = 0; i < events_.size(); ++i) {
        if (events_[i].kind != Kind::kCreate) continue;
        int size = 0;
        const auto add = [&](Card card) {
            laid[i] = laid[i] + CardSet{bit_of(card), 0};
            ++size;
        };
        const int flower = garden.find(events_[i].flower);
        for (int petal = 0; flower != kNoFlower && petal < garden.size(flower); ++petal)
            if (!garden.face_up(flower, petal)) add(garden.card(flower, petal));
        for (std::size_t later = i + 1; later < events_.size(); ++later)
            if (events_[later].kind == Kind::kPetal && events_[later].flower == events_[i].flower)
                add(events_[later].card);
        if (laid[i].size() != size) return std::nullopt;
    }
    return laid;
}

// Hands and pools are sets: two copies in one of them make no two lays.
std::vector<Retrace::Courses> Retrace::count(const State& world, std::size_t& steps) const {
    Lay lay;
    lay.epoch = start_.epoch;
    int pairs = std::popcount(world.zones_[Zone::kUnseen].two);
    for (Seat seat = 0; seat < world.seats(); ++seat) {
        if (seat == viewer_) continue;
        lay.hands[at(seat)] = world.hand(seat);
        pairs += std::popcount(world.hand(seat).two);
    }
    lay.pile = world.zones_[Zone::kPile];
    const std::optional<Contents> laid = contents(world);
    if (!laid || (lay.epoch > 0 && !reshuffled_[at(lay.epoch)].includes(lay.pile))) return {};
    Counts counts{{}, steps};
    std::vector<Courses> all = count(events_.size(), lay, *laid, counts);
    for (Courses& courses : all) courses.ways = std::ldexp(courses.ways, -pairs);
    return all;
}

// The ways back from where so many events have happened.
std::vector<Retrace::Courses> Retrace::count(std::size_t events, Lay lay, const Contents& laid,
                                             Counts& counts) const {
    Hands seen;
    std::vector<Courses> all{{{}, 1.0}};
    while (events > 0) {
        const std::size_t i = --events;
        const Event& e = events_[i];
        if (e.kind == Kind::kReshuffle) {
            lay.pile = {};
            --lay.epoch;
        }
        if (e.kind == Kind::kReshuffle || e.seat == viewer_) continue;
        CardSet& hand = lay.hands[at(e.seat)];
        if (e.kind == Kind::kPlay) {
            if (hand.count(e.card) == 2) return {};
            hand.add(e.card);
        } else if (e.kind == Kind::kCreate) {
            if ((hand + laid[i]).size() != hand.size() + laid[i].size()) return {};
            hand = hand + laid[i];
        } else if (e.kind == Kind::kSpy && e.reader != viewer_) {
            seen.push_back(hand);
        } else if (e.kind == Kind::kSpy) {
            if (hand != e.hand) return {};
        } else if (e.kind == Kind::kDraw) {
            all = count_draw(i, lay, laid, counts);
            break;
        }
    }
    if (!seen.empty())
        for (Courses& courses : all)
            courses.seen.insert(courses.seen.begin(), seen.begin(), seen.end());
    return all;
}

std::vector<Retrace::Courses> Retrace::count_draw(std::size_t event, const Lay& lay,
                                                  const Contents& laid, Counts& counts) const {
    const Event& e = events_[event];
    Hasher hasher(event);
    for (const CardSet& hand : lay.hands) {
        hasher.add(hand.one);
        hasher.add(hand.two);
    }
    hasher.add(lay.pile.one);
    hasher.add(lay.pile.two);
    if (const auto found = counts.known.find(hasher.value()); found != counts.known.end())
        return found->second;
    const CardSet& hand = lay.hands[at(e.seat)];
    const bool first = lay.epoch == 0;
    const CardSet lacking = reshuffled_[at(lay.epoch)] - lay.pile;
    std::vector<Courses> all;
    for (std::uint64_t rest = hand.one; rest != 0; rest &= rest - 1) {
        const auto card = static_cast<Card>(std::countr_zero(rest));
        if (!first && !lacking.has(card)) continue;
        Lay before = lay;
        before.hands[at(e.seat)].remove(card);
        if (!first) before.pile.add(card);
        const int ways = hand.count(card) * (first ? 1 : before.pile.count(card));
        for (const Courses& courses : count(event, before, laid, counts)) {
            if (counts.steps == 0) return {};
            --counts.steps;
            const auto same = std::find_if(all.begin(), all.end(), [&](const Courses& other) {
                return other.seen == courses.seen;
            });
            if (same != all.end())
                same->ways += ways * courses.ways;
            else
                all.push_back({courses.seen, ways * courses.ways});
        }
    }
    counts.known.emplace(hasher.value(), all);
    return all;
}

bool Retrace::recall(State& world, const Hands& seen) const {
    Walk placed = start_;
    std::swap(placed.hidden, placed.placed);
    placed.seen = &seen;
    placed.pile = world.zones_[Zone::kPile];
    placed.need = placed.need - placed.pile;
    placed.undrawn = 0;
    std::size_t token = 0;
    for (Seat seat = 0; seat < world.seats(); ++seat)
        if (seat != viewer_)
            world.hand(seat).each([&](Card card) { placed.faces[token++] = card; });
    for (const Place& place : places_)
        if (place.laid) placed.faces[token++] = world.garden_.card(place.flower, place.petal);
    Rng rng(world.key());
    for (int walks = 0; walks < kMostWalks; ++walks)
        if (Walk way = placed; walk(way, rng)) {
            fill_log(world, way);
            return true;
        }
    return false;
}

}  // namespace moonflower::flower_power
