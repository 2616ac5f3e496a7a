#include "games/hanamikoji/policy.hpp"

#include "games/hanamikoji/state.hpp"

namespace moonflower::hanamikoji {

Move random_deal(Cards rest, Rng& rng) {
    const int size = rest.size();
    for (;;) {
        Draws draws(rng);
        Cards left = rest;
        const Cards hand = draws.take_from(left, size, kHandSize);
        if (draws.fair()) [[likely]]
            return make_deal(hand);
    }
}

void State::priors(const Moves& moves, std::span<std::uint32_t> weights) const {
    for (std::size_t i = 0; i < moves.size(); ++i) weights[i] = 1;
}

Move State::greedy_move(Rng& rng) const { return random_move(rng); }

}  // namespace moonflower::hanamikoji
