// The board without tiles: its 249 points in reading order, gates, gardens and neighbours.
#pragma once

#include <array>
#include <cstdint>

#include "games/skud_paisho/rules.hpp"

namespace moonflower::skud_paisho {

// 0 to 248 in reading order: y descending, then x ascending.
using Point = int;
inline constexpr int kPoints = 249;
inline constexpr Point kNowhere = 255;
inline constexpr int kSide = 17;  // row 0 is y = 8, column 0 is x = -8
inline constexpr int kGates = 4;
inline constexpr int kOpenPoints = kPoints - kGates;
inline constexpr int kDirections = 8;

// SP-1
[[nodiscard]] constexpr bool is_playable(int x, int y) {
    const int ax = x < 0 ? -x : x;
    const int ay = y < 0 ? -y : y;
    return ax <= 8 && ay <= 8 && ax + ay <= 12;
}

struct PointTable {
    std::array<std::uint8_t, kPoints> row{};
    std::array<std::uint8_t, kPoints> column{};
    std::array<std::array<std::uint8_t, kSide>, kSide> at{};  // [row][column], or kNowhere
    // SP-4: the surrounding points clockwise from north: N NE E SE S SW W NW, or kNowhere.
    std::array<std::array<std::uint8_t, kDirections>, kPoints> around{};
    std::array<bool, 256> gate{};
    // SP-3: whether a red [0] or white [1] basic flower may stop there, gates left aside.
    std::array<std::array<bool, kPoints>, 2> garden_allows{};
};

[[nodiscard]] constexpr PointTable make_point_table() {
    PointTable table;
    int next = 0;
    for (int row = 0; row < kSide; ++row)
        for (int column = 0; column < kSide; ++column) {
            table.at[row][column] = kNowhere;
            if (!is_playable(column - 8, 8 - row)) continue;
            table.row[next] = static_cast<std::uint8_t>(row);
            table.column[next] = static_cast<std::uint8_t>(column);
            table.at[row][column] = static_cast<std::uint8_t>(next++);
        }
    constexpr std::array<int, kDirections> kRight{0, 1, 1, 1, 0, -1, -1, -1};
    constexpr std::array<int, kDirections> kDown{-1, -1, 0, 1, 1, 1, 0, -1};
    for (Point p = 0; p < kPoints; ++p) {
        const int x = table.column[p] - 8;
        const int y = 8 - table.row[p];
        const int s = (x < 0 ? -x : x) + (y < 0 ? -y : y);
        table.gate[p] = s == 8 && (x == 0 || y == 0);  // SP-2
        table.garden_allows[0][p] = !(s <= 6 && x * y < 0);
        table.garden_allows[1][p] = !(s <= 6 && x * y > 0);
        for (int d = 0; d < kDirections; ++d) {
            const int row = table.row[p] + kDown[d];
            const int column = table.column[p] + kRight[d];
            const bool inside = is_playable(column - 8, 8 - row);
            table.around[p][d] = inside ? table.at[row][column] : std::uint8_t{kNowhere};
        }
    }
    return table;
}
inline constexpr PointTable kGrid = make_point_table();

[[nodiscard]] constexpr int row_of(Point p) { return kGrid.row[p]; }
[[nodiscard]] constexpr int column_of(Point p) { return kGrid.column[p]; }
[[nodiscard]] constexpr int x_of(Point p) { return kGrid.column[p] - 8; }
[[nodiscard]] constexpr int y_of(Point p) { return 8 - kGrid.row[p]; }
[[nodiscard]] constexpr bool is_gate(Point p) { return kGrid.gate[p]; }
// The point at (x, y), or kNowhere.
[[nodiscard]] constexpr Point point_at(int x, int y) {
    return is_playable(x, y) ? Point{kGrid.at[8 - y][x + 8]} : kNowhere;
}
// The same point or one of its eight neighbours.
[[nodiscard]] constexpr bool is_near(Point a, Point b) {
    const int rows = row_of(a) - row_of(b);
    const int columns = column_of(a) - column_of(b);
    return rows >= -1 && rows <= 1 && columns >= -1 && columns <= 1;
}
// SP-3, SP-18: where a tile of this kind may stop; gates are for planting only.
[[nodiscard]] constexpr bool may_stop(Kind kind, Point p) {
    if (is_gate(p)) return false;
    return !is_basic(kind) || kGrid.garden_allows[is_red(kind) ? 0 : 1][p];
}

inline constexpr Point kCentre = point_at(0, 0);
inline constexpr Point kNorthGate = point_at(0, 8);
inline constexpr Point kSouthGate = point_at(0, -8);
inline constexpr std::array<Point, kGates> kGatePoints{kNorthGate, point_at(-8, 0), point_at(8, 0),
                                                       kSouthGate};

}  // namespace moonflower::skud_paisho
