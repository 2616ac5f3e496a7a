#include "games/shields/table.hpp"

#include <algorithm>

namespace moonflower::shields {
namespace {

// Bit m of kSubsets[allowed][size]: mask m has `size` suits, all of them allowed.
constexpr auto kSubsets = [] {
    std::array<std::array<std::uint16_t, kSuits>, 16> table{};
    for (unsigned allowed = 0; allowed < 16; ++allowed)
        for (unsigned mask = 0; mask < 15; ++mask)
            if ((mask & ~allowed) == 0)
                table[allowed][static_cast<std::size_t>(std::popcount(mask))] |=
                    static_cast<std::uint16_t>(1U << mask);
    return table;
}();

// SH-33: the sets that share most with the previous one.
std::uint16_t nearest(std::uint16_t sets, SuitSet previous) {
    std::uint16_t best = 0;
    int most = -1;
    for (unsigned rest = sets; rest != 0; rest &= rest - 1) {
        const auto mask = static_cast<unsigned>(std::countr_zero(rest));
        const int shared = std::popcount(mask & previous);
        if (shared < most) continue;
        if (shared > most) best = 0;
        most = shared;
        best = static_cast<std::uint16_t>(best | 1U << mask);
    }
    return best;
}

}  // namespace

Table::Table(const Rules& with, int seen_by)
    : rules(with), viewer(static_cast<std::int8_t>(seen_by)), cards(with.start_cards()) {
    for (std::size_t seat = 0; seat < rules.players; ++seat) lives[seat] = rules.lives;
    if (rules.mode == Mode::kFfau) phase = Phase::kRefill;
}

unsigned Table::living() const {
    unsigned seats = 0;
    for (std::size_t seat = 0; seat < kMaxSeats; ++seat)
        seats |= static_cast<unsigned>(lives[seat] > 0) << seat;
    return seats;
}

const Entries& Table::entries() const {
    if (phase == Phase::kClaim) return claims;
    return phase == Phase::kAccuse ? accusations : choices;
}
Entries& Table::entries() {
    if (phase == Phase::kClaim) return claims;
    return phase == Phase::kAccuse ? accusations : choices;
}

Seat Table::mover() const {
    const Entries& made = entries();
    for (std::size_t seat = 0; seat < rules.players; ++seat)
        if (lives[seat] > 0 && made[seat] == kOpen) return static_cast<Seat>(seat);
    return -1;
}

std::uint16_t Table::legal_sets(Seat seat) const {
    const auto allowed = static_cast<SuitSet>(kAllSuits & ~pending.hindered[index(seat)]);
    const bool is_handicapped = (pending.handicapped >> seat & 1U) != 0;
    const int size = std::min<int>(is_handicapped ? 1 : rules.shields, std::popcount(allowed));
    std::uint16_t sets = kSubsets[allowed][static_cast<std::size_t>(size)];
    if (pending.confusion) return sets;  // SH-32: encore and destiny are ignored
    if (pending.encore) {
        const SuitSet previous = pending.previous[index(seat)];
        assert(previous < kHiddenSet);
        const bool fits = (previous & ~allowed) == 0 && std::popcount(previous) <= size;
        sets = fits && !rules.encore_fills ? static_cast<std::uint16_t>(1U << previous)
                                           : nearest(sets, previous);
    }
    if (pending.destiny != 0) {  // SH-34
        unsigned kept = 0;
        for (unsigned rest = sets; rest != 0; rest &= rest - 1) {
            const auto mask = static_cast<unsigned>(std::countr_zero(rest));
            if ((mask & pending.destiny) != 0) kept |= 1U << mask;
        }
        if (kept != 0) sets = static_cast<std::uint16_t>(kept);
    }
    return sets;
}

int Table::choice_size(Seat seat) const {
    const auto allowed = static_cast<SuitSet>(kAllSuits & ~pending.hindered[index(seat)]);
    const bool is_handicapped = (pending.handicapped >> seat & 1U) != 0;
    const int size = std::min<int>(is_handicapped ? 1 : rules.shields, std::popcount(allowed));
    if (!pending.encore || rules.encore_fills || pending.confusion) return size;
    const std::uint8_t previous = pending.previous[index(seat)];
    const int before =
        (previous & kHiddenSet) != 0 ? previous & kAllSuits : std::popcount(previous);
    return std::min(size, before);
}

int Table::attacks_due(Seat seat) const {
    if (rules.mode == Mode::kFfa) return 1;
    return std::min<int>(1 + pending.own_attacks[index(seat)], hand_sizes[index(seat)]);
}

int Table::pile_size() const {
    int size = cards.total();
    for (Seat seat = 0; seat < rules.players; ++seat)
        if (!sees_hand(seat)) size -= hand_sizes[index(seat)];
    return size;
}

Seat Table::receiver() const {
    if (pile_size() == 0) return -1;
    for (Seat seat = 0; seat < rules.players; ++seat)
        if (is_alive(seat) && hand_sizes[index(seat)] < kHandSize) return seat;
    return -1;
}

unsigned Table::winners(unsigned last_standing) const {
    const unsigned alive = living();
    if (alive != 0 || rules.players == 1) return alive;
    return rules.all_dead_draws ? last_standing : 0;  // SH-14
}

unsigned Table::accused() const {
    unsigned seats = 0;
    for (std::size_t seat = 0; seat < rules.players; ++seat)
        if (accusations[seat] != kOpen && accusations[seat] != kHidden && accusations[seat] > 0)
            seats |= 1U << (accusations[seat] - 1U);
    return seats;
}

bool Table::is_ready() const {
    const Entries& made = entries();
    const bool may_hide = phase == Phase::kChoose && rules.cheats;  // SH-35
    const unsigned shows = phase == Phase::kAccuse ? accused() : 0;
    for (std::size_t seat = 0; seat < rules.players; ++seat) {
        if (lives[seat] == 0) continue;
        if (made[seat] == kOpen || (made[seat] == kHidden && !may_hide)) return false;
        if ((shows >> seat & 1U) != 0 && choices[seat] == kHidden) return false;
    }
    return true;
}

void Table::commit(Seat seat, Entry entry) {
    entries()[index(seat)] = entry;
    close_stage();
}

void Table::close_stage() {
    if (!is_ready()) return;
    switch (phase) {
        case Phase::kChoose:
            if (rules.mode == Mode::kEnemy)
                phase = Phase::kDraw;
            else
                resolve_duels();
            return;
        case Phase::kClaim:
            phase = Phase::kAccuse;
            return;
        default:
            resolve_attack();
    }
}

// SH-12: `a` cards, fewer if the deck runs out.
void Table::attack(Card card) {
    cards.remove(card);
    shown[shown_count++] = card;
    if (shown_count < pending.attacks && cards.total() > 0) return;
    if (rules.cheats)
        phase = Phase::kClaim;
    else
        resolve_attack();
}

void Table::deal(Card card) {
    const Seat seat = receiver();
    cards.remove(card);
    hands[index(seat)].add(card);
    ++hand_sizes[index(seat)];
    settle_refill();
}

void Table::deal_hidden() {
    ++hand_sizes[index(receiver())];
    settle_refill();
}

std::uint8_t Table::known_previous(Seat of, int seat) const {
    const std::uint8_t previous = pending.previous[index(of)];
    const bool is_secret = rules.cheats && seat != kAll && of != seat && previous != 0 &&
                           (pending.shown >> of & 1U) == 0;
    if (!is_secret || (previous & kHiddenSet) != 0) return previous;
    return static_cast<std::uint8_t>(kHiddenSet | static_cast<unsigned>(std::popcount(previous)));
}

Table Table::masked(int seat) const {
    Table seen = *this;
    seen.viewer = static_cast<std::int8_t>(seat);
    for (Seat other = 0; other < rules.players; ++other) {
        if (other == seat) continue;
        const std::size_t i = index(other);
        const auto hide = [&](Entries& made) {
            if (made[i] != kOpen) made[i] = kHidden;
        };
        if (has_stage() && !is_public_stage()) hide(seen.entries());
        if (rules.cheats) hide(seen.choices);
        seen.pending.previous[i] = known_previous(other, seat);
        if (rules.mode == Mode::kFfau) {
            hands[i].add_to(seen.cards);
            seen.hands[i] = {};
        }
    }
    return seen;
}

}  // namespace moonflower::shields
