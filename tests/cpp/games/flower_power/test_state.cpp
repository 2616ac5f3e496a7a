#include <doctest/doctest.h>

#include <string>
#include <type_traits>

#include "core/playout.hpp"
#include "games/flower_power/view.hpp"

namespace moonflower::flower_power {

TEST_CASE("a state is a small value") {
    static_assert(std::is_trivially_copyable_v<State>);
    MESSAGE("a state has ", sizeof(State), " bytes");
    CHECK(sizeof(State) <= 1024);
}

TEST_CASE("playouts end as games played move by move do") {
    for (const int players : {2, 3, 5}) {
        const Rules rules = Rules::from(
            resolve(Rules::facts(), parse_options("players=" + std::to_string(players))));
        for (std::uint64_t seed = 0; seed < 40; ++seed) {
            State fast(rules);
            State slow(rules);
            Rng one(seed);
            Rng two(seed);
            std::uint64_t moves = 0;
            for (; !slow.turn().is_over(); ++moves) slow.apply(slow.random_move(two));
            CHECK(play_out(fast, one) == moves);
            CHECK(fast.returns() == slow.returns());
            CHECK(fast.public_text() == slow.public_text());
        }
    }
}

}  // namespace moonflower::flower_power
