// The flowers of all seats: petals in one packed row, flower after flower in order of id. The free
// end of the row holds a pile whose order is fixed: no card is in both.
#pragma once

#include <array>
#include <cstdint>

#include "core/types.hpp"
#include "games/flower_power/rules.hpp"

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
    std::uint32_t size : 7 = 0;
    std::uint32_t owner : 3 = 0;
    std::uint32_t creator : 3 = 0;  // of a flower laid face down from a hand, else kNobody
    std::uint32_t power : 1 = 0;
    std::uint32_t spent : 1 = 0;      // FP-75
    std::uint32_t exhausted : 1 = 0;  // FP-75

    void set_id(int number) { id = static_cast<std::uint32_t>(number) & 0xfffU; }
    void set_owner(Seat seat) { owner = static_cast<std::uint32_t>(seat) & 7U; }
    void set_creator(int seat) { creator = static_cast<std::uint32_t>(seat) & 7U; }

    friend bool operator==(const Flower&, const Flower&) = default;
};
static_assert(sizeof(Flower) == 4);

// A petal is a card (kNoCard while nobody knows it) and its marks. In a regular flower these are
// kFaceUp and a bit for each seat that knows a face-down petal. In a power flower everything is
// face up and the low bits are 1 + the level at which the petal was picked in this battle.
class Garden {
public:
    [[nodiscard]] int flowers() const { return count_; }
    [[nodiscard]] int petals() const { return used_; }
    [[nodiscard]] const Flower& flower(int index) const { return flowers_[at(index)]; }
    [[nodiscard]] Flower& flower(int index) { return flowers_[at(index)]; }
    [[nodiscard]] int start(int flower) const { return starts_[at(flower)]; }
    [[nodiscard]] int owned(Seat seat) const { return owned_[at(seat)]; }

    // Index of a flower by id; kNoFlower if there is none.
    [[nodiscard]] int find(int id) const {
        for (int i = 0; i < count_; ++i)
            if (flowers_[at(i)].id == id) return i;
        return kNoFlower;
    }

    [[nodiscard]] Card card(int flower, int petal) const { return cards_[place(flower, petal)]; }
    [[nodiscard]] std::uint8_t marks(int flower, int petal) const {
        return marks_[place(flower, petal)];
    }
    [[nodiscard]] bool face_up(int flower, int petal) const {
        return (marks(flower, petal) & kFaceUp) != 0;
    }
    void set_card(int flower, int petal, Card card) { cards_[place(flower, petal)] = card; }
    void set_marks(int flower, int petal, unsigned marks) {
        marks_[place(flower, petal)] = static_cast<std::uint8_t>(marks);
    }
    void add_marks(int flower, int petal, unsigned marks) {
        set_marks(flower, petal, this->marks(flower, petal) | marks);
    }
    [[nodiscard]] bool has_face_down(int flower) const {
        const Flower& f = this->flower(flower);
        if (f.power) return false;
        for (int i = 0; i < f.size; ++i)
            if (!face_up(flower, i)) return true;
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
    [[nodiscard]] int find_card(int flower, Card card) const;

    // Petals by their place in the row: packs before the builds, and whole-garden loops.
    [[nodiscard]] Card card_at(int i) const { return cards_[at(i)]; }
    [[nodiscard]] std::uint8_t marks_at(int i) const { return marks_[at(i)]; }
    void set_at(int i, Card card, unsigned marks) {
        cards_[at(i)] = card;
        marks_[at(i)] = static_cast<std::uint8_t>(marks);
    }
    // Loose petals behind the last flower: packs, and a flower in the making.
    void push_loose(Card card) { cards_[at(used_++)] = card; }
    void pop_loose() {
        --used_;
        cards_[at(used_)] = 0;
        marks_[at(used_)] = 0;
    }
    // The next `size` loose petals become a flower.
    void bind(int id, Seat owner, std::uint8_t creator, int size);
    // A fixed pile by places from its bottom; 0 where there is none.
    [[nodiscard]] Card pile_card(int place) const { return cards_[at(kMaxCards - 1 - place)]; }
    void set_pile_card(int place, Card card) {
        assert(place + used_ < kMaxCards);
        cards_[at(kMaxCards - 1 - place)] = card;
    }
    [[nodiscard]] int bound() const {
        return count_ == 0
                   ? 0
                   : starts_[at(count_ - 1)] + static_cast<int>(flowers_[at(count_ - 1)].size);
    }

    friend bool operator==(const Garden&, const Garden&) = default;

private:
    [[nodiscard]] static constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }
    [[nodiscard]] std::size_t place(int flower, int petal) const {
        return at(starts_[at(flower)] + petal);
    }

    std::array<Card, kMaxCards> cards_{};
    std::array<std::uint8_t, kMaxCards> marks_{};
    std::array<Flower, kMaxFlowers> flowers_{};
    std::array<std::uint8_t, kMaxFlowers> starts_{};  // of each flower's petals in the row
    std::array<std::uint8_t, kMaxSeats> owned_{};
    std::uint8_t used_ = 0;
    std::uint8_t count_ = 0;
};

}  // namespace moonflower::flower_power
