// Reading moves, and saying why one is refused.
#include "core/error.hpp"
#include "core/text.hpp"
#include "games/hanamikoji/notation.hpp"
#include "games/hanamikoji/state.hpp"

namespace moonflower::hanamikoji {
namespace {

[[noreturn]] void refuse_token(std::string_view text, const std::string& why) {
    throw ParseError("hanamikoji: " + quoted(text) + " " + why +
                     "; accepted: s4, d01, g046, c01/55, t4, t55, *5, *012456 with geishas 0 to 6");
}

[[noreturn]] void refuse_move(std::string_view text, const std::string& why,
                              const std::string& accepted) {
    throw IllegalMoveError("hanamikoji: " + quoted(text) + " " + why + "; accepted: " + accepted);
}

// The digits of a token as cards.
StaticVector<int, kHandSize> read_cards(std::string_view digits, std::string_view text) {
    StaticVector<int, kHandSize> cards;
    for (const char c : digits) {
        if (c < '0' || c > '9') refuse_token(text, "is no move");
        if (c >= '0' + kGeishas)
            refuse_token(text, std::string("names geisha ") + c + ", there are seven");
        cards.push_back(c - '0');
    }
    return cards;
}

Move read_chance(std::string_view digits, std::string_view text) {
    const auto cards = read_cards(digits, text);
    if (cards.size() == 1) return make_move(Kind::kDraw, cards[0]);
    Cards hand;
    for (const int card : cards) hand += Cards::one(card);
    return make_deal(hand);
}

Move read_competition(std::string_view rest, std::string_view text) {
    if (rest[2] != '/') refuse_token(text, "has no / between its pairs");
    const auto first = read_cards(rest.substr(0, 2), text);
    const auto second = read_cards(rest.substr(3), text);
    return make_competition(first[0], first[1], second[0], second[1]);
}

std::string accepted_actions(const Table& table) {
    std::string letters;
    for (std::size_t i = 0; i < kActions; ++i)
        if ((table.used[at(table.mover())] >> i & 1) == 0)
            letters += (letters.empty() ? "" : ", ") + std::string(1, kActionLetters[i]);
    return letters + " with cards of the hand";
}

std::string accepted_answers(Move offer) {
    Moves moves;
    list_answers(offer, moves);
    std::string text;
    for (const Move move : moves) text += (text.empty() ? "" : ", ") + move_text(move);
    return text;
}

void require_action(const Table& table, Cards hand, Move move, std::string_view text) {
    const Kind kind = kind_of(move);
    const std::string accepted = accepted_actions(table);
    if (kind > Kind::kCompetition) refuse_move(text, "is no action", accepted);
    if ((table.used[at(table.mover())] & bit_of(kind)) != 0)
        refuse_move(text, "is an action already used this round", accepted);
    if (!hand.includes(cards_in_action(move)))
        refuse_move(text, "takes cards that are not in the hand", accepted);
}

}  // namespace

Move read_move(std::string_view text) {
    constexpr std::size_t kCompetitionSize = 6;
    if (text.size() < 2 || text.size() > 7) refuse_token(text, "is no move");
    const std::string_view rest = text.substr(1);
    if (text[0] == 'c' && text.size() == kCompetitionSize) return read_competition(rest, text);
    if (text[0] == '*' && (rest.size() == 1 || rest.size() == kHandSize))
        return read_chance(rest, text);
    const bool fits = (text[0] == 's' && rest.size() == 1) ||
                      (text[0] == 'd' && rest.size() == 2) ||
                      (text[0] == 'g' && rest.size() == 3) || (text[0] == 't' && rest.size() <= 2);
    if (!fits) refuse_token(text, "is no move");
    const auto cards = read_cards(rest, text);
    if (text[0] == 'g') return make_gift(cards[0], cards[1], cards[2]);
    if (text[0] == 's') return make_move(Kind::kSecret, cards[0]);
    if (rest.size() == 1) return make_move(Kind::kTakeCard, cards[0]);
    return make_pair(text[0] == 'd' ? Kind::kDiscard : Kind::kTakePair, cards[0], cards[1]);
}

void require_legal(const Table& table, Cards cards, Move move, std::string_view text) {
    switch (table.phase) {
        case Phase::kAct:
            require_action(table, cards, move, text);
            return;
        case Phase::kAnswer:
            if (!answers(move, table.offer()))
                refuse_move(text, "does not answer the offer " + move_text(table.offer()),
                            accepted_answers(table.offer()));
            return;
        case Phase::kDraw:
            if (kind_of(move) != Kind::kDraw || !cards.includes(cards_in_draw(move)))
                refuse_move(text, "cannot be drawn", "* and one of the unseen cards");
            return;
        case Phase::kDeal0:
        case Phase::kDeal1:
            if (kind_of(move) != Kind::kDeal || !cards.includes(cards_in_deal(move)))
                refuse_move(text, "cannot be dealt", "* and six of the unseen cards");
            return;
        case Phase::kOver:
        case Phase::kEnd:
            refuse_move(text, "cannot be played", "nothing, the match is over");
    }
}

Move State::parse_move(std::string_view text) const {
    const Move move = read_move(text);
    require_legal(table_, turn().is_chance() ? rest_ : mover_side().hand, move, text);
    return move;
}

Move View::parse_move(std::string_view text) const {
    const Move move = read_move(text);
    if (turn() != Turn::of(seat_))
        refuse_move(text, "is not for " + seat_name(seat_) + " to play now",
                    "moves of the seat on turn");
    require_legal(table_, own_.hand, move, text);
    return move;
}

}  // namespace moonflower::hanamikoji
