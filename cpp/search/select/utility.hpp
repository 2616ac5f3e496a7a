// From payoffs to the utilities of the tree (0 to kTop) and back.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/types.hpp"
#include "search/tree/node.hpp"

namespace moonflower {

class UtilityScale {
public:
    UtilityScale() : UtilityScale(0, 1) {}
    // From the lowest and the highest payoff.
    UtilityScale(int lowest, int highest)
        : lowest_(std::int64_t{lowest} * kPayoffUnit),
          range_(std::max<std::int64_t>(std::int64_t{highest - lowest} * kPayoffUnit, 1)),
          factor_(((std::uint64_t{kTop} << 32) + static_cast<std::uint64_t>(range_) - 1) /
                  static_cast<std::uint64_t>(range_)) {}

    [[nodiscard]] std::uint32_t utility(std::int32_t units) const {
        const std::int64_t above = std::clamp<std::int64_t>(units - lowest_, 0, range_);
        return static_cast<std::uint32_t>(static_cast<std::uint64_t>(above) * factor_ >> 32);
    }
    [[nodiscard]] std::int32_t units(std::uint32_t utility) const {
        return static_cast<std::int32_t>(lowest_ + std::int64_t{utility} * range_ / kTop);
    }
    // The mean payoff behind a sum of utilities.
    [[nodiscard]] double payoff(std::uint64_t sum, std::uint64_t visits) const {
        const double mean = static_cast<double>(sum) / static_cast<double>(visits);
        return (static_cast<double>(lowest_) + mean * static_cast<double>(range_) / kTop) /
               kPayoffUnit;
    }

private:
    std::int64_t lowest_;
    std::int64_t range_;
    std::uint64_t factor_;
};

}  // namespace moonflower
