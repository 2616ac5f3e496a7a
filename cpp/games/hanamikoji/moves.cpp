#include "games/hanamikoji/moves.hpp"

namespace moonflower::hanamikoji {
namespace {

// Tables of sub-multisets: each with its cards as lanes, so that "is it in the hand" is one
// subtraction.
struct Subset {
    Cards cards;
    std::array<std::uint8_t, 3> list{};
};

constexpr auto kPairs = [] {
    std::array<Subset, 28> pairs;
    std::size_t size = 0;
    for (int a = 0; a < kGeishas; ++a)
        for (int b = a; b < kGeishas; ++b)
            pairs[size++] = {Cards::one(a) + Cards::one(b),
                             {static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b), 0}};
    return pairs;
}();

// HK-8: 84 triples, but three copies of a two-copy geisha are none: 81.
constexpr auto kTriples = [] {
    std::array<Subset, 81> triples;
    std::size_t size = 0;
    for (int a = 0; a < kGeishas; ++a)
        for (int b = a; b < kGeishas; ++b)
            for (int c = b; c < kGeishas; ++c) {
                const Cards cards = Cards::one(a) + Cards::one(b) + Cards::one(c);
                if (!kDeck.includes(cards)) continue;
                triples[size++] = {cards,
                                   {static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b),
                                    static_cast<std::uint8_t>(c)}};
            }
    return triples;
}();

void list_secrets(Cards hand, Moves& moves) {
    for (int card = 0; card < kGeishas; ++card)
        if (hand.count(card) > 0) moves.push_back(make_move(Kind::kSecret, card));
}

void list_discards(Cards hand, Moves& moves) {
    for (const Subset& pair : kPairs)
        if (hand.includes(pair.cards))
            moves.push_back(make_move(Kind::kDiscard, pair.list[0], pair.list[1]));
}

void list_gifts(Cards hand, Moves& moves) {
    for (const Subset& triple : kTriples)
        if (hand.includes(triple.cards))
            moves.push_back(make_move(Kind::kGift, triple.list[0], triple.list[1], triple.list[2]));
}

// HK-8: the order of the pairs means nothing, so the second is never below the first.
void list_competitions(Cards hand, Moves& moves) {
    StaticVector<Subset, kPairs.size()> held;
    for (const Subset& pair : kPairs)
        if (hand.includes(pair.cards)) held.push_back(pair);
    for (std::size_t i = 0; i < held.size(); ++i)
        for (std::size_t j = i; j < held.size(); ++j)
            if (hand.includes(held[i].cards + held[j].cards))
                moves.push_back(make_move(Kind::kCompetition, held[i].list[0], held[i].list[1],
                                          held[j].list[0], held[j].list[1]));
}

[[nodiscard]] constexpr std::uint64_t choose(int n, int k) {
    std::uint64_t ways = 1;
    for (int i = 0; i < k; ++i)
        ways = ways * static_cast<std::uint64_t>(n - i) / static_cast<std::uint64_t>(i + 1);
    return ways;
}

void extend_deals(Cards rest, int geisha, int missing, Cards hand, std::uint64_t weight,
                  Outcomes& outcomes) {
    if (missing == 0) {
        outcomes.push_back({make_deal(hand), weight});
        return;
    }
    if (geisha == kGeishas) return;
    const int most = std::min(missing, rest.count(geisha));
    for (int count = most; count >= 0; --count)
        extend_deals(rest, geisha + 1, missing - count,
                     hand + Cards::some(geisha, static_cast<std::uint32_t>(count)),
                     weight * choose(rest.count(geisha), count), outcomes);
}

}  // namespace

void list_actions(Cards hand, std::uint8_t used, Moves& moves) {
    moves.clear();
    if ((used & bit_of(Kind::kSecret)) == 0) list_secrets(hand, moves);
    if ((used & bit_of(Kind::kDiscard)) == 0) list_discards(hand, moves);
    if ((used & bit_of(Kind::kGift)) == 0) list_gifts(hand, moves);
    if ((used & bit_of(Kind::kCompetition)) == 0) list_competitions(hand, moves);
}

void list_answers(Move offer, Moves& moves) {
    moves.clear();
    if (kind_of(offer) == Kind::kGift) {
        for (int i = 0; i < 3; ++i)
            if (i == 0 || card_of(offer, i) != card_of(offer, i - 1))
                moves.push_back(make_move(Kind::kTakeCard, card_of(offer, i)));
        return;
    }
    const Move first = make_move(Kind::kTakePair, card_of(offer, 0), card_of(offer, 1));
    const Move second = make_move(Kind::kTakePair, card_of(offer, 2), card_of(offer, 3));
    moves.push_back(first);
    if (second != first) moves.push_back(second);
}

bool answers(Move answer, Move offer) {
    Moves moves;
    list_answers(offer, moves);
    return std::find(moves.begin(), moves.end(), answer) != moves.end();
}

void list_deals(Cards rest, Outcomes& outcomes) {
    outcomes.clear();
    extend_deals(rest, 0, kHandSize, Cards(), 1, outcomes);
}

void list_draws(Cards rest, Outcomes& outcomes) {
    outcomes.clear();
    for (int card = 0; card < kGeishas; ++card)
        if (rest.count(card) > 0)
            outcomes.push_back(
                {make_move(Kind::kDraw, card), static_cast<std::uint64_t>(rest.count(card))});
}

}  // namespace moonflower::hanamikoji
