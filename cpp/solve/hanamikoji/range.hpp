// What a seat may hold at a public state, each holding with its weight. Used by the public-tree
// solver.
//
// Weights are counted so that chance factors (HK-15): the deals of two holdings and of the cards
// that are drawn later are as many as the product of both weights, for every order of drawing the
// cards alike, if the cards are there at all. So the tree needs no odds of chance, only the test
// that both holdings and the cards on the table are not more than the deck.
#pragma once

#include <vector>

#include "games/hanamikoji/belief.hpp"

namespace moonflower::hanamikoji {

struct Holding {
    Side side;
    double weight = 1;
};
using Range = std::vector<Holding>;

// Secret first, then discards, then hand: holdings of finished rounds are then in the order of
// Ending::holdings.
[[nodiscard]] constexpr bool comes_before(const Side& a, const Side& b) {
    if (a.secret != b.secret) return a.secret < b.secret;
    if (a.discards != b.discards) return a.discards < b.discards;
    return a.hand.bits() < b.hand.bits();
}

// Cards whose place the public does not know.
[[nodiscard]] inline Cards hidden_cards(const Table& table) {
    return kDeck - (table.placed[0] + table.placed[1] + table.offered());
}

// Every holding that agrees with the table, weighted as the rules deal them (HK-15); sorted.
[[nodiscard]] Range uniform_range(const Table& table, Seat seat);

// One holding that is known.
[[nodiscard]] Range known_range(const Side& side);

// The sum over all pairs of holdings that can be held together, times the orders in which the
// rest may be drawn: what the values of the tree are to be divided by.
[[nodiscard]] double total_weight(const Table& table, const Range& first, const Range& second);

// The same for one holding and all that may lie beside it.
[[nodiscard]] double weight_beside(const Table& table, const Side& side, const Range& others);

}  // namespace moonflower::hanamikoji
