// What two-seat games of one face-down card (or die) each have in common: the cards, and the part
// of the contract that follows from them. Used as class State : public HoleCards<State>, which says
// what its key is with the cards given, key_with(cards).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "games/poker/hole_card_view.hpp"

namespace moonflower {

template <class S>
class HoleCards {
public:
    [[nodiscard]] int seats() const { return 2; }

    [[nodiscard]] HoleCardView<S> view(Seat seat) const { return {self(), seat}; }
    [[nodiscard]] std::uint64_t key() const { return key_of(holes_[0], holes_[1]); }
    // Equal to the key of the masked state, which is not made for it: asked at every node.
    [[nodiscard]] std::uint64_t info_key(Seat seat) const {
        const bool hides = HoleCardView<S>::hides(self(), seat);
        return key_of(hides && seat == 1 ? kFaceDown : holes_[0],
                      hides && seat == 0 ? kFaceDown : holes_[1]);
    }
    [[nodiscard]] std::string seen_by(Seat seat, Move move) const {
        return HoleCardView<S>::seen(self(), seat, move);
    }
    template <class Rules>
    [[nodiscard]] static S parse(std::string_view text, const Rules& rules) {
        return HoleCardView<S>::parse_open(text, rules);
    }
    [[nodiscard]] std::string public_text() const { return HoleCardView<S>::public_text(self()); }

    [[nodiscard]] std::int8_t hole(Seat seat) const {
        return holes_[static_cast<std::size_t>(seat)];
    }
    void set_hole(Seat seat, std::int8_t card) { holes_[static_cast<std::size_t>(seat)] = card; }

    friend bool operator==(const HoleCards&, const HoleCards&) = default;

protected:
    [[nodiscard]] static std::uint64_t byte_of(std::int8_t card) {
        return static_cast<std::uint64_t>(card + 2);
    }

    std::array<std::int8_t, 2> holes_{kNoCard, kNoCard};

private:
    [[nodiscard]] std::uint64_t key_of(std::int8_t first, std::int8_t second) const {
        return self().key_with(byte_of(first) | byte_of(second) << 8);
    }
    [[nodiscard]] const S& self() const { return static_cast<const S&>(*this); }
};

}  // namespace moonflower
