// What seats know beyond the open table (part 11): cards seen in other hands, groups whose places
// were lost to a face-down creation (FP-103), and what reshuffles told everybody (FP-104). Who
// knows which petal is kept with the petals.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <variant>

#include "core/static_vector.hpp"
#include "core/types.hpp"
#include "games/flower_power/memory/course_log.hpp"
#include "games/flower_power/memory/known_cards.hpp"
#include "games/flower_power/memory/ledger.hpp"
#include "games/flower_power/rules/garden.hpp"

namespace moonflower::flower_power {

// "These cards lie in the hand of `creator` or in its face-down flowers from `origin` on."
struct Group {
    CardSet cards;
    std::uint16_t origin = 0;
    std::uint8_t reader = 0;
    std::uint8_t creator = 0;
    std::uint8_t fresh = 0;   // see Knowledge::Glimpse
    std::uint8_t before = 0;  // of these, drawn before the flower `origin` was laid
    friend bool operator==(const Group&, const Group&) = default;
};

// A reshuffle as everybody remembers it. With one deck: its cards that are not in the open since,
// and how many of them each seat holds in its hand and its face-down creations. With two decks,
// where equal cards cannot be told apart: the whole reshuffle, and how many of its cards each seat
// holds at least.
struct Epoch {
    CardSet cards;
    std::uint16_t since = 0;  // the next flower's id then: older flowers hold none of it
    std::uint8_t number = 0;
    std::array<std::uint8_t, kMaxSeats> drawn{};  // cards each seat has drawn since
    std::array<std::uint8_t, kMaxSeats> held{};
    friend bool operator==(const Epoch&, const Epoch&) = default;
};

class Knowledge {
public:
    static constexpr int kMostGroups = 8;
    static constexpr int kMostEpochs = 4;
    using Groups = StaticVector<Group, kMostGroups>;

    // How many cards of a hand a reader may know, as everybody can tell: it has seen `seen` of them
    // (at most the hand) and `fresh` were drawn since (with two seats at most the hand). A group
    // goes on counting: it holds all that was drawn before that spy and is not elsewhere.
    static constexpr std::uint8_t kLongAgo = 255;  // nobody can say since when
    static constexpr std::uint8_t kMostBefore = 63;
    struct Glimpse {
        std::uint8_t seen = 0;
        std::uint8_t fresh = 0;
        friend bool operator==(const Glimpse&, const Glimpse&) = default;
    };

    explicit Knowledge(const Rules& rules);

    [[nodiscard]] CardSet known(Seat reader, Seat seat) const { return known_.of(reader, seat); }
    [[nodiscard]] int known_count(Seat reader, Seat seat) const {
        return known_.count(reader, seat);
    }
    void set_known(Seat reader, Seat seat, const CardSet& cards) {
        known_.set(reader, seat, cards);
    }
    [[nodiscard]] Glimpse glimpse(Seat reader, Seat seat) const {
        return reader == seat ? Glimpse{} : glimpses_[at(reader)][other(reader, seat)];
    }
    void set_glimpse(Seat reader, Seat seat, const Glimpse& seen) {
        glimpse_at(reader, seat) = seen;
    }
    [[nodiscard]] Groups groups() const;  // in order of origin
    [[nodiscard]] bool has_groups() const { return group_count_ > 0; }
    void set_group(std::size_t number, const CardSet& cards) {
        known_.set_group(static_cast<int>(number), cards);
    }
    [[nodiscard]] std::span<const Epoch> epochs() const { return {epochs_.data(), epoch_count_}; }
    [[nodiscard]] int reshuffles() const { return reshuffles_; }
    // Two decks: copies that may never have been in the grave at a reshuffle.
    [[nodiscard]] const CardSet& unburied() const { return unburied_; }
    [[nodiscard]] CardSet all_known(Seat reader) const;
    // One deck: what is counted; with two decks nothing is.
    [[nodiscard]] const Ledger& ledger() const;
    // Two decks: what happened.
    [[nodiscard]] const CourseLog* log() const { return std::get_if<CourseLog>(&memory_); }
    [[nodiscard]] CourseLog* log() { return std::get_if<CourseLog>(&memory_); }
    // FP-104, one deck: how many cards of a reshuffle a seat hides that the reader neither can
    // place nor has in a group.
    [[nodiscard]] int hidden_of(const Epoch& epoch, Seat reader, Seat seat,
                                const Garden& garden) const;

    void add_entry(const Ledger::Entry& entry) { counts()->add(entry); }
    void add_group(const Group& group);
    void add_epoch(const Epoch& epoch);
    void set_reshuffles(int number) { reshuffles_ = static_cast<std::uint8_t>(number); }
    void set_unburied(const CardSet& cards) { unburied_ = cards; }

    // --- events, with the size of the hand after them
    void draws(Seat seat, Card card, int hand, bool from_reshuffle, const Garden& garden,
               int next_id);
    void plays(Seat seat, Card card, int hand);
    void spies_hand(Seat reader, Seat seat, const CardSet& hand, int size, const Garden& garden,
                    int next_id);
    // The same as others see it.
    void notices_spy(Seat reader, Seat seat, int size, const Garden& garden);
    // The hand of a seat that is about to be eliminated, told to one reader.
    void learns_hand(Seat reader, Seat seat, const CardSet& hand);
    void creates(Seat seat, int flower_id, const Garden& garden);
    void shows_hand(Seat seat, const CardSet& hand);
    // A petal is seen by the readers of the mask, who did not know it; `open` when by everybody.
    void petal_seen(unsigned readers, const Flower& flower, Card card, bool open);
    void reshuffles_grave(const CardSet& grave, const CardSet& all, const Garden& garden,
                          int next_id);
    // FP-103: a group without a flower is known to be in the hand.
    void prune(const Garden& garden, const std::array<int, kMaxSeats>& hands);

    // The part a seat may see: the reader's own knowledge and what others know of the reader.
    void keep_for(Seat viewer);
    // A world again: from here on every reader counts for itself.
    void open() { only_ = kEverybody; }
    // From here on nobody remembers anything but the number of reshuffles: playouts do not ask.
    void stop_recording() { records_ = false; }
    [[nodiscard]] bool records() const { return records_; }

    friend bool operator==(const Knowledge&, const Knowledge&) = default;

private:
    // The place of another seat in a row without the reader.
    [[nodiscard]] static constexpr std::size_t other(Seat reader, Seat seat) {
        assert(reader != seat);
        return at(seat < reader ? seat : seat - 1);
    }
    [[nodiscard]] Glimpse& glimpse_at(Seat reader, Seat seat) {
        return glimpses_[at(reader)][other(reader, seat)];
    }
    static constexpr std::uint8_t kEverybody = 7;

    // A group without its cards, which are in known_.
    struct Origin {
        std::uint32_t flower : 12 = 0;
        std::uint32_t reader : 3 = 0;
        std::uint32_t creator : 3 = 0;
        std::uint32_t fresh : 8 = 0;
        std::uint32_t before : 6 = 0;
        friend bool operator==(const Origin&, const Origin&) = default;
    };

    bool leaves_group(Seat reader, Seat creator, Card card, int last_origin);
    void comes_into_the_open(Seat holder, Card card);
    void drop_group(std::size_t number);
    void clamp_to_hand(Glimpse& glimpse, int hand) const;
    [[nodiscard]] bool counts_for(Seat reader, Seat seat) const {
        return only_ == kEverybody || only_ == reader || (seats_ == 2 && only_ == seat);
    }
    // With two decks equal cards of different sources cannot be told apart, and none is counted.
    [[nodiscard]] Ledger* counts() { return std::get_if<Ledger>(&memory_); }
    [[nodiscard]] bool has_counts() {
        const Ledger* ledger = counts();
        return ledger != nullptr && !ledger->empty();
    }
    [[nodiscard]] int source_of(Card card) const;
    // A log has to begin where all hidden cards are alike.
    void begin_log(const Garden& garden, int new_flower);
    void log_card(CourseLog::Kind kind, Seat seat, Card card, int flower = 0);
    void prune_log(const Garden& garden, const std::array<int, kMaxSeats>& hands);
    void log_spy(Seat reader, Seat seat, const CardSet& hand, int size);

    std::array<Epoch, kMostEpochs> epochs_{};  // oldest first
    CardSet unburied_;
    KnownCards known_;
    std::variant<Ledger, CourseLog> memory_;
    std::array<Origin, kMostGroups> groups_{};                              // in order of origin
    std::array<std::array<Glimpse, kMaxSeats - 1>, kMaxSeats> glimpses_{};  // [reader][other]
    std::uint8_t group_count_ = 0;
    std::uint8_t epoch_count_ = 0;
    std::uint8_t reshuffles_ = 0;
    std::uint8_t seats_ : 3 = 0;
    bool two_decks_ : 1 = false;
    bool records_ : 1 = true;
    std::uint8_t only_ : 3 = kEverybody;  // in a view: the reader whose ledger is kept
};

}  // namespace moonflower::flower_power
