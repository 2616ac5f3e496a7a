// The four half midlines from the centre outwards. A ring has to cross each of them, which is a
// cheap necessary test and a measure of how far a player has come.
#pragma once

#include <bit>

#include "games/skud_paisho/ring.hpp"

namespace moonflower::skud_paisho {

using HalfAxes = unsigned;  // bits: east, west, north, south
inline constexpr HalfAxes kAllHalfAxes = 15;

// What a vertical line in that column, or a horizontal one in that row, can cross or touch. On a
// midline a harmony lies along the half axis instead.
[[nodiscard]] constexpr HalfAxes axes_of_column(int column) {
    return column > 8 ? 1U : column < 8 ? 2U : 12U;
}
[[nodiscard]] constexpr HalfAxes axes_of_row(int row) { return row < 8 ? 4U : row > 8 ? 8U : 3U; }
// What harmonies in the row or column of a point can reach.
[[nodiscard]] constexpr HalfAxes axes_of_lines(Point p) {
    return axes_of_column(column_of(p)) | axes_of_row(row_of(p));
}

// What a harmony crosses or touches; nothing if it passes the centre.
[[nodiscard]] constexpr HalfAxes axes_of(const Harmony& harmony) {
    if (RingFinder::passes_centre(harmony)) return 0;
    if (harmony.is_vertical()) {
        if (x_of(harmony.first) == 0) return y_of(harmony.first) > 0 ? 4U : 8U;
        if (y_of(harmony.first) < 0 || y_of(harmony.second) > 0) return 0;
        return axes_of_column(column_of(harmony.first));
    }
    if (y_of(harmony.first) == 0) return x_of(harmony.first) > 0 ? 1U : 2U;
    if (x_of(harmony.first) > 0 || x_of(harmony.second) < 0) return 0;
    return axes_of_row(row_of(harmony.first));
}

[[nodiscard]] inline HalfAxes axes_of(std::span<const Harmony> harmonies) {
    HalfAxes axes = 0;
    for (const Harmony& harmony : harmonies) axes |= axes_of(harmony);
    return axes;
}

}  // namespace moonflower::skud_paisho
