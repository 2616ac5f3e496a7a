#include "games/hanamikoji/policy.hpp"

#include "games/hanamikoji/counting.hpp"
#include "games/hanamikoji/round_value.hpp"
#include "games/hanamikoji/state.hpp"

namespace moonflower::hanamikoji {

Move random_deal(Cards rest, Rng& rng) {
    const int size = rest.size();
    for (;;) {
        Draws draws(rng);
        Cards left = rest;
        const Cards hand = draws.take_from(left, size, kHandSize);
        if (draws.fair()) [[likely]]
            return make_deal(hand);
    }
}

namespace {

// Whole turns behind the draw: an action with its answer, by places in the sorted hand. What the
// other seat takes stands first: a card of a gift, a pair of a competition.
struct Deeds {
    struct Action {
        std::uint64_t offered = 0;  // masks: all bits or none
        std::uint64_t paired = 0;
        std::uint16_t hidden = 0;  // what it changes of Side::hidden_bits
        std::uint16_t first = 0;   // where its ways stand in `places`
        std::uint8_t size = 0;
        std::uint8_t kind = 0;
    };
    static constexpr unsigned kNowhere = 7;  // beyond every hand
    std::array<std::uint8_t, 16> left{};     // number of actions, by the set of used ones
    std::array<std::array<Action, kActions>, 16> actions{};
    std::array<std::uint16_t, 784> places{};  // three bits each
};

constexpr std::uint16_t hidden_by(Kind kind) {
    if (kind == Kind::kSecret) return 0x00ff;
    return kind == Kind::kDiscard ? 0xff00 : 0;
}

constexpr Deeds kDeeds = [] {
    Deeds deeds;
    std::array<std::array<Deeds::Action, kActions>, 8> by_size{};
    std::uint16_t end = 0;
    const auto add = [&](unsigned a, unsigned b, unsigned c, unsigned d) {
        deeds.places[end++] = static_cast<std::uint16_t>(a | b << 3 | c << 6 | d << 9);
    };
    const auto add_way = [&](Kind kind, unsigned places) {
        const unsigned a = places & 7U;
        const unsigned b = places >> 3 & 7U;
        const unsigned c = places >> 6 & 7U;
        const unsigned d = places >> 9 & 7U;
        constexpr unsigned kNone = Deeds::kNowhere;
        if (kind == Kind::kSecret) add(a, kNone, kNone, kNone);
        if (kind == Kind::kDiscard) add(a, b, kNone, kNone);
        if (kind == Kind::kGift) {
            add(a, b, c, kNone);
            add(b, a, c, kNone);
            add(c, a, b, kNone);
        }
        if (kind == Kind::kCompetition) {
            add(a, b, c, d);
            add(c, d, a, b);
        }
    };
    for (unsigned used = 0; used < kAllUsed; ++used) {
        deeds.left[used] = kWays.left[used];
        for (unsigned i = 0; i < kWays.left[used]; ++i) {
            const Ways::Action ways = kWays.actions[used][i];
            const auto kind = static_cast<Kind>(ways.kind);
            unsigned size = kHandSize + 1;
            for (unsigned other = 0; other < kActions; ++other)
                if ((used >> other & 1U) != 0) size -= other;
            Deeds::Action& known = by_size[size][ways.kind];
            if (known.size == 0) {
                known = {Cards::mask_of(kind >= Kind::kGift),
                         Cards::mask_of(kind == Kind::kCompetition),
                         hidden_by(kind),
                         end,
                         0,
                         ways.kind};
                for (unsigned way = 0; way < ways.size; ++way)
                    add_way(kind, kWays.places[ways.first + way]);
                known.size = static_cast<std::uint8_t>(end - known.first);
            }
            deeds.actions[used][i] = known;
        }
    }
    return deeds;
}();

// A seat as a playout carries it along: in registers, not in a state.
struct Player {
    Cards hand;
    Cards placed;
    std::uint64_t hidden;  // Side::hidden_bits
    std::uint64_t used;
};

// A turn from its draw to its answer: the moves of random_move with the same odds, but the cards
// never become codes, and nothing branches on what is drawn. Returns the number of moves.
inline std::uint64_t play_turn(Player& mover, Player& other, Cards& rest, std::uint32_t unseen,
                               Rng& rng) {
    for (;;) {
        Draws draws(rng);
        const Cards drawn = rest.nth_alone(draws.below(unseen));
        const Deeds::Action& action =
            kDeeds.actions[mover.used][draws.below(kDeeds.left[mover.used])];
        const std::uint32_t places = kDeeds.places[action.first + draws.below(action.size)];
        if (!draws.fair()) [[unlikely]]
            continue;

        const Cards hand = mover.hand + drawn;
        const Cards a = hand.nth_alone(places & 7U);
        const Cards b = hand.nth_alone(places >> 3 & 7U);
        const Cards all =
            a + b + hand.nth_alone(places >> 6 & 7U) + hand.nth_alone(places >> 9 & 7U);
        // HK-6, HK-7: the card of a gift or the pair of a competition that the other seat takes.
        const Cards taken = (a + b.masked(action.paired)).masked(action.offered);
        const std::uint64_t low = a.lowest();
        const std::uint64_t both = low | (low | b.lowest() << 3) << 8;  // as a secret, as discards
        rest -= drawn;
        mover.hand = hand - all;
        mover.hidden ^= (mover.hidden ^ both) & action.hidden;
        mover.used |= 1U << action.kind;
        other.placed += taken;
        mover.placed += all.masked(action.offered) - taken;
        return 2 + (action.offered & 1U);
    }
}

}  // namespace

// From a draw to the last answer of the round.
std::uint64_t State::play_round(Rng& given) {
    const auto player = [&](Seat seat) {
        return Player{sides_[at(seat)].hand, table_.placed[at(seat)],
                      sides_[at(seat)].hidden_bits(), table_.used[at(seat)]};
    };
    const Seat first = table_.mover();
    Player mover = player(first);
    Player other = player(1 - first);
    Cards rest = rest_;
    Rng rng = given;
    std::uint64_t moves = 0;
    std::uint32_t unseen = kDeckSize - 2 * kHandSize - table_.turn;
    const bool is_swapped = table_.turn % 2 != 0;  // the turns left are odd: one, then pairs
    if (is_swapped) {
        moves += play_turn(mover, other, rest, unseen--, rng);
        std::swap(mover, other);
    }
    for (; unseen > 1; unseen -= 2) {  // HK-3: one card is set aside
        moves += play_turn(mover, other, rest, unseen, rng);
        moves += play_turn(other, mover, rest, unseen - 1, rng);
    }
    given = rng;
    rest_ = rest;
    for (const Seat seat : {0, 1}) {
        const Player& end = (seat == first) != is_swapped ? mover : other;
        Side& side = sides_[at(seat)];
        side.hand = end.hand;
        side.secret = static_cast<Card>(end.hidden & 0xffU);
        side.discards = static_cast<Pair>(end.hidden >> 8);
        table_.placed[at(seat)] = end.placed;
        table_.used[at(seat)] = static_cast<std::uint8_t>(end.used);
    }
    table_.turn = kTurns - 1;
    return moves;
}

std::uint64_t State::play_stage(Rng& rng) {
    const int round = table_.round;
    std::uint64_t moves = 0;
    for (; table_.phase != Phase::kDraw; ++moves) {
        if (table_.phase == Phase::kOver || table_.round != round) return moves;
        apply(random_move(rng));
    }
    table_.forget_log();
    moves += play_round(rng);
    table_.phase = Phase::kEnd;
    settle();
    return moves;
}

std::uint64_t State::play_out(Rng& rng) {
    std::uint64_t moves = 0;
    while (table_.phase != Phase::kOver) moves += play_stage(rng);
    return moves;
}

namespace {

Counting counting_of(const Table& table, const std::array<Side, 2>& sides) {
    const Seat seat = table.to_act().seat();
    return {table, sides[at(seat)], seat};
}

}  // namespace

// Above the worst move, in points of the count; the floor keeps every move in play.
void State::priors(const Moves& moves, std::span<std::uint32_t> weights) const {
    const Counting counting = counting_of(table_, sides_);
    constexpr int kFloor = 8;
    std::array<int, Moves::capacity()> worth;
    int lowest = INT32_MAX;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        worth[i] = counting.worth(moves[i]);
        lowest = std::min(lowest, worth[i]);
    }
    for (std::size_t i = 0; i < moves.size(); ++i)
        weights[i] = static_cast<std::uint32_t>(worth[i] - lowest + kFloor);
}

Move State::greedy_move(Rng& rng) const {
    const Counting counting = counting_of(table_, sides_);
    Moves moves;
    legal_moves(moves);
    Move best = moves[0];
    int best_worth = INT32_MIN;
    std::uint32_t ties = 0;
    for (const Move move : moves) {
        const int worth = counting.worth(move);
        if (worth < best_worth) continue;
        ties = worth > best_worth ? 1 : ties + 1;
        best_worth = worth;
        if (rng.below(ties) == 0) best = move;  // every best move alike
    }
    return best;
}

// Between rounds the owners are all there is, and a table knows what they are worth; within one,
// they are taken as if it ended now.
Returns State::heuristic() const {
    if (table_.phase == Phase::kOver) return returns();
    const double payoff = begins_stage()
                              ? value_before(table_.rules, table_.round, table_.owned)
                              : value_after(table_.rules, table_.round,
                                            table_.owned_with(sides_[0].secret, sides_[1].secret))
                                    .payoff;
    Returns guess;
    // NOLINTNEXTLINE(bugprone-incorrect-roundings): payoffs are not negative here
    guess.units[0] = static_cast<std::int32_t>(payoff * kPayoffUnit + 0.5);
    guess.units[1] = kPayoffUnit - guess.units[0];
    return guess;
}

// With up to 168 moves, trying each once is most of a short search: the count goes first. Rounds to
// come are luck that the table of round values has averaged already.
SearchHints State::search_hints(const Rules& /*rules*/) {
    SearchHints hints;
    hints.selection = Selection::kPuct;
    hints.leaf = LeafValue::kStage;
    hints.decisions_percent = 85;
    return hints;
}

}  // namespace moonflower::hanamikoji
