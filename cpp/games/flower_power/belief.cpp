#include "games/flower_power/belief.hpp"

#include <algorithm>
#include <bit>

namespace moonflower::flower_power {
namespace {

constexpr int kMostTries = 1'000'000;  // only where a hand must make a power flower

std::size_t at(int i) { return static_cast<std::size_t>(i); }

Card take(CardSet& cards, Rng& rng) {
    const Card card = cards.nth(rng.below(static_cast<std::uint32_t>(cards.size())));
    cards.remove(card);
    return card;
}

}  // namespace

double choose(int n, int k) {
    if (k < 0 || k > n) return 0.0;
    double ways = 1.0;
    for (int i = 1; i <= k; ++i) ways = ways * (n - k + i) / i;
    return ways;
}

Sampler::Sampler(const State& table) : table_(table), viewer_(table.viewer_) {
    find_cells();
    find_places();
}

// --- what is hidden from the viewer

void Sampler::find_places() {
    const Garden& garden = table_.garden_;
    for (Seat seat = 0; seat < table_.seats(); ++seat)
        for (int i = 0; i < table_.hidden_[at(seat)]; ++i) places_[at(seat)].push_back({});
    for (int i = garden.flowers() - 1; i >= 0; --i) {
        const Flower& flower = garden.flower(i);
        if (flower.power) continue;
        for (int petal = 0; petal < flower.size; ++petal) {
            if (garden.card(i, petal) != kNoCard) continue;
            if (flower.creator != kNobody)
                places_[flower.creator].push_back({i, petal});
            else if (garden.marks(i, petal) != 0)
                petals_.push_back({i, petal});
            else
                ++unseen_petals_;
        }
    }
}

// FP-104: what each seat holds of a reshuffle is known by counting; cards the viewer can place, or
// has in a group, are taken off.
void Sampler::find_cells() {
    const State& t = table_;
    const CardSet unplaced = t.cards_ - t.located(viewer_);
    cells_.push_back({unplaced, 0, {}});
    for (const Epoch& epoch : t.knowledge_.epochs()) {
        if (t.rules_.decks > 1) break;
        Cell cell{epoch.cards & unplaced, epoch.number, {}};
        cells_[0].cards = cells_[0].cards - cell.cards;
        for (Seat seat = 0; seat < t.seats(); ++seat)
            cell.held[at(seat)] =
                epoch.held[at(seat)] - (t.knowledge_.known(viewer_, seat) & epoch.cards).size();
        for (int i = 0; i < t.garden_.flowers(); ++i) {
            const Flower& flower = t.garden_.flower(i);
            if (flower.creator == kNobody) continue;
            for (int petal = 0; petal < flower.size; ++petal) {
                const Card card = t.garden_.card(i, petal);
                if (!t.garden_.face_up(i, petal) && card != kNoCard && epoch.cards.has(card))
                    --cell.held[flower.creator];
            }
        }
        cells_.push_back(cell);
    }
    for (const Group& group : t.knowledge_.groups()) {
        if (group.reader != viewer_) continue;
        for (Cell& cell : cells_) {
            const CardSet shared = cell.cards & group.cards;
            cell.cards = cell.cards - shared;
            cell.held[group.creator] -= shared.size();
        }
    }
}

// The number of front places a card may lie in: the hand, and flowers made from then on.
int Sampler::front(Seat seat, int origin, int number) const {
    int count = 0;
    for (const Place& place : places_[at(seat)]) {
        if (place.flower != kNoFlower) {
            const Flower& flower = table_.garden_.flower(place.flower);
            if (flower.id < origin || flower.born < number) break;
        }
        ++count;
    }
    return count;
}

// The cards of the viewer's groups about a seat.
Sampler::Loads Sampler::grouped(Seat seat) const {
    Loads loads;
    for (const Group& group : table_.knowledge_.groups()) {
        if (group.reader != viewer_ || group.creator != seat || group.cards.empty()) continue;
        const int limit = front(seat, group.origin, 0);
        group.cards.each([&](Card card) { loads.push_back({card, limit}); });
    }
    return loads;
}

State Sampler::blank() const {
    State world = table_;
    world.masked_ = false;
    world.viewer_ = -1;
    world.hidden_ = {};
    return world;
}

void Sampler::put(State& world, Seat seat, const Place& place, Card card) const {
    if (place.flower == kNoFlower)
        world.hands_[at(seat)].add(card);
    else
        world.garden_.set_card(place.flower, place.petal, card);
}

// --- drawing

State Sampler::draw(Rng& rng) const {
    State world = blank();
    for (int tries = 0; tries < kMostTries; ++tries) {
        draw_builds(world, rng);
        if (deal(world, rng) && draw_creation(world, rng)) break;
        world = blank();
    }
    if (table_.seats() > 2) {
        draw_glimpses(world, rng);
        draw_groups(world, rng);
    }
    return world;
}

bool Sampler::deal(State& world, Rng& rng) const {
    if (mixes_copies()) return deal_copies(world, rng);
    deal_cells(world, rng);
    return true;
}

// Lays the cards into a seat's hidden places. The places a card may take are front parts of one
// row, one inside the other, so laying the most confined cards first leaves each card the same
// number of places whatever came before: every lay is equally likely.
void Sampler::fill(State& world, Seat seat, Loads& loads, Rng& rng) const {
    const Places& places = places_[at(seat)];
    if (places.empty()) return;
    if (places.back().flower == kNoFlower) {  // the hand is all there is
        for (const Load& load : loads) world.hands_[at(seat)].add(load.card);
        return;
    }
    std::stable_sort(loads.begin(), loads.end(),
                     [](const Load& a, const Load& b) { return a.front < b.front; });
    StaticVector<int, kMaxCards> open;
    for (std::size_t i = 0; i < places.size(); ++i) open.push_back(static_cast<int>(i));
    for (const Load& load : loads) {
        const auto limit = std::lower_bound(open.begin(), open.end(), load.front) - open.begin();
        int* const chosen = open.begin() + rng.below(static_cast<std::uint32_t>(limit));
        put(world, seat, places[at(*chosen)], load.card);
        std::copy(chosen + 1, open.end(), chosen);
        open.pop_back();
    }
}

// One deck: each seat holds a known number of cards of each reshuffle, the rest is never buried.
void Sampler::deal_cells(State& world, Rng& rng) const {
    Cells cells = cells_;
    for (Seat seat = 0; seat < world.seats(); ++seat) {
        const std::size_t places = places_[at(seat)].size();
        if (places == 0) continue;
        Loads loads = grouped(seat);
        for (std::size_t i = 1; i < cells.size(); ++i) {
            const int limit = front(seat, 0, cells[i].number);
            for (int n = 0; n < cells[i].held[at(seat)]; ++n)
                loads.push_back({take(cells[i].cards, rng), limit});
        }
        while (loads.size() < places)
            loads.push_back({take(cells[0].cards, rng), static_cast<int>(places)});
        fill(world, seat, loads, rng);
    }
    for (const Place& petal : petals_)
        world.garden_.set_card(petal.flower, petal.petal, take(cells[0].cards, rng));
    world.unseen_ = cells[0].cards;
    if (world.is_reshuffled() && world.pile_size_ > 0) world.pile_ = cells.back().cards;
}

// --- two decks after a reshuffle: equal cards cannot be told apart

bool Sampler::mixes_copies() const { return table_.rules_.decks > 1 && table_.is_reshuffled(); }

// The pile is made of the reshuffle, initial petals of cards that were never buried; hands and
// creations take any copy.
Sampler::Copies Sampler::sort_copies() const {
    const CardSet& unplaced = cells_[0].cards;
    const CardSet& buried = table_.knowledge_.epochs().back().cards;
    const CardSet& unburied = table_.knowledge_.unburied();
    Copies copies;
    for (Card card = 0; card < kFaces; ++card) {
        const int count = unplaced.count(card);
        for (int copy = 0; copy < count; ++copy) {
            // Of two copies the first is the buried one, the last the one never buried.
            const bool pile = buried.count(card) > copy;
            const bool petal = unburied.count(card) >= count - copy;
            (pile    ? petal ? copies.both : copies.pile_only
             : petal ? copies.petal_only
                     : copies.neither)
                .add(card);
        }
    }
    return copies;
}

// Every lay of copies is equally likely: first how many of the copies that fit both go to the
// pile, by the number of lays, then which.
bool Sampler::deal_copies(State& world, Rng& rng) const {
    Copies copies = sort_copies();
    const int pile = table_.pile_size_;
    const int petals = static_cast<int>(petals_.size()) + unseen_petals_;
    const int both = copies.both.size();
    const int only = copies.pile_only.size();
    const int fit = copies.petal_only.size() + both;
    const auto lays = [&](int n) {
        return choose(both, n) * choose(only, pile - n) * choose(fit - n, petals);
    };
    double total = 0.0;
    for (int n = 0; n <= both; ++n) total += lays(n);
    double roll = rng.unit() * total;
    int from_both = 0;
    while (from_both < both && (roll -= lays(from_both)) >= 0.0) ++from_both;
    if (from_both > pile || pile - from_both > only || fit - from_both < petals) return false;
    world.pile_ = {};
    for (int n = 0; n < pile; ++n)
        world.pile_.add(take(n < from_both ? copies.both : copies.pile_only, rng));
    CardSet fitting = copies.petal_only + copies.both;
    for (const Place& petal : petals_)
        world.garden_.set_card(petal.flower, petal.petal, take(fitting, rng));
    for (int n = 0; n < unseen_petals_; ++n) world.unseen_.add(take(fitting, rng));
    CardSet rest = fitting + copies.pile_only + copies.neither;
    for (Seat seat = 0; seat < world.seats(); ++seat) {
        const std::size_t places = places_[at(seat)].size();
        Loads loads = grouped(seat);
        while (loads.size() < places) loads.push_back({take(rest, rng), static_cast<int>(places)});
        fill(world, seat, loads, rng);
    }
    return fits_draws(world);
}

// FP-104: cards all of whose copies were reshuffled lie only where somebody has drawn since.
bool Sampler::fits_draws(const State& world) const {
    const Epoch& epoch = table_.knowledge_.epochs().back();
    const std::uint64_t certain = epoch.cards.two;
    for (Seat seat = 0; seat < world.seats(); ++seat) {
        const CardSet hand = world.hands_[at(seat)] - table_.hands_[at(seat)];
        int count = std::popcount(hand.one & certain) + std::popcount(hand.two & certain);
        for (const Place& place : places_[at(seat)]) {
            if (place.flower == kNoFlower) continue;
            if ((certain >> world.garden_.card(place.flower, place.petal) & 1U) == 0) continue;
            if (world.garden_.flower(place.flower).born < epoch.number) return false;
            ++count;
        }
        if (count > epoch.drawn[at(seat)]) return false;
    }
    return true;
}

// --- what others chose or saw

// A hidden build may be any.
void Sampler::draw_builds(State& world, Rng& rng) const {
    if (world.phase_ != Phase::kBuild) return;
    for (Seat seat = 0; seat < world.decider_; ++seat)
        if (world.build_[at(seat)] == 0)
            world.build_[at(seat)] = static_cast<std::uint16_t>(
                1 + rng.below(static_cast<std::uint32_t>(partitions_of(world.pack_[at(seat)]))));
}

bool Sampler::hides_creation() const {
    return (table_.phase_ == Phase::kMakeRegular || table_.phase_ == Phase::kMakePower) &&
           table_.decider_ != viewer_;
}

// Another seat is making a flower: any first card, then each further one or none with even odds.
// False when the hand cannot make what it is known to be making.
bool Sampler::draw_creation(State& world, Rng& rng) const {
    if (!hides_creation()) return true;
    const bool power = world.phase_ == Phase::kMakePower;
    for (bool first = true;; first = false) {
        const std::uint64_t steps = power ? world.power_steps() : world.regular_steps();
        if (steps == 0) return !first;
        if (!first && rng.coin()) return true;
        const auto count = static_cast<std::uint32_t>(std::popcount(steps));
        const auto card = static_cast<Card>(nth_bit(steps, rng.below(count)));
        world.hands_[world.decider_].remove(card);
        world.garden_.push_loose(card);
        ++world.making_;
    }
}

// Which cards of a third hand a spy has seen: older ones, of which some may have been played.
void Sampler::draw_glimpses(State& world, Rng& rng) const {
    for (Seat reader = 0; reader < world.seats(); ++reader)
        for (Seat seat = 0; seat < world.seats(); ++seat) {
            const Knowledge::Glimpse glimpse = world.knowledge_.glimpse(reader, seat);
            if (reader == viewer_ || seat == viewer_ || glimpse.seen == 0) continue;
            const int hand = world.hand_size(seat);
            const auto ways = [&](int n) {
                return choose(glimpse.seen, n) * choose(glimpse.fresh, hand - n);
            };
            double total = 0.0;
            for (int n = 0; n <= hand; ++n) total += ways(n);
            double roll = rng.unit() * total;
            int known = 0;
            while (known < hand && (roll -= ways(known)) >= 0.0) ++known;
            CardSet left = world.hands_[at(seat)];
            if (world.making_ > 0 && seat == world.decider_) left = left + world.loose();
            CardSet& seen = world.knowledge_.known(reader, seat);
            for (; known > 0; --known) seen.add(take(left, rng));
        }
}

// Third groups: any of the cards in their places may belong to them.
void Sampler::draw_groups(State& world, Rng& rng) const {
    for (Group& group : world.knowledge_.groups()) {
        if (group.reader == viewer_ || group.creator == viewer_) continue;
        for (const Card card : third_group_cards(world, group))
            if (rng.coin()) group.cards.add(card);
    }
}

// Cards that may belong to a group: in the creator's hand or its flowers since, not known to the
// reader, not in an older group of his.
Sampler::Row Sampler::third_group_cards(const State& world, const Group& group) {
    const Knowledge& knowledge = world.knowledge_;
    CardSet places = world.hands_[group.creator];
    if (world.making_ > 0 && world.decider_ == group.creator) places = places + world.loose();
    places = places - knowledge.known(group.reader, group.creator);
    for (int i = 0; i < world.garden_.flowers(); ++i) {
        const Flower& flower = world.garden_.flower(i);
        if (flower.creator != group.creator || flower.id < group.origin) continue;
        for (int petal = 0; petal < flower.size; ++petal)
            if (!world.sees(group.reader, i, petal)) places.add(world.garden_.card(i, petal));
    }
    for (const Group& other : knowledge.groups()) {
        if (&other == &group) break;
        if (other.reader == group.reader && other.creator == group.creator)
            places = places - other.cards;
    }
    Row cards;
    places.each([&](Card card) { cards.push_back(card); });
    return cards;
}

}  // namespace moonflower::flower_power
