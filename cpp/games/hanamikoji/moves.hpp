// Move codes and lists of legal moves. A code is the kind in its low three bits and the cards above
// it, three bits each, in ascending order (of a competition: pairs ascending, cards ascending in
// each); a deal has three bits of count per geisha instead.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/static_vector.hpp"
#include "core/types.hpp"
#include "games/hanamikoji/rules.hpp"

namespace moonflower::hanamikoji {

// Seven different cards have the most actions: 7 + 21 + 35 + 105.
using Moves = StaticVector<Move, 168>;
// The distinct hands of six cards out of 21.
using Outcomes = StaticVector<Outcome, 611>;

[[nodiscard]] constexpr Kind kind_of(Move move) { return static_cast<Kind>(move.code & 7U); }
[[nodiscard]] constexpr int card_of(Move move, int index) {
    return static_cast<int>(move.code >> (3 + 3 * index) & 7U);
}

// Ordered cards in, canonical code out.
template <class... Card>
[[nodiscard]] constexpr Move make_move(Kind kind, Card... cards) {
    auto code = static_cast<std::uint32_t>(kind);
    int shift = 3;
    ((code |= static_cast<std::uint32_t>(cards) << shift, shift += 3), ...);
    return {code};
}
// Cards in any order.
[[nodiscard]] constexpr Move make_pair(Kind kind, int a, int b) {
    return make_move(kind, std::min(a, b), std::max(a, b));
}
[[nodiscard]] constexpr Move make_gift(int a, int b, int c) {
    const int low = std::min(a, b);
    const int high = std::max(a, b);
    return make_move(Kind::kGift, std::min(low, c), std::max(low, std::min(high, c)),
                     std::max(high, c));
}
[[nodiscard]] constexpr Move make_competition(int a, int b, int c, int d) {
    const int first = 8 * std::min(a, b) + std::max(a, b);
    const int second = 8 * std::min(c, d) + std::max(c, d);
    const int low = std::min(first, second);
    const int high = std::max(first, second);
    return make_move(Kind::kCompetition, low >> 3, low & 7, high >> 3, high & 7);
}
[[nodiscard]] constexpr Move make_deal(Cards hand) {
    auto code = static_cast<std::uint32_t>(Kind::kDeal);
    for (int g = 0; g < kGeishas; ++g)
        code |= static_cast<std::uint32_t>(hand.count(g)) << (3 + 3 * g);
    return {code};
}

// The cards of a move, without a branch: playouts see the kinds in random order.
[[nodiscard]] constexpr Cards cards_in_action(Move action) {
    const Kind kind = kind_of(action);
    return Cards::one(card_of(action, 0)) +
           Cards::some(card_of(action, 1), kind >= Kind::kDiscard ? 1U : 0U) +
           Cards::some(card_of(action, 2), kind >= Kind::kGift ? 1U : 0U) +
           Cards::some(card_of(action, 3), kind >= Kind::kCompetition ? 1U : 0U);
}
[[nodiscard]] constexpr Cards cards_in_answer(Move answer) {
    return Cards::one(card_of(answer, 0)) +
           Cards::some(card_of(answer, 1), kind_of(answer) == Kind::kTakePair ? 1U : 0U);
}
[[nodiscard]] constexpr Cards cards_in_draw(Move draw) { return Cards::one(card_of(draw, 0)); }
[[nodiscard]] constexpr Cards cards_in_deal(Move deal) {
    Cards hand;
    for (int g = 0; g < kGeishas; ++g)
        hand += Cards::some(g, static_cast<std::uint32_t>(card_of(deal, g)));
    return hand;
}

// Cards the other seat takes of an offer: 1 of a gift, 2 of a competition.
[[nodiscard]] constexpr int taken_of(Move offer) { return static_cast<int>(offer.code & 7U) - 1; }
// The answer that takes the card or pair of this index.
[[nodiscard]] constexpr Move answer_at(Move offer, int index) {
    const int width = 3 * taken_of(offer);
    const std::uint32_t cards = offer.code >> (3 + width * index) & ((1U << width) - 1);
    return {((offer.code & 7U) + 2) | cards << 3};  // kGift to kTakeCard, kCompetition to kTakePair
}

// HK-4 to HK-8: every action left over from this hand, by kind, then by cards.
void list_actions(Cards hand, std::uint8_t used, Moves& moves);
// HK-6 to HK-8: the distinct answers to an offer.
void list_answers(Move offer, Moves& moves);
[[nodiscard]] bool answers(Move answer, Move offer);

// Chance (HK-15): hands and draws out of a rest, weighted by the copies they can be made of.
void list_deals(Cards rest, Outcomes& outcomes);
void list_draws(Cards rest, Outcomes& outcomes);

}  // namespace moonflower::hanamikoji
