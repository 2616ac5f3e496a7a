// The tiles on the board: who stands where, and what stops sight in each line. The one place that
// keeps the points, the row and column words, the lists by kind and the key in step.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

#include "core/hash.hpp"
#include "games/skud_paisho/point_set.hpp"
#include "games/skud_paisho/points.hpp"

namespace moonflower::skud_paisho {

// What stops sight, as a word per row and per column: tiles and, always, the gates (SP-25). The
// nearest stopper in each direction is one bit scan away.
class Sight {
public:
    constexpr Sight() {
        for (const Point gate : kGatePoints) stop(gate);
    }

    constexpr void stop(Point p) {
        rows_[row_of(p)] |= 1U << column_of(p);
        columns_[column_of(p)] |= 1U << row_of(p);
    }
    constexpr void open(Point p) {
        rows_[row_of(p)] &= ~(1U << column_of(p));
        columns_[column_of(p)] &= ~(1U << row_of(p));
    }
    [[nodiscard]] constexpr std::uint32_t row(int row) const { return rows_[row]; }
    [[nodiscard]] constexpr std::uint32_t column(int column) const { return columns_[column]; }

    // The nearest stopper on that side, or kNowhere.
    [[nodiscard]] constexpr Point left(Point p) const {
        const int column = before(rows_[row_of(p)], column_of(p));
        return column < 0 ? kNowhere : Point{kGrid.at[row_of(p)][column]};
    }
    [[nodiscard]] constexpr Point right(Point p) const {
        const int column = after(rows_[row_of(p)], column_of(p));
        return column < 0 ? kNowhere : Point{kGrid.at[row_of(p)][column]};
    }
    [[nodiscard]] constexpr Point up(Point p) const {
        const int row = before(columns_[column_of(p)], row_of(p));
        return row < 0 ? kNowhere : Point{kGrid.at[row][column_of(p)]};
    }
    [[nodiscard]] constexpr Point down(Point p) const {
        const int row = after(columns_[column_of(p)], row_of(p));
        return row < 0 ? kNowhere : Point{kGrid.at[row][column_of(p)]};
    }

    // Adds what is seen from p along its row or column, the stoppers at the ends included.
    constexpr void add_row_view(Point p, PointSet& seen) const {
        const std::uint32_t word = rows_[row_of(p)];
        const int first = before(word, column_of(p));
        const int last = after(word, column_of(p));
        const std::uint32_t from_first = ~0U << (first < 0 ? 0 : first);
        const std::uint32_t to_last = last < 0 ? ~0U : (2U << last) - 1;
        seen.add_to_row(row_of(p), from_first & to_last & ~(1U << column_of(p)));
    }
    constexpr void add_column_view(Point p, PointSet& seen) const {
        const std::uint32_t word = columns_[column_of(p)];
        const int first = before(word, row_of(p));
        const int last = after(word, row_of(p));
        const std::uint32_t bit = 1U << column_of(p);
        for (int row = first < 0 ? 0 : first; row <= (last < 0 ? kSide - 1 : last); ++row)
            seen.add_to_row(row, row == row_of(p) ? 0U : bit);
    }

    friend constexpr bool operator==(const Sight&, const Sight&) = default;

private:
    // The nearest set bit below or above position i, or -1.
    [[nodiscard]] static constexpr int before(std::uint32_t word, int i) {
        const std::uint32_t lower = word & ((1U << i) - 1);
        return static_cast<int>(std::bit_width(lower)) - 1;
    }
    [[nodiscard]] static constexpr int after(std::uint32_t word, int i) {
        const std::uint32_t upper = word & (~1U << i);
        return upper == 0 ? -1 : std::countr_zero(upper);
    }

    std::array<std::uint32_t, kSide> rows_{};
    std::array<std::uint32_t, kSide> columns_{};
};

// Points in ascending order, kNowhere behind the last.
template <std::size_t Capacity>
class Places {
public:
    constexpr Places() { points_.fill(kNowhere); }
    [[nodiscard]] constexpr int size() const {
        int size = 0;
        while (size < static_cast<int>(Capacity) && points_[size] != kNowhere) ++size;
        return size;
    }
    [[nodiscard]] constexpr bool full() const { return points_.back() != kNowhere; }
    [[nodiscard]] constexpr Point operator[](int i) const { return points_[i]; }
    [[nodiscard]] constexpr const std::uint8_t* begin() const { return points_.data(); }
    [[nodiscard]] constexpr const std::uint8_t* end() const { return points_.data() + size(); }

    constexpr void insert(Point p) {
        assert(!full());
        int i = static_cast<int>(Capacity) - 1;
        for (; i > 0 && points_[i - 1] > p; --i) points_[i] = points_[i - 1];
        points_[i] = static_cast<std::uint8_t>(p);
    }
    constexpr void erase(Point p) {
        int i = 0;
        while (points_[i] != p) ++i;
        for (; i + 1 < static_cast<int>(Capacity); ++i) points_[i] = points_[i + 1];
        points_[i] = kNowhere;
    }
    friend constexpr bool operator==(const Places&, const Places&) = default;

private:
    std::array<std::uint8_t, Capacity> points_{};
};

class Board {
public:
    using Flowers = Places<3>;
    using Accents = Places<4>;

    [[nodiscard]] Tile at(Point p) const { return tiles_[p]; }
    [[nodiscard]] bool is_free(Point p) const { return tiles_[p] == kNoTile; }
    [[nodiscard]] const Sight& sight() const { return sight_; }
    [[nodiscard]] std::uint64_t key() const { return key_; }

    // Where the flowers of a kind stand, gates included.
    [[nodiscard]] const Flowers& flowers(Seat owner, Kind kind) const {
        return flowers_[owner][index(kind)];
    }
    [[nodiscard]] const Accents& accents(Kind kind) const {
        return accents_[index(kind) - kFlowerKinds];
    }

    void put(Point p, Tile tile) {
        assert(is_free(p) && tile != kNoTile);
        tiles_[p] = tile;
        sight_.stop(p);
        key_ ^= tile_key(p, tile);
        const Kind kind = tile_kind(tile);
        if (is_flower(kind))
            flowers_[tile_owner(tile)][index(kind)].insert(p);
        else
            accents_[index(kind) - kFlowerKinds].insert(p);
    }
    // Returns the tile that stood there.
    Tile take(Point p) {
        const Tile tile = tiles_[p];
        assert(tile != kNoTile);
        tiles_[p] = kNoTile;
        if (!is_gate(p)) sight_.open(p);
        key_ ^= tile_key(p, tile);
        const Kind kind = tile_kind(tile);
        if (is_flower(kind))
            flowers_[tile_owner(tile)][index(kind)].erase(p);
        else
            accents_[index(kind) - kFlowerKinds].erase(p);
        return tile;
    }
    // A flower walks; what stands on the end point is captured.
    void move(Point from, Point to) {
        if (!is_free(to)) take(to);
        put(to, take(from));
    }

    // The Lotus or Orchid of a seat if it blooms, else kNowhere.
    [[nodiscard]] Point blooming(Seat owner, Kind special) const {
        const Point p = flowers(owner, special)[0];
        return p == kNowhere || is_gate(p) ? kNowhere : p;
    }
    // SP-22: a blooming Lotus, drained or not, makes its owner's Orchid wild.
    [[nodiscard]] bool is_wild(Seat owner) const {
        return blooming(owner, Kind::kLotus) != kNowhere;
    }
    // SP-19: the seat's flower there may not be arranged.
    [[nodiscard]] bool is_trapped(Point p, Seat owner) const {
        const Point orchid = blooming(1 - owner, Kind::kOrchid);
        return orchid != kNowhere && !is_gate(p) && is_near(p, orchid);
    }
    // SP-35: a tile there forms no Harmony. Asked of points outside the gates.
    [[nodiscard]] bool is_drained(Point p) const {
        for (const Point knotweed : accents(Kind::kKnotweed))
            if (is_near(p, knotweed)) return true;
        return false;
    }
    // SP-29: a Rock cancels the harmonies of its whole row and column.
    [[nodiscard]] bool row_has_rock(int row) const {
        for (const Point rock : accents(Kind::kRock))
            if (row_of(rock) == row) return true;
        return false;
    }
    [[nodiscard]] bool column_has_rock(int column) const {
        for (const Point rock : accents(Kind::kRock))
            if (column_of(rock) == column) return true;
        return false;
    }

    [[nodiscard]] int free_gates() const {
        int count = 0;
        for (const Point gate : kGatePoints) count += is_free(gate) ? 1 : 0;
        return count;
    }
    // SP-32: whether the seat has a tile in any gate.
    [[nodiscard]] bool grows(Seat owner) const {
        for (const Point gate : kGatePoints)
            if (!is_free(gate) && tile_owner(at(gate)) == owner) return true;
        return false;
    }
    // Points outside the gates without a tile.
    [[nodiscard]] PointSet free_points() const {
        PointSet free = kOpenSet;
        for (int row = 0; row < kSide; ++row) free.set_row(row, free.row(row) & ~sight_.row(row));
        return free;
    }
    // SP-30: whether any two tiles of the line clash. Used where many tiles move at once.
    [[nodiscard]] bool row_clashes(int row) const;
    [[nodiscard]] bool column_clashes(int column) const;
    // SP-30: whether a flower of this kind on p would see its opposite; p's own tile is not asked.
    [[nodiscard]] bool clashes_from(Point p, Kind kind, const Sight& sight) const;
    // SP-21: whether any Clash exists at all. For positions from outside and for checks.
    [[nodiscard]] bool has_clash() const;

    // "" if lists, words and key agree with the points, else what is broken.
    [[nodiscard]] const char* broken() const;

    friend bool operator==(const Board&, const Board&) = default;

private:
    [[nodiscard]] static constexpr std::uint64_t tile_key(Point p, Tile tile) {
        return mix64((static_cast<std::uint64_t>(p) << 8 | tile) * kGoldenGamma + 1);
    }

    Sight sight_;
    std::array<Tile, kPoints> tiles_{};
    std::array<std::array<Flowers, kFlowerKinds>, kPlayers> flowers_{};
    std::array<Accents, kAccentKinds> accents_{};
    std::uint64_t key_ = 0;
};

}  // namespace moonflower::skud_paisho
