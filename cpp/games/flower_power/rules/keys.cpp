// 64-bit keys of the world and of what one seat knows.
#include "core/hash.hpp"
#include "games/flower_power/state.hpp"

namespace moonflower::flower_power {
namespace {

void add(Hasher& hasher, const CardSet& cards) {
    hasher.add(cards.one);
    if (cards.two != 0) hasher.add(cards.two ^ kGoldenGamma);
}

template <class Counts>
std::uint64_t packed(const Counts& counts) {
    std::uint64_t word = 0;
    for (const auto count : counts) word = word << 12 | static_cast<std::uint64_t>(count);
    return word;
}

}  // namespace

void State::hash_turn(Hasher& hasher) const {
    const auto word = [](auto... bytes) {
        std::uint64_t all = 0;
        ((all = all << 8 | static_cast<std::uint8_t>(bytes)), ...);
        return all;
    };
    hasher.add(word(phase_, from_, task_, reason_, decider_, next_replier_, passes_, level_));
    hasher.add(word(x_, y_, defender_, allowance_[0], allowance_[1], changed_, task_flower_,
                    wait_flower_));
    hasher.add(
        word(wait_petal_, active_, alive_, last_draw_, had_turn_, winners_, fresh_, pile_size_));
    hasher.add(static_cast<std::uint64_t>(turn_) << 32 |
               static_cast<std::uint64_t>(next_id_) << 16 | static_cast<std::uint16_t>(stalled_));
    add(hasher, zones_[Zone::kGrave]);
    if (!zones_[Zone::kOut].empty()) add(hasher, zones_[Zone::kOut]);
}

// Petals of which the seat sees no card count as unknown; seat -1 sees all.
void State::hash_garden(Hasher& hasher, Seat seat) const {
    for (int i = 0; i < garden_.flowers(); ++i) {
        const Flower& flower = garden_.flower(i);
        std::uint64_t word = static_cast<std::uint64_t>(flower.id) << 32 |
                             static_cast<std::uint64_t>(garden_.size(i)) << 24 |
                             static_cast<std::uint64_t>(flower.creator) << 8 |
                             static_cast<std::uint64_t>(flower.owner) << 4 |
                             static_cast<std::uint64_t>(flower.power ? 4 : 0) |
                             static_cast<std::uint64_t>(flower.spent ? 2 : 0) |
                             static_cast<std::uint64_t>(flower.exhausted ? 1 : 0);
        hasher.add(word);
        word = 0;
        const int start = garden_.start(i);
        const int size = garden_.size(i);
        for (int petal = 0; petal < size; ++petal) {
            const unsigned marks = garden_.marks_at(start + petal);
            const bool seen = seat < 0 || (marks & (kFaceUp | seat_bit(seat))) != 0;
            word = word << 16 |
                   static_cast<std::uint64_t>(seen ? garden_.card_at(start + petal) : kNoCard)
                       << 8 |
                   marks;
            if (petal % 4 == 3 || petal == size - 1) {
                hasher.add(word);
                word = 0;
            }
        }
    }
}

// What the seat counts about the others; a world is the same whatever its seats have counted.
void State::hash_ledger(Hasher& hasher, Seat seat) const {
    for (const Ledger::Entry& entry : knowledge_.ledger().entries()) {
        if ((entry.readers & seat_bit(seat)) == 0) continue;
        hasher.add(
            packed(std::array{int{entry.since}, int{entry.seat}, static_cast<int>(entry.kind),
                              int{entry.source} << 8 | (entry.count & 0xff)}));
        hasher.add(entry.times);
    }
    if (const CourseLog* log = knowledge_.log()) hasher.add(log->hash(seat));
}

void State::hash_knowledge(Hasher& hasher, Seat seat) const {
    for (Seat reader = 0; reader < seats(); ++reader)
        for (Seat of = 0; of < seats(); ++of) {
            const Knowledge::Glimpse glimpse = knowledge_.glimpse(reader, of);
            if (glimpse.seen == 0) continue;
            hasher.add(packed(std::array{reader, of, Seat{glimpse.seen}, Seat{glimpse.fresh}}));
            if (seat < 0 || seat == reader || seat == of) add(hasher, knowledge_.known(reader, of));
        }
    for (const Group& group : knowledge_.groups()) {
        hasher.add(packed(std::array{int{group.reader}, int{group.creator}, int{group.origin}}));
        if (seats() > 2) hasher.add(packed(std::array{int{group.fresh}, int{group.before}}));
        if (seat < 0 || seat == group.reader || seat == group.creator) add(hasher, group.cards);
    }
    if (knowledge_.reshuffles() == 0) return;
    hasher.add(static_cast<std::uint64_t>(knowledge_.reshuffles()));
    add(hasher, knowledge_.unburied());
    for (const Epoch& epoch : knowledge_.epochs()) {
        add(hasher, epoch.cards);
        hasher.add(packed(epoch.drawn) ^ epoch.number);
        hasher.add(epoch.since);
        hasher.add(packed(epoch.held));
    }
}

std::uint64_t State::key() const {
    Hasher hasher(1);
    hash_turn(hasher);
    hash_garden(hasher, -1);
    hash_knowledge(hasher, -1);
    for (int i = garden_.bound(); i < garden_.petals(); ++i) hasher.add(garden_.card_at(i));
    hasher.add(packed(build_));
    for (Seat seat = 0; seat < seats(); ++seat) add(hasher, hand(seat));
    add(hasher, zones_[Zone::kUnseen]);
    add(hasher, zones_[Zone::kPile]);
    if (fixed_)
        for (int i = 0; i < pile_size_; ++i) hasher.add(garden_.pile_card(i));
    return hasher.value();
}

std::uint64_t State::info_key(Seat seat) const {
    Hasher hasher(2 + static_cast<std::uint64_t>(seat));
    hash_turn(hasher);
    hash_garden(hasher, seat);
    hash_knowledge(hasher, seat);
    hash_ledger(hasher, seat);
    add(hasher, hand(seat));
    for (Seat other = 0; other < seats(); ++other)
        hasher.add(static_cast<std::uint64_t>(hand_size(other)));
    if (phase_ == Phase::kBuild)
        for (Seat other = 0; other < seats(); ++other) {
            hasher.add(pack_[at(other)]);
            if (other == seat || rules_.build_open) hasher.add(build_[at(other)]);
        }
    else if (making_ > 0 && decider_ == seat)
        for (int i = garden_.bound(); i < garden_.petals(); ++i) hasher.add(garden_.card_at(i));
    return hasher.value();
}

}  // namespace moonflower::flower_power
