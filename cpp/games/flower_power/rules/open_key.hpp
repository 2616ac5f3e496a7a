// What matters of a position when every card lies open, whoever has seen what: the key under which
// an ending is remembered. Positions that differ only in the names of flowers, in who knows a
// petal, in the number of the turn or in the count of quiet turns (FP-95) have one key.
#pragma once

#include <cstdint>
#include <utility>

#include "core/static_vector.hpp"
#include "games/flower_power/state.hpp"

namespace moonflower::flower_power {

class OpenKey {
public:
    // Nothing that seats see is written down from here on, which makes moves cheaper.
    static void forget(State& state) { state.knowledge_.stop_recording(); }

    [[nodiscard]] static std::uint64_t of(const State& state);
    [[nodiscard]] static int turn(const State& state) { return state.turn_; }
    // That are in play.
    [[nodiscard]] static int cards(const State& state) {
        return (state.cards() - state.zones_[Zone::kOut]).size();
    }
    // Quiet turns after which the game ends (FP-95): 0 when it has ended so; kEndless without a
    // count.
    static constexpr int kEndless = 0xffff;
    [[nodiscard]] static int turns_left(const State& state) {
        return state.rules_.stall > 0 ? state.rules_.stall - state.stalled_ : kEndless;
    }

    // A move by the ranks of its flowers instead of their ids, which is the same code in every
    // position of a key; and back.
    [[nodiscard]] static Move to_ranks(const State& state, Move move);
    [[nodiscard]] static Move to_ids(const State& state, Move move);

private:
    using Ranks = StaticVector<std::pair<std::uint64_t, int>, kMaxFlowers>;
    // Signature and index of each flower, in order of signature: equal ones are interchangeable.
    [[nodiscard]] static Ranks ranks(const State& state);
    [[nodiscard]] static std::uint64_t signature(const State& state, int flower);
};

}  // namespace moonflower::flower_power
