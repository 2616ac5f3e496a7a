// Cards of hands that other seats know (FP-102), as a short sorted list: few hands are spied on.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/types.hpp"
#include "games/flower_power/cards.hpp"

namespace moonflower::flower_power {

class KnownCards {
public:
    // Room for a whole deck; what goes beyond (two decks only) is forgotten (FP-115).
    static constexpr int kMost = 56;

    [[nodiscard]] CardSet of(Seat reader, Seat seat) const;
    [[nodiscard]] int count(Seat reader, Seat seat) const;
    [[nodiscard]] bool has(Seat reader, Seat seat, Card card) const;
    void add(Seat reader, Seat seat, Card card);
    void remove(Seat reader, Seat seat, Card card);  // one copy, if there is one
    void set(Seat reader, Seat seat, const CardSet& cards);
    void clear(Seat reader, Seat seat);

    friend bool operator==(const KnownCards&, const KnownCards&) = default;

private:
    // Of two copies in one hand the first entry is known to all who know one, the second to those
    // who know both, so that equal knowledge has one form.
    struct Entry {
        std::uint16_t card : 6 = 0;
        std::uint16_t seat : 3 = 0;
        std::uint16_t readers : 5 = 0;
        friend bool operator==(const Entry&, const Entry&) = default;
    };
    [[nodiscard]] std::span<const Entry> entries() const { return {entries_.data(), count_}; }
    void erase(std::size_t place);

    std::array<Entry, kMost> entries_{};  // by seat, then card
    std::uint8_t count_ = 0;
};

}  // namespace moonflower::flower_power
