// The options of Shields! and which of them go together (SH-1 to SH-5, SH-94).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/options.hpp"
#include "games/shields/deck.hpp"

namespace moonflower::shields {

enum class Mode : std::uint8_t { kEnemy, kFfa, kFfau };
inline constexpr std::array<std::string_view, 3> kModeNames{"enemy", "ffa", "ffau"};

inline constexpr int kMostLives = 9'999;
inline constexpr int kMostTurns = 1'000'000;
inline constexpr int kHandSize = 4;  // SH-53: attack cards of a ffau player

struct Rules {
    Mode mode = Mode::kEnemy;
    std::uint8_t players = 2;
    std::uint8_t shields = 2;  // k, shields per turn
    std::uint16_t lives = 10;
    std::uint32_t max_turns = 1'000;
    Deck deck = Deck::kCards32;  // never kAuto: settled when the rules are made
    std::uint8_t wilds = 0;
    bool cheats = false;
    bool plus_doubles = false;   // plus2=double
    bool skip_hinders = false;   // skip=hindrance
    bool reverses = true;        // rev
    bool all_dead_draws = true;  // all_dead=draw
    bool is_open = false;        // order=open
    bool encore_fills = false;   // encore=fill
    bool lie_is_flat = false;    // lie=flat
    bool confuses = true;        // confusion; never with cheaters (SH-44)
    CardCounts custom{};         // the attack cards of a custom deck, else empty

    [[nodiscard]] static const GameFacts& facts();
    [[nodiscard]] static Rules from(const Options& resolved);
    [[nodiscard]] Options options() const;

    // What is wrong with the combination, or "".
    [[nodiscard]] std::string conflict() const;
    // The deck an `auto` stands for.
    [[nodiscard]] Deck usual_deck() const;
    // The pile at the start.
    [[nodiscard]] CardCounts start_cards() const;

    friend bool operator==(const Rules&, const Rules&) = default;
};

// SH-68: the options a position of the mode carries, in this order.
[[nodiscard]] std::span<const std::string_view> carried_options(Mode mode);

}  // namespace moonflower::shields
