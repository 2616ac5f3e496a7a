#include "solve/hanamikoji/draw.hpp"

namespace moonflower::hanamikoji {

Draw::Draw(const std::vector<Step>& steps, std::size_t before) {
    std::vector<std::uint32_t> places;  // by step, of the holding after it
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (i > 0 && steps[i].side != steps[i - 1].side) from_.row.push_back(size32(from_.parts));
        from_.parts.push_back(steps[i].from);
        places.push_back(size32(from_.row) - 1);
    }
    from_.row.push_back(size32(from_.parts));
    to_.row.assign(before + 1, 0);
    for (const Step& step : steps) ++to_.row[step.from + 1];
    for (std::size_t i = 0; i < before; ++i) to_.row[i + 1] += to_.row[i];
    std::vector<std::uint32_t> next = to_.row;
    to_.parts.resize(steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) to_.parts[next[steps[i].from]++] = places[i];
}

}  // namespace moonflower::hanamikoji
