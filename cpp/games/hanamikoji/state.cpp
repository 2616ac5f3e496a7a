#include "games/hanamikoji/state.hpp"

namespace moonflower::hanamikoji {

void State::legal_moves(Moves& moves) const {
    if (table_.phase == Phase::kAct)
        list_actions(mover_side().hand, table_.used[at(table_.mover())], moves);
    else
        list_answers(table_.offer(), moves);
}

void State::chance(Outcomes& outcomes) const {
    if (table_.phase == Phase::kDraw)
        list_draws(rest_, outcomes);
    else
        list_deals(rest_, outcomes);
}

void State::apply(Move move) {
    Side& mover = sides_[at(table_.mover())];
    switch (kind_of(move)) {
        case Kind::kSecret:  // HK-4
            mover.hand -= cards_in(move, 1);
            mover.secret = static_cast<Card>(card_of(move, 0));
            table_.play_hidden(Kind::kSecret);
            break;
        case Kind::kDiscard:  // HK-5
            mover.hand -= cards_in(move, 2);
            mover.discards = {static_cast<Card>(card_of(move, 0)),
                              static_cast<Card>(card_of(move, 1))};
            table_.play_hidden(Kind::kDiscard);
            break;
        case Kind::kGift:  // HK-6
            mover.hand -= cards_in(move, 3);
            table_.open(move);
            break;
        case Kind::kCompetition:  // HK-7
            mover.hand -= cards_in(move, 4);
            table_.open(move);
            break;
        case Kind::kTakeCard:
        case Kind::kTakePair:
            table_.answer(move);
            break;
        case Kind::kDraw:  // HK-3
            mover.hand += cards_in(move, 1);
            rest_ -= cards_in(move, 1);
            table_.draw();
            break;
        case Kind::kDeal:
            sides_[table_.phase == Phase::kDeal0 ? 0 : 1].hand = cards_in(move);
            rest_ -= cards_in(move);
            table_.next_deal();
            break;
    }
    if (table_.phase == Phase::kEnd) settle();
}

void State::settle() {
    table_.settle(table_.owned_with(sides_[0].secret, sides_[1].secret));
    if (table_.phase == Phase::kOver) return;
    sides_ = {};
    rest_ = kDeck;
}

Returns State::returns() const {
    constexpr std::array<Returns, 4> kPayoffs{Returns::shared_by(0), Returns::shared_by(1),
                                              Returns::shared_by(2), Returns::shared_by(3)};
    return kPayoffs[table_.winners()];
}

std::uint64_t State::key() const {
    return digest(table_.summary(), table_.log[0], table_.log[1], table_.placed[0].bits(),
                  table_.placed[1].bits(), sides_[0].hand.bits(), sides_[1].hand.bits(),
                  sides_[0].hidden_bits() | sides_[1].hidden_bits() << 24);
}

View State::view(Seat seat) const { return {table_, sides_[at(seat)], shown_to(seat), seat}; }

std::array<int, kMaxSeats> State::scores() const {
    return {points_of(table_.owned[0]), points_of(table_.owned[1])};
}

std::string State::check() const {
    const Cards all = table_.placed[0] + table_.placed[1] + table_.offered() + sides_[0].all() +
                      sides_[1].all() + rest_;
    if (all != kDeck) return "the cards are not the 21 of the deck";
    if ((table_.owned[0] & table_.owned[1]) != 0) return "a geisha has two owners";
    for (const Seat seat : {0, 1}) {
        const Side& side = sides_[at(seat)];
        const unsigned used = table_.used[at(seat)];
        if (side.hand.size() != table_.hand_size(seat)) return "a hand has the wrong size";
        if ((side.secret != kNoCard) != ((used & bit_of(Kind::kSecret)) != 0))
            return "a secret without its action, or the action without a secret";
        if ((side.discards[0] != kNoCard) != ((used & bit_of(Kind::kDiscard)) != 0))
            return "discards without their action, or the action without discards";
    }
    if ((table_.winners() != 0 && table_.round + 1 < table_.rules.rounds()) !=
        (table_.phase == Phase::kOver && table_.round + 1 < table_.rules.rounds()))
        return "owners and the end of the match disagree";
    return "";
}

}  // namespace moonflower::hanamikoji
