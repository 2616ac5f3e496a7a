#include "games/flower_power/play/merge.hpp"

namespace moonflower::flower_power {
namespace {

bool is_untouched(const Garden& garden, int flower) {
    if (garden.flower(flower).power || garden.flower(flower).creator != kNobody) return false;
    for (int petal = 0; petal < garden.size(flower); ++petal)
        if (garden.marks(flower, petal) != 0 || garden.card(flower, petal) != kNoCard) return false;
    return true;
}

bool look_alike(const Garden& garden, int i, int j) {
    const Flower& a = garden.flower(i);
    const Flower& b = garden.flower(j);
    return a.owner == b.owner && garden.size(i) == garden.size(j) && a.spent == b.spent &&
           a.exhausted == b.exhausted;
}

}  // namespace

// Fighting flowers have a petal face up, so they are never untouched.
Merger::Merger(const State& state) : state_(state) {
    const Garden& garden = state.garden();
    for (int i = 0; i < garden.flowers(); ++i) {
        first_[at(i)] = static_cast<std::uint8_t>(i);
        if (!is_untouched(garden, i)) continue;
        for (int before = 0; before < i; ++before)
            if (is_untouched(garden, before) && look_alike(garden, before, i)) {
                first_[at(i)] = static_cast<std::uint8_t>(before);
                break;
            }
    }
}

int Merger::stands_for(int id) const {
    const int index = state_.garden().find(id);
    return index == kNoFlower ? id : state_.garden().flower(first_[at(index)]).id;
}

Move Merger::representative(Move move) const {
    switch (kind_of(move)) {
        case Kind::kAttack:
            return encode_attack(stands_for(attacker_of(move)), stands_for(target_of(move)));
        case Kind::kFertilise:
        case Kind::kTransform:
        case Kind::kSpyFlower:
            return encode(kind_of(move), card_of(move), stands_for(flower_of(move)),
                          index_of(move));
        default:  // a poison needs a petal face up; the rest names no flower
            return move;
    }
}

void merge(const State& state, State::Moves& moves) {
    const Merger merger(state);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < moves.size(); ++i)
        if (merger.representative(moves[i]) == moves[i]) moves[kept++] = moves[i];
    moves.resize(kept);
}

void State::merge_moves(Moves& moves) const { merge(*this, moves); }

Move State::representative(Move move) const { return Merger(*this).representative(move); }

}  // namespace moonflower::flower_power
