#include "search/select/ranking.hpp"

#include <algorithm>
#include <vector>

namespace moonflower {
namespace {

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

template <class Item, class Weight>
void bring(std::span<Item> items, std::span<Weight> weights, std::size_t count) {
    constexpr std::size_t kFew = 8;
    if (count <= kFew)
        pick(items, weights, std::min(count, items.size()));
    else
        sort(items, weights);
}

}  // namespace

void bring_forward(std::span<Move> items, std::span<std::uint32_t> weights, std::size_t count) {
    bring(items, weights, count);
}
void bring_forward(std::span<std::uint32_t> items, std::span<float> weights, std::size_t count) {
    bring(items, weights, count);
}

}  // namespace moonflower
