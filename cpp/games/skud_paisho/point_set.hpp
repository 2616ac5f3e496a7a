// A set of points as one word per row: a bitboard whose four shifts are loops over words, which
// compilers turn into vector code.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

#include "core/bits.hpp"
#include "games/skud_paisho/points.hpp"

namespace moonflower::skud_paisho {

class PointSet {
public:
    [[nodiscard]] static constexpr PointSet of(Point p) {
        PointSet set;
        set.add(p);
        return set;
    }

    [[nodiscard]] constexpr bool has(Point p) const {
        return (words_[row_of(p) + 1] >> column_of(p) & 1U) != 0;
    }
    constexpr void add(Point p) { words_[row_of(p) + 1] |= 1U << column_of(p); }
    constexpr void remove(Point p) { words_[row_of(p) + 1] &= ~(1U << column_of(p)); }
    constexpr void add_to_row(int row, std::uint32_t columns) { words_[row + 1] |= columns; }
    constexpr void set_row(int row, std::uint32_t columns) { words_[row + 1] = columns; }

    [[nodiscard]] constexpr std::uint32_t row(int row) const { return words_[row + 1]; }

    constexpr PointSet& operator&=(const PointSet& other) {
        for (int i = 0; i < kWords; ++i) words_[i] &= other.words_[i];
        return *this;
    }
    constexpr PointSet& operator|=(const PointSet& other) {
        for (int i = 0; i < kWords; ++i) words_[i] |= other.words_[i];
        return *this;
    }
    constexpr PointSet& subtract(const PointSet& other) {
        for (int i = 0; i < kWords; ++i) words_[i] &= ~other.words_[i];
        return *this;
    }
    [[nodiscard]] friend constexpr PointSet operator&(PointSet a, const PointSet& b) {
        return a &= b;
    }
    [[nodiscard]] friend constexpr PointSet operator|(PointSet a, const PointSet& b) {
        return a |= b;
    }

    // The set and its orthogonal neighbours within `mask` (SP-4).
    [[nodiscard]] constexpr PointSet spread_within(const PointSet& mask) const {
        PointSet wider;
        for (int i = 1; i <= kSide; ++i)
            wider.words_[i] =
                (words_[i] | words_[i] << 1 | words_[i] >> 1 | words_[i - 1] | words_[i + 1]) &
                mask.words_[i];
        return wider;
    }

    [[nodiscard]] constexpr bool empty() const {
        std::uint32_t any = 0;
        for (int i = 0; i < kWords; ++i) any |= words_[i];
        return any == 0;
    }
    // Bits of all words added up byte by byte: no population count instruction is assumed, and
    // twenty words of at most eight bits a byte fit.
    [[nodiscard]] constexpr int count() const {
        std::uint32_t bytes = 0;
        for (int i = 0; i < kWords; ++i) {
            std::uint32_t word = words_[i];
            word -= word >> 1 & 0x55555555U;
            word = (word & 0x33333333U) + (word >> 2 & 0x33333333U);
            bytes += (word + (word >> 4)) & 0x0f0f0f0fU;
        }
        return static_cast<int>((bytes & 255U) + (bytes >> 8 & 255U) + (bytes >> 16 & 255U) +
                                (bytes >> 24));
    }

    // In reading order.
    template <class Visit>
    constexpr void for_each(Visit visit) const {
        for (int row = 0; row < kSide; ++row)
            for (std::uint32_t bits = words_[row + 1]; bits != 0; bits &= bits - 1)
                visit(Point{kGrid.at[row][std::countr_zero(bits)]});
    }
    // The n-th point in reading order, counted from 0; n is below count().
    [[nodiscard]] constexpr Point nth(int n) const {
        for (int row = 0; row < kSide; ++row) {
            const int here = std::popcount(words_[row + 1]);
            if (n < here)
                return kGrid.at[row][nth_bit(words_[row + 1], static_cast<std::uint32_t>(n))];
            n -= here;
        }
        assert(false);
        return kNowhere;
    }

    friend constexpr bool operator==(const PointSet&, const PointSet&) = default;

private:
    static constexpr int kWords = 20;  // an empty row on either side, filled up to whole vectors
    std::array<std::uint32_t, kWords> words_{};
};

[[nodiscard]] constexpr PointSet make_gates() {
    PointSet set;
    for (const Point gate : kGatePoints) set.add(gate);
    return set;
}
inline constexpr PointSet kGateSet = make_gates();

// Where a flower may stop, by kind (SP-18).
[[nodiscard]] constexpr std::array<PointSet, kFlowerKinds> make_stops() {
    std::array<PointSet, kFlowerKinds> stops{};
    for (int kind = 0; kind < kFlowerKinds; ++kind)
        for (Point p = 0; p < kPoints; ++p)
            if (may_stop(kind_of(kind), p)) stops[kind].add(p);
    return stops;
}
inline constexpr std::array<PointSet, kFlowerKinds> kStops = make_stops();
inline constexpr PointSet kOpenSet = kStops[index(Kind::kLotus)];  // every point but the gates

}  // namespace moonflower::skud_paisho
