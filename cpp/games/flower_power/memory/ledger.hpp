// What a reader can count about the hidden cards of another seat once that seat has laid a flower
// face down. The cards a seat drew from one source (the deal, or one reshuffle: a class) are alike
// to the reader; how many of them may lie in which flower follows from when they were drawn.
//
// A course of the game gives each draw one card. Counted from the latest draw back, a draw has as
// many cards to choose from as the seat then held of that class, fresh to the reader, right after
// it. The product of these numbers is the number of courses behind a lay of the cards (FP-119).
// Draws before the oldest hidden flower give every lay the same number and are not kept.
//
// A spy on the hand closes an account: what is not in the hand then lies in the flowers laid
// before, and what is drawn later does not.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/static_vector.hpp"
#include "core/types.hpp"
#include "games/flower_power/rules/garden.hpp"

namespace moonflower::flower_power {

class Ledger {
public:
    static constexpr int kMost = 20;
    static constexpr int kMostSources = 63;  // reshuffles told apart (FP-119)

    enum class Kind : std::uint8_t {
        kDraw,   // `count`: cards to choose from, less those hidden now in the hand (while the
                 // account is open) and in its flowers from `since` on
        kQuota,  // `count` cards of the class lie in the flowers of the account closed at `since`
        kClose,  // the account of flowers before `since` is closed
    };
    struct Entry {
        std::uint16_t since = 0;  // the next flower's id at the time
        std::uint8_t seat : 3 = 0;
        std::uint8_t readers : 5 = 0;
        Kind kind : 2 = Kind::kDraw;
        std::uint8_t source : 6 = 0;  // number of the reshuffle, 0 the deal; counted to 63
        std::int8_t count = 0;
        std::uint8_t times = 1;  // so many draws are alike

        void set_source(int number) { source = static_cast<std::uint8_t>(number & 0x3f); }
        void set_seat(Seat of) { seat = static_cast<std::uint8_t>(of & 7); }
        void set_readers(unsigned bits) { readers = static_cast<std::uint8_t>(bits & 0x1f); }
        [[nodiscard]] static Entry quota(unsigned readers, Seat seat, int since, int source,
                                         int count);
        friend bool operator==(const Entry&, const Entry&) = default;
    };

    explicit Ledger(int seats) : seats_(static_cast<std::uint8_t>(seats)) {}

    [[nodiscard]] bool empty() const { return count_ == 0; }
    [[nodiscard]] std::span<const Entry> entries() const { return {entries_.data(), count_}; }
    // The account a flower belongs to: ids from the first up to the second.
    struct Account {
        int first = 0;
        int end = 0;  // kMaxFlowerId + 1 while it is open
        [[nodiscard]] bool is_open() const { return end > kMaxFlowerId; }
        [[nodiscard]] bool has(int id) const { return first <= id && id < end; }
    };
    [[nodiscard]] Account account(Seat reader, Seat seat, int id) const;
    [[nodiscard]] Account open_account(Seat reader, Seat seat) const {
        return account(reader, seat, kMaxFlowerId);
    }
    [[nodiscard]] int quota(Seat reader, Seat seat, int source) const;  // in all closed accounts

    // Makes room for the entry: see forget.
    void add(const Entry& entry);
    void draws(unsigned readers, Seat seat, int source, int next_id);
    void closes(Seat reader, Seat seat, int next_id);
    void sets_quota(Seat reader, Seat seat, int next_id, int source, int count);
    void plays(unsigned readers, Seat seat, int source);
    void shows_petal(Seat reader, Seat seat, int id, int source);
    // What the seat counts. With two seats also what is counted about it: it can tell that too.
    void keep_for(Seat viewer);
    // Drops what no longer tells one lay from another.
    void prune(const Garden& garden);

    friend bool operator==(const Ledger&, const Ledger&) = default;
    static_assert(sizeof(Entry) == 6);

private:
    [[nodiscard]] unsigned useful_readers(const Entry& entry, const Garden& garden) const;
    // How full the table is for a reader, and how full it may be. What a reader forgets must not
    // depend on what others have counted in secret: with three seats and more each has its part.
    [[nodiscard]] int load(Seat reader) const;
    [[nodiscard]] int room() const { return seats_ == 2 ? kMost : kMost / seats_; }
    // The oldest draw; without one the oldest limit, whose account becomes part of the next.
    void forget(unsigned readers);
    void drop(std::size_t place, unsigned readers);
    void add_quota(unsigned reader, Seat seat, int since, int source, int count);
    // Adds to the count of the entry for some of its readers.
    void change(std::size_t place, unsigned readers, int by);
    // The same for every draw of a class that lies in an account still open to its reader.
    void change_draws(unsigned readers, Seat seat, int source, int by);
    void sort();
    void erase(std::size_t place);

    std::array<Entry, kMost> entries_{};  // sorted
    std::uint8_t count_ = 0;
    std::uint8_t seats_;
};

// A regular flower with a face-down petal the seat does not know.
[[nodiscard]] bool hides_from(const Garden& garden, int flower, Seat seat);

}  // namespace moonflower::flower_power
