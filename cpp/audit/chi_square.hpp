// Goodness of fit of drawn counts to exact shares, for samplers and chance.
#pragma once

#include <cstdint>
#include <span>

namespace moonflower {

// Standard deviations by which the counts miss the shares: about normal if they were drawn from
// them, so beyond 6 they were not. Cells that expect fewer than 5 draws are pooled.
[[nodiscard]] double misfit(std::span<const std::uint64_t> counts, std::span<const double> shares);

}  // namespace moonflower
