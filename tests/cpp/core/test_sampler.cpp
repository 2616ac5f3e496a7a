// Samplers as a search draws from them: without the heap, and the worlds the view samples.
#include "core/sampler.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <new>
#include <string_view>

#include "core/options.hpp"
#include "games/flower_power/view.hpp"
#include "games/goofspiel/state.hpp"
#include "games/hanamikoji/state.hpp"
#include "games/kuhn_poker/state.hpp"
#include "games/leduc_poker/state.hpp"
#include "games/liars_dice/state.hpp"
#include "games/phantom_ttt/state.hpp"
#include "games/shields/state.hpp"
#include "games/terraflip/state.hpp"
#include "search/belief/worlds.hpp"

namespace {

thread_local std::size_t allocations = 0;

void* counted(std::size_t size) noexcept {
    ++allocations;
    return std::malloc(size == 0 ? 1 : size);
}

void* counted_or_thrown(std::size_t size) {
    if (void* const memory = counted(size)) return memory;
    throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) { return counted_or_thrown(size); }
void* operator new[](std::size_t size) { return counted_or_thrown(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return counted(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return counted(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { std::free(memory); }

namespace moonflower {
namespace {

constexpr int kGames = 3;
constexpr int kDraws = 20;

// Every view in random games, a few plies apart.
template <GameState S, class F>
void each_view(std::string_view options, F f) {
    const auto rules = S::Rules::from(resolve(S::Rules::facts(), parse_options(options)));
    for (int game = 0; game < kGames; ++game) {
        Rng rng(static_cast<std::uint64_t>(game));
        S state(rules);
        for (int ply = 0; !state.turn().is_over(); ++ply) {
            for (Seat seat = 0; ply % 3 == 0 && seat < state.seats(); ++seat) f(state.view(seat));
            state.apply(state.random_move(rng));
        }
    }
}

template <GameState S>
void check_worlds(std::string_view options = "") {
    CAPTURE(S::Rules::facts().name);
    CAPTURE(options);
    each_view<S>(options, [](const typename S::View& view) {
        CAPTURE(view.text());
        Worlds<S> worlds(view);
        if constexpr (MovesTogether<S>) worlds.take_back_commits();
        Rng rng(view.info_key());
        const std::size_t before = allocations;
        for (std::size_t i = 0; i < kDraws; ++i) static_cast<void>(worlds.draw(i, rng));
        const std::size_t after = allocations;
        CHECK(after == before);

        // A sampler needs no view, and remembers nothing of what it has drawn.
        const auto sampler = sampler_of<S>(typename S::View(view));
        Rng one(view.info_key());
        Rng other(view.info_key());
        bool is_equal = true;
        for (int i = 0; i < kDraws; ++i)
            is_equal = sampler.draw(one) == view.sample(other) && is_equal;
        CHECK(is_equal);
    });
}

TEST_CASE("counting sees what the heap is asked for") {
    const std::size_t before = allocations;
    ::operator delete(::operator new(1));  // a compiler may leave out `delete new int`
    CHECK(allocations == before + 1);
}

TEST_CASE("worlds of a search come without the heap") {
    for (const auto* const options : {"", "players=4", "players=5", "decks=2", "players=3,decks=1",
                                      "players=5,decks=1,petals=3,base=0"})
        check_worlds<flower_power::State>(options);
    for (const auto* const options : {"", "cards=5,points=descending"})
        check_worlds<goofspiel::State>(options);
    check_worlds<hanamikoji::State>();
    check_worlds<kuhn_poker::State>();
    check_worlds<leduc_poker::State>();
    check_worlds<liars_dice::State>();
    check_worlds<phantom_ttt::State>();
    for (const auto* const options : {"", "players=4"}) check_worlds<shields::State>(options);
    for (const auto* const options : {"", "players=3", "hand=known"})
        check_worlds<terraflip::State>(options);
}

}  // namespace
}  // namespace moonflower
