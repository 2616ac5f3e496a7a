// One turn of a cheater duel (SH-89): shields, claims and accusations of both players as one small
// game. Shields matter only suit by suit: a player mixes plans for every suit (covered or not, what
// to claim, whom to accuse after which claim), tied together by the number of shields alone. That
// is the sequence form (von Stengel 1996) of the turn, one linear program of 70 columns.
#pragma once

#include "solve/shields/stage.hpp"

namespace moonflower::shields {

// A plan for one suit: bits covered, claims a hit, accuses a claimed hit, accuses a claimed safe.
inline constexpr std::size_t kPlans = 16;
struct Plan {
    bool covered, claims_hit, accuses_hit, accuses_safe;
    explicit constexpr Plan(std::size_t code)
        : covered((code & 8U) != 0),
          claims_hit((code & 4U) != 0),
          accuses_hit((code & 2U) != 0),
          accuses_safe((code & 1U) != 0) {}
    [[nodiscard]] constexpr bool accuses(const Plan& other) const {
        return other.claims_hit ? accuses_hit : accuses_safe;
    }
    [[nodiscard]] constexpr bool lies() const { return claims_hit == covered; }
};

using Mixture = std::array<std::array<double, kPlans>, kSuits>;  // plans of each suit
using Payoffs = std::array<std::array<std::array<double, kPlans>, kPlans>, kSuits>;

struct TurnGame {
    Counts counts{};
    int shields = 2;
    Payoffs low{};  // of the first player, weighted by the chance of the suit
    Payoffs high{};
};

struct TurnSolution {
    Interval value;
    Mixture first{};
    Mixture second{};
};

// What a covered and an open suit are worth to a player who answers a mixture best.
struct SuitWorth {
    std::array<double, kSuits> covered{};
    std::array<double, kSuits> open{};

    [[nodiscard]] double of(SuitSet set) const {
        double sum = 0;
        for (std::size_t suit = 0; suit < kSuits; ++suit)
            sum += (set >> suit & 1U) != 0 ? covered[suit] : open[suit];
        return sum;
    }
};

// What the best answer to a mixture is worth, suit by suit. `sign` +1: the first player answers the
// second's mixture; -1: the second the first's, in losses.
[[nodiscard]] SuitWorth answer(const Payoffs& payoffs, const Mixture& other, int sign);
[[nodiscard]] double covered_share(const std::array<double, kPlans>& plans);

[[nodiscard]] TurnSolution solve_turn(const TurnGame& game);

// One side of a solved turn: the first player (sign +1) or the second (-1).
struct TurnSide {
    const TurnGame& game;
    const Mixture& own;
    const Mixture& other;
    int sign;
};

// A decision between two: how often each is taken and what it is worth against the other's mixture
// (difference of payoffs, the rest of the turn played best).
struct Fork {
    std::array<double, 2> share{};
    std::array<double, 2> worth{};
    bool is_expected = true;  // false: the other's solution never claims this

    [[nodiscard]] double value() const { return std::max(worth[0], worth[1]); }
};
// After an attack of the suit: to claim safe or hit.
[[nodiscard]] Fork claim_fork(const TurnSide& side, std::size_t suit, bool is_covered);
// After both claims: to let it be or to accuse.
struct Claims {
    bool own_is_hit;
    bool other_is_hit;
};
[[nodiscard]] Fork accuse_fork(const TurnSide& side, std::size_t suit, bool is_covered,
                               Claims claims);

}  // namespace moonflower::shields
