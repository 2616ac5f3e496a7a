// Two decks: what happened to hands, event by event, since cards in them could first be told apart
// (FP-119). Equal cards of two decks have no source that could be counted as the ledger does; the
// courses that lead to a world are found by going back through these events (retrace.hpp).
//
// What happened to a seat is kept from its first face-down creation or the first spy on its hand
// on, and to all seats from the first reshuffle on: before that hidden cards are all alike. When
// the log is full it is given up, and is then said to be cut.
#pragma once

#include <array>
#include <cstdint>

#include "core/static_vector.hpp"
#include "core/types.hpp"
#include "games/flower_power/rules/cards.hpp"

namespace moonflower::flower_power {

class CourseLog {
public:
    static constexpr std::size_t kMost = 80;  // words of twelve bits

    enum class Kind : std::uint8_t {
        kDraw,       // `seat` drew `card`
        kPlay,       // `card` left the hand of `seat` face up
        kCreate,     // `seat` laid the face-down `flower`
        kPetal,      // `card` turned up in the `flower` laid by `seat`
        kSpy,        // `reader` saw the `size` cards of `seat`
        kReshuffle,  // the grave became the pile
    };
    struct Event {
        Kind kind = Kind::kReshuffle;
        Seat seat = 0;
        Card card = kNoCard;  // kNoCard also where the reader of a view has not seen it
        Seat reader = 0;
        int flower = 0;
        CardSet hand;  // empty where the reader of a view has not seen it
        int size = 0;

        // Nothing is written out that the seat has not seen.
        [[nodiscard]] bool is_seen_by(Seat viewer) const;
    };
    using Events = StaticVector<Event, kMost>;

    [[nodiscard]] bool empty() const { return count_ == 0; }
    [[nodiscard]] bool is_cut() const { return cut_; }
    // Is what happens to the seat kept?
    [[nodiscard]] bool follows(Seat seat) const { return (seats_ >> seat & 1U) != 0; }
    // Of one epoch seat by seat; draws in a row and plays in a row by card: their order tells
    // nothing, and equal knowledge has one form.
    [[nodiscard]] Events events() const;
    void add(const Event& event);
    void cut();
    // The seat hides nothing that could be told apart by what happened to it before the first
    // reshuffle.
    void forget(Seat seat);
    [[nodiscard]] bool has_spy_on(Seat seat) const;

    // Of what the seat has seen.
    [[nodiscard]] std::uint64_t hash(Seat viewer) const;

    // Takes out what the seat has not seen: draws of others, hands others spied on.
    void keep_for(Seat viewer);

    friend bool operator==(const CourseLog&, const CourseLog&) = default;

private:
    // Kind, seat and a card or the reader; then the flower's id, or the size of a hand and its
    // cards two by two.
    [[nodiscard]] unsigned word(std::size_t i) const;
    void set_word(std::size_t i, unsigned word);
    [[nodiscard]] static std::size_t length(const Event& event);
    // An event without its details, which most questions are about.
    struct Head {
        Kind kind;
        Seat seat;
        Card card;  // or the reader
        std::size_t length;
    };
    [[nodiscard]] Head head_at(std::size_t place) const;
    [[nodiscard]] Event event_at(std::size_t place) const;
    void write(std::size_t place, const Event& event);

    std::array<std::uint8_t, kMost * 3 / 2> bytes_{};
    std::uint8_t count_ = 0;      // words
    std::uint8_t seats_ : 5 = 0;  // followed
    bool cut_ : 1 = false;
};

}  // namespace moonflower::flower_power
