#include "solve/hanamikoji/last_turn.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "endgames.hpp"

using namespace moonflower;
using namespace moonflower::hanamikoji;

namespace {

// Payoffs of seat 0, less one half, with these secrets when the mover takes the best of its offers
// and the other seat the best answer to each.
float played_out(const Table& table, const Moves& offers, Card first, Card second) {
    std::vector<float> offered;
    for (const Move offer : offers) {
        Table open = table;
        open.play(offer);
        Moves answers;
        list_answers(offer, answers);
        std::vector<float> answered;
        for (const Move answer : answers) {
            Table ended = open;
            ended.answer(answer);
            std::vector<SecretPayoffs> payoffs;
            const std::uint32_t number = PayoffBook(payoffs).of(ended);
            answered.push_back(payoffs[number].by_seat[0][std::size_t{second} * 8 + first]);
        }
        offered.push_back(table.mover() == 0 ? std::ranges::min(answered)
                                             : std::ranges::max(answered));
    }
    return table.mover() == 0 ? std::ranges::max(offered) : std::ranges::min(offered);
}

}  // namespace

TEST_CASE("settled last turns pay what both seats would choose if they saw all") {
    Rng rng(6);
    int settled = 0;
    int open = 0;
    while (settled < 20 || open < 20) {
        State state = random_endgame(Rules{}, 1, rng);
        state.apply(state.random_move(rng));  // the draw
        const Table& table = state.table();
        Moves offers;
        state.legal_moves(offers);
        if (offers.size() < 2) continue;  // no competition
        std::vector<SecretPayoffs> payoffs;
        PayoffBook book(payoffs);
        const auto found = book.settle(table, {offers.begin(), offers.end()});
        (found ? settled : open) += 1;
        if (!found) continue;
        for (Card first = 0; first < kGeishas; ++first)
            for (Card second = 0; second < kGeishas; ++second) {
                const std::size_t place = std::size_t{second} * 8 + first;
                const float paid = payoffs[*found].by_seat[0][place];
                CHECK(paid == played_out(table, offers, first, second));
                CHECK(payoffs[*found].by_seat[1][std::size_t{first} * 8 + second] == -paid);
            }
    }
}

TEST_CASE("a choice is made only where no other move is ever better") {
    std::vector<SecretPayoffs> payoffs(2);
    const auto pay = [&](std::size_t move, std::size_t met, std::size_t own, float payoff) {
        payoffs[move].by_seat[0][met * 8 + own] = payoff;
        payoffs[move].by_seat[1][own * 8 + met] = -payoff;
    };
    pay(0, 1, 2, 0.5F);  // with secret 2 the first move is better against 1, and never worse
    pay(0, 1, 3, 0.5F);  // with secret 3 it is better against 1 and worse against 4
    pay(1, 4, 3, 0.5F);
    pay(1, 0, 5, 0.5F);  // with secret 5 the second move is better
    const std::vector<std::uint32_t> moves{0, 1};
    const PayoffBook book(payoffs);
    const Choices choices = book.choose(moves, 0);
    CHECK(choices.of(2) == 0);
    CHECK(choices.is_open(3));
    CHECK(choices.of(5) == 1);
    CHECK(choices.of(6) == 0);  // alike: the first
    CHECK_FALSE(choices.are_made());
}
