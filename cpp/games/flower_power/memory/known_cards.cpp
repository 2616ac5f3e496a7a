#include "games/flower_power/memory/known_cards.hpp"

#include <algorithm>

namespace moonflower::flower_power {
namespace {

constexpr unsigned bit(Seat seat) { return 1U << seat; }

}  // namespace

std::span<const KnownCards::Code> KnownCards::codes(Code from, Code to) const {
    const auto begin = codes_.begin();
    const auto first = std::lower_bound(begin, begin + count_, from);
    return {first, std::lower_bound(first, begin + count_, to)};
}

CardSet KnownCards::of(Seat reader, Seat seat) const {
    CardSet cards;
    for (const Code code : hand(seat))
        if ((code & bit(reader)) != 0) cards.add(card_of(code));
    return cards;
}

int KnownCards::count(Seat reader, Seat seat) const {
    const auto known = hand(seat);
    return static_cast<int>(std::count_if(known.begin(), known.end(),
                                          [&](Code code) { return (code & bit(reader)) != 0; }));
}

bool KnownCards::has(Seat reader, Seat seat, Card card) const {
    const auto copies = codes(hand_code(seat, card, 0), hand_code(seat, card + 1, 0));
    return std::any_of(copies.begin(), copies.end(),
                       [&](Code code) { return (code & bit(reader)) != 0; });
}

void KnownCards::add(Seat reader, Seat seat, Card card) {
    const auto copies = codes(hand_code(seat, card, 0), hand_code(seat, card + 1, 0));
    // The copy known to more readers is the last.
    for (std::size_t i = copies.size(); i-- > 0;)
        if ((copies[i] & bit(reader)) == 0) {
            codes_[static_cast<std::size_t>(&copies[i] - codes_.data())] =
                static_cast<Code>(copies[i] | bit(reader));
            return;
        }
    insert(hand_code(seat, card, bit(reader)));
}

void KnownCards::remove(Seat reader, Seat seat, Card card) {
    for (const Code& code : codes(hand_code(seat, card, 0), hand_code(seat, card + 1, 0))) {
        if ((code & bit(reader)) == 0) continue;
        const auto place = static_cast<std::size_t>(&code - codes_.data());
        codes_[place] = static_cast<Code>(code & ~bit(reader));
        if ((codes_[place] & 0x1f) == 0) erase(place);
        return;
    }
}

void KnownCards::clear(Seat reader, Seat seat) {
    of(reader, seat).each([&](Card card) { remove(reader, seat, card); });
}

void KnownCards::set(Seat reader, Seat seat, const CardSet& cards) {
    clear(reader, seat);
    cards.each([&](Card card) { add(reader, seat, card); });
}

CardSet KnownCards::group(int number) const {
    CardSet cards;
    for (const Code code : codes(group_code(number, 0), group_code(number + 1, 0)))
        cards.add(card_of(code));
    return cards;
}

void KnownCards::set_group(int number, const CardSet& cards) {
    const auto old = codes(group_code(number, 0), group_code(number + 1, 0));
    const auto first = static_cast<std::size_t>(old.data() - codes_.data());
    for (std::size_t left = old.size(); left > 0; --left) erase(first);
    cards.each([&](Card card) { insert(group_code(number, card)); });
}

void KnownCards::drop_group(int number) {
    set_group(number, {});
    for (std::size_t i = 0; i < count_; ++i)
        if (codes_[i] >= group_code(number + 1, 0))
            codes_[i] = static_cast<Code>(codes_[i] - group_code(1, 0) + kGrouped);
}

void KnownCards::insert(Code code) {
    if (count_ == kMost) return;
    const auto end = codes_.begin() + count_;
    const auto place = std::lower_bound(codes_.begin(), end, code);
    std::copy_backward(place, end, end + 1);
    *place = code;
    ++count_;
}

void KnownCards::erase(std::size_t place) {
    const auto from = codes_.begin() + static_cast<std::ptrdiff_t>(place);
    std::copy(from + 1, codes_.begin() + count_, from);
    codes_[--count_] = 0;
}

}  // namespace moonflower::flower_power
