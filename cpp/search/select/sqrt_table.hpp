// Square roots that selection needs at every step of every simulation, kept for the small counts
// that most nodes have. The same bits as computing them.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "search/select/log_table.hpp"

namespace moonflower {
namespace root_table {

inline constexpr std::uint32_t kSize = 1024;

template <class Value>
[[nodiscard]] std::array<float, kSize> tabulate(Value value) {
    std::array<float, kSize> table{};
    for (std::uint32_t n = 1; n < kSize; ++n) table[n] = value(n);
    return table;
}

[[nodiscard]] inline float exact_inverse_root(std::uint32_t n) {
    return std::sqrt(1.0F / static_cast<float>(n));
}
[[nodiscard]] inline float exact_root_of_log(std::uint32_t n) { return std::sqrt(natural_log(n)); }

inline const std::array<float, kSize> kInverseRoots = tabulate(exact_inverse_root);
inline const std::array<float, kSize> kRootsOfLogs = tabulate(exact_root_of_log);

}  // namespace root_table

// 1 / sqrt(n) and sqrt(ln n); n is at least 1.
[[nodiscard]] inline float inverse_root(std::uint32_t n) {
    return n < root_table::kSize ? root_table::kInverseRoots[n] : root_table::exact_inverse_root(n);
}
[[nodiscard]] inline float root_of_log(std::uint32_t n) {
    return n < root_table::kSize ? root_table::kRootsOfLogs[n] : root_table::exact_root_of_log(n);
}

}  // namespace moonflower
