#include "games/flower_power/memory/knowledge.hpp"

#include <algorithm>
#include <limits>

namespace moonflower::flower_power {
namespace {

void count_up(std::uint8_t& counter, int most = std::numeric_limits<std::uint8_t>::max()) {
    if (counter < most) ++counter;
}

// A face-down petal of a flower of the creator, no older than `origin`, that the reader cannot
// name.
bool has_place(Seat reader, Seat creator, int origin, const Garden& garden) {
    for (int i = 0; i < garden.flowers(); ++i) {
        const Flower& flower = garden.flower(i);
        if (flower.creator == creator && flower.id >= origin && hides_from(garden, i, reader))
            return true;
    }
    return false;
}

}  // namespace

Knowledge::Knowledge(const Rules& rules)
    : memory_(Ledger(rules.players)), seats_(rules.players & 7U), two_decks_(rules.decks == 2) {
    if (!two_decks_) return;
    memory_ = CourseLog();
    unburied_ = rules.all_cards();
}

const Ledger& Knowledge::ledger() const {
    static const Ledger kNone(kMaxSeats);
    const Ledger* ledger = std::get_if<Ledger>(&memory_);
    return ledger != nullptr ? *ledger : kNone;
}

// Only third seats need to know how long ago it was.
void Knowledge::clamp_to_hand(Glimpse& glimpse, int hand) const {
    glimpse.seen = static_cast<std::uint8_t>(std::min<int>(glimpse.seen, hand));
    if (seats_ == 2) glimpse.fresh = static_cast<std::uint8_t>(std::min<int>(glimpse.fresh, hand));
    if (glimpse.seen == 0) glimpse.fresh = 0;
}

CardSet Knowledge::all_known(Seat reader) const {
    CardSet all;
    for (Seat seat = 0; seat < seats_; ++seat) all = all + known(reader, seat);
    return all;
}

// The source of a card, with one deck: the last reshuffle it was in, 0 when there was none.
int Knowledge::source_of(Card card) const {
    for (const Epoch& epoch : epochs())
        if (epoch.cards.has(card)) return two_decks_ ? 0 : epoch.number;
    return 0;
}

int Knowledge::hidden_of(const Epoch& epoch, Seat reader, Seat seat, const Garden& garden) const {
    int hidden = epoch.held[at(seat)] - (known(reader, seat) & epoch.cards).size();
    for (int i = 0; i < garden.flowers(); ++i) {
        const Flower& flower = garden.flower(i);
        if (flower.creator != seat) continue;
        for (int petal = 0; petal < garden.size(i); ++petal)
            if (!garden.face_up(i, petal) && (garden.marks(i, petal) & seat_bit(reader)) != 0 &&
                epoch.cards.has(garden.card(i, petal)))
                --hidden;
    }
    for (const Group& group : groups())
        if (group.reader == reader && group.creator == seat)
            hidden -= (group.cards & epoch.cards).size();
    return hidden;
}

Knowledge::Groups Knowledge::groups() const {
    Groups all;
    for (std::size_t i = 0; i < group_count_; ++i)
        all.push_back({known_.group(static_cast<int>(i)),
                       static_cast<std::uint16_t>(groups_[i].flower),
                       static_cast<std::uint8_t>(groups_[i].reader),
                       static_cast<std::uint8_t>(groups_[i].creator),
                       static_cast<std::uint8_t>(groups_[i].fresh),
                       static_cast<std::uint8_t>(groups_[i].before)});
    return all;
}

// When the table is full, the cards join the reader's oldest group about the seat, which says less
// and stays true; without such a group they are forgotten.
void Knowledge::add_group(const Group& group) {
    if (group_count_ < kMostGroups) {
        Origin& origin = groups_[group_count_];
        origin.flower = group.origin & 0xfffU;
        origin.reader = group.reader & 7U;
        origin.creator = group.creator & 7U;
        origin.fresh = group.fresh;
        origin.before = std::min(group.before, kMostBefore) & 0x3fU;
        set_group(group_count_++, group.cards);
        return;
    }
    for (std::size_t i = 0; i < group_count_; ++i)
        if (groups_[i].reader == group.reader && groups_[i].creator == group.creator) {
            if (seats_ > 2) {
                groups_[i].fresh = kLongAgo;
                groups_[i].before = kMostBefore;
            }
            return set_group(i, known_.group(static_cast<int>(i)) + group.cards);
        }
}

void Knowledge::drop_group(std::size_t number) {
    known_.drop_group(static_cast<int>(number));
    std::copy(groups_.begin() + static_cast<std::ptrdiff_t>(number) + 1,
              groups_.begin() + group_count_,
              groups_.begin() + static_cast<std::ptrdiff_t>(number));
    groups_[--group_count_] = {};
}

// When the table is full, the two oldest reshuffles become one: what is said of both stays true.
// With two decks the oldest is forgotten.
void Knowledge::add_epoch(const Epoch& epoch) {
    if (epoch_count_ == kMostEpochs && two_decks_) {
        std::copy(epochs_.begin() + 1, epochs_.end(), epochs_.begin());
        --epoch_count_;
    }
    if (epoch_count_ == kMostEpochs) {
        Epoch& oldest = epochs_[0];
        oldest.cards = oldest.cards + epochs_[1].cards;
        for (std::size_t seat = 0; seat < kMaxSeats; ++seat)
            oldest.held[seat] =
                static_cast<std::uint8_t>(oldest.held[seat] + epochs_[1].held[seat]);
        std::copy(epochs_.begin() + 2, epochs_.end(), epochs_.begin() + 1);
        --epoch_count_;
    }
    epochs_[epoch_count_++] = epoch;
}

void Knowledge::draws(Seat seat, Card card, int hand, bool from_reshuffle, const Garden& garden,
                      int next_id) {
    if (!records_) return;
    log_card(CourseLog::Kind::kDraw, seat, card);
    for (Seat reader = 0; reader < seats_; ++reader) {
        if (reader == seat) continue;
        Glimpse& seen = glimpse_at(reader, seat);
        if (seen.seen > 0) count_up(seen.fresh);
        clamp_to_hand(seen, hand);
    }
    for (std::size_t i = 0; seats_ > 2 && i < group_count_; ++i)
        if (groups_[i].creator == static_cast<unsigned>(seat) && groups_[i].fresh < kLongAgo)
            groups_[i].fresh = (groups_[i].fresh + 1U) & 0xffU;
    for (std::size_t i = 0; i < epoch_count_; ++i) count_up(epochs_[i].drawn[at(seat)]);
    if (from_reshuffle && epoch_count_ > 0) ++epochs_[epoch_count_ - 1U].held[at(seat)];
    Ledger* ledger = counts();
    if (ledger == nullptr) return;
    unsigned readers = 0;
    for (int i = 0; i < garden.flowers(); ++i) {
        if (garden.flower(i).creator != seat) continue;
        for (Seat reader = 0; reader < seats_; ++reader)
            if (reader != seat && counts_for(reader, seat) && hides_from(garden, i, reader) &&
                ledger->open_account(reader, seat).has(garden.flower(i).id))
                readers |= seat_bit(reader);
    }
    if (readers != 0 || !ledger->empty())
        ledger->draws(readers, seat, from_reshuffle ? reshuffles_ : 0, next_id);
}

// FP-103: a card played counts first as the equal card known there, then as one of a group.
void Knowledge::plays(Seat seat, Card card, int hand) {
    if (!records_) return;
    log_card(CourseLog::Kind::kPlay, seat, card);
    unsigned fresh = 0;
    for (Seat reader = 0; reader < seats_; ++reader) {
        if (reader == seat) continue;
        if (known_.has(reader, seat, card))
            known_.remove(reader, seat, card);
        else if (group_count_ == 0 || !leaves_group(reader, seat, card, kMaxFlowerId))
            fresh |= seat_bit(reader);
        Glimpse& seen = glimpse_at(reader, seat);
        if (seen.seen > 0 && seen.fresh == 0) --seen.seen;
        clamp_to_hand(seen, hand);
    }
    if (has_counts()) counts()->plays(fresh, seat, source_of(card));
    comes_into_the_open(seat, card);
}

void Knowledge::spies_hand(Seat reader, Seat seat, const CardSet& hand, int size,
                           const Garden& garden, int next_id) {
    if (!records_) return;
    begin_log(garden, 0);
    log_spy(reader, seat, hand, size);
    CardSet fresh;
    (hand - known(reader, seat)).each([&](Card card) {
        if (!leaves_group(reader, seat, card, kMaxFlowerId)) fresh.add(card);
    });
    known_.set(reader, seat, hand);
    glimpse_at(reader, seat) = {static_cast<std::uint8_t>(size), 0};
    Ledger* ledger = counts();
    if (ledger == nullptr || !counts_for(reader, seat)) return;
    if (!ledger->empty())
        fresh.each([&](Card card) { ledger->plays(seat_bit(reader), seat, source_of(card)); });
    for (const Epoch& epoch : epochs()) {
        const int count =
            hidden_of(epoch, reader, seat, garden) - ledger->quota(reader, seat, epoch.number);
        if (count > 0) ledger->sets_quota(reader, seat, next_id, epoch.number, count);
    }
    ledger->closes(reader, seat, next_id);
    ledger->prune(garden);
}

void Knowledge::notices_spy(Seat reader, Seat seat, int size, const Garden& garden) {
    if (!records_) return;
    begin_log(garden, 0);
    log_spy(reader, seat, {}, size);
    set_glimpse(reader, seat, {static_cast<std::uint8_t>(size), 0});
}

void Knowledge::learns_hand(Seat reader, Seat seat, const CardSet& hand) {
    (hand - known(reader, seat)).each([&](Card card) {
        if (!leaves_group(reader, seat, card, kMaxFlowerId) && has_counts())
            counts()->plays(seat_bit(reader), seat, source_of(card));
    });
    known_.set(reader, seat, hand);
    glimpse_at(reader, seat) = {static_cast<std::uint8_t>(hand.size()), 0};
}

void Knowledge::creates(Seat seat, int flower_id, const Garden& garden) {
    if (!records_) return;
    begin_log(garden, flower_id);
    if (CourseLog* log = this->log()) {
        CourseLog::Event creation;
        creation.kind = CourseLog::Kind::kCreate;
        creation.seat = seat;
        creation.flower = flower_id;
        log->add(creation);
    }
    for (Seat reader = 0; reader < seats_; ++reader) {
        if (glimpse(reader, seat).seen == 0) continue;
        const std::uint8_t fresh = seats_ == 2 ? std::uint8_t{0} : glimpse(reader, seat).fresh;
        add_group({known(reader, seat), static_cast<std::uint16_t>(flower_id),
                   static_cast<std::uint8_t>(reader), static_cast<std::uint8_t>(seat), fresh,
                   fresh});
        known_.clear(reader, seat);
        glimpse_at(reader, seat) = {};
    }
}

void Knowledge::shows_hand(Seat seat, const CardSet& hand) {
    if (!records_) return;
    for (Seat reader = 0; reader < seats_; ++reader) {
        if (reader == seat) continue;
        learns_hand(reader, seat, hand);
        known_.clear(reader, seat);
        glimpse_at(reader, seat) = {};
    }
    hand.each([&](Card card) {
        log_card(CourseLog::Kind::kPlay, seat, card);
        comes_into_the_open(seat, card);
    });
}

void Knowledge::petal_seen(unsigned readers, const Flower& flower, Card card, bool open) {
    const auto creator = static_cast<Seat>(flower.creator);
    if (creator == kNobody || !records_) return;
    if (group_count_ > 0 || has_counts())
        for (Seat reader = 0; reader < seats_; ++reader)
            if ((readers >> reader & 1U) != 0 && !leaves_group(reader, creator, card, flower.id) &&
                has_counts())
                counts()->shows_petal(reader, creator, flower.id, source_of(card));
    if (!open) return;
    log_card(CourseLog::Kind::kPetal, creator, card, static_cast<int>(flower.id));
    comes_into_the_open(creator, card);
}

// FP-120: of several groups the last one that may lie there. A later group comes from a hand the
// reader saw: what earlier groups hold was not in it.
bool Knowledge::leaves_group(Seat reader, Seat creator, Card card, int last_origin) {
    for (std::size_t i = group_count_; i-- > 0;) {
        const Origin& origin = groups_[i];
        if (static_cast<Seat>(origin.reader) != reader ||
            static_cast<Seat>(origin.creator) != creator ||
            static_cast<int>(origin.flower) > last_origin)
            continue;
        CardSet cards = known_.group(static_cast<int>(i));
        if (!cards.has(card)) continue;
        cards.remove(card);
        set_group(i, cards);
        return true;
    }
    return false;
}

void Knowledge::comes_into_the_open(Seat holder, Card card) {
    if (two_decks_) {  // the whole reshuffle is kept; the card may have been one of its copies
        for (std::size_t i = 0; i < epoch_count_; ++i)
            if (std::uint8_t& held = epochs_[i].held[at(holder)];
                held > 0 && epochs_[i].cards.has(card))
                --held;
        return;
    }
    for (std::size_t i = 0; i < epoch_count_; ++i) {
        Epoch& epoch = epochs_[i];
        if (!epoch.cards.has(card)) continue;
        epoch.cards.remove(card);
        if (epoch.held[at(holder)] > 0) --epoch.held[at(holder)];
        if (!epoch.cards.empty()) return;
        std::copy(epochs_.begin() + static_cast<std::ptrdiff_t>(i) + 1, epochs_.end(),
                  epochs_.begin() + static_cast<std::ptrdiff_t>(i));
        epochs_[--epoch_count_] = Epoch{};
        return;
    }
}

// FP-104: the new pile is the public grave.
void Knowledge::reshuffles_grave(const CardSet& grave, const CardSet& all, const Garden& garden,
                                 int next_id) {
    if (records_ && two_decks_) {
        unburied_ = unburied_ & (all - grave);
        begin_log(garden, 0);
        if (epoch_count_ == kMostEpochs) log()->cut();  // a reshuffle is going to be forgotten
        log()->add({});
    }
    count_up(reshuffles_, Ledger::kMostSources);
    if (!records_) return;
    Epoch epoch;
    epoch.cards = grave;
    epoch.since = static_cast<std::uint16_t>(next_id);
    epoch.number = reshuffles_;
    add_epoch(epoch);
}

void Knowledge::prune(const Garden& garden, const std::array<int, kMaxSeats>& hands) {
    for (std::size_t i = 0; i < group_count_;) {
        const Origin origin = groups_[i];
        if (has_place(static_cast<Seat>(origin.reader), static_cast<Seat>(origin.creator),
                      static_cast<int>(origin.flower), garden)) {
            ++i;
            continue;
        }
        const CardSet cards = known_.group(static_cast<int>(i));
        drop_group(i);
        const auto hand = static_cast<std::uint8_t>(hands[origin.creator]);
        if (hand == 0) continue;
        cards.each([&](Card card) {
            known_.add(static_cast<Seat>(origin.reader), static_cast<Seat>(origin.creator), card);
        });
        set_glimpse(static_cast<Seat>(origin.reader), static_cast<Seat>(origin.creator),
                    {hand, seats_ == 2 ? hand : kLongAgo});
    }
    if (has_counts()) counts()->prune(garden);
    prune_log(garden, hands);
}

void Knowledge::keep_for(Seat viewer) {
    for (Seat reader = 0; reader < seats_; ++reader)
        for (Seat seat = 0; seat < seats_; ++seat)
            if (reader != viewer && seat != viewer) known_.clear(reader, seat);
    for (std::size_t i = 0; i < group_count_; ++i)
        if (static_cast<Seat>(groups_[i].reader) != viewer &&
            static_cast<Seat>(groups_[i].creator) != viewer)
            set_group(i, {});
    if (Ledger* ledger = counts()) ledger->keep_for(viewer);
    if (CourseLog* log = this->log()) log->keep_for(viewer);
    only_ = static_cast<std::uint8_t>(viewer & 7);
}

}  // namespace moonflower::flower_power
