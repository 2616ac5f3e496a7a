// The rule book as data: kinds of moves and the options. Clauses HK-n are those of
// seeds/hanamikoji.md.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/options.hpp"
#include "games/hanamikoji/cards.hpp"

namespace moonflower::hanamikoji {

inline constexpr int kTurns = 8;              // HK-3: turns of a round
inline constexpr int kHandSize = 6;           // HK-3: cards dealt to each seat
inline constexpr int kMostRounds = 99;        // HK-2
inline constexpr int kGeishasToWin = 4;       // HK-11
inline constexpr std::uint8_t kAllUsed = 15;  // a bit per action

// The four actions first (HK-4 to HK-7), in the order of their letters; then answers and chance.
enum class Kind : std::uint8_t {
    kSecret,
    kDiscard,
    kGift,
    kCompetition,
    kTakeCard,  // answer to a gift
    kTakePair,  // answer to a competition
    kDraw,
    kDeal,
};
inline constexpr int kActions = 4;
inline constexpr std::string_view kActionLetters = "sdgc";
// Cards of each kind but the deal.
inline constexpr std::array<int, 7> kCardsOf{1, 2, 3, 4, 1, 2, 1};

[[nodiscard]] constexpr int cards_of(Kind kind) { return kCardsOf[static_cast<std::size_t>(kind)]; }
[[nodiscard]] constexpr std::uint8_t bit_of(Kind kind) {
    return static_cast<std::uint8_t>(1U << static_cast<unsigned>(kind));
}

struct Rules {
    std::uint8_t max_rounds = 3;   // 0 = no limit by the rules
    std::uint8_t starter = 0;      // who starts round 0
    std::uint8_t win_points = 11;  // 11 or 12
    bool breaks_ties = false;      // tiebreak=tiers
    bool cap_draws = false;        // cap=draw
    bool reveals_secrets = true;

    [[nodiscard]] static const GameFacts& facts();
    [[nodiscard]] static Rules from(const Options& resolved);
    [[nodiscard]] Options options() const;
    // HK-2: without a limit the match is stopped after 99 rounds.
    [[nodiscard]] constexpr int rounds() const {
        return max_rounds == 0 ? kMostRounds : max_rounds;
    }
    [[nodiscard]] constexpr std::uint64_t bits() const {
        return static_cast<std::uint64_t>(max_rounds) | static_cast<std::uint64_t>(starter) << 8 |
               static_cast<std::uint64_t>(win_points) << 16 |
               static_cast<std::uint64_t>(breaks_ties) << 24 |
               static_cast<std::uint64_t>(cap_draws) << 25 |
               static_cast<std::uint64_t>(reveals_secrets) << 26;
    }
    friend bool operator==(const Rules&, const Rules&) = default;
};

// What a set of geishas, a bit each, is worth.
struct Worth {
    std::uint8_t points = 0;
    std::uint8_t geishas = 0;
};
inline constexpr auto kWorth = [] {
    std::array<Worth, 128> worth;
    for (std::size_t set = 0; set < worth.size(); ++set)
        for (std::size_t g = 0; g < kGeishas; ++g) {
            if ((set >> g & 1U) == 0) continue;
            worth[set].points = static_cast<std::uint8_t>(worth[set].points + kValues[g]);
            ++worth[set].geishas;
        }
    return worth;
}();
[[nodiscard]] constexpr int points_of(std::uint8_t owned) { return kWorth[owned].points; }

// Who has won, a bit per seat (both = draw), when a round has ended with these owners; 0 if the
// match goes on (HK-11, HK-12).
[[nodiscard]] unsigned winners_after(const Rules& rules, int round,
                                     const std::array<std::uint8_t, 2>& owned);

}  // namespace moonflower::hanamikoji
