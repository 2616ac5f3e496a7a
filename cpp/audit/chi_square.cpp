#include "audit/chi_square.hpp"

#include <cmath>
#include <numeric>

namespace moonflower {

double misfit(std::span<const std::uint64_t> counts, std::span<const double> shares) {
    const auto draws = static_cast<double>(std::accumulate(counts.begin(), counts.end(), 0ULL));
    const double whole = std::accumulate(shares.begin(), shares.end(), 0.0);
    constexpr double kSmallest = 5.0;
    double statistic = 0;
    double pooled_count = 0;
    double pooled_expected = 0;
    int cells = 0;
    const auto add_cell = [&](double count, double expected) {
        statistic += (count - expected) * (count - expected) / expected;
        ++cells;
    };
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const double expected = draws * shares[i] / whole;
        const auto count = static_cast<double>(counts[i]);
        if (expected < kSmallest) {
            pooled_count += count;
            pooled_expected += expected;
        } else {
            add_cell(count, expected);
        }
    }
    if (pooled_expected > 0) add_cell(pooled_count, pooled_expected);
    if (cells < 2) return 0;
    // Wilson and Hilferty (1931): the cube root of chi-square over its mean is nearly normal.
    const double freedom = cells - 1;
    const double spread = 2.0 / (9.0 * freedom);
    return (std::cbrt(statistic / freedom) - (1.0 - spread)) / std::sqrt(spread);
}

}  // namespace moonflower
