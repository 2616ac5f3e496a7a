#include "games/flower_power/ledger.hpp"

#include <algorithm>
#include <tuple>

namespace moonflower::flower_power {
namespace {

bool has_hidden(const Garden& garden, Seat reader, Seat seat, int first, int end) {
    for (int i = 0; i < garden.flowers(); ++i) {
        const Flower& flower = garden.flower(i);
        if (flower.creator == seat && flower.id >= first && flower.id < end &&
            hides_from(garden, i, reader))
            return true;
    }
    return false;
}

}  // namespace

bool hides_from(const Garden& garden, int flower, Seat seat) {
    const Flower& f = garden.flower(flower);
    if (f.power != 0) return false;
    for (int petal = 0; petal < garden.size(flower); ++petal)
        if ((garden.marks(flower, petal) & (kFaceUp | seat_bit(seat))) == 0) return true;
    return false;
}

Ledger::Account Ledger::account(Seat reader, Seat seat, int id) const {
    Account found{0, kMaxFlowerId + 1};
    for (const Entry& entry : entries()) {
        if (entry.kind != Kind::kClose || entry.seat != seat ||
            (entry.readers & seat_bit(reader)) == 0)
            continue;
        if (entry.since <= id)
            found.first = std::max<int>(found.first, entry.since);
        else
            found.end = std::min<int>(found.end, entry.since);
    }
    return found;
}

int Ledger::quota(Seat reader, Seat seat, int source) const {
    int cards = 0;
    for (const Entry& entry : entries())
        if (entry.kind == Kind::kQuota && entry.seat == seat && entry.source == source &&
            (entry.readers & seat_bit(reader)) != 0)
            cards += entry.count;
    return cards;
}

void Ledger::add(const Entry& entry) {
    if (count_ == kMost) {
        const auto oldest = std::find_if(entries().begin(), entries().end(),
                                         [](const Entry& old) { return old.kind == Kind::kDraw; });
        if (oldest == entries().end()) return;
        erase(static_cast<std::size_t>(oldest - entries().begin()));
    }
    entries_[count_++] = entry;
    sort();
}

void Ledger::change_draws(unsigned readers, Seat seat, int source, int by) {
    for (std::size_t i = count_; i-- > 0;) {
        const Entry entry = entries_[i];
        if (entry.kind != Kind::kDraw || entry.seat != seat || entry.source != source) continue;
        unsigned open = 0;
        for (Seat reader = 0; reader < kMaxSeats; ++reader)
            if (open_account(reader, seat).has(entry.since)) open |= seat_bit(reader);
        change(i, readers & open, by);
    }
}

void Ledger::draws(unsigned readers, Seat seat, int source, int next_id) {
    change_draws(~0U, seat, source, -1);
    if (readers != 0) {
        Entry entry;
        entry.since = static_cast<std::uint16_t>(next_id);
        entry.set_seat(seat);
        entry.set_readers(readers);
        entry.set_source(source);
        add(entry);
    }
    sort();
}

void Ledger::closes(Seat reader, Seat seat, int next_id) {
    Entry entry;
    entry.since = static_cast<std::uint16_t>(next_id);
    entry.kind = Kind::kClose;
    entry.set_seat(seat);
    entry.set_readers(seat_bit(reader));
    add(entry);
}

void Ledger::sets_quota(Seat reader, Seat seat, int next_id, int source, int count) {
    Entry entry;
    entry.since = static_cast<std::uint16_t>(next_id);
    entry.kind = Kind::kQuota;
    entry.set_seat(seat);
    entry.set_readers(seat_bit(reader));
    entry.set_source(source);
    entry.count = static_cast<std::int8_t>(count);
    add(entry);
}

void Ledger::plays(unsigned readers, Seat seat, int source) {
    change_draws(readers, seat, source, 1);
    sort();
}

void Ledger::shows_petal(Seat reader, Seat seat, int id, int source) {
    const Account account = this->account(reader, seat, id);
    for (std::size_t i = count_; i-- > 0;) {
        const Entry entry = entries_[i];
        if (entry.seat != seat || entry.source != source) continue;
        if (entry.kind == Kind::kDraw && entry.since <= id && account.has(entry.since))
            change(i, seat_bit(reader), 1);
        if (entry.kind == Kind::kQuota && entry.since == account.end)
            change(i, seat_bit(reader), -1);
    }
    sort();
}

void Ledger::forget_draws() {
    for (std::size_t i = count_; i-- > 0;)
        if (entries_[i].kind == Kind::kDraw) erase(i);
}

void Ledger::keep_for(Seat viewer) {
    for (std::size_t i = count_; i-- > 0;) {
        if (entries_[i].seat == viewer) continue;
        entries_[i].set_readers(entries_[i].readers & seat_bit(viewer));
        if (entries_[i].readers == 0) erase(i);
    }
    sort();
}

unsigned Ledger::useful_readers(const Entry& entry, const Garden& garden) const {
    unsigned useful = 0;
    for (Seat reader = 0; reader < kMaxSeats; ++reader) {
        if ((entry.readers & seat_bit(reader)) == 0) continue;
        if (entry.kind == Kind::kDraw) {
            const Account account = this->account(reader, entry.seat, entry.since);
            if (!has_hidden(garden, reader, entry.seat, account.first, entry.since)) continue;
            // With nothing later to hold its cards, the number of a closed account is fixed.
            if (!account.is_open() &&
                !has_hidden(garden, reader, entry.seat, entry.since, account.end))
                continue;
        } else {
            const Account account = this->account(reader, entry.seat, entry.since - 1);
            if (!has_hidden(garden, reader, entry.seat, account.first, entry.since)) continue;
            if (entry.kind == Kind::kQuota && entry.count <= 0) continue;
        }
        useful |= seat_bit(reader);
    }
    return useful;
}

void Ledger::prune(const Garden& garden) {
    // Draws and quotas first: they need the limits of their accounts.
    for (const bool limits : {false, true})
        for (std::size_t i = count_; i-- > 0;) {
            if ((entries_[i].kind == Kind::kClose) != limits) continue;
            entries_[i].set_readers(useful_readers(entries_[i], garden));
            if (entries_[i].readers == 0) erase(i);
        }
    sort();
}

void Ledger::change(std::size_t place, unsigned readers, int by) {
    Entry& entry = entries_[place];
    const unsigned some = entry.readers & readers;
    if (some == 0) return;
    if (some == entry.readers) {
        entry.count = static_cast<std::int8_t>(entry.count + by);
        return;
    }
    Entry split = entry;
    split.set_readers(some);
    split.count = static_cast<std::int8_t>(entry.count + by);
    entry.set_readers(entry.readers & ~some);
    if (count_ < kMost) entries_[count_++] = split;  // sorted by the caller
}

// Seen by one reader the order is the same, whoever else shares an entry. Like draws become one.
void Ledger::sort() {
    const auto key = [](const Entry& entry) {
        return std::tuple(entry.kind, entry.since, int{entry.seat}, entry.source, entry.count,
                          int{entry.readers});
    };
    std::sort(entries_.begin(), entries_.begin() + count_,
              [&](const Entry& a, const Entry& b) { return key(a) < key(b); });
    for (std::size_t i = count_; i-- > 1;)
        if (entries_[i].kind == Kind::kDraw && key(entries_[i]) == key(entries_[i - 1])) {
            entries_[i - 1].times =
                static_cast<std::uint8_t>(entries_[i - 1].times + entries_[i].times);
            erase(i);
        }
}

void Ledger::erase(std::size_t place) {
    const auto from = entries_.begin() + static_cast<std::ptrdiff_t>(place);
    std::copy(from + 1, entries_.begin() + count_, from);
    entries_[--count_] = Entry{};
}

}  // namespace moonflower::flower_power
