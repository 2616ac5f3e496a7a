#include "games/flower_power/memory/ledger.hpp"

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

Ledger::Entry Ledger::Entry::quota(unsigned readers, Seat seat, int since, int source, int count) {
    Entry entry;
    entry.since = static_cast<std::uint16_t>(since);
    entry.kind = Kind::kQuota;
    entry.set_seat(seat);
    entry.set_readers(readers);
    entry.set_source(source);
    entry.count = static_cast<std::int8_t>(count);
    return entry;
}

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

int Ledger::load(Seat reader) const {
    if (seats_ == 2) return count_;
    return static_cast<int>(
        std::count_if(entries().begin(), entries().end(),
                      [&](const Entry& entry) { return (entry.readers & seat_bit(reader)) != 0; }));
}

void Ledger::forget(unsigned readers) {
    const auto oldest = std::find_if(entries().begin(), entries().end(), [&](const Entry& entry) {
        return entry.kind != Kind::kQuota && (entry.readers & readers) != 0;
    });
    if (oldest == entries().end()) return;
    const Entry forgotten = *oldest;
    const unsigned reader = forgotten.readers & readers;
    drop(static_cast<std::size_t>(oldest - entries().begin()), reader);
    if (forgotten.kind != Kind::kClose) return;
    // What the account was known to hold now lies in the next one, or in the open one.
    const auto next = std::find_if(entries().begin(), entries().end(), [&](const Entry& entry) {
        return entry.kind == Kind::kClose && entry.seat == forgotten.seat &&
               entry.since > forgotten.since && (entry.readers & reader) != 0;
    });
    const int since = next == entries().end() ? 0 : next->since;
    for (std::size_t i = count_; i-- > 0;) {
        const Entry quota = entries_[i];
        if (quota.kind != Kind::kQuota || quota.seat != forgotten.seat ||
            quota.since != forgotten.since || (quota.readers & reader) == 0)
            continue;
        drop(i, reader);
        if (since > 0) add_quota(reader, quota.seat, since, quota.source, quota.count);
    }
}

void Ledger::drop(std::size_t place, unsigned readers) {
    entries_[place].set_readers(entries_[place].readers & ~readers);
    if (entries_[place].readers == 0) erase(place);
}

void Ledger::add(const Entry& entry) {
    for (Seat reader = 0; reader < seats_; ++reader)
        if ((entry.readers & seat_bit(reader)) != 0 && load(reader) >= room())
            forget(seats_ == 2 ? ~0U : seat_bit(reader));
    if (count_ == kMost) return;
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
    add(Entry::quota(seat_bit(reader), seat, next_id, source, count));
}

// To the quota there is, or as a new one in a place that has just become free.
void Ledger::add_quota(unsigned reader, Seat seat, int since, int source, int count) {
    for (std::size_t i = 0; i < count_; ++i) {
        const Entry& entry = entries_[i];
        if (entry.kind == Kind::kQuota && entry.seat == seat && entry.since == since &&
            entry.source == source && (entry.readers & reader) != 0)
            return change(i, reader, count);
    }
    entries_[count_++] = Entry::quota(reader, seat, since, source, count);
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

void Ledger::keep_for(Seat viewer) {
    for (std::size_t i = count_; i-- > 0;) {
        if (seats_ == 2 && entries_[i].seat == viewer) continue;
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

// Entries that say the same become one for each number of times, so that every reader has a thing
// counted once, and in the same order whoever else shares it.
void Ledger::sort() {
    const auto key = [](const Entry& entry) {
        return std::tuple(entry.kind, entry.since, int{entry.seat}, entry.source, entry.count);
    };
    const auto end = entries_.begin() + count_;
    std::sort(entries_.begin(), end,
              [&](const Entry& a, const Entry& b) { return key(a) < key(b); });
    StaticVector<Entry, kMost> merged;
    for (auto first = entries_.begin(); first != end;) {
        const auto last =
            std::find_if(first, end, [&](const Entry& entry) { return key(entry) != key(*first); });
        std::array<int, kMaxSeats> times{};
        for (auto entry = first; entry != last; ++entry)
            for (Seat reader = 0; reader < seats_; ++reader)
                if ((entry->readers & seat_bit(reader)) != 0)
                    times[static_cast<std::size_t>(reader)] += entry->times;
        Entry entry = *first;
        for (int n = 1; n <= *std::max_element(times.begin(), times.end()); ++n) {
            unsigned readers = 0;
            for (Seat reader = 0; reader < seats_; ++reader)
                if (times[static_cast<std::size_t>(reader)] == n) readers |= seat_bit(reader);
            entry.set_readers(readers);
            entry.times = static_cast<std::uint8_t>(entry.kind == Kind::kDraw ? n : 1);
            if (readers != 0 && merged.size() < kMost) merged.push_back(entry);
        }
        first = last;
    }
    std::copy(merged.begin(), merged.end(), entries_.begin());
    std::fill(entries_.begin() + static_cast<std::ptrdiff_t>(merged.size()), entries_.end(),
              Entry{});
    count_ = static_cast<std::uint8_t>(merged.size());
}

void Ledger::erase(std::size_t place) {
    const auto from = entries_.begin() + static_cast<std::ptrdiff_t>(place);
    std::copy(from + 1, entries_.begin() + count_, from);
    entries_[--count_] = Entry{};
}

}  // namespace moonflower::flower_power
