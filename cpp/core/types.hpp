// The words every layer shares: seats, turns, moves, chance outcomes and payoffs.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <compare>
#include <cstdint>

namespace moonflower {

using Seat = int;  // 0-based in code; text counts from 1 unless a rule book says otherwise
inline constexpr int kMaxSeats = 5;

// Who acts: a seat, chance, or nobody because the game is over.
class Turn {
public:
    [[nodiscard]] static constexpr Turn of(Seat seat) {
        assert(seat >= 0 && seat < kMaxSeats);
        return Turn(static_cast<std::int8_t>(seat));
    }
    [[nodiscard]] static constexpr Turn chance() { return Turn(-1); }
    [[nodiscard]] static constexpr Turn over() { return Turn(-2); }

    [[nodiscard]] constexpr bool is_seat() const { return who_ >= 0; }
    [[nodiscard]] constexpr bool is_chance() const { return who_ == -1; }
    [[nodiscard]] constexpr bool is_over() const { return who_ == -2; }
    [[nodiscard]] constexpr Seat seat() const {
        assert(is_seat());
        return who_;
    }
    // The seat, -1 for chance, -2 when over: what Python shows.
    [[nodiscard]] constexpr int code() const { return who_; }

    friend constexpr bool operator==(Turn, Turn) = default;

private:
    explicit constexpr Turn(std::int8_t who) : who_(who) {}
    std::int8_t who_;
};

// One small decision of a seat, or one outcome of chance. The code means something only to its
// game; equal codes at one state are equal moves.
struct Move {
    std::uint32_t code = 0;
    friend constexpr auto operator<=>(Move, Move) = default;
};

// A chance outcome; its probability is weight / (sum of weights), exactly.
struct Outcome {
    Move move;
    std::uint64_t weight = 0;
};

// Payoffs are whole numbers of units, so that sums are equal on every machine. A win is one
// payoff; the unit divides it by 2, 3, 4 and 5 and leaves room for heuristic values.
inline constexpr std::int32_t kPayoffUnit = 60'000;

struct Returns {
    std::array<std::int32_t, kMaxSeats> units{};

    [[nodiscard]] constexpr double payoff(Seat seat) const {
        return static_cast<double>(units[static_cast<std::size_t>(seat)]) / kPayoffUnit;
    }
    // One payoff split evenly between the seats of a bit mask; an empty mask pays nobody.
    [[nodiscard]] static constexpr const Returns& shared_by(unsigned winners);
    friend constexpr bool operator==(const Returns&, const Returns&) = default;
};

// For every set of winners: asked at the end of every playout.
inline constexpr auto kSharedPayoffs = [] {
    std::array<Returns, 1U << kMaxSeats> table{};
    for (unsigned winners = 1; winners < table.size(); ++winners)
        for (std::size_t seat = 0; seat < kMaxSeats; ++seat)
            if ((winners >> seat & 1U) != 0)
                table[winners].units[seat] = kPayoffUnit / std::popcount(winners);
    return table;
}();

constexpr const Returns& Returns::shared_by(unsigned winners) {
    assert(winners < kSharedPayoffs.size());
    return kSharedPayoffs[winners];
}

}  // namespace moonflower
