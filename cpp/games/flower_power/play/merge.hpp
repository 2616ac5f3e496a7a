// Lossless merging of moves: a layer over the full legal list, for search and hints. Equal cards
// and equal petals of a power flower are listed once by the rules themselves (part 10); what is
// left are flowers nobody can tell apart.
#pragma once

#include <array>

#include "games/flower_power/state.hpp"

namespace moonflower::flower_power {

// Two flowers of one owner are interchangeable when they have the same size and marks, take no
// part in a battle, and nobody knows a petal of either: exchanging them maps every course of the
// game to another with the same odds and payoffs. The lowest id stands for its class.
class Merger {
public:
    explicit Merger(const State& state);

    // The move that stands for this one: the same move on the flowers that stand for its own.
    [[nodiscard]] Move representative(Move move) const;

private:
    [[nodiscard]] int stands_for(int id) const;

    const State& state_;
    std::array<std::uint8_t, kMaxFlowers> first_{};  // for each flower: the first of its class
};

// Keeps the moves that stand for their class, in the order of the list.
void merge(const State& state, State::Moves& moves);

}  // namespace moonflower::flower_power
