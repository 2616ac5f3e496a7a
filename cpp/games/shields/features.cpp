// What hints say about a move: the chance to be hit, hits to expect and to deal, bluffs.
#include <algorithm>

#include "core/features.hpp"
#include "games/shields/state.hpp"

namespace moonflower::shields {
namespace {

using Unit = FeatureFact::Unit;

enum Feature : std::size_t { kHit, kHits, kDealt, kCalled, kLied, kFeatures };

constexpr std::array<FeatureFact, kFeatures> kFacts{{
    {"hit_chance", Unit::kChance, -1},
    {"hits_expected", Unit::kPoints, -1},  // lives lost this turn
    {"hits_dealt", Unit::kPoints, +1},     // lives the others lose this turn
    {"bluff_called", Unit::kChance, -1},   // if the others accuse at random
    {"accused_lied", Unit::kChance, +1},
}};

enum KindName : std::size_t { kShields, kAttack, kTruth, kBluff, kAccuse, kTrust, kKindNames };
constexpr std::array<std::string_view, kKindNames> kNames{"shields", "attack", "truth",
                                                          "bluff",   "accuse", "trust"};

// Plain cards and wilds alone, chosen shields, no lies: the chances are a matter of counting.
bool is_countable(const Table& table) {
    if (table.rules.mode != Mode::kEnemy || table.rules.cheats) return false;
    if (table.phase != Phase::kChoose) return false;
    for (const Kind kind : {Kind::kEncore, Kind::kDestiny, Kind::kConfusion, Kind::kSkip,
                            Kind::kPlus, Kind::kReverse})
        if (table.cards.has_kind(kind)) return false;
    return true;
}

struct Danger {
    double chance = 0;
    double hits = 0;
};

// SH-16: every card of the next attack hits who does not shield its suit.
Danger counted(const Table& table, SuitSet shields) {
    const std::array<int, kSuits> suits = table.cards.by_suit();
    int unsafe = 0;
    for (std::size_t suit = 0; suit < kSuits; ++suit)
        if ((shields >> suit & 1U) == 0) unsafe += suits[suit];
    const int total = table.cards.total();
    const int drawn = std::min<int>(table.pending.attacks, total);
    double none = 1;
    for (int i = 0; i < drawn; ++i)
        none *= std::max(0.0, static_cast<double>(total - unsafe - i) / (total - i));
    return {1 - none, static_cast<double>(drawn) * unsafe / total};
}

// How the turn goes on: honest claims, accusations by the others at random, none by the seat.
Move usual_move(const State& state, Seat seat, Rng& rng) {
    const Table& table = state.table();
    const bool own = state.turn().is_seat() && table.mover() == seat;
    const bool honest = table.phase == Phase::kClaim || (table.phase == Phase::kAccuse && own);
    return honest ? state.greedy_move(rng) : state.random_move(rng);
}

}  // namespace

std::span<const FeatureFact> State::features() { return kFacts; }
std::span<const std::string_view> State::move_kinds() { return kNames; }

std::size_t State::move_kind(Move move) const {
    switch (table_.phase) {
        case Phase::kClaim:
            return move.code == honest_claim(table_, table_.mover()) ? kTruth : kBluff;
        case Phase::kAccuse:
            return move.code == 0 ? kTrust : kAccuse;
        default:
            return table_.rules.mode == Mode::kEnemy ? kShields : kAttack;
    }
}

void State::measure(Move move, Rng& rng, std::span<double> values) const {
    const Seat seat = table_.mover();
    const bool bluffs = table_.phase == Phase::kClaim && move_kind(move) == kBluff;
    std::fill(values.begin(), values.end(), 0.0);
    values[kCalled] = bluffs ? 0.0 : kNoFeature;
    values[kLied] = kNoFeature;
    if (table_.phase == Phase::kAccuse && move.code != 0) {
        const auto accused = static_cast<Seat>(move.code - 1);
        const bool lied = table_.claims[Table::index(accused)] != honest_claim(table_, accused);
        values[kLied] = lied ? 1 : 0;
    }
    State after = *this;
    for (Move next = move; after.turn().is_seat() || after.turn().is_chance();
         next = usual_move(after, seat, rng)) {
        if (bluffs && after.table_.phase == Phase::kAccuse &&
            next.code == static_cast<std::uint32_t>(seat) + 1)
            values[kCalled] = 1;
        after.apply(next);
        if (after.table_.turns != table_.turns) break;
    }
    for (Seat other = 0; other < seats(); ++other) {
        const std::size_t i = Table::index(other);
        const int lost = table_.lives[i] - after.table_.lives[i];
        values[other == seat ? kHits : kDealt] += lost;
    }
    values[kHit] = values[kHits] > 0 ? 1 : 0;
    if (!is_countable(table_)) return;
    const Danger danger = counted(table_, shields_of(static_cast<Entry>(move.code)));
    values[kHit] = danger.chance;
    values[kHits] = danger.hits;
    values[kDealt] = 0;  // what the others lose does not depend on the seat
}

}  // namespace moonflower::shields
