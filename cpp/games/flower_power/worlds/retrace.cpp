#include "games/flower_power/worlds/retrace.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace moonflower::flower_power {
namespace {

constexpr int kTried = 64;  // ways back that tell how many courses one of them stands for at most
constexpr int kPatience = 32;  // ways refused before one of them is taken after all

// Copies of `cards` whose faces are in `among`.
CardSet with_faces(const CardSet& cards, const CardSet& among) {
    return {cards.one & among.one, cards.two & among.one};
}

// Calls f(flower, card) for the face-down petals of flowers laid from a hand.
template <class F>
void each_laid(const Garden& garden, F f) {
    for (int i = 0; i < garden.flowers(); ++i)
        for (int petal = 0; petal < garden.size(i); ++petal)
            if (garden.flower(i).creator != kNobody && !garden.face_up(i, petal))
                f(garden.flower(i), garden.card(i, petal));
}

}  // namespace

Retrace::Token Retrace::Walk::add(Card face, int home) {
    faces.push_back(face);
    homes.push_back(static_cast<std::uint16_t>(home));
    return static_cast<Token>(faces.size() - 1);
}

Retrace::Retrace(const State& table) : viewer_(table.viewer_) {
    const CourseLog* log = table.knowledge_.log();
    if (log == nullptr || log->empty()) return;
    events_ = log->events();
    usable_ = tells_lays_apart(table);
    if (!usable_) return;
    find_draws(table);
    find_tokens(table);
    find_places(table.garden_);
    find_most_ways();
}

// Without a reshuffle or a spy of the viewer hidden cards are all alike. A world that was filled
// without its log lacks what its seats have seen.
bool Retrace::tells_lays_apart(const State& table) const {
    bool apart = table.is_reshuffled();
    int reshuffles = 0;
    for (const Event& event : events_) {
        if (event.kind == Kind::kReshuffle) ++reshuffles;
        if (event.kind == Kind::kDraw && event.seat == viewer_ && event.card == kNoCard)
            return false;
        if (event.kind != Kind::kSpy || event.reader != viewer_) continue;
        if (event.hand.size() != event.size) return false;
        apart = true;
    }
    return apart && reshuffles == table.knowledge_.reshuffles() &&
           at(reshuffles) == table.knowledge_.epochs().size();
}

void Retrace::find_draws(const State& table) {
    std::size_t number = 0;
    std::array<std::uint8_t, kMaxSeats> draws{};
    for (std::size_t i = 0; i < events_.size(); ++i) {
        const Event& e = events_[i];
        if (e.kind == Kind::kReshuffle) {
            const Epoch& epoch = table.knowledge_.epochs()[number];
            reshuffled_[++number] = epoch.cards;
            draws = {};
        } else if (e.kind == Kind::kDraw && e.seat == viewer_) {
            reshuffled_[number] = reshuffled_[number] - CardSet{bit_of(e.card), 0};
        } else if (e.kind == Kind::kDraw) {
            draws_[i] = ++draws[at(e.seat)];
            if (draws_[i] == 1) find_shown(table, i, number);
        }
    }
}

void Retrace::find_shown(const State& table, std::size_t first_draw, std::size_t epoch) {
    const Seat seat = events_[first_draw].seat;
    const auto add = [&](Card card) {
        for (Seat later = seat + 1; later < table.seats(); ++later)
            shown_before_[epoch][at(later)] =
                shown_before_[epoch][at(later)] + CardSet{bit_of(card), 0};
    };
    for (std::size_t i = first_draw + 1; i < events_.size(); ++i) {
        const Event& e = events_[i];
        if (e.seat != seat) continue;
        if (e.kind == Kind::kPlay || e.kind == Kind::kPetal) add(e.card);
        if (e.kind == Kind::kSpy && e.reader == viewer_) e.hand.each(add);
    }
    each_laid(table.garden_, [&](const Flower& flower, Card card) {
        if (static_cast<Seat>(flower.creator) == seat && card != kNoCard) add(card);
    });
}

void Retrace::find_tokens(const State& t) {
    for (Seat seat = 0; seat < t.seats(); ++seat)
        for (int i = 0; seat != viewer_ && i < t.hand_size(seat); ++i)
            start_.hands[at(seat)].push_back(start_.add(kNoCard, 0));
    each_laid(t.garden_, [&](const Flower& flower, Card card) {
        if (card == kNoCard) start_.add(kNoCard, static_cast<int>(flower.id));
    });
    hidden_tokens_ = start_.faces.size();
    each_laid(t.garden_, [&](const Flower& flower, Card card) {
        if (card != kNoCard) start_.add(card, static_cast<int>(flower.id));
    });
    start_.hidden = t.cards() - t.located(viewer_) + t.knowledge_.all_known(viewer_);
    start_.epoch = t.knowledge_.reshuffles();
    start_.need = reshuffled_[at(start_.epoch)];
    (start_.epoch > 0 ? start_.undrawn : unseen_places_) += t.pile_size_;
}

void Retrace::find_places(const Garden& garden) {
    for (int i = 0; i < garden.flowers(); ++i)
        for (int petal = 0; petal < garden.size(i); ++petal) {
            if (garden.card(i, petal) != kNoCard) continue;
            const bool laid = garden.flower(i).creator != kNobody;
            const bool known = garden.marks(i, petal) != 0;
            if (!laid) ++(known ? loose_places_ : unseen_places_);
            if (laid || known)
                places_.push_back(
                    {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(petal), laid});
        }
}

// --- drawing

// Each random way back is found with the odds that the product of the choices met on it tells
// (Knuth 1975), and stands for as many courses as that product says, so taking it with odds that
// grow with the product makes all courses alike (rejection sampling, von Neumann 1951). The largest
// product is learned from some ways; where it is so rare that ways are refused again and again,
// one of those refused is taken by weight.
bool Retrace::draw(State& world, Rng& rng) const {
    Walk taken;
    double all = 0.0;
    int refused = 0;
    for (int walks = 0; refused < kPatience && walks < kMostWalks; ++walks) {
        Walk way = start_;
        if (!walk(way, rng) || !settle(way, rng)) continue;
        if (rng.unit() * most_ways_ < way.ways) {
            fill(world, way, rng);
            return true;
        }
        ++refused;
        all += way.ways;
        if (refused == 1 || rng.unit() * all < way.ways) taken = way;
    }
    if (refused > 0) fill(world, taken, rng);
    return refused > 0;
}

void Retrace::find_most_ways() {
    Rng rng(kTried);
    for (int walks = 0, found = 0; found < kTried && walks < kMostWalks; ++walks) {
        Walk way = start_;
        if (!walk(way, rng) || !settle(way, rng)) continue;
        ++found;
        most_ways_ = std::max(most_ways_, way.ways);
    }
}

bool Retrace::walk(Walk& way, Rng& rng) const {
    for (std::size_t i = events_.size(); i-- > 0;)
        if (!undo(i, way, rng)) return false;
    return true;
}

bool Retrace::undo(std::size_t event, Walk& way, Rng& rng) const {
    const Event& e = events_[event];
    if (e.kind == Kind::kReshuffle) return undo_reshuffle(way);
    if (e.kind == Kind::kDraw) return undo_draw(event, way, rng);
    if (e.kind == Kind::kSpy) return undo_spy(e, way, rng);
    if (e.seat == viewer_) return true;
    auto& hand = way.hands[at(e.seat)];
    if (e.kind == Kind::kPlay) hand.push_back(way.add(e.card, 0));
    if (e.kind == Kind::kPetal) way.add(e.card, e.flower);
    if (e.kind == Kind::kCreate)
        for (std::size_t token = 0; token < way.homes.size(); ++token)
            if (way.homes[token] == e.flower) {
                way.homes[token] = 0;
                hand.push_back(static_cast<Token>(token));
            }
    return true;
}

// What the pile lacks and does not lie hidden now is among the cards shown since. Seats are gone
// back through from the last to the first: what those before this one have not shown it must have
// drawn, and its draws are shared between these cards and all others.
std::optional<Retrace::Odds> Retrace::odds(std::size_t event, const Walk& way) const {
    const Seat seat = events_[event].seat;
    const CardSet owed =
        way.need - way.hidden - way.placed - shown_before_[at(way.epoch)][at(seat)];
    Odds odds{way.need, with_faces(way.need, way.hidden), owed};
    const int rest = draws_[event] - odds.owed.size();
    if (rest < 0) return std::nullopt;
    if (rest == 0) {
        odds.need = with_faces(odds.need, odds.owed);
        odds.open = {};
        return odds;
    }
    double all = 0.0;
    double due = 0.0;
    for (const Token token : way.hands[at(seat)]) {
        const Card face = way.faces[token];
        (face != kNoCard && odds.owed.has(face) ? due : all) += odds.choices(face);
    }
    if (due > 0.0 && all > 0.0) odds.haste = all / due * odds.owed.size() / rest;
    return odds;
}

// One of the cards held goes back: any to the first pile, later one the pile lacks. A hidden card
// becomes one of those here.
bool Retrace::undo_draw(std::size_t event, Walk& way, Rng& rng) const {
    const Event& e = events_[event];
    if (e.seat == viewer_) return true;
    auto& hand = way.hands[at(e.seat)];
    const auto take = [&](std::size_t place) {
        const Token token = hand[place];
        hand[place] = hand.back();
        hand.pop_back();
        way.drawn[event] = token;
        return token;
    };
    if (hand.empty()) return false;
    if (way.epoch == 0) {
        way.ways *= static_cast<double>(hand.size());
        take(rng.below(static_cast<std::uint32_t>(hand.size())));
        return true;
    }
    const std::optional<Odds> odds = this->odds(event, way);
    if (!odds) return false;
    double all = 0.0;
    for (const Token token : hand) all += odds->weight(way.faces[token]);
    double roll = rng.unit() * all;
    std::size_t chosen = hand.size();
    for (std::size_t place = 0; place < hand.size() && roll >= 0.0; ++place)
        if (const double weight = odds->weight(way.faces[hand[place]]); weight > 0.0) {
            chosen = place;  // the last one stands should rounding leave a rest
            roll -= weight;
        }
    if (chosen == hand.size()) return false;
    Card& face = way.faces[take(chosen)];
    way.ways *= all * odds->choices(face) / odds->weight(face);
    if (face == kNoCard) {
        CardSet open = odds->open;
        face = take_any(open, rng);
        way.hidden.remove(face);
    }
    way.need.remove(face);
    return true;
}

// The hidden cards of a hand the viewer saw are what else was in it, in any order.
bool Retrace::undo_spy(const Event& spy, Walk& way, Rng& rng) const {
    const auto& hand = way.hands[at(spy.seat)];
    if (spy.reader != viewer_) {
        if (spy.seat == viewer_) return true;
        if (static_cast<int>(hand.size()) != spy.size) return false;
        CardSet seen;
        for (const Token token : hand) {
            way.spied.push_back(token);
            if (way.seen != nullptr) seen = seen + CardSet{bit_of(way.faces[token]), 0};
        }
        return way.seen == nullptr || seen == (*way.seen)[way.next_seen++];
    }
    CardSet rest = spy.hand;
    for (const Token token : hand) {
        const Card face = way.faces[token];
        if (face == kNoCard) continue;
        if (!rest.has(face)) return false;
        rest.remove(face);
    }
    if (!way.hidden.includes(rest)) return false;
    way.hidden = way.hidden - rest;
    way.ways = std::ldexp(way.ways, -std::popcount(rest.two));
    for (const Token token : hand) {
        if (way.faces[token] != kNoCard) continue;
        way.ways *= rest.size();
        way.faces[token] = take_any(rest, rng);
    }
    return true;
}

// The pile as it lies now is what nobody has drawn; every earlier one was drawn to its last card.
bool Retrace::undo_reshuffle(Walk& way) const {
    if (way.need.size() != way.undrawn || !way.hidden.includes(way.need)) return false;
    way.pile = way.pile + way.need;
    way.hidden = way.hidden - way.need;
    way.undrawn = 0;
    way.need = reshuffled_[at(--way.epoch)];
    return true;
}

// All that is left are cards of the deal: they lie in any order.
bool Retrace::settle(Walk& way, Rng& rng) const {
    way.ways = std::ldexp(way.ways, -std::popcount(way.hidden.two));
    int left = way.hidden.size();
    for (std::size_t token = 0; token < hidden_tokens_; ++token) {
        if (way.faces[token] != kNoCard) continue;
        if (left == 0) return false;
        way.ways *= left--;
        way.faces[token] = take_any(way.hidden, rng);
    }
    if (left != loose_places_ + unseen_places_) return false;
    for (int i = 0; i < loose_places_; ++i) way.ways *= left--;
    return true;
}

void Retrace::fill(State& world, const Walk& way, Rng& rng) const {
    for (Seat seat = 0; seat < world.seats(); ++seat)
        if (seat != viewer_) world.zones_.clear(hand_of(seat));
    std::size_t token = 0;
    for (Seat seat = 0; seat < world.seats(); ++seat)
        for (std::size_t i = 0; i < start_.hands[at(seat)].size(); ++i)
            world.zones_.add(hand_of(seat), way.faces[token++]);
    CardSet rest = way.hidden;
    for (const Place& place : places_)
        world.garden_.set_card(place.flower, place.petal,
                               place.laid ? way.faces[token++] : take_any(rest, rng));
    world.zones_.set(Zone::kUnseen, rest);
    world.zones_.set(Zone::kPile, way.pile);
    fill_log(world, way);
}

// What the others drew and saw, so that their views are whole as well.
void Retrace::fill_log(State& world, const Walk& way) const {
    CourseLog::Events events = events_;
    std::size_t next = 0;
    for (std::size_t i = events.size(); i-- > 0;) {
        Event& e = events[i];
        if (e.seat == viewer_) continue;
        if (e.kind == Kind::kDraw) e.card = way.faces[way.drawn[i]];
        if (e.kind != Kind::kSpy || e.reader == viewer_) continue;
        e.hand = {};
        for (int n = 0; n < e.size; ++n) e.hand.add(way.faces[way.spied[next++]]);
    }
    CourseLog& log = *world.knowledge_.log();
    log = {};
    for (const Event& event : events) log.add(event);
}

}  // namespace moonflower::flower_power
