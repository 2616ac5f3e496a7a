#include "games/flower_power/knowledge.hpp"

#include <algorithm>
#include <limits>

namespace moonflower::flower_power {
namespace {

void count_up(std::uint8_t& counter) {
    if (counter < std::numeric_limits<std::uint8_t>::max()) ++counter;
}

void clamp_to_hand(Knowledge::Glimpse& glimpse, int hand) {
    glimpse.seen = static_cast<std::uint8_t>(std::min<int>(glimpse.seen, hand));
    glimpse.fresh = static_cast<std::uint8_t>(std::min<int>(glimpse.fresh, hand));
    if (glimpse.seen == 0) glimpse.fresh = 0;
}

// A face-down petal of the creator's flower, no older than the group, that the reader cannot name.
bool has_place(const Group& group, const Garden& garden) {
    for (int i = 0; i < garden.flowers(); ++i) {
        const Flower& flower = garden.flower(i);
        if (flower.creator != group.creator || flower.id < group.origin) continue;
        for (int petal = 0; petal < flower.size; ++petal)
            if ((garden.marks(i, petal) & (kFaceUp | seat_bit(group.reader))) == 0) return true;
    }
    return false;
}

}  // namespace

Knowledge::Knowledge(const Rules& rules) : two_decks_(rules.decks == 2) {
    if (two_decks_) unburied_ = rules.all_cards();
}

CardSet Knowledge::all_known(Seat reader) const {
    CardSet all;
    for (const CardSet& cards : known_[at(reader)]) all = all + cards;
    return all;
}

// When the table is full, the cards join the reader's oldest group about the seat, which says less
// and stays true; without such a group they are forgotten.
void Knowledge::add_group(const Group& group) {
    if (group_count_ < kMostGroups) {
        groups_[group_count_++] = group;
        return;
    }
    for (Group& old : groups())
        if (old.reader == group.reader && old.creator == group.creator) {
            old.cards = old.cards + group.cards;
            return;
        }
}

// When the table is full, the two oldest reshuffles become one: what is said of both stays true.
void Knowledge::add_epoch(const Epoch& epoch) {
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

void Knowledge::draws(Seat seat, int hand, bool from_reshuffle) {
    for (Seat reader = 0; reader < kMaxSeats; ++reader) {
        Glimpse& seen = glimpse(reader, seat);
        if (seen.seen > 0) ++seen.fresh;
        clamp_to_hand(seen, hand);
    }
    for (std::size_t i = 0; i < epoch_count_; ++i) count_up(epochs_[i].drawn[at(seat)]);
    if (from_reshuffle && !two_decks_ && epoch_count_ > 0)
        ++epochs_[epoch_count_ - 1U].held[at(seat)];
}

// FP-103: a card played counts first as the equal card known there, then as one of a group.
void Knowledge::plays(Seat seat, Card card, int hand) {
    for (Seat reader = 0; reader < kMaxSeats; ++reader) {
        if (reader == seat) continue;
        CardSet& there = known(reader, seat);
        if (there.has(card))
            there.remove(card);
        else if (group_count_ > 0)
            leaves_group(reader, seat, card, kMaxFlowerId);
        Glimpse& seen = glimpse(reader, seat);
        if (seen.seen > 0 && seen.fresh == 0) --seen.seen;
        clamp_to_hand(seen, hand);
    }
    comes_into_the_open(seat, card);
}

void Knowledge::spies_hand(Seat reader, Seat seat, const CardSet& hand, int size) {
    (hand - known(reader, seat)).each([&](Card card) {
        leaves_group(reader, seat, card, kMaxFlowerId);
    });
    known(reader, seat) = hand;
    glimpse(reader, seat) = {static_cast<std::uint8_t>(size), 0};
}

void Knowledge::creates(Seat seat, int flower_id) {
    for (Seat reader = 0; reader < kMaxSeats; ++reader) {
        if (glimpse(reader, seat).seen == 0) continue;
        add_group({known(reader, seat), static_cast<std::uint16_t>(flower_id),
                   static_cast<std::uint8_t>(reader), static_cast<std::uint8_t>(seat)});
        known(reader, seat) = {};
        glimpse(reader, seat) = {};
    }
}

void Knowledge::shows_hand(Seat seat, const CardSet& hand) {
    for (Seat reader = 0; reader < kMaxSeats; ++reader) {
        (hand - known(reader, seat)).each([&](Card card) {
            leaves_group(reader, seat, card, kMaxFlowerId);
        });
        known(reader, seat) = {};
        glimpse(reader, seat) = {};
    }
    hand.each([&](Card card) { comes_into_the_open(seat, card); });
}

void Knowledge::petal_seen(unsigned readers, const Flower& flower, Card card, bool open) {
    if (flower.creator == kNobody) return;
    if (group_count_ > 0)
        for (Seat reader = 0; reader < kMaxSeats; ++reader)
            if ((readers >> reader & 1U) != 0)
                leaves_group(reader, flower.creator, card, flower.id);
    if (open) comes_into_the_open(flower.creator, card);
}

void Knowledge::leaves_group(Seat reader, Seat creator, Card card, int last_origin) {
    for (Group& group : groups())
        if (group.reader == reader && group.creator == creator && group.origin <= last_origin &&
            group.cards.has(card)) {
            group.cards.remove(card);
            return;
        }
}

void Knowledge::comes_into_the_open(Seat holder, Card card) {
    if (two_decks_) return;  // the whole reshuffle is kept
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
void Knowledge::reshuffles_grave(const CardSet& grave, const CardSet& all) {
    count_up(reshuffles_);
    if (two_decks_) {
        unburied_ = unburied_ & (all - grave);
        epoch_count_ = 0;
        epochs_[0] = Epoch{};
    }
    Epoch epoch;
    epoch.cards = grave;
    epoch.number = reshuffles_;
    add_epoch(epoch);
}

void Knowledge::prune(const Garden& garden, const std::array<int, kMaxSeats>& hands) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < group_count_; ++i) {
        const Group group = groups_[i];
        if (has_place(group, garden)) {
            groups_[kept++] = group;
            continue;
        }
        const auto hand = static_cast<std::uint8_t>(hands[group.creator]);
        if (hand == 0) continue;
        CardSet& there = known(group.reader, group.creator);
        there = there + group.cards;
        glimpse(group.reader, group.creator) = {hand, hand};
    }
    for (std::size_t i = kept; i < group_count_; ++i) groups_[i] = Group{};
    group_count_ = static_cast<std::uint8_t>(kept);
}

void Knowledge::keep_for(Seat viewer) {
    for (Seat reader = 0; reader < kMaxSeats; ++reader)
        for (Seat seat = 0; seat < kMaxSeats; ++seat)
            if (reader != viewer && seat != viewer) known(reader, seat) = {};
    for (Group& group : groups())
        if (group.reader != viewer && group.creator != viewer) group.cards = {};
}

}  // namespace moonflower::flower_power
