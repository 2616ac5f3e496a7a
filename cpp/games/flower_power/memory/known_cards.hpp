// Cards other seats remember: known in a hand (FP-102), or held in a group whose places were lost
// (FP-103). A short sorted list of two-byte codes, for few hands are spied on.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/types.hpp"
#include "games/flower_power/rules/cards.hpp"

namespace moonflower::flower_power {

class KnownCards {
public:
    // One deck and two seats never fill it; what goes beyond is forgotten (FP-115).
    static constexpr int kMost = 58;

    [[nodiscard]] bool empty() const { return count_ == 0; }
    [[nodiscard]] CardSet of(Seat reader, Seat seat) const;
    [[nodiscard]] int count(Seat reader, Seat seat) const;
    [[nodiscard]] bool has(Seat reader, Seat seat, Card card) const;
    void add(Seat reader, Seat seat, Card card);
    void remove(Seat reader, Seat seat, Card card);  // one copy, if there is one
    void set(Seat reader, Seat seat, const CardSet& cards);
    void clear(Seat reader, Seat seat);

    [[nodiscard]] CardSet group(int number) const;
    void set_group(int number, const CardSet& cards);
    void drop_group(int number);  // later ones move up by one

    friend bool operator==(const KnownCards&, const KnownCards&) = default;

private:
    // A card of a hand: seat, card, and the readers who know it, from the top bits down. Of two
    // copies one is known to all who know any, the other to those who know both, so that equal
    // knowledge has one form. A card of a group: kGrouped, the group's number, the card.
    using Code = std::uint16_t;
    static constexpr Code kGrouped = 0x8000;

    [[nodiscard]] static constexpr Code hand_code(Seat seat, Card card, unsigned readers) {
        return static_cast<Code>(seat << 11 | card << 5 | static_cast<int>(readers));
    }
    [[nodiscard]] static constexpr Code group_code(int number, Card card) {
        return static_cast<Code>(kGrouped | number << 6 | card);
    }
    [[nodiscard]] std::span<const Code> codes(Code from, Code to) const;
    [[nodiscard]] std::span<const Code> hand(Seat seat) const {
        return codes(hand_code(seat, 0, 0), hand_code(seat + 1, 0, 0));
    }
    [[nodiscard]] static constexpr Card card_of(Code code) {
        return static_cast<Card>((code & kGrouped) != 0 ? code & 0x3f : code >> 5 & 0x3f);
    }
    void insert(Code code);
    void erase(std::size_t place);

    std::array<Code, kMost> codes_{};
    std::uint8_t count_ = 0;
};

}  // namespace moonflower::flower_power
