#include "games/flower_power/worlds/belief.hpp"

#include <algorithm>
#include <bit>

namespace moonflower::flower_power {
namespace {

constexpr int kMostTries = 100'000;  // only where a hand must make a power flower

}  // namespace

Sampler::Sampler(const State& table) : blank_(table), viewer_(table.viewer_), thirds_(table) {
    blank_.masked_ = false;
    blank_.viewer_ = -1;
    blank_.knowledge_.open();
    blank_.hidden_ = {};
    find_cells();
    find_petals();
    for (Seat seat = 0; seat < table.seats(); ++seat) {
        if (seat == viewer_) continue;
        find_bins(seat, table.hidden_[at(seat)]);
        if (!spreads_[at(seat)].bins.empty()) find_kinds(seat);
    }
    if (mixes_copies()) sort_copies();
    if (table.rules_.decks == 1) return;
    retrace_.emplace(table);
    if (!retrace_->is_usable()) retrace_.reset();
}

// --- what is hidden from the viewer

void Sampler::find_cells() {
    const State& t = blank_;
    CardSet unplaced = t.cards() - t.located(viewer_);
    for (const Group& group : t.knowledge_.groups())
        if (group.reader == viewer_) unplaced = unplaced - group.cards;
    cells_.push_back(unplaced);
    if (t.rules_.decks > 1) return;
    for (const Epoch& epoch : t.knowledge_.epochs()) {
        cells_.push_back(epoch.cards & unplaced);
        cells_[0] = cells_[0] - cells_.back();
    }
}

void Sampler::find_petals() {
    const Garden& garden = blank_.garden_;
    for (int i = garden.flowers() - 1; i >= 0; --i) {
        const Flower& flower = garden.flower(i);
        if (flower.power != 0 || flower.creator != kNobody) continue;
        const int start = garden.start(i);
        const int size = garden.size(i);
        for (int petal = 0; petal < size; ++petal) {
            if (garden.card_at(start + petal) != kNoCard) continue;
            if (garden.marks_at(start + petal) != 0)
                petals_.push_back({static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(petal)});
            else
                ++unseen_petals_;
        }
    }
}

// The hand, then the flowers the seat has laid, from the latest to the oldest.
void Sampler::find_bins(Seat seat, int hidden_in_hand) {
    auto& bins = spreads_[at(seat)].bins;
    if (hidden_in_hand > 0)
        bins.push_back({kNoFlower, static_cast<std::uint8_t>(hidden_in_hand), Spread::kHandId});
    const Garden& garden = blank_.garden_;
    for (int i = garden.flowers() - 1; i >= 0; --i) {
        const Flower& flower = garden.flower(i);
        if (flower.power != 0 || flower.creator != seat) continue;
        std::uint8_t hidden = 0;
        for (int petal = 0; petal < garden.size(i); ++petal)
            if (garden.card(i, petal) == kNoCard) ++hidden;
        if (hidden > 0)
            bins.push_back(
                {static_cast<std::uint8_t>(i), hidden, static_cast<std::uint16_t>(flower.id)});
    }
}

void Sampler::find_kinds(Seat seat) {
    const Ledger& ledger = blank_.knowledge_.ledger();
    int done = Spread::kHandId + 1;
    for (const Spread::Bin& bin : spreads_[at(seat)].bins) {
        if (bin.id >= done) continue;
        const auto account = ledger.account(viewer_, seat, std::min<int>(bin.id, kMaxFlowerId));
        add_account(seat, account);
        done = account.first;
    }
    spreads_[at(seat)].prepare();
}

// How many cards of a reshuffle lie in the places of an account (FP-104).
int Sampler::source_count(Seat seat, const Ledger::Account& account, const Epoch& epoch) const {
    const Ledger& ledger = blank_.knowledge_.ledger();
    if (account.is_open())
        return blank_.knowledge_.hidden_of(epoch, viewer_, seat, blank_.garden_) -
               ledger.quota(viewer_, seat, epoch.number);
    for (const Ledger::Entry& entry : ledger.entries())
        if (entry.kind == Ledger::Kind::kQuota && entry.seat == seat &&
            entry.source == epoch.number && entry.since == account.end &&
            (entry.readers & seat_bit(viewer_)) != 0)
            return entry.count;
    return 0;
}

// The kinds of cards in the flowers of one account, and in the hand while it is open: the viewer's
// groups, each reshuffle, and the deal for the rest.
void Sampler::add_account(Seat seat, const Ledger::Account& account) {
    Spread& spread = spreads_[at(seat)];
    const int end = account.is_open() ? Spread::kHandId + 1 : account.end;
    int left = 0;
    for (const Spread::Bin& bin : spread.bins)
        if (bin.id >= account.first && bin.id < end) left += bin.size;
    const auto add = [&](const CardSet& cards, int cell, int first, int count) {
        left -= count;
        if (count > 0)
            spread.kinds.push_back({cards, static_cast<std::int16_t>(cell),
                                    static_cast<std::uint16_t>(std::max(first, account.first)),
                                    static_cast<std::uint16_t>(end),
                                    static_cast<std::uint8_t>(count)});
        return count > 0;
    };
    const Knowledge& knowledge = blank_.knowledge_;
    for (const Group& group : knowledge.groups())
        if (group.reader == viewer_ && group.creator == seat && account.has(group.origin))
            add(group.cards, -1, group.origin, group.cards.size());
    const auto add_draws = [&](int source) {
        for (const Ledger::Entry& entry : knowledge.ledger().entries())
            if (entry.kind == Ledger::Kind::kDraw && entry.seat == seat && entry.source == source &&
                (entry.readers & seat_bit(viewer_)) != 0 && account.has(entry.since))
                spread.draws.push_back({static_cast<std::uint8_t>(spread.kinds.size() - 1),
                                        entry.count, entry.since, entry.times});
    };
    if (cells_.size() > 1)
        for (std::size_t i = 1; i < cells_.size(); ++i) {
            const Epoch& epoch = knowledge.epochs()[i - 1];
            if (add({}, static_cast<int>(i), epoch.since, source_count(seat, account, epoch)))
                add_draws(epoch.number);
        }
    if (add({}, 0, 0, left)) add_draws(0);
}

double Sampler::lays() const {
    double ways = 1.0;
    StaticVector<int, Knowledge::kMostEpochs + 1> left;
    for (const CardSet& cell : cells_) left.push_back(cell.size());
    for (const Spread& spread : spreads_) {
        if (spread.bins.empty()) continue;
        ways *= spread.lays();
        for (const Spread::Kind& kind : spread.kinds) {
            if (kind.cell < 0) continue;
            ways *= choose(left[at(kind.cell)], kind.count);
            left[at(kind.cell)] -= kind.count;
        }
        for (const Spread::Bin& bin : spread.bins)  // petals have an order
            for (int i = 2; bin.flower != kNoFlower && i <= bin.size; ++i) ways *= i;
    }
    for (std::size_t i = 0; i < petals_.size(); ++i) ways *= left[0]--;
    return ways;
}

// --- drawing

State Sampler::draw(Rng& rng) const {
    State world = blank_;
    [[maybe_unused]] const bool found = complete(world, rng);
    assert(found);
    return world;
}

std::optional<State> Sampler::try_draw(Rng& rng) const {
    std::optional<State> world(blank_);
    if (!complete(*world, rng)) world.reset();
    return world;
}

// A blank world, which it is again when nothing was found.
bool Sampler::complete(State& world, Rng& rng) const {
    for (int tries = 0; tries < kMostTries; ++tries) {
        if (complete_once(world, rng)) return true;
        world = blank_;
    }
    return false;
}

bool Sampler::complete_once(State& world, Rng& rng) const {
    draw_builds(world, rng);
    const bool traced = retrace_ && retrace_->draw(world, rng);
    if ((!traced && !deal(world, rng)) || !draw_creation(world, rng)) return false;
    if (world.seats() > 2 && !traced) thirds_.draw(world, rng);
    if (world.seats() > 2 && traced) thirds_.recall(world);
    return true;
}

bool Sampler::deal(State& world, Rng& rng) const {
    return mixes_copies() ? deal_copies(world, rng) : deal_cells(world, rng);
}

// First how many cards of each kind go where, then which.
bool Sampler::fill(State& world, Seat seat, Cells& cells, Rng& rng) const {
    const Spread& spread = spreads_[at(seat)];
    if (spread.bins.empty()) return true;
    Spread::Shares shares;
    if (!spread.draw(shares, rng)) return false;
    std::array<CardSet, Spread::kMostKinds> groups;
    for (std::size_t kind = 0; kind < spread.kinds.size(); ++kind)
        groups[kind] = spread.kinds[kind].cards;
    for (std::size_t bin = 0; bin < spread.bins.size(); ++bin) {
        Row row;
        for (std::size_t kind = 0; kind < spread.kinds.size(); ++kind)
            for (int n = 0; n < shares[bin][kind]; ++n) {
                const int cell = spread.kinds[kind].cell;
                CardSet& from = cell < 0 ? groups[kind] : cells[at(cell)];
                if (from.empty()) return false;
                row.push_back(take_any(from, rng));
            }
        const int flower = spread.bins[bin].flower;
        if (flower == kNoFlower) {
            for (const Card card : row) world.zones_.add(hand_of(seat), card);
            continue;
        }
        for (int petal = 0; petal < world.garden_.size(flower); ++petal) {
            if (world.garden_.card(flower, petal) != kNoCard) continue;
            const std::size_t chosen = rng.below(static_cast<std::uint32_t>(row.size()));
            world.garden_.set_card(flower, petal, row[chosen]);
            row[chosen] = row.back();
            row.pop_back();
        }
    }
    return true;
}

// One deck, or no reshuffle yet: each card has one source.
bool Sampler::deal_cells(State& world, Rng& rng) const {
    Cells cells = cells_;
    for (Seat seat = 0; seat < world.seats(); ++seat)
        if (!fill(world, seat, cells, rng)) return false;
    for (const Place& petal : petals_) {
        if (cells[0].empty()) return false;
        world.garden_.set_card(petal.flower, petal.petal, take_any(cells[0], rng));
    }
    world.zones_.set(Zone::kUnseen, cells[0]);
    if (world.is_reshuffled() && world.pile_size_ > 0) world.zones_.set(Zone::kPile, cells.back());
    return true;
}

// --- two decks after a reshuffle: equal cards cannot be told apart

bool Sampler::mixes_copies() const { return blank_.rules_.decks > 1 && blank_.is_reshuffled(); }

// The pile is made of the reshuffle, initial petals of cards that were never buried; hands and
// creations take any copy.
void Sampler::sort_copies() {
    const CardSet& unplaced = cells_[0];
    const CardSet& buried = blank_.knowledge_.epochs().back().cards;
    const CardSet& unburied = blank_.knowledge_.unburied();
    for (Card card = 0; card < kFaces; ++card) {
        const int count = unplaced.count(card);
        for (int copy = 0; copy < count; ++copy) {
            // Of two copies the first is the buried one, the last the one never buried.
            const bool pile = buried.count(card) > copy;
            const bool petal = unburied.count(card) >= count - copy;
            (pile    ? petal ? copies_.both : copies_.pile_only
             : petal ? copies_.petal_only
                     : copies_.neither)
                .add(card);
        }
    }
}

// Every lay of copies is equally likely: first how many of the copies that fit both go to the
// pile, by the number of lays, then which.
bool Sampler::deal_copies(State& world, Rng& rng) const {
    Copies copies = copies_;
    const int pile = blank_.pile_size_;
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
    for (int n = 0; n < pile; ++n)
        world.zones_.add(Zone::kPile,
                         take_any(n < from_both ? copies.both : copies.pile_only, rng));
    CardSet fitting = copies.petal_only + copies.both;
    for (const Place& petal : petals_)
        world.garden_.set_card(petal.flower, petal.petal, take_any(fitting, rng));
    for (int n = 0; n < unseen_petals_; ++n)
        world.zones_.add(Zone::kUnseen, take_any(fitting, rng));
    Cells rest;
    rest.push_back(fitting + copies.pile_only + copies.neither);
    for (Seat seat = 0; seat < world.seats(); ++seat)
        if (!fill(world, seat, rest, rng)) return false;
    return fits_draws(world);
}

// FP-104: cards all of whose copies were in a reshuffle lie only where somebody has drawn since.
bool Sampler::fits_draws(const State& world) const {
    for (const Epoch& epoch : blank_.knowledge_.epochs()) {
        const std::uint64_t certain = epoch.cards.two;
        for (Seat seat = 0; seat < world.seats(); ++seat) {
            const CardSet hand = world.hand(seat) - blank_.hand(seat);
            int count = std::popcount(hand.one & certain) + std::popcount(hand.two & certain);
            for (const Spread::Bin& bin : spreads_[at(seat)].bins) {
                if (bin.flower == kNoFlower) continue;
                for (int petal = 0; petal < world.garden_.size(bin.flower); ++petal) {
                    if (blank_.garden_.card(bin.flower, petal) != kNoCard) continue;
                    if ((certain >> world.garden_.card(bin.flower, petal) & 1U) == 0) continue;
                    if (bin.id < epoch.since) return false;
                    ++count;
                }
            }
            if (count > epoch.drawn[at(seat)] || !holds_draws(world, seat, epoch)) return false;
        }
    }
    return true;
}

// Of the cards a seat drew since a reshuffle, those that have not shown are still with it.
bool Sampler::holds_draws(const State& world, Seat seat, const Epoch& epoch) const {
    int missing = epoch.held[at(seat)];
    if (missing == 0) return true;
    const CardSet hand = world.hand(seat);
    missing -= count_bits(hand.one & epoch.cards.one) + count_bits(hand.two & epoch.cards.two);
    if (world.making_ > 0 && seat == world.decider_) missing -= world.making_;
    for (int i = 0; missing > 0 && i < world.garden_.flowers(); ++i) {
        const Flower& flower = world.garden_.flower(i);
        if (flower.creator != seat || flower.id < epoch.since) continue;
        for (int petal = 0; petal < world.garden_.size(i); ++petal)
            if (!world.garden_.face_up(i, petal) && epoch.cards.has(world.garden_.card(i, petal)))
                --missing;
    }
    return missing <= 0;
}

// --- what others chose or saw

bool Sampler::hides_build(Seat seat) const { return seat != viewer_ && !blank_.rules_.build_open; }

// A hidden build may be any.
void Sampler::draw_builds(State& world, Rng& rng) const {
    if (world.phase_ != Phase::kBuild) return;
    for (Seat seat = 0; seat < world.decider_; ++seat)
        if (hides_build(seat))
            world.build_[at(seat)] = static_cast<std::uint16_t>(
                1 + rng.below(static_cast<std::uint32_t>(partitions_of(world.pack_[at(seat)]))));
}

bool Sampler::has_worlds() const {
    for (Seat seat = 0; seat < blank_.seats(); ++seat)
        if (!spreads_[at(seat)].bins.empty() && spreads_[at(seat)].total() <= 0.0) return false;
    return true;
}

bool Sampler::hides_creation() const {
    return (blank_.phase_ == Phase::kMakeRegular || blank_.phase_ == Phase::kMakePower) &&
           blank_.decider_ != viewer_;
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
        world.zones_.remove(hand_of(world.decider_), card);
        world.garden_.push_loose(card);
        ++world.making_;
    }
}

}  // namespace moonflower::flower_power
