#include "games/flower_power/garden.hpp"

#include <algorithm>

namespace moonflower::flower_power {

void Garden::bind(int id, Seat owner, std::uint8_t creator, int size) {
    assert(count_ < kMaxFlowers);
    starts_[at(count_)] = static_cast<std::uint8_t>(bound());
    assert(starts_[at(count_)] + size <= used_);
    Flower& made = flowers_[at(count_)];
    made = Flower{};
    made.set_id(id);
    made.size = static_cast<std::uint32_t>(size) & 0x7fU;
    made.set_owner(owner);
    made.set_creator(creator);
    ++count_;
    ++owned_[at(owner)];
}

Flower& Garden::append(int id, Seat owner, std::uint8_t creator) {
    bind(id, owner, creator, 0);
    return flowers_[at(count_ - 1)];
}

void Garden::push(Card card, unsigned marks) {
    push_loose(card);
    marks_[at(used_ - 1)] = static_cast<std::uint8_t>(marks);
    ++flowers_[at(count_ - 1)].size;
}

void Garden::insert(int flower, int petal, Card card, unsigned marks) {
    assert(used_ < kMaxCards);
    const auto from = static_cast<std::ptrdiff_t>(place(flower, petal));
    std::copy_backward(cards_.begin() + from, cards_.begin() + used_, cards_.begin() + used_ + 1);
    std::copy_backward(marks_.begin() + from, marks_.begin() + used_, marks_.begin() + used_ + 1);
    cards_[at(static_cast<int>(from))] = card;
    marks_[at(static_cast<int>(from))] = static_cast<std::uint8_t>(marks);
    ++used_;
    ++flowers_[at(flower)].size;
    for (int i = flower + 1; i < count_; ++i) ++starts_[at(i)];
}

Card Garden::remove(int flower, int petal) {
    const auto from = static_cast<std::ptrdiff_t>(place(flower, petal));
    const Card card = cards_[at(static_cast<int>(from))];
    std::copy(cards_.begin() + from + 1, cards_.begin() + used_, cards_.begin() + from);
    std::copy(marks_.begin() + from + 1, marks_.begin() + used_, marks_.begin() + from);
    pop_loose();
    --flowers_[at(flower)].size;
    for (int i = flower + 1; i < count_; ++i) --starts_[at(i)];
    return card;
}

void Garden::drop(int flower) {
    assert(flowers_[at(flower)].size == 0);
    --owned_[flowers_[at(flower)].owner];
    std::copy(flowers_.begin() + flower + 1, flowers_.begin() + count_, flowers_.begin() + flower);
    std::copy(starts_.begin() + flower + 1, starts_.begin() + count_, starts_.begin() + flower);
    --count_;
    flowers_[at(count_)] = Flower{};
    starts_[at(count_)] = 0;
}

void Garden::change_owner(int flower, Seat seat) {
    --owned_[flowers_[at(flower)].owner];
    flowers_[at(flower)].set_owner(seat);
    ++owned_[at(seat)];
}

void Garden::make_power(int flower) {
    Flower& f = flowers_[at(flower)];
    f.power = true;
    f.set_creator(kNobody);
    const auto begin = cards_.begin() + start(flower);
    std::sort(begin, begin + f.size);
    std::fill_n(marks_.begin() + start(flower), f.size, kFaceUp);
}

int Garden::sorted_place(int flower, Card card) const {
    const Flower& f = flowers_[at(flower)];
    const auto begin = cards_.begin() + start(flower);
    return static_cast<int>(std::upper_bound(begin, begin + f.size, card) - begin);
}

int Garden::find_card(int flower, Card card) const {
    const Flower& f = flowers_[at(flower)];
    const auto begin = cards_.begin() + start(flower);
    const auto found = std::find(begin, begin + f.size, card);
    return found == begin + f.size ? -1 : static_cast<int>(found - begin);
}

}  // namespace moonflower::flower_power
