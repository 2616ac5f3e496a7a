#include "games/hanamikoji/counting.hpp"

#include <algorithm>

namespace moonflower::hanamikoji {
namespace {

// A lead of one is most of what a geisha needs; more of it is less and less of use.
constexpr std::array<int, 4> kLead{0, 6, 9, 10};
constexpr int kSafe = 12;   // a lead the cards left cannot turn
constexpr int kHolder = 2;  // HK-10: a tie keeps her

}  // namespace

Counting::Counting(const Table& table, const Side& own, Seat seat)
    : mine_(table.placed[at(seat)] + known_card(own.secret)),
      theirs_(table.placed[at(1 - seat)]),
      gone_(own.discarded()),
      owned_(table.owned[at(seat)]),
      lost_(table.owned[at(1 - seat)]),
      offer_(table.phase == Phase::kAnswer ? table.offer() : Move{}) {}

int Counting::standing(Cards mine, Cards theirs) const {
    int sum = 0;
    for (int g = 0; g < kGeishas; ++g) {
        const int lead = mine.count(g) - theirs.count(g);
        const int left = kDeck.count(g) - mine.count(g) - theirs.count(g) - gone_.count(g);
        const int size = std::abs(lead);
        int worth = size > left ? kSafe : kLead[static_cast<std::size_t>(std::min(size, 3))];
        if (lead < 0) worth = -worth;
        if (lead == 0) worth = kHolder * ((owned_ >> g & 1) - (lost_ >> g & 1));
        sum += kValues[static_cast<std::size_t>(g)] * worth;
    }
    return sum;
}

int Counting::after_offer(Move offer) const {
    const Cards all = cards_in_action(offer);
    Moves answers;
    list_answers(offer, answers);
    int worst = INT32_MAX;
    for (const Move answer : answers) {
        const Cards taken = cards_in_answer(answer);
        worst = std::min(worst, standing(mine_ + all - taken, theirs_ + taken));
    }
    return worst;
}

int Counting::worth(Move move) const {
    switch (kind_of(move)) {
        case Kind::kSecret:
            return standing(mine_ + cards_in_action(move), theirs_);
        case Kind::kDiscard:  // what might have been placed: the cheaper the cards the better
            return standing(mine_, theirs_) - kValues[static_cast<std::size_t>(card_of(move, 0))] -
                   kValues[static_cast<std::size_t>(card_of(move, 1))];
        case Kind::kGift:
        case Kind::kCompetition:
            return after_offer(move);
        default: {
            const Cards taken = cards_in_answer(move);
            return standing(mine_ + taken, theirs_ + cards_in_action(offer_) - taken);
        }
    }
}

}  // namespace moonflower::hanamikoji
