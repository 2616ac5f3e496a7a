#include "games/hanamikoji/counting.hpp"

#include <algorithm>

namespace moonflower::hanamikoji {
namespace {

// A lead of one is most of what a geisha needs; more of it is less and less of use.
constexpr std::array<int, 4> kLeadOf{0, 6, 9, 10};
constexpr int kSafe = 12;   // a lead the cards left cannot turn
constexpr int kHolder = 2;  // HK-10: a tie keeps her

}  // namespace

Counting::Counting(const Table& table, const Side& own, Seat seat)
    : mine_(table.placed[at(seat)] + known_card(own.secret)),
      theirs_(table.placed[at(1 - seat)]),
      gone_(own.discarded()),
      owned_(table.owned[at(seat)]),
      lost_(table.owned[at(1 - seat)]),
      offer_(table.phase == Phase::kAnswer ? table.offer() : Move{}) {
    tabulate();
}

// What one geisha looks like with so many cards on either side, before it counts her points.
int Counting::standing(int geisha, int mine, int theirs) const {
    const int lead = mine - theirs;
    const int left = kDeck.count(geisha) - mine - theirs - gone_.count(geisha);
    if (lead == 0) return kHolder * ((owned_ >> geisha & 1) - (lost_ >> geisha & 1));
    const int size = std::abs(lead);
    const int worth = size > left ? kSafe : kLeadOf[static_cast<std::size_t>(std::min(size, 3))];
    return lead < 0 ? -worth : worth;
}

// Moves place at most four cards, so few changes can come, and each in many moves.
void Counting::tabulate() {
    for (int g = 0; g < kGeishas; ++g) {
        const int mine = mine_.count(g);
        const int theirs = theirs_.count(g);
        const int most = std::min(kPlaced, kDeck.count(g) - mine - theirs);
        const auto geisha = static_cast<std::size_t>(g);
        for (int own = 0; own <= most; ++own)
            for (int other = 0; own + other <= most; ++other)
                changes_[geisha][static_cast<std::size_t>(own + kStride * other)] =
                    static_cast<std::int16_t>(kValues[geisha] *
                                              standing(g, mine + own, theirs + other));
    }
}

int Counting::with(Cards mine, Cards theirs) const {
    // One byte per geisha still: both counts, as tabulate() puts them together.
    const std::uint64_t places = mine.bits() + kStride * theirs.bits();
    int sum = 0;
    for (std::size_t g = 0; g < kGeishas; ++g) sum += changes_[g][places >> (8 * g) & 0xffU];
    return sum;
}

// Answers that take the same cards are judged twice, which is no harm.
int Counting::after_offer(Move offer) const {
    const Cards all = cards_in_action(offer);
    int worst = INT32_MAX;
    for (int i = 0; i < 4 - taken_of(offer); ++i) {
        const Cards taken = cards_in_answer(answer_at(offer, i));
        worst = std::min(worst, with(all - taken, taken));
    }
    return worst;
}

int Counting::worth(Move move) const {
    switch (kind_of(move)) {
        case Kind::kSecret:
            return with(cards_in_action(move), {});
        case Kind::kDiscard:  // what might have been placed: the cheaper the cards the better
            return with({}, {}) - kValues[static_cast<std::size_t>(card_of(move, 0))] -
                   kValues[static_cast<std::size_t>(card_of(move, 1))];
        case Kind::kGift:
        case Kind::kCompetition:
            return after_offer(move);
        default: {
            const Cards taken = cards_in_answer(move);
            return with(taken, cards_in_action(offer_) - taken);
        }
    }
}

}  // namespace moonflower::hanamikoji
