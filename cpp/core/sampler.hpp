// Drawing many worlds of one view: by the sampler the game prepares, or by the view afresh.
#pragma once

#include <utility>

#include "core/game.hpp"

namespace moonflower {

// The sampler of a game that prepares none.
template <GameState S>
class ViewSampler {
public:
    explicit ViewSampler(typename S::View view) : view_(std::move(view)) {}
    [[nodiscard]] S draw(Rng& rng) const { return view_.sample(rng); }

private:
    typename S::View view_;
};

template <GameState S>
[[nodiscard]] auto sampler_of(const typename S::View& view) {
    if constexpr (PreparesSampler<S>)
        return view.sampler();
    else
        return ViewSampler<S>(view);
}

template <GameState S>
using SamplerOf = decltype(sampler_of<S>(std::declval<const typename S::View&>()));

}  // namespace moonflower
