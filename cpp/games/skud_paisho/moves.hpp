// How a move is packed into 32 bits. A move is one step, or a whole turn read from one token
// (SP-55, SP-56): a base part, a bonus part, or both, and possibly the declined bonus of the
// opponent before them (SP-57).
#pragma once

#include <cstdint>

#include "games/skud_paisho/bonus.hpp"

namespace moonflower::skud_paisho {

struct Play {
    // What is said about the bonus. The kinds of tiles follow kTile.
    enum class Said : std::uint8_t { kNothing, kDeclined, kTile, kShips = 14, kAccents = 15 };

    static constexpr int kNoBase = 255;

    int from = kNoBase;  // a point, kPoints + kind to plant that flower, or kNoBase
    Point to = 0;
    int said = 0;  // Said; kTile + kind for a bonus; kShips for a Boat on a flower
    Point at = 0;  // point of the bonus, or the number of an accent choice
    int direction = 0;
    bool declines_first = false;

    [[nodiscard]] static constexpr Play plant(Kind kind, Point gate) {
        return {.from = kPoints + index(kind), .to = gate};
    }
    [[nodiscard]] static constexpr Play arrange(Point from, Point to) {
        return {.from = from, .to = to};
    }
    [[nodiscard]] static constexpr Play accents(int choice) {
        return {.said = static_cast<int>(Said::kAccents), .at = choice};
    }
    [[nodiscard]] static constexpr Play decline() {
        return {.said = static_cast<int>(Said::kDeclined)};
    }
    [[nodiscard]] static constexpr Play of(const Bonus& bonus) {
        Play play;
        play.say(bonus);
        return play;
    }
    // The opening written by the site for the Host's start flower, which changes nothing (SP-59).
    [[nodiscard]] static constexpr Play nothing() { return {}; }

    constexpr void say(const Bonus& bonus) {
        const bool ships = bonus.direction >= 0;
        said = ships ? static_cast<int>(Said::kShips)
                     : static_cast<int>(Said::kTile) + index(bonus.kind);
        at = bonus.at;
        direction = ships ? bonus.direction : 0;
    }

    [[nodiscard]] constexpr bool has_base() const { return from != kNoBase; }
    [[nodiscard]] constexpr bool is_plant() const { return from >= kPoints && has_base(); }
    [[nodiscard]] constexpr Kind planted() const { return kind_of(from - kPoints); }
    [[nodiscard]] constexpr bool is_accents() const {
        return said == static_cast<int>(Said::kAccents);
    }
    [[nodiscard]] constexpr bool declines() const {
        return said == static_cast<int>(Said::kDeclined);
    }
    [[nodiscard]] constexpr bool has_bonus() const {
        return said >= static_cast<int>(Said::kTile) && !is_accents();
    }
    [[nodiscard]] constexpr Bonus bonus() const {
        if (said == static_cast<int>(Said::kShips)) return {Kind::kBoat, at, direction};
        return {kind_of(said - static_cast<int>(Said::kTile)), at};
    }

    [[nodiscard]] constexpr Move move() const {
        return {static_cast<std::uint32_t>(from) | static_cast<std::uint32_t>(to) << 8 |
                static_cast<std::uint32_t>(at) << 16 | static_cast<std::uint32_t>(said) << 24 |
                static_cast<std::uint32_t>(direction) << 28 |
                static_cast<std::uint32_t>(declines_first) << 31};
    }
    [[nodiscard]] static constexpr Play of(Move move) {
        return {.from = static_cast<int>(move.code & 255U),
                .to = static_cast<int>(move.code >> 8 & 255U),
                .said = static_cast<int>(move.code >> 24 & 15U),
                .at = static_cast<int>(move.code >> 16 & 255U),
                .direction = static_cast<int>(move.code >> 28 & 7U),
                .declines_first = (move.code >> 31) != 0};
    }
};

}  // namespace moonflower::skud_paisho
