#include "games/flower_power/rules/open_key.hpp"

#include <algorithm>

namespace moonflower::flower_power {
namespace {

template <class... Bytes>
std::uint64_t word(Bytes... bytes) {
    std::uint64_t all = 0;
    ((all = all << 8U | static_cast<std::uint8_t>(bytes)), ...);
    return all;
}

void add_whole(Hasher& hasher, const CardSet& cards) { hasher.add(cards.one).add(cards.two); }

bool names_flower(Move move) {
    switch (kind_of(move)) {
        case Kind::kAttack:
        case Kind::kPoison:
        case Kind::kFertilise:
        case Kind::kTransform:
        case Kind::kSpyFlower:
        case Kind::kShow:
            return true;
        default:
            return false;
    }
}

// The same move on flowers under other names.
Move renamed(Move move, const auto& name) {
    if (kind_of(move) == Kind::kAttack)
        return encode_attack(name(attacker_of(move)), name(target_of(move)));
    return encode(kind_of(move), card_of(move), name(flower_of(move)), index_of(move));
}

}  // namespace

// Of a face-down petal only the card counts; the marks of a power flower are its picks.
std::uint64_t OpenKey::signature(const State& state, int flower) {
    const Flower& f = state.garden_.flower(flower);
    const bool is_waited_for = state.wait_flower_ == flower;
    Hasher hasher(3);
    hasher.add(word(f.owner, f.power, f.spent, f.exhausted, state.x_ == flower, state.y_ == flower,
                    state.task_flower_ == flower, is_waited_for ? state.wait_petal_ + 1 : 0));
    for (int petal = 0; petal < state.garden_.size(flower); ++petal) {
        const unsigned marks = state.garden_.marks(flower, petal);
        hasher.add(word(state.garden_.card(flower, petal), f.power ? marks : marks & kFaceUp));
    }
    return hasher.value();
}

OpenKey::Ranks OpenKey::ranks(const State& state) {
    Ranks found;
    for (int i = 0; i < state.garden_.flowers(); ++i) found.push_back({signature(state, i), i});
    std::ranges::sort(found);
    return found;
}

std::uint64_t OpenKey::of(const State& state) {
    Hasher hasher(4);
    hasher.add(word(state.phase_, state.from_, state.task_, state.reason_, state.decider_,
                    state.next_replier_, state.passes_, state.level_));
    hasher.add(word(state.active_, state.alive_, state.last_draw_, state.had_turn_, state.fresh_,
                    state.allowance_[0], state.allowance_[1], state.changed_));
    hasher.add(word(state.pile_size_, state.fixed_, state.is_reshuffled(), state.owned_before_,
                    state.defender_));
    for (Seat seat = 0; seat < state.seats(); ++seat)
        add_whole(hasher, state.zones_[hand_of(seat)]);
    for (const Zone zone : {Zone::kGrave, Zone::kOut, Zone::kUnseen, Zone::kPile})
        add_whole(hasher, state.zones_[zone]);
    for (int i = state.garden_.bound(); i < state.garden_.petals(); ++i)
        hasher.add(state.garden_.card_at(i));
    if (state.fixed_)
        for (int i = 0; i < state.pile_size_; ++i) hasher.add(state.garden_.pile_card(i));
    for (const auto& [signature, flower] : ranks(state)) hasher.add(signature);
    return hasher.value();
}

Move OpenKey::to_ranks(const State& state, Move move) {
    if (!names_flower(move)) return move;
    const Ranks found = ranks(state);
    return renamed(move, [&](int id) {
        const int flower = state.garden_.find(id);
        const auto* const rank =
            std::ranges::find(found, flower, &std::pair<std::uint64_t, int>::second);
        return static_cast<int>(rank - found.begin());
    });
}

Move OpenKey::to_ids(const State& state, Move move) {
    if (!names_flower(move)) return move;
    const Ranks found = ranks(state);
    return renamed(move, [&](int rank) {
        const int flower = found[static_cast<std::size_t>(rank)].second;
        return static_cast<int>(state.garden_.flower(flower).id);
    });
}

}  // namespace moonflower::flower_power
