// Playouts that fill the board at random: the stones decide the winner, not their order.
#include "core/bits.hpp"

#include "games/hex/state.hpp"

namespace moonflower::hex {
namespace {

using Rows = std::array<std::uint32_t, kMaxSize>;  // a bit per column

// The cells of a row that are joined to `from` along the row.
std::uint32_t run(std::uint32_t from, std::uint32_t row) {
    from &= row;
    for (std::uint32_t before = 0; before != from;) {
        before = from;
        from |= (from << 1 | from >> 1) & row;
    }
    return from;
}

// Whether the cells join the top row to the bottom row: sweeps down and up while they reach more.
bool joins(const Rows& rows, std::size_t size) {
    Rows reached{rows[0]};
    const auto grow = [&](std::size_t row, std::uint32_t from) {
        const std::uint32_t before = reached[row];
        reached[row] = run(before | from, rows[row]);
        return reached[row] != before;
    };
    for (bool grows = true; grows && reached[size - 1] == 0;) {
        grows = false;
        for (std::size_t row = 1; row < size; ++row)
            grows |= grow(row, reached[row - 1] | reached[row - 1] >> 1);
        for (std::size_t row = size - 1; row-- > 1;)
            grows |= grow(row, reached[row + 1] | reached[row + 1] << 1);
    }
    return reached[size - 1] != 0;
}

}  // namespace

// Who connects first is who is connected on the full board, and random moves up to a full board
// give each seat a random half of the free cells: deal the halves and look once.
std::uint64_t State::play_out(Rng& rng) {
    if (is_over_) return 0;
    const std::size_t size = rules_.size;
    Rows free{};
    Rows first{};
    for (std::size_t row = 0, cell = 0; row < size; ++row)
        for (std::size_t column = 0; column < size; ++column, ++cell) {
            free[row] |= std::uint32_t{is_free(cell)} << column;
            first[row] |= std::uint32_t{nodes_[cell] & 1U} << column;
        }
    // Any half at first; then cells at random change hands until the number is right.
    int missing = (free_count_ + (mover_ == 0 ? 1 : 0)) / 2;
    for (std::size_t row = 0; row < size; ++row) {
        const std::uint32_t dealt = free[row] & static_cast<std::uint32_t>(rng.next() >> 32);
        first[row] |= dealt;
        missing -= count_bits(dealt);
    }
    while (missing != 0) {
        const std::uint32_t cell = rng.below(cell_count());
        const std::size_t row = cell / size;
        const std::uint32_t bit = 1U << cell % size;
        if ((free[row] & bit) == 0 || ((first[row] & bit) == 0) != (missing > 0)) continue;
        first[row] ^= bit;
        missing += missing > 0 ? -1 : 1;
    }
    const std::uint64_t moves = free_count_;
    is_over_ = true;
    mover_ = joins(first, size) ? 1 : 0;  // who has lost
    return moves;
}

}  // namespace moonflower::hex
