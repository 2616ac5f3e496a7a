#include "games/flower_power/known_cards.hpp"

#include <algorithm>

namespace moonflower::flower_power {
namespace {

constexpr unsigned bit(Seat seat) { return 1U << seat; }

}  // namespace

CardSet KnownCards::of(Seat reader, Seat seat) const {
    CardSet cards;
    for (const Entry& entry : entries())
        if (entry.seat == seat && (entry.readers & bit(reader)) != 0)
            cards.add(static_cast<Card>(entry.card));
    return cards;
}

int KnownCards::count(Seat reader, Seat seat) const {
    int known = 0;
    for (const Entry& entry : entries())
        if (entry.seat == seat && (entry.readers & bit(reader)) != 0) ++known;
    return known;
}

bool KnownCards::has(Seat reader, Seat seat, Card card) const {
    return std::any_of(entries().begin(), entries().end(), [&](const Entry& entry) {
        return entry.seat == seat && entry.card == card && (entry.readers & bit(reader)) != 0;
    });
}

void KnownCards::add(Seat reader, Seat seat, Card card) {
    const auto key = [](int of, int face) { return of << 6 | face; };
    std::size_t place = 0;
    for (; place < count_; ++place) {
        Entry& entry = entries_[place];
        if (key(entry.seat, entry.card) > key(seat, card)) break;
        if (key(entry.seat, entry.card) < key(seat, card) || (entry.readers & bit(reader)) != 0)
            continue;
        entry.readers = static_cast<std::uint16_t>((entry.readers | bit(reader)) & 0x1f);
        return;
    }
    if (count_ == kMost) return;
    const auto from = entries_.begin() + static_cast<std::ptrdiff_t>(place);
    std::copy_backward(from, entries_.begin() + count_, entries_.begin() + count_ + 1);
    Entry& made = entries_[place];
    made.card = card & 0x3f;
    made.seat = static_cast<std::uint16_t>(seat & 7);
    made.readers = static_cast<std::uint16_t>(bit(reader) & 0x1f);
    ++count_;
}

void KnownCards::remove(Seat reader, Seat seat, Card card) {
    for (std::size_t place = count_; place-- > 0;) {  // the second copy first
        Entry& entry = entries_[place];
        if (entry.seat != seat || entry.card != card || (entry.readers & bit(reader)) == 0)
            continue;
        entry.readers = static_cast<std::uint16_t>(entry.readers & ~bit(reader) & 0x1f);
        if (entry.readers == 0) erase(place);
        return;
    }
}

void KnownCards::clear(Seat reader, Seat seat) {
    for (std::size_t place = count_; place-- > 0;) {
        Entry& entry = entries_[place];
        if (entry.seat != seat) continue;
        entry.readers = static_cast<std::uint16_t>(entry.readers & ~bit(reader) & 0x1f);
        if (entry.readers == 0) erase(place);
    }
}

void KnownCards::set(Seat reader, Seat seat, const CardSet& cards) {
    clear(reader, seat);
    cards.each([&](Card card) { add(reader, seat, card); });
}

void KnownCards::erase(std::size_t place) {
    const auto from = entries_.begin() + static_cast<std::ptrdiff_t>(place);
    std::copy(from + 1, entries_.begin() + count_, from);
    entries_[--count_] = Entry{};
}

}  // namespace moonflower::flower_power
