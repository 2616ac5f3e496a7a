// Where the cards are that are no petals: hands, grave, pools. Every copy lies in one place, so of
// the two copies of a card at most one zone can hold both, and one bit plane says so for all.
#pragma once

#include <array>
#include <cstdint>

#include "core/types.hpp"
#include "games/flower_power/rules/cards.hpp"

namespace moonflower::flower_power {

// The hands come first, by seat.
enum class Zone : std::uint8_t {
    kGrave = kMaxSeats,
    kOut,     // elim_hand=out
    kUnseen,  // FP-111 pool A: petals and initial pile that nobody knows
    kPile,    // FP-111 pool B: the pile after a reshuffle, when its order is not fixed
    kAbsent,  // cards of the decks that a set-up position lacks
};

[[nodiscard]] constexpr Zone hand_of(Seat seat) { return static_cast<Zone>(seat); }

class Zones {
public:
    [[nodiscard]] CardSet operator[](Zone zone) const {
        return {faces(zone), faces(zone) & doubled_};
    }
    [[nodiscard]] std::uint64_t faces(Zone zone) const { return faces_[at(zone)]; }
    void add(Zone zone, Card card) {
        assert(card < kFaces);
        doubled_ |= faces_[at(zone)] & bit_of(card);
        faces_[at(zone)] |= bit_of(card);
    }
    void remove(Zone zone, Card card) {
        assert((faces(zone) & bit_of(card)) != 0);
        faces_[at(zone)] &= ~bit_of(card) | doubled_;
        doubled_ &= ~bit_of(card);
    }
    // No copy may be counted twice: what comes from another zone is taken from there first.
    void set(Zone zone, const CardSet& cards) {
        doubled_ = (doubled_ & ~faces(zone)) | cards.two;
        faces_[at(zone)] = cards.one;
    }
    void clear(Zone zone) { set(zone, {}); }
    void add(Zone zone, const CardSet& cards) { set(zone, (*this)[zone] + cards); }
    void move(Zone from, Zone to) {
        const CardSet cards = (*this)[from];
        clear(from);
        add(to, cards);
    }

    friend bool operator==(const Zones&, const Zones&) = default;

private:
    [[nodiscard]] static constexpr std::size_t at(Zone zone) {
        return static_cast<std::size_t>(zone);
    }

    std::array<std::uint64_t, static_cast<std::size_t>(Zone::kAbsent) + 1> faces_{};
    std::uint64_t doubled_ = 0;
};

}  // namespace moonflower::flower_power
