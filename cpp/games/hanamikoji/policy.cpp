#include "games/hanamikoji/policy.hpp"

#include "games/hanamikoji/counting.hpp"
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

// A turn from its draw to its answer: the moves of random_move with the same odds, but the cards
// never become codes, and nothing branches on what is drawn. Returns the number of moves.
int State::play_turn(Rng& rng) {
    const Seat seat = table_.mover();
    Side& side = sides_[at(seat)];
    const std::uint8_t used = table_.used[at(seat)];
    constexpr std::array<std::uint8_t, kActions> kChoices{1, 1, 3, 2};  // of the other seat
    for (;;) {
        Draws draws(rng);
        const int unseen = kDeckSize - 2 * kHandSize - table_.turn;
        const Cards drawn = rest_.nth_alone(draws.below(static_cast<std::uint32_t>(unseen)));
        const Ways::Action action = kWays.actions[used][draws.below(kWays.left[used])];
        const std::uint32_t places = kWays.places[action.first + draws.below(action.size)];
        const std::uint32_t choice = draws.below(kChoices[action.kind]);
        if (!draws.fair()) [[unlikely]]
            continue;

        const bool is_secret = action.kind == 0;
        const bool is_discard = action.kind == 1;
        const bool is_gift = action.kind == 2;
        const bool is_competition = action.kind == 3;
        const bool is_offer = is_gift | is_competition;
        const Cards hand = side.hand + drawn;
        const Cards a = hand.nth_alone(places & 7U);
        const Cards b = hand.nth_alone(places >> 3 & 7U).only_if(!is_secret);
        const Cards c = hand.nth_alone(places >> 6 & 7U).only_if(is_offer);
        const Cards d = hand.nth_alone(places >> 9 & 7U).only_if(is_competition);
        const Cards all = a + b + c + d;
        rest_ -= drawn;
        side.hand = hand - all;
        side.secret = is_secret ? static_cast<Card>(a.lowest()) : side.secret;
        side.discards = is_discard ? pair_of(a.lowest(), b.lowest()) : side.discards;
        table_.used[at(seat)] = static_cast<std::uint8_t>(used | 1U << action.kind);
        // HK-6, HK-7: the card of a gift, or a and b against c and d.
        const Cards of_gift =
            a.only_if(choice == 0) + b.only_if(choice == 1) + c.only_if(choice == 2);
        const Cards of_competition = (a + b).only_if(choice == 0) + (c + d).only_if(choice == 1);
        const Cards taken = of_gift.only_if(is_gift) + of_competition.only_if(is_competition);
        table_.placed[at(1 - seat)] += taken;
        table_.placed[at(seat)] += all.only_if(is_offer) - taken;
        return is_offer ? 3 : 2;
    }
}

std::uint64_t State::play_out(Rng& rng) {
    std::uint64_t moves = 0;
    while (table_.phase != Phase::kOver) {
        for (; table_.phase != Phase::kDraw && table_.phase != Phase::kOver; ++moves)
            apply(random_move(rng));
        if (table_.phase == Phase::kOver) break;
        table_.forget_log();
        for (;; ++table_.turn) {
            moves += static_cast<std::uint64_t>(play_turn(rng));
            if (table_.turn == kTurns - 1) break;
        }
        table_.phase = Phase::kEnd;
        settle();
    }
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
    int lowest = INT32_MAX;
    for (const Move move : moves) lowest = std::min(lowest, counting.worth(move));
    for (std::size_t i = 0; i < moves.size(); ++i)
        weights[i] = static_cast<std::uint32_t>(counting.worth(moves[i]) - lowest + kFloor);
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

// With up to 168 moves, trying each once is most of a short search: the count goes first.
SearchHints State::search_hints(const Rules& /*rules*/) {
    SearchHints hints;
    hints.selection = Selection::kPuct;
    return hints;
}

}  // namespace moonflower::hanamikoji
