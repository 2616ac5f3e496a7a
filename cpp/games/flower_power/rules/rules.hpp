// The options of Flower Power (part 2 of the rule book) and the numbers that follow from them.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "core/options.hpp"
#include "core/types.hpp"
#include "games/flower_power/rules/cards.hpp"

namespace moonflower::flower_power {

inline constexpr int kMaxCards = 2 * kFaces;  // FP-115: at most two decks
inline constexpr int kMaxPack = 36;           // FP-115: petals of one seat, before the build
inline constexpr int kMaxFlowers = kFaces;    // FP-115: on the table at once; one deck has as many
inline constexpr int kMaxLevel = 30;          // FP-115: of a tie-break; one deck has 27 pairs
inline constexpr int kMaxTurns = 5000;
inline constexpr int kMaxFlowerId = 4095;

struct Rules {
    std::uint8_t players = 2;
    std::uint8_t decks = 1;
    std::uint8_t petals = 20;
    std::int8_t base = 2;
    std::array<std::int8_t, kMaxSeats> petal_adj{};
    std::array<std::int8_t, kMaxSeats> hand_adj{};
    bool jokers : 1 = true;
    bool build_open : 1 = false;
    bool end_in_battle : 1 = true;
    bool reply_burst : 1 = false;
    bool old_unique : 1 = false;
    bool will_one : 1 = false;
    bool elim_out : 1 = false;
    bool noop_spy : 1 = false;
    bool stall_share : 1 = false;
    std::uint8_t rechoice = 1;
    std::uint8_t starter = 0;
    std::uint16_t stall = 40;
    std::uint16_t max_turns = 2000;

    [[nodiscard]] static const GameFacts& facts();
    [[nodiscard]] static Rules from(const Options& resolved);
    [[nodiscard]] Options options() const;

    // FP-10: how many seats come before it in the first round.
    [[nodiscard]] int place(Seat seat) const;
    // FP-5: petals and hand dealt to a seat.
    [[nodiscard]] int pack(Seat seat) const;
    [[nodiscard]] int hand(Seat seat) const;
    // FP-1: every card of the decks.
    [[nodiscard]] CardSet all_cards() const;

    friend bool operator==(const Rules&, const Rules&) = default;
};

}  // namespace moonflower::flower_power
