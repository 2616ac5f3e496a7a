// Bringing the likeliest moves to the front of a list. Most nodes only ever look at a few of their
// moves, so the others are left in the order they came in.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace moonflower {
namespace ranking {

// One by one: cheap for a few out of a hundred.
template <class Item, class Weight>
void pick(std::span<Item> items, std::span<Weight> weights, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t best = i;
        for (std::size_t j = i + 1; j < items.size(); ++j)
            best = weights[j] > weights[best] ? j : best;
        const Item item = items[best];
        const Weight weight = weights[best];
        std::move_backward(items.begin() + i, items.begin() + best, items.begin() + best + 1);
        std::move_backward(weights.begin() + i, weights.begin() + best, weights.begin() + best + 1);
        items[i] = item;
        weights[i] = weight;
    }
}

template <class Item, class Weight>
void sort(std::span<Item> items, std::span<Weight> weights) {
    struct Ranked {
        Weight weight;
        std::uint32_t place;
        Item item;
    };
    static thread_local std::vector<Ranked> ranked;
    ranked.clear();
    for (std::size_t i = 0; i < items.size(); ++i)
        ranked.push_back({weights[i], static_cast<std::uint32_t>(i), items[i]});
    std::sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) {
        return a.weight != b.weight ? a.weight > b.weight : a.place < b.place;
    });
    for (std::size_t i = 0; i < items.size(); ++i) {
        items[i] = ranked[i].item;
        weights[i] = ranked[i].weight;
    }
}

}  // namespace ranking

// The `count` items of the highest weights come first, the highest before all; equal ones keep
// their order, and so do all the others among themselves (but where so many are wanted that
// sorting everything is no more work).
template <class Item, class Weight>
void bring_forward(std::span<Item> items, std::span<Weight> weights, std::size_t count) {
    constexpr std::size_t kFew = 8;
    if (count <= kFew)
        ranking::pick(items, weights, std::min(count, items.size()));
    else
        ranking::sort(items, weights);
}

}  // namespace moonflower
