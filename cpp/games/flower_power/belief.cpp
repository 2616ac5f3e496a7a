#include "games/flower_power/belief.hpp"

#include <algorithm>

namespace moonflower::flower_power {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

Card take(CardSet& cards, Rng& rng) {
    const Card card = cards.nth(rng.below(static_cast<std::uint32_t>(cards.size())));
    cards.remove(card);
    return card;
}

}  // namespace

Sampler::Sampler(const State& table) : table_(table), viewer_(table.viewer_) {
    find_cells();
    find_holdings();
    find_petals();
}

void Sampler::find_holdings() {
    const State& t = table_;
    for (Seat seat = 0; seat < t.seats(); ++seat)
        for (int i = 0; i < t.hidden_[at(seat)]; ++i) holdings_[at(seat)].places.push_back({});
    for (int i = t.garden_.flowers() - 1; i >= 0; --i) {
        const Flower& flower = t.garden_.flower(i);
        if (flower.creator == kNobody) continue;
        for (int petal = 0; petal < flower.size; ++petal)
            if (t.garden_.card(i, petal) == kNoCard)
                holdings_[flower.creator].places.push_back({i, petal});
    }
}

void Sampler::find_petals() {
    const State& t = table_;
    for (int i = 0; i < t.garden_.flowers(); ++i)
        for (int petal = 0; petal < t.garden_.flower(i).size; ++petal)
            if (t.garden_.flower(i).creator == kNobody && t.garden_.card(i, petal) == kNoCard &&
                t.garden_.marks(i, petal) != 0)
                petals_.push_back({i, petal});
}

// FP-104: what each seat holds of a reshuffle is known by counting; cards the viewer can place, or
// has in a group, are taken off.
void Sampler::find_cells() {
    const State& t = table_;
    const CardSet unplaced = t.cards_ - t.located(viewer_);
    Cell fresh;
    fresh.cards = unplaced;
    cells_.push_back(fresh);
    if (t.rules_.decks > 1) return;
    for (const Epoch& epoch : t.knowledge_.epochs()) {
        Cell cell;
        cell.number = epoch.number;
        cell.cards = epoch.cards & unplaced;
        cells_[0].cards = cells_[0].cards - cell.cards;
        for (Seat seat = 0; seat < t.seats(); ++seat) {
            if (seat == viewer_) continue;
            cell.held[at(seat)] =
                epoch.held[at(seat)] - (t.knowledge_.known(viewer_, seat) & epoch.cards).size();
        }
        for (int i = 0; i < t.garden_.flowers(); ++i) {
            const Flower& flower = t.garden_.flower(i);
            for (int petal = 0; petal < flower.size && flower.creator != kNobody; ++petal) {
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

// The number of front places a card may lie in: the hand and flowers made from then on.
int Sampler::front(Seat seat, int origin, int number) const {
    const auto& places = holdings_[at(seat)].places;
    int count = 0;
    for (const Place& place : places) {
        if (place.flower != kNoFlower) {
            const Flower& flower = table_.garden_.flower(place.flower);
            if (flower.id < origin || flower.born < number) break;
        }
        ++count;
    }
    return count;
}

void Sampler::put(State& world, Seat seat, const Place& place, Card card) const {
    if (place.flower == kNoFlower)
        world.hands_[at(seat)].add(card);
    else
        world.garden_.set_card(place.flower, place.petal, card);
}

// Lays the cards into the seat's hidden places. The places a card may take are front parts of one
// row, one inside the other, so laying the most confined cards first leaves each card the same
// number of places whatever came before: every lay is equally likely.
void Sampler::fill_holding(State& world, Seat seat, const Row& cards,
                           const StaticVector<int, kMaxCards>& fronts, Rng& rng) const {
    StaticVector<Place, kMaxCards> free = holdings_[at(seat)].places;
    StaticVector<int, kMaxCards> open;  // for each free place: its place in the row
    for (std::size_t i = 0; i < free.size(); ++i) open.push_back(static_cast<int>(i));
    StaticVector<std::uint8_t, kMaxCards> order;
    for (std::size_t i = 0; i < cards.size(); ++i) order.push_back(static_cast<std::uint8_t>(i));
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint8_t a, std::uint8_t b) { return fronts[a] < fronts[b]; });
    for (const std::uint8_t i : order) {
        const auto limit = std::lower_bound(open.begin(), open.end(), fronts[i]) - open.begin();
        auto* const chosen = open.begin() + rng.below(static_cast<std::uint32_t>(limit));
        put(world, seat, free[at(*chosen)], cards[i]);
        std::copy(chosen + 1, open.end(), chosen);
        open.pop_back();
    }
}

State Sampler::draw(Rng& rng) const {
    State world = table_;
    world.masked_ = false;
    world.viewer_ = -1;
    world.hidden_ = {};
    draw_builds(world, rng);
    StaticVector<Cell, Knowledge::kMostEpochs + 1> cells = cells_;
    for (Seat seat = 0; seat < world.seats(); ++seat) {
        const std::size_t places = holdings_[at(seat)].places.size();
        if (places == 0) continue;
        Row cards;
        StaticVector<int, kMaxCards> fronts;
        for (const Group& group : table_.knowledge_.groups()) {
            if (group.reader != viewer_ || group.creator != seat) continue;
            const int limit = front(seat, group.origin, 0);
            group.cards.each([&](Card card) {
                cards.push_back(card);
                fronts.push_back(limit);
            });
        }
        for (std::size_t i = 1; i < cells.size(); ++i) {
            const int limit = front(seat, 0, cells[i].number);
            for (int n = 0; n < cells[i].held[at(seat)]; ++n) {
                cards.push_back(take(cells[i].cards, rng));
                fronts.push_back(limit);
            }
        }
        while (cards.size() < places) {
            cards.push_back(take(cells[0].cards, rng));
            fronts.push_back(static_cast<int>(places));
        }
        fill_holding(world, seat, cards, fronts, rng);
    }
    for (const Place& petal : petals_)
        world.garden_.set_card(petal.flower, petal.petal, take(cells[0].cards, rng));
    world.unseen_ = cells[0].cards;
    if (world.is_reshuffled() && world.pile_size_ > 0) world.pile_ = cells.back().cards;
    draw_glimpses(world, rng);
    return world;
}

// A hidden build may be any.
void Sampler::draw_builds(State& world, Rng& rng) const {
    if (world.phase_ != Phase::kBuild) return;
    for (Seat seat = 0; seat < world.decider_; ++seat)
        if (world.build_[at(seat)] == 0)
            world.build_[at(seat)] = static_cast<std::uint16_t>(
                1 + rng.below(static_cast<std::uint32_t>(partitions_of(world.pack_[at(seat)]))));
}

void Sampler::draw_glimpses(State& world, Rng& rng) const {
    (void)world;
    (void)rng;
}

std::optional<std::vector<World<State>>> Sampler::all(std::size_t limit) const {
    (void)limit;
    return std::nullopt;
}

}  // namespace moonflower::flower_power
