#include "search/belief/weights.hpp"

#include <algorithm>
#include <numeric>

#include "core/inference.hpp"

namespace moonflower {
namespace {

constexpr int kBits = 19;            // of the largest weight
constexpr std::uint64_t kFloor = 8;  // the uniform part is one in kFloor + 1

}  // namespace

WorldWeights weights_of(std::span<const std::int32_t> logs) {
    const std::int32_t most = *std::ranges::max_element(logs);
    std::vector<std::uint64_t> powers;
    for (const std::int32_t log : logs)
        powers.push_back(power_of(std::max(log - most, -16 * kLogOne)) >> (36 - kBits));
    const std::uint64_t total = std::accumulate(powers.begin(), powers.end(), std::uint64_t{0});
    const std::uint64_t floor = total / (kFloor * logs.size()) + 1;
    WorldWeights result;
    double sum = 0.0;
    double squares = 0.0;
    for (const std::uint64_t power : powers) {
        result.weights.push_back(static_cast<std::uint32_t>(power + floor));
        const auto weight = static_cast<double>(result.weights.back());
        sum += weight;
        squares += weight * weight;
    }
    result.ess = sum * sum / squares;
    return result;
}

}  // namespace moonflower
