// The playout policy: random moves without a list. In a header, because playouts spend their time
// here.
#pragma once

#include <array>
#include <cstdint>

#include "core/rng.hpp"
#include "games/hanamikoji/moves.hpp"

namespace moonflower::hanamikoji {

// The ways to play each action, by places in the sorted hand. What is used fixes the size of the
// hand (HK-9), so it alone says which actions and places there are.
struct Ways {
    struct Action {
        std::uint8_t kind = 0;
        std::uint8_t size = 0;    // ways to choose the places
        std::uint16_t first = 0;  // where they stand in `places`
    };
    std::array<std::uint8_t, 16> left{};  // number of actions, by the set of used ones
    std::array<std::array<Action, kActions>, 16> actions{};
    std::array<std::uint16_t, 322> places{};  // three bits each, ascending as the cards then do
};

inline constexpr Ways kWays = [] {
    Ways ways;
    std::array<std::array<Ways::Action, kActions>, 8> by_size{};
    std::uint16_t end = 0;
    const auto add = [&](unsigned a, unsigned b = 0, unsigned c = 0, unsigned d = 0) {
        ways.places[end++] = static_cast<std::uint16_t>(a | b << 3 | c << 6 | d << 9);
    };
    const auto add_kind = [&](Kind kind, unsigned size) {
        for (unsigned a = 0; a < size; ++a) {
            if (kind == Kind::kSecret) add(a);
            for (unsigned b = a + 1; b < size; ++b) {
                if (kind == Kind::kDiscard) add(a, b);
                for (unsigned c = b + 1; c < size; ++c) {
                    if (kind == Kind::kGift) add(a, b, c);
                    if (kind != Kind::kCompetition) continue;
                    for (unsigned d = c + 1; d < size; ++d) {
                        add(a, b, c, d);
                        add(a, c, b, d);
                        add(a, d, b, c);
                    }
                }
            }
        }
    };
    for (unsigned size = 1; size < by_size.size(); ++size)
        for (std::uint8_t kind = 0; kind < kActions; ++kind) {
            const std::uint16_t first = end;
            add_kind(static_cast<Kind>(kind), size);
            by_size[size][kind] = {kind, static_cast<std::uint8_t>(end - first), first};
        }
    for (unsigned used = 0; used < kAllUsed; ++used) {
        unsigned size = kHandSize + 1;  // a card comes with every action, and its cards go
        for (unsigned kind = 0; kind < kActions; ++kind)
            if ((used >> kind & 1U) != 0) size -= kind;
        for (unsigned kind = 0; kind < kActions; ++kind)
            if ((used >> kind & 1U) == 0)
                ways.actions[used][ways.left[used]++] = by_size[size][kind];
    }
    return ways;
}();

// The kind first, every one left alike; then cards, every copy alike. Kinds come in random order,
// so nothing here branches on them.
[[nodiscard]] inline Move random_action(std::uint8_t used, Cards hand, Rng& rng) {
    for (;;) {
        Draws draws(rng);
        const Ways::Action action = kWays.actions[used][draws.below(kWays.left[used])];
        const std::uint32_t places = kWays.places[action.first + draws.below(action.size)];
        if (!draws.fair()) [[unlikely]]
            continue;
        const auto a = static_cast<std::uint32_t>(hand.nth(places & 7U));
        const auto b = static_cast<std::uint32_t>(hand.nth(places >> 3 & 7U));
        const auto c = static_cast<std::uint32_t>(hand.nth(places >> 6 & 7U));
        const auto d = static_cast<std::uint32_t>(hand.nth(places >> 9 & 7U));
        // Pairs that share their lowest card may come in the wrong order: swapped under a mask.
        const std::uint32_t is_competition = action.kind / 3U;
        const std::uint32_t swaps = 0U - (is_competition & static_cast<std::uint32_t>(a == c) &
                                          static_cast<std::uint32_t>(b > d));
        const std::uint32_t second = c | d << 3;
        const std::uint32_t change = ((a | b << 3) ^ second) & swaps;
        const std::uint32_t cards = ((a | b << 3) ^ change) | (second ^ change) << 6;
        const std::uint32_t width = 3U * action.kind + 3U;
        return {action.kind | (cards & ((1U << width) - 1)) << 3};
    }
}

[[nodiscard]] inline Move random_answer(Move offer, Rng& rng) {
    return answer_at(offer,
                     static_cast<int>(rng.below(4U - static_cast<std::uint32_t>(taken_of(offer)))));
}

[[nodiscard]] inline Move random_draw(Cards rest, int size, Rng& rng) {
    return make_move(Kind::kDraw, rest.nth(rng.below(static_cast<std::uint32_t>(size))));
}

[[nodiscard]] Move random_deal(Cards rest, Rng& rng);

}  // namespace moonflower::hanamikoji
