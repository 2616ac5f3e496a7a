// The hex board of radius 5: cells, sets of cells as 128 bits, distances and names.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/bits.hpp"
#include "core/rng.hpp"

namespace moonflower::terraflip {

// TF-4: axial coordinates, the castle at (0,0). A cell is 12 q + r + 60, so that every cell of the
// board lies in 0 to 120, cells sorted by q then r are sorted by number, and a step never runs
// from one column into the next: the slot behind the end of each column is off the board.
using Cell = std::uint8_t;
inline constexpr int kRadius = 5;
inline constexpr int kColumn = 12;
inline constexpr int kSlots = 121;
inline constexpr Cell kCastle = 60;
inline constexpr Cell kNoCell = 127;

struct Hex {
    int q = 0;
    int r = 0;

    // TF-5
    [[nodiscard]] constexpr int distance() const {
        const auto size = [](int x) { return x < 0 ? -x : x; };
        const int longest = size(q) > size(r) ? size(q) : size(r);
        return longest > size(q + r) ? longest : size(q + r);
    }
    [[nodiscard]] constexpr Cell cell() const { return static_cast<Cell>(kColumn * q + r + 60); }
    friend constexpr Hex operator+(Hex a, Hex b) { return {a.q + b.q, a.r + b.r}; }
    friend constexpr Hex operator-(Hex a, Hex b) { return {a.q - b.q, a.r - b.r}; }
    friend constexpr bool operator==(Hex, Hex) = default;
};

inline constexpr std::array<Hex, 6> kNeighbours{
    {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}}};

// The coordinates of a slot; slots off the board have a distance above the radius.
[[nodiscard]] constexpr Hex hex_of(Cell cell) {
    const int q = (cell + 6) / kColumn - kRadius;
    return {q, cell - 60 - kColumn * q};
}

// A set of cells.
struct Cells {
    std::uint64_t low = 0;
    std::uint64_t high = 0;

    [[nodiscard]] static constexpr Cells of(Cell cell) {
        const std::uint64_t bit = std::uint64_t{1} << (cell & 63U);
        return cell < 64 ? Cells{bit, 0} : Cells{0, bit};
    }
    [[nodiscard]] constexpr bool has(Cell cell) const {
        return ((cell < 64 ? low : high) >> (cell & 63U) & 1U) != 0;
    }
    [[nodiscard]] constexpr bool empty() const { return (low | high) == 0; }
    [[nodiscard]] constexpr int count() const { return count_bits(low) + count_bits(high); }
    [[nodiscard]] constexpr bool within(Cells all) const {
        return ((low & ~all.low) | (high & ~all.high)) == 0;
    }
    [[nodiscard]] constexpr bool meets(Cells other) const {
        return ((low & other.low) | (high & other.high)) != 0;
    }
    constexpr void add(Cell cell) { *this |= of(cell); }
    constexpr void remove(Cell cell) { *this = *this - of(cell); }
    [[nodiscard]] constexpr Cell first() const {
        assert(!empty());
        return static_cast<Cell>(low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(high));
    }
    // The n-th cell in board order.
    [[nodiscard]] constexpr Cell nth(std::uint32_t n) const {
        const auto below = static_cast<std::uint32_t>(count_bits(low));
        return static_cast<Cell>(n < below ? nth_bit(low, n) : 64 + nth_bit(high, n - below));
    }
    // Any cell, each with the same chance.
    [[nodiscard]] constexpr Cell pick(Rng& rng) const {
        return nth(rng.below(static_cast<std::uint32_t>(count())));
    }

    [[nodiscard]] constexpr Cells up(unsigned n) const {
        if (n == 0) return *this;
        if (n >= 64) return {0, low << (n - 64)};
        return {low << n, high << n | low >> (64 - n)};
    }
    [[nodiscard]] constexpr Cells down(unsigned n) const {
        if (n == 0) return *this;
        if (n >= 64) return {high >> (n - 64), 0};
        return {low >> n | high << (64 - n), high >> n};
    }

    constexpr Cells& operator|=(Cells b) { return *this = *this | b; }
    constexpr Cells& operator&=(Cells b) { return *this = *this & b; }
    friend constexpr Cells operator|(Cells a, Cells b) { return {a.low | b.low, a.high | b.high}; }
    friend constexpr Cells operator&(Cells a, Cells b) { return {a.low & b.low, a.high & b.high}; }
    friend constexpr Cells operator-(Cells a, Cells b) {
        return {a.low & ~b.low, a.high & ~b.high};
    }
    friend constexpr bool operator==(Cells, Cells) = default;

    // Visits the cells in board order.
    class Iterator {
    public:
        explicit constexpr Iterator(std::uint64_t low, std::uint64_t high)
            : low_(low), high_(high) {}
        constexpr Cell operator*() const { return Cells{low_, high_}.first(); }
        constexpr Iterator& operator++() {
            if (low_ != 0)
                low_ &= low_ - 1;
            else
                high_ &= high_ - 1;
            return *this;
        }
        friend constexpr bool operator==(Iterator, Iterator) = default;

    private:
        std::uint64_t low_;
        std::uint64_t high_;
    };
    [[nodiscard]] constexpr Iterator begin() const { return Iterator(low, high); }
    [[nodiscard]] constexpr Iterator end() const { return Iterator(0, 0); }
};

// The cells at most `radius` from the castle, the castle included.
[[nodiscard]] constexpr Cells disc(int radius) {
    Cells cells;
    for (int slot = 0; slot < kSlots; ++slot)
        if (hex_of(static_cast<Cell>(slot)).distance() <= radius)
            cells.add(static_cast<Cell>(slot));
    return cells;
}

inline constexpr std::array<Cells, kRadius + 1> kDiscs{disc(0), disc(1), disc(2),
                                                       disc(3), disc(4), disc(5)};
inline constexpr Cells kBoard = kDiscs[kRadius];
static_assert(kBoard.count() == 91 && kDiscs[3].count() == 37 && kDiscs[4].count() == 61);

// Every cell that touches one of the set; members of the set only when they touch another.
[[nodiscard]] constexpr Cells touching(Cells set) {
    const Cells reached =
        set.up(12) | set.up(1) | set.up(11) | set.down(12) | set.down(1) | set.down(11);
    return reached & kBoard;
}
[[nodiscard]] constexpr Cells touching(Cell cell) { return touching(Cells::of(cell)); }

// The cells of `within` that hang together with the seed, which counts as one of them.
[[nodiscard]] constexpr Cells connected(Cells seed, Cells within) {
    Cells group = seed;
    for (;;) {
        const Cells more = (group | touching(group)) & within;
        if (more == group) return group;
        group = more;
    }
}

// TF-6: column letter a to k, then the row 1 to 11.
[[nodiscard]] inline std::string cell_name(Cell cell) {
    const Hex hex = hex_of(cell);
    return static_cast<char>('a' + hex.q + kRadius) + std::to_string(hex.r + kRadius + 1);
}

// The cell of that name if it is on the board; rows have no leading zero.
[[nodiscard]] constexpr std::optional<Cell> cell_named(std::string_view name) {
    if (name.size() < 2 || name.size() > 3 || name[0] < 'a' || name[0] > 'k') return {};
    int row = 0;
    for (const char c : name.substr(1)) {
        if (c < '0' || c > '9' || (row == 0 && c == '0')) return {};
        row = 10 * row + (c - '0');
    }
    const Hex hex{name[0] - 'a' - kRadius, row - kRadius - 1};
    if (hex.distance() > kRadius) return {};
    return hex.cell();
}

}  // namespace moonflower::terraflip
