#include "games/hanamikoji/words.hpp"

#include <bit>

#include "core/text.hpp"
#include "games/hanamikoji/notation.hpp"
#include "games/hanamikoji/ownership.hpp"

namespace moonflower::hanamikoji {
namespace {

Phrases cards_phrases(Cards cards) {
    Phrases all;
    for (int g = 0; g < kGeishas; ++g)
        if (cards.count(g) > 0)
            all.push_back(Phrase("hanamikoji.cards")
                              .number("n", cards.count(g))
                              .text("card", std::to_string(g)));
    return all;
}

// An action of the mover, an answer of the other seat, or a card drawn.
Phrase move_phrase(const Table& table, Move move) {
    const Seat mover = table.mover();
    switch (kind_of(move)) {
        case Kind::kSecret:
            return Phrase("hanamikoji.secret")
                .seat("who", mover)
                .list("cards", cards_phrases(cards_in_action(move)));
        case Kind::kDiscard:
            return Phrase("hanamikoji.discard")
                .seat("who", mover)
                .list("cards", cards_phrases(cards_in_action(move)));
        case Kind::kGift:
            return Phrase("hanamikoji.gift")
                .seat("who", mover)
                .list("cards", cards_phrases(cards_in_action(move)));
        case Kind::kCompetition:
            return Phrase("hanamikoji.competition")
                .seat("who", mover)
                .list("first",
                      cards_phrases(Cards::one(card_of(move, 0)) + Cards::one(card_of(move, 1))))
                .list("second",
                      cards_phrases(Cards::one(card_of(move, 2)) + Cards::one(card_of(move, 3))));
        case Kind::kTakeCard:
        case Kind::kTakePair:
            return Phrase("hanamikoji.take")
                .seat("who", 1 - mover)
                .list("cards", cards_phrases(cards_in_answer(move)))
                .list("left", cards_phrases(table.offered() - cards_in_answer(move)));
        case Kind::kDraw:
            return Phrase("hanamikoji.draw")
                .seat("who", mover)
                .list("cards", cards_phrases(cards_in_draw(move)));
        default:
            return Phrase("hanamikoji.deal")
                .seat("who", table.phase == Phase::kDeal0 ? 0 : 1)
                .list("cards", cards_phrases(cards_in_deal(move)));
    }
}

Phrase side_phrase(const std::array<std::uint8_t, 2>& owned, Seat seat) {
    Phrases geishas;
    for (int g = 0; g < kGeishas; ++g)
        if ((owned[at(seat)] >> g & 1) != 0)
            geishas.push_back(Phrase("hanamikoji.geisha").text("card", std::to_string(g)));
    if (geishas.empty()) return Phrase("hanamikoji.holds_none").seat("who", seat);
    return Phrase("hanamikoji.holds")
        .seat("who", seat)
        .number("n", static_cast<int>(geishas.size()))
        .list("geishas", geishas)
        .number("points", points_of(owned[at(seat)]));
}

Phrase round_phrase(const Table& table, const std::array<std::uint8_t, 2>& owned) {
    return Phrase("hanamikoji.round_over")
        .number("round", table.round + 1)
        .list("sides", {side_phrase(owned, 0), side_phrase(owned, 1)});
}

// HK-13: "!46" or "=0-110-1". The table stands behind the last action of the round.
void tell_end(const Table& table, std::string_view token, Phrases& told) {
    if (token[0] == '=') return told.push_back(round_phrase(table, read_owners(token.substr(1))));
    std::array<Card, 2> secrets{};
    for (const Seat seat : {0, 1}) {
        secrets[at(seat)] = static_cast<Card>(token[1 + at(seat)] - '0');
        told.push_back(Phrase("hanamikoji.secret_was")
                           .seat("who", seat)
                           .list("cards", cards_phrases(known_card(secrets[at(seat)]))));
    }
    told.push_back(round_phrase(table, table.owned_with(secrets[0], secrets[1])));
}

void tell(Table& table, std::string_view token, Phrases& told) {
    if (token[0] == '!' || token[0] == '=') return tell_end(table, token, told);
    const Seat mover = table.mover();
    const Phase phase = table.phase;
    if (token.find('?') == std::string_view::npos) {
        const Move move = read_move(token);
        told.push_back(move_phrase(table, move));
        if (phase == Phase::kAct) table.play(move);
        if (phase == Phase::kAnswer) table.answer(move);
    } else if (token[0] == 's') {
        told.push_back(Phrase("hanamikoji.secret_hidden").seat("who", mover));
        table.play(make_move(Kind::kSecret));
    } else if (token[0] == 'd') {
        told.push_back(Phrase("hanamikoji.discard_hidden").seat("who", mover));
        table.play(make_move(Kind::kDiscard));
    } else if (phase == Phase::kDraw) {
        told.push_back(Phrase("hanamikoji.draw_hidden").seat("who", mover));
    } else {
        told.push_back(Phrase("hanamikoji.deal_hidden")
                           .seat("who", phase == Phase::kDeal0 ? 0 : 1)
                           .number("n", kHandSize));
    }
    if (phase == Phase::kDraw) table.draw();
    if (phase == Phase::kDeal0 || phase == Phase::kDeal1) table.next_deal();
}

Phrases told_of(Table table, std::string_view event) {
    Phrases told;
    for (const std::string_view token : words(event)) tell(table, token, told);
    return told;
}

}  // namespace

Phrases phrases_of(const State& state, std::string_view event) {
    return told_of(state.table(), event);
}
Phrases phrases_of(const View& view, std::string_view event) {
    return told_of(view.table(), event);
}

// HK-11, HK-12: points, then geishas, then the score after the last round.
Phrase ending_of(const State& state) {
    const Table& table = state.table();
    const auto points = [&](Seat seat) { return points_of(table.owned[at(seat)]); };
    const unsigned winners = table.winners();
    if (winners == 3)
        return Phrase("hanamikoji.drawn").number("points", points(0)).number("other", points(1));
    const Seat winner = winners == 1 ? 0 : 1;
    const int geishas = std::popcount(table.owned[at(winner)]);
    const bool by_points = points(winner) >= table.rules.win_points;
    const bool by_tier = points(0) == points(1);
    const std::string_view key = by_points                  ? "hanamikoji.won_by_points"
                                 : geishas >= kGeishasToWin ? "hanamikoji.won_by_geishas"
                                 : by_tier                  ? "hanamikoji.won_by_tier"
                                                            : "hanamikoji.won_by_score";
    return Phrase(key)
        .seat("who", winner)
        .number("points", points(winner))
        .number("geishas", geishas)
        .number("other", points(1 - winner));
}

}  // namespace moonflower::hanamikoji
