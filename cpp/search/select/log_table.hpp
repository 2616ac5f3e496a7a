// Natural logarithm of whole numbers from a table: equal on every machine, unlike libm's.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace moonflower {
namespace log_table {

// ln x = 2 artanh((x - 1) / (x + 1)); for x in [1, 2] twenty terms are exact to the last bit of a
// float.
constexpr double series(double x) {
    const double y = (x - 1.0) / (x + 1.0);
    double power = y;
    double sum = 0.0;
    for (int k = 0; k < 20; ++k) {
        sum += power / (2 * k + 1);
        power *= y * y;
    }
    return 2.0 * sum;
}

inline constexpr auto kMantissa = [] {
    std::array<float, 256> table{};
    for (std::size_t i = 0; i < table.size(); ++i)
        table[i] = static_cast<float>(series(1.0 + static_cast<double>(i) / 256.0));
    return table;
}();
inline constexpr float kLn2 = static_cast<float>(series(2.0));

}  // namespace log_table

// Within 0.004 of ln n, exact at powers of two; n is at least 1.
[[nodiscard]] constexpr float natural_log(std::uint32_t n) {
    const int exponent = static_cast<int>(std::bit_width(n)) - 1;
    const std::uint32_t leading = n << (31 - exponent);
    return static_cast<float>(exponent) * log_table::kLn2 +
           log_table::kMantissa[leading >> 23 & 255U];
}

}  // namespace moonflower
