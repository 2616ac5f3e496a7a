// Cells and lines of the board, shared by state and view.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/bits.hpp"
#include "core/types.hpp"

namespace moonflower::phantom_ttt {

inline constexpr std::uint16_t kBoard = 0777;
using Cells = SmallMasks<9>;

// Whether a set of cells has a line.
inline constexpr auto kHasLine = [] {
    std::array<bool, kBoard + 1> table{};
    for (std::size_t cells = 0; cells < table.size(); ++cells)
        for (const std::size_t line : {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124})
            table[cells] = table[cells] || (cells & line) == line;
    return table;
}();

[[nodiscard]] std::string cell_text(std::uint32_t cell);

// Reads a cell that is not among the tried ones.
[[nodiscard]] Move parse_cell(std::string_view text, std::uint16_t tried);

}  // namespace moonflower::phantom_ttt
