// What a seat sees of a move, and how its view follows.
#include "core/error.hpp"
#include "core/text.hpp"
#include "games/hanamikoji/notation.hpp"
#include "games/hanamikoji/state.hpp"

namespace moonflower::hanamikoji {
namespace {

[[noreturn]] void refuse_event(std::string_view token, const std::string& why,
                               const std::string& accepted) {
    throw IllegalMoveError("hanamikoji: event " + quoted(token) + " " + why +
                           "; accepted: " + accepted);
}

constexpr std::string_view kHiddenHand = "*??????";
constexpr std::string_view kHiddenDraw = "*?";
constexpr std::string_view kHiddenSecret = "s?";
constexpr std::string_view kHiddenDiscard = "d??";

// HK-4, HK-5, HK-14: what the other seat sees.
std::string masked(Move move) {
    switch (kind_of(move)) {
        case Kind::kSecret:
            return std::string(kHiddenSecret);
        case Kind::kDiscard:
            return std::string(kHiddenDiscard);
        case Kind::kDraw:
            return std::string(kHiddenDraw);
        case Kind::kDeal:
            return std::string(kHiddenHand);
        default:
            return move_text(move);
    }
}

}  // namespace

bool State::ends_round(Move move) const {
    return table_.turn == kTurns - 1 && turn().is_seat() && kind_of(move) != Kind::kGift &&
           kind_of(move) != Kind::kCompetition;
}

std::array<Card, 2> State::last_secrets(Move move) const {
    std::array<Card, 2> secrets{sides_[0].secret, sides_[1].secret};
    if (kind_of(move) == Kind::kSecret)
        secrets[at(table_.mover())] = static_cast<Card>(card_of(move, 0));
    return secrets;
}

std::string State::seen_by(Seat seat, Move move) const {
    Seat actor = table_.mover();
    if (kind_of(move) == Kind::kDeal) actor = table_.phase == Phase::kDeal0 ? 0 : 1;
    std::string token = seat == actor ? move_text(move) : masked(move);
    if (!ends_round(move)) return token;
    if (table_.rules.reveals_secrets) {  // HK-13
        const std::array<Card, 2> secrets = last_secrets(move);
        return token + " !" + card_text(secrets[0]) + card_text(secrets[1]);
    }
    State next = *this;
    next.apply(move);
    return token + " =" + owners_text(next.table_.owned);
}

void View::observe(std::string_view text) {
    View next = *this;
    for (const std::string_view token : words(text)) next.observe_token(token);
    *this = next;
}

void View::observe_token(std::string_view token) {
    switch (table_.phase) {
        case Phase::kDeal0:
        case Phase::kDeal1:
            observe_deal(token);
            return;
        case Phase::kDraw:
            observe_draw(token);
            return;
        case Phase::kAct:
            observe_action(token);
            return;
        case Phase::kAnswer: {
            const Move answer = read_move(token);
            require_legal(table_, Cards(), answer, token);
            table_.answer(answer);
            return;
        }
        case Phase::kEnd:
            observe_end(token);
            return;
        case Phase::kOver:
            refuse_event(token, "comes after the end of the match", "nothing");
    }
}

void View::observe_deal(std::string_view token) {
    const Seat dealt = table_.phase == Phase::kDeal0 ? 0 : 1;
    if (dealt != seat_) {
        if (token != kHiddenHand)
            refuse_event(token, "is not what this seat sees of the other hand",
                         std::string(kHiddenHand));
    } else {
        const Move deal = read_move(token);
        require_legal(table_, unseen(), deal, token);
        own_.hand = cards_in_deal(deal);
    }
    table_.next_deal();
}

void View::observe_draw(std::string_view token) {
    if (table_.mover() != seat_) {
        if (token != kHiddenDraw)
            refuse_event(token, "is not what this seat sees of the other's draw",
                         std::string(kHiddenDraw));
    } else {
        const Move draw = read_move(token);
        require_legal(table_, unseen(), draw, token);
        own_.hand += cards_in_draw(draw);
    }
    table_.draw();
}

void View::observe_action(std::string_view token) {
    if (table_.mover() == seat_) {
        const Move action = parse_move(token);
        own_.play(action);
        table_.play(action);
        return;
    }
    const unsigned used = table_.used[at(other())];
    for (const Kind kind : {Kind::kSecret, Kind::kDiscard})
        if (token == (kind == Kind::kSecret ? kHiddenSecret : kHiddenDiscard)) {
            if ((used & bit_of(kind)) != 0)
                refuse_event(token, "is an action already used this round",
                             "an action " + seat_name(other()) + " has not used");
            table_.play(make_move(kind));
            return;
        }
    const Move offer = read_move(token);
    if (kind_of(offer) == Kind::kSecret || kind_of(offer) == Kind::kDiscard)
        refuse_event(token, "shows what this seat cannot see", "s? and d??");
    require_legal(table_, unseen(), offer, token);
    table_.play(offer);
}

// HK-13: the round ends with the secrets or, where they stay hidden, with the new owners.
void View::observe_end(std::string_view token) {
    const Cards cards = unseen();
    const auto owned_if = [&](Card secret) {
        return seat_ == 0 ? table_.owned_with(own_.secret, secret)
                          : table_.owned_with(secret, own_.secret);
    };
    Card shown = kNoCard;
    if (table_.rules.reveals_secrets) {
        const auto is_card = [](char c) { return c >= '0' && c < '0' + kGeishas; };
        if (token.size() != 3 || token[0] != '!' || !is_card(token[1]) || !is_card(token[2]))
            refuse_event(token, "does not end the round", "! and both secrets, as in !46");
        shown = static_cast<Card>(token[1 + at(other())] - '0');
        if (token[1 + at(seat_)] - '0' != own_.secret || cards.count(shown) == 0)
            refuse_event(token, "shows secrets that cannot be",
                         "the own secret " + card_text(own_.secret) + " and one of the unseen " +
                             cards_text(cards));
        table_.settle(owned_if(shown));
    } else {
        if (token.size() != 1 + kGeishas || token[0] != '=' || !is_owners_text(token.substr(1)))
            refuse_event(token, "does not end the round", "= and the new owners, as in =0-110-1");
        const auto owned = read_owners(token.substr(1));
        bool is_possible = false;
        for (Card card = 0; card < kGeishas; ++card)
            is_possible = is_possible || (cards.count(card) > 0 && owned_if(card) == owned);
        if (!is_possible)
            refuse_event(token, "gives owners that no hidden secret leads to",
                         "owners as the validated cards and the secrets give them");
        table_.settle(owned);
    }
    if (table_.phase == Phase::kOver)
        shown_ = shown;
    else
        own_ = {};
}

}  // namespace moonflower::hanamikoji
