// From how likely play makes each world of a pool to the weights it is drawn by.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace moonflower {

struct WorldWeights {
    std::vector<std::uint32_t> weights;  // below 2^20, none 0
    double ess = 0.0;                    // effective sample size: (sum w)^2 / sum w^2
};

// `logs` in parts of a doubling (core/inference.hpp). Nobody plays quite as the model says: a share
// of what is drawn is drawn as if nothing had been inferred.
[[nodiscard]] WorldWeights weights_of(std::span<const std::int32_t> logs);

}  // namespace moonflower
