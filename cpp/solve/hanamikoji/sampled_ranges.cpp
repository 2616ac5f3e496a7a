#include "solve/hanamikoji/sampled_ranges.hpp"

#include <algorithm>

#include "games/hanamikoji/state.hpp"

namespace moonflower::hanamikoji {
namespace {

void count(Range& range, const Side& side) {
    const auto before = [](const Holding& holding, const Side& wanted) {
        return comes_before(holding.side, wanted);
    };
    const auto place = std::lower_bound(range.begin(), range.end(), side, before);
    if (place != range.end() && place->side == side)
        place->weight += 1;
    else
        range.insert(place, {side, 1});
}

}  // namespace

std::array<Range, 2> sampled_ranges(const View& view, int worlds) {
    const Seat seat = view.seat();
    Rng rng(0);
    std::array<Range, 2> ranges;
    count(ranges[at(seat)], view.own());
    for (int i = 0; i < worlds; ++i) {
        const State world = view.sample(rng);
        count(ranges[at(1 - seat)], world.side(1 - seat));
        const State turned = world.view(1 - seat).sample(rng);
        count(ranges[at(seat)], turned.side(seat));
    }
    return ranges;
}

}  // namespace moonflower::hanamikoji
