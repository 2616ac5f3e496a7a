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

void State::deal(Move move) {
    const Cards hand = cards_in_deal(move);
    sides_[table_.phase == Phase::kDeal0 ? 0 : 1].hand = hand;
    rest_ -= hand;
    table_.next_deal();
}

void State::settle() {
    table_.settle(table_.owned_with(sides_[0].secret, sides_[1].secret));
    if (table_.phase == Phase::kOver) return;
    sides_ = {};
    rest_ = kDeck;
}

Returns State::returns() const {
    static constexpr std::array<Returns, 4> kPayoffs{Returns::shared_by(0), Returns::shared_by(1),
                                                     Returns::shared_by(2), Returns::shared_by(3)};
    return kPayoffs[table_.winners()];
}

std::uint64_t State::key() const {
    return digest(table_.summary(), table_.log_pair(0), table_.log_pair(1), table_.log_pair(2),
                  table_.log_pair(3), table_.placed[0].bits(), table_.placed[1].bits(),
                  sides_[0].hand.bits(), sides_[1].hand.bits(),
                  sides_[0].hidden_bits() | sides_[1].hidden_bits() << 16);
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
        if ((side.discards != kNoPair) != ((used & bit_of(Kind::kDiscard)) != 0))
            return "discards without their action, or the action without discards";
    }
    const bool is_last = table_.round + 1 == table_.rules.rounds();
    if (!is_last && (table_.winners() != 0) != (table_.phase == Phase::kOver))
        return "owners and the end of the match disagree";
    return "";
}

}  // namespace moonflower::hanamikoji
