// The flowers of all seats: petals in one packed row, flower after flower in order of id. The free
// end of the row holds a pile whose order is fixed: no card is in both.
#pragma once

#include <array>
#include <cstdint>

#include "core/types.hpp"
#include "games/flower_power/rules/rules.hpp"

namespace moonflower::flower_power {

inline constexpr std::uint8_t kFaceUp = 0x80;  // in a petal's marks; the low bits say who knows it
inline constexpr std::uint8_t kNobody = 7;     // as creator: an initial flower
inline constexpr std::uint8_t kNoFlower = 0xff;

[[nodiscard]] constexpr std::uint8_t seat_bit(Seat seat) {
    return static_cast<std::uint8_t>(1U << seat);
}

// Four bytes: a garden holds many, and states are copied all the time.
struct Flower {
    std::uint32_t id : 12 = 0;
    std::uint32_t owner : 3 = 0;
    std::uint32_t creator : 3 = 0;  // of a flower laid face down from a hand, else kNobody
    std::uint32_t power : 1 = 0;
    std::uint32_t spent : 1 = 0;      // FP-75
    std::uint32_t exhausted : 1 = 0;  // FP-75
    std::uint32_t : 3;
    std::uint32_t end : 8 = 0;  // where the next flower's petals begin in the row: a whole byte

    void set_id(int number) { id = static_cast<std::uint32_t>(number) & 0xfffU; }
    void set_owner(Seat seat) { owner = static_cast<std::uint32_t>(seat) & 7U; }
    void set_creator(int seat) { creator = static_cast<std::uint32_t>(seat) & 7U; }

    friend bool operator==(const Flower&, const Flower&) = default;
};
static_assert(sizeof(Flower) == 4);

// A petal is a card (kNoCard while nobody knows it) and its marks. In a regular flower these are
// kFaceUp and a bit for each seat that knows a face-down petal. In a power flower everything is
// face up and the low bits are 1 + the level at which the petal was picked in this battle. Six bits
// of marks are kept.
class Garden {
public:
    [[nodiscard]] int flowers() const { return count_; }
    [[nodiscard]] int petals() const { return used_; }
    [[nodiscard]] const Flower& flower(int index) const { return flowers_[at(index + 1)]; }
    [[nodiscard]] Flower& flower(int index) { return flowers_[at(index + 1)]; }
    [[nodiscard]] int start(int flower) const { return static_cast<int>(flowers_[at(flower)].end); }
    [[nodiscard]] int size(int flower) const { return start(flower + 1) - start(flower); }
    [[nodiscard]] int owned(Seat seat) const { return owned_[at(seat)]; }

    // Index of a flower by id; kNoFlower if there is none.
    [[nodiscard]] int find(int id) const {
        for (int i = 0; i < count_; ++i)
            if (flower(i).id == id) return i;
        return kNoFlower;
    }

    [[nodiscard]] Card card(int flower, int petal) const { return card_at(place(flower, petal)); }
    [[nodiscard]] std::uint8_t marks(int flower, int petal) const {
        return marks_at(place(flower, petal));
    }
    [[nodiscard]] bool face_up(int flower, int petal) const {
        return (row_[at(place(flower, petal))] & kFaceUp) != 0;
    }
    void set_card(int flower, int petal, Card card) {
        std::uint8_t& byte = row_[at(place(flower, petal))];
        byte = static_cast<std::uint8_t>((byte & ~kCardBits) | card);
    }
    void set_marks(int flower, int petal, unsigned marks) {
        set_marks_at(place(flower, petal), marks);
    }
    void add_marks(int flower, int petal, unsigned marks) {
        set_marks(flower, petal, this->marks(flower, petal) | marks);
    }
    [[nodiscard]] bool has_face_down(int flower) const {
        if (this->flower(flower).power) return false;
        for (int i = start(flower); i < start(flower + 1); ++i)
            if ((row_[at(i)] & kFaceUp) == 0) return true;
        return false;
    }

    // A new flower at the end of the row; ids grow, so the order of ids is kept. Its petals are
    // added by push.
    Flower& append(int id, Seat owner, std::uint8_t creator);
    void push(Card card, unsigned marks);
    void insert(int flower, int petal, Card card, unsigned marks);
    Card remove(int flower, int petal);
    void drop(int flower);  // an empty one
    void change_owner(int flower, Seat seat);
    // FP-21: face up, in canonical order.
    void make_power(int flower);
    // Where a card goes in a power flower: behind its equals, so that picked copies stay first.
    [[nodiscard]] int sorted_place(int flower, Card card) const;
    // The first petal with this card, with exactly these marks; -1 if there is none.
    [[nodiscard]] int find_card(int flower, Card card) const;
    [[nodiscard]] int find_marks(int flower, unsigned marks) const {
        const int end = start(flower + 1);
        for (int i = start(flower); i < end; ++i)
            if (low_at(i) == (marks & 0xf) && marks_at(i) == marks) return i - start(flower);
        return -1;
    }

    // Petals by their place in the row: packs before the builds, and whole-garden loops.
    [[nodiscard]] Card card_at(int i) const { return row_[at(i)] & kCardBits; }
    [[nodiscard]] std::uint8_t marks_at(int i) const {
        return static_cast<std::uint8_t>((row_[at(i)] & kFaceUp) | (row_[at(i)] >> 2 & 0x10) |
                                         low_at(i));
    }
    void set_at(int i, Card card, unsigned marks) {
        row_[at(i)] = card;
        set_marks_at(i, marks);
    }
    // Loose petals behind the last flower: packs, and a flower in the making.
    void push_loose(Card card) { row_[at(used_++)] = card; }
    void pop_loose() { set_at(--used_, 0, 0); }
    // The next `size` loose petals become a flower.
    void bind(int id, Seat owner, std::uint8_t creator, int size);
    // A fixed pile by places from its bottom; 0 where there is none.
    [[nodiscard]] Card pile_card(int place) const { return row_[at(kMaxCards - 1 - place)]; }
    void set_pile_card(int place, Card card) {
        assert(place + used_ < kMaxCards);
        row_[at(kMaxCards - 1 - place)] = card;
    }
    [[nodiscard]] int bound() const { return start(count_); }

    friend bool operator==(const Garden&, const Garden&) = default;

private:
    [[nodiscard]] int place(int flower, int petal) const { return start(flower) + petal; }
    [[nodiscard]] std::uint64_t low_at(int i) const {
        return low_[at(i) / 16] >> 4 * (at(i) % 16) & 0xf;
    }
    void set_marks_at(int i, unsigned marks) {
        row_[at(i)] =
            static_cast<std::uint8_t>(card_at(i) | (marks & kFaceUp) | (marks & 0x10) << 2);
        std::uint64_t& word = low_[at(i) / 16];
        const std::size_t shift = 4 * (at(i) % 16);
        word = (word & ~(std::uint64_t{0xf} << shift)) | std::uint64_t{marks & 0xf} << shift;
    }
    // Makes or closes a gap of one petal in the row.
    void open_gap(int i);
    void close_gap(int i);
    void move_ends(int flower, int by);

    static constexpr Card kCardBits = 0x3f;
    static constexpr int kWords = (kMaxCards + 15) / 16;

    // A petal is six bits of card, its highest mark and its fifth; the four lowest are in low_,
    // sixteen petals to a word.
    std::array<std::uint8_t, kMaxCards> row_{};
    std::array<Flower, kMaxFlowers + 1> flowers_{};  // the first one stands for none before
    std::array<std::uint64_t, kWords> low_{};
    std::array<std::uint8_t, kMaxSeats> owned_{};
    std::uint8_t used_ = 0;
    std::uint8_t count_ = 0;
};

}  // namespace moonflower::flower_power
