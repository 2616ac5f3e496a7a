// What a position string must be besides readable: cards that exist and an end the owners agree
// with.
#include "core/error.hpp"
#include "core/text.hpp"
#include "games/hanamikoji/reading.hpp"

namespace moonflower::hanamikoji {

[[noreturn]] void refuse(const std::string& what, std::string_view value, const std::string& why,
                         const std::string& accepted) {
    throw ParseError("hanamikoji: " + what + " " + quoted(value) + " " + why +
                     "; accepted: " + accepted);
}

Cards Reading::known() const {
    const Table& table = position.table;
    return table.placed[0] + table.placed[1] + table.offered() + position.sides[0].all() +
           position.sides[1].all();
}

// HK-1: a geisha has as many cards as her value.
void check_cards(const Reading& reading) {
    const Cards all = reading.known();
    for (int g = 0; g < kGeishas; ++g)
        if (all.count(g) > kDeck.count(g))
            refuse("position", reading.text,
                   "has " + std::to_string(all.count(g)) + " cards of geisha " + std::to_string(g),
                   "at most " + std::to_string(kDeck.count(g)) + " of her");
}

namespace {

// Points or geishas decide, whatever the round.
bool is_decided(const Table& table) {
    Rules endless = table.rules;
    endless.max_rounds = 0;
    return winners_after(endless, 0, table.owned) != 0;
}

bool some_secret_agrees(const Reading& reading) {
    const Table& table = reading.position.table;
    const Cards unseen = kDeck - reading.known();
    const Card first = reading.position.sides[0].secret;
    const Card second = reading.position.sides[1].secret;
    if (first != kHiddenCard && second != kHiddenCard)
        return table.owned_with(first, second) == table.owned;
    for (Card card = 0; card < kGeishas; ++card)
        if (unseen.count(card) > 0 &&
            table.owned_with(first == kHiddenCard ? card : first,
                             second == kHiddenCard ? card : second) == table.owned)
            return true;
    return false;
}

}  // namespace

// HK-11: the match is over when its owners say so, and the owners are those the cards give.
void check_end(const Reading& reading) {
    const Table& table = reading.position.table;
    const std::string owners = owners_text(table.owned);
    if (table.phase != Phase::kOver) {
        if (is_decided(table))
            refuse("owners", owners, "have ended the match", "owners of a match that goes on");
        return;
    }
    if (table.winners() == 0)
        refuse("owners", owners, "do not end the match after this round",
               std::to_string(table.rules.win_points) +
                   " points or 4 geishas of one seat, or phase over in the last round");
    if (!some_secret_agrees(reading))
        refuse("owners", owners, "are not those the validated cards and secrets give",
               "strictly more cards take a geisha");
}

}  // namespace moonflower::hanamikoji
