#include "games/flower_power/rules/garden.hpp"

#include <algorithm>

namespace moonflower::flower_power {

void Garden::open_gap(int i) {
    std::copy_backward(row_.begin() + i, row_.begin() + used_, row_.begin() + used_ + 1);
    int word = i / 16;
    const std::uint64_t before = (std::uint64_t{1} << 4 * (i % 16)) - 1;
    std::uint64_t carry = low_[at(word)] >> 60;
    low_[at(word)] = (low_[at(word)] & before) | (low_[at(word)] & ~before) << 4;
    for (++word; word <= used_ / 16; ++word) {
        const std::uint64_t last = low_[at(word)] >> 60;
        low_[at(word)] = low_[at(word)] << 4 | carry;
        carry = last;
    }
    ++used_;
}

void Garden::close_gap(int i) {
    std::copy(row_.begin() + i + 1, row_.begin() + used_, row_.begin() + i);
    --used_;
    row_[at(used_)] = 0;
    std::uint64_t carry = 0;
    for (int word = used_ / 16; word > i / 16; --word) {
        const std::uint64_t first = low_[at(word)] & 0xf;
        low_[at(word)] = low_[at(word)] >> 4 | carry << 60;
        carry = first;
    }
    std::uint64_t& word = low_[at(i / 16)];
    const std::uint64_t before = (std::uint64_t{1} << 4 * (i % 16)) - 1;
    word = (word & before) | (word >> 4 & ~before) | carry << 60;
}

void Garden::move_ends(int flower, int by) {
    for (int i = flower; i < count_; ++i)
        this->flower(i).end = (this->flower(i).end + static_cast<unsigned>(by)) & 0xffU;
}

void Garden::bind(int id, Seat owner, std::uint8_t creator, int size) {
    assert(count_ < kMaxFlowers && bound() + size <= used_);
    const int end = bound() + size;
    Flower& made = flower(count_);
    made = Flower{};
    made.set_id(id);
    made.end = static_cast<std::uint32_t>(end) & 0xffU;
    made.set_owner(owner);
    made.set_creator(creator);
    ++count_;
    ++owned_[at(owner)];
}

Flower& Garden::append(int id, Seat owner, std::uint8_t creator) {
    bind(id, owner, creator, 0);
    return flower(count_ - 1);
}

void Garden::push(Card card, unsigned marks) {
    push_loose(card);
    set_marks_at(used_ - 1, marks);
    move_ends(count_ - 1, 1);
}

void Garden::insert(int flower, int petal, Card card, unsigned marks) {
    assert(used_ < kMaxCards);
    const int i = place(flower, petal);
    open_gap(i);
    set_at(i, card, marks);
    move_ends(flower, 1);
}

Card Garden::remove(int flower, int petal) {
    const int i = place(flower, petal);
    const Card card = card_at(i);
    close_gap(i);
    move_ends(flower, -1);
    return card;
}

void Garden::drop(int flower) {
    assert(size(flower) == 0);
    --owned_[this->flower(flower).owner];
    std::copy(flowers_.begin() + flower + 2, flowers_.begin() + count_ + 1,
              flowers_.begin() + flower + 1);
    this->flower(--count_) = Flower{};
}

void Garden::change_owner(int flower, Seat seat) {
    --owned_[this->flower(flower).owner];
    this->flower(flower).set_owner(seat);
    ++owned_[at(seat)];
}

void Garden::make_power(int flower) {
    this->flower(flower).power = true;
    this->flower(flower).set_creator(kNobody);
    const auto begin = row_.begin() + start(flower);
    const auto end = row_.begin() + start(flower + 1);
    std::transform(begin, end, begin,
                   [](std::uint8_t byte) { return static_cast<Card>(byte & kCardBits); });
    std::sort(begin, end);
    for (int i = start(flower); i < start(flower + 1); ++i) set_marks_at(i, kFaceUp);
}

int Garden::sorted_place(int flower, Card card) const {
    int petal = 0;
    while (petal < size(flower) && this->card(flower, petal) <= card) ++petal;
    return petal;
}

int Garden::find_card(int flower, Card card) const {
    for (int petal = 0; petal < size(flower); ++petal)
        if (this->card(flower, petal) == card) return petal;
    return -1;
}

}  // namespace moonflower::flower_power
