// What the solvers of Shields! share: counters, suit-sorted keys and the kinds of positions.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/error.hpp"
#include "solve/shields/exact.hpp"

namespace moonflower::shields {

// Counts the positions solved, keeps the limit and calls the progress callback.
class Effort {
public:
    explicit Effort(const Budget& budget) : budget_(budget) {}

    void count_position() {
        if (++positions_ > budget_.positions)
            throw TooLargeError("shields: more than " + std::to_string(budget_.positions) +
                                " positions to solve; a smaller deck or fewer lives are accepted");
        if (positions_ % 64 == 0) progress();
    }
    void progress() const {
        if (budget_.progress) budget_.progress();
    }
    [[nodiscard]] std::uint64_t positions() const { return positions_; }
    [[nodiscard]] const Budget& budget() const { return budget_; }

private:
    const Budget& budget_;
    std::uint64_t positions_ = 0;
};

// Plain cards left by suit.
using Counts = std::array<int, kSuits>;

[[nodiscard]] inline int total_of(const Counts& counts) {
    return counts[0] + counts[1] + counts[2] + counts[3];
}
[[nodiscard]] inline Counts without(Counts counts, std::size_t suit) {
    --counts[suit];
    return counts;
}
// Suits are alike, so counts are kept sorted: fewer positions.
[[nodiscard]] inline std::uint64_t key_of(Counts counts, int lives0, int lives1) {
    std::sort(counts.begin(), counts.end());
    std::uint64_t key = static_cast<std::uint64_t>(lives0) << 16 | static_cast<unsigned>(lives1);
    for (const int count : counts) key = key << 8 | static_cast<unsigned>(count);
    return key;
}

// The two seats still alive.
struct Duellists {
    std::size_t first;
    std::size_t second;
};
[[nodiscard]] inline Duellists duellists(const Table& table) {
    const unsigned living = table.living();
    return {static_cast<std::size_t>(std::countr_zero(living)),
            static_cast<std::size_t>(std::countr_zero(living & (living - 1)))};
}

// A turn of mode enemy with nothing but plain cards, those shown included, and no effect pending.
[[nodiscard]] bool is_plain(const Table& table);
[[nodiscard]] Counts plain_counts(const Table& table);
// The sets of `size` suits in the order of their texts.
[[nodiscard]] Sets sets_of_size(int size);

[[nodiscard]] Analysis solve_solo(const Table& table, Effort& effort);
[[nodiscard]] Analysis solve_duel(const Table& table, Effort& effort);
// In intervals from the first, and nothing is solved twice in one process: for play.
[[nodiscard]] Analysis solve_duel_again(const Table& table, Effort& effort);
[[nodiscard]] Analysis solve_with_effects(const Table& table, Effort& effort);
[[nodiscard]] Analysis solve_cheater(const Table& table, Effort& effort);
[[nodiscard]] Analysis solve_ffa(const Table& table, Effort& effort);
[[nodiscard]] Analysis solve_equilibrium(const Table& table, Effort& effort);

}  // namespace moonflower::shields
