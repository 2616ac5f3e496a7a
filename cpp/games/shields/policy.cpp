// A light hand: shields where most cards are left, honest claims, no accusations.
#include <algorithm>

#include "games/shields/state.hpp"

namespace moonflower::shields {
namespace {

// Blows a set of shields may expect to stop: the deck's, or nothing when nobody can tell.
int blocked(const std::array<int, kSuits>& threat, SuitSet set) {
    int sum = 0;
    for (std::size_t suit = 0; suit < kSuits; ++suit)
        if ((set >> suit & 1U) != 0) sum += threat[suit];
    return sum;
}

// Cards left by suit; a super +2 counts twice.
std::array<int, kSuits> threat_of(const Table& table) {
    std::array<int, kSuits> threat = table.cards.by_suit();
    if (!table.rules.plus_doubles)
        for (int suit = 0; suit < kSuits; ++suit)
            threat[static_cast<std::size_t>(suit)] += table.cards[card_of(suit, Kind::kPlus)];
    return threat;
}

// A super +2 first, then other effects, then plain cards.
int strength(const Table& table, Entry entry) {
    int sum = 0;
    for (const Card card : attacks_of(entry)) {
        const Kind kind = kind_of(card);
        const bool is_super = kind == Kind::kPlus && !table.rules.plus_doubles;
        sum += is_super ? 3 : kind == Kind::kPlain || kind == Kind::kReverse ? 1 : 2;
    }
    return sum;
}

// What an entry is worth at a glance: blows its shields may stop, and its attack.
int worth(const Table& table, const std::array<int, kSuits>& threat, Move move) {
    const auto entry = static_cast<Entry>(move.code);
    return blocked(threat, shields_of(entry)) + strength(table, entry);
}

// Nobody can tell what other players will attack with.
std::array<int, kSuits> known_threat(const Table& table) {
    return table.rules.mode == Mode::kEnemy ? threat_of(table) : std::array<int, kSuits>{};
}

}  // namespace

Entry honest_claim(const Table& table, Seat seat) {
    unsigned claim = 0;
    const auto cards = std::span(table.shown).first(table.shown_count);
    const bool swaps = table.rules.reverses && std::any_of(cards.begin(), cards.end(), [](Card c) {
                           return kind_of(c) == Kind::kReverse;
                       });
    const unsigned shields =
        shields_of(table.choices[Table::index(seat)]) ^ (swaps ? kAllSuits : 0U);
    for (std::size_t i = 0; i < cards.size(); ++i)
        if (cards[i] != kWildCard && (suit_of(cards[i]) & shields) == 0) claim |= 1U << i;
    return static_cast<Entry>(claim);
}

Move State::greedy_move(Rng& rng) const {
    if (!turn().is_seat()) return random_move(rng);
    const Seat seat = table_.mover();
    if (table_.phase == Phase::kClaim) return {honest_claim(table_, seat)};
    if (table_.phase == Phase::kAccuse) return {0};
    Moves moves;
    list_entries(table_, seat, moves);
    const auto threat = known_threat(table_);
    int most = -1;
    std::uint32_t ties = 0;
    Move best;
    for (const Move move : moves) {
        const int value = worth(table_, threat, move);
        if (value > most) ties = 0;
        if (value < most || (++ties > 1 && rng.below(ties) != 0)) continue;
        most = value;
        best = move;
    }
    return best;
}

// By the square of what an entry is worth above the least.
void State::priors(const Moves& moves, std::span<std::uint32_t> weights) const {
    std::fill_n(weights.begin(), moves.size(), 1U);
    if (table_.phase == Phase::kClaim || table_.phase == Phase::kAccuse) return;
    const auto threat = known_threat(table_);
    int least = worth(table_, threat, moves[0]);
    for (const Move move : moves) least = std::min(least, worth(table_, threat, move));
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const auto above = static_cast<std::uint32_t>(worth(table_, threat, moves[i]) - least);
        weights[i] += above * above;
    }
}

// Several players share by lives; a single one weighs his lives against the hits to expect.
Returns State::heuristic() const {
    if (table_.phase == Phase::kOver) return returns();
    Returns guess;
    if (table_.rules.players == 1) {
        const std::int64_t lives = 4 * table_.lives[0];
        const std::int64_t hits = (4 - table_.rules.shields) * table_.cards.total();
        const std::int64_t share =
            lives >= 2 * hits ? kPayoffUnit : kPayoffUnit * lives / (2 * hits);
        guess.units[0] = static_cast<std::int32_t>(share);
        return guess;
    }
    std::int64_t sum = 0;
    for (const std::uint16_t lives : table_.lives) sum += lives;
    for (std::size_t seat = 0; seat < kMaxSeats; ++seat)
        guess.units[seat] = static_cast<std::int32_t>(kPayoffUnit * table_.lives[seat] / sum);
    return guess;
}

// Against the enemy the choices made together hardly touch each other, so there is no need to mix;
// and one choice among two dozen hardly shows in the end, so lives tell more than playouts.
SearchHints State::search_hints(const Rules& rules) {
    SearchHints hints;
    if (rules.mode != Mode::kEnemy) return hints;
    hints.regret_matching = false;
    hints.selection = Selection::kPuct;
    hints.leaf = LeafValue::kHeuristic;
    hints.decisions_percent = 135;
    return hints;
}

}  // namespace moonflower::shields
