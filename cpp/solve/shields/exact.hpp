// Exact solutions of Shields! positions (SH-85 to SH-91): solo, duels, and for more players an
// equilibrium with the measured gain of the best deviation. Lives above games/shields and the
// matrix games, so it stands here and not in the game's folder.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/progress.hpp"
#include "games/shields/state.hpp"
#include "solve/rational.hpp"

namespace moonflower::shields {

// A number of a solution; a fraction where it is exact.
struct Figure {
    double value = 0;
    std::string fraction;  // "3/4", or "" when only the double is known

    Figure() = default;
    explicit Figure(double number) : value(number) {}
    explicit Figure(const Rational& number) : value(number.value()), fraction(number.text()) {}
};

// One choice of a seat: how often the solution plays it, and what playing it for certain costs
// against the others' solution.
struct Choice {
    std::string token;
    Figure probability;
    Figure loss;
};

// SH-36, SH-37: what a cheater does after an attack of one suit, by whether his own shields stop
// it.
struct SuitPlan {
    char suit = 'C';
    bool is_covered = false;
    double share = 0;       // how often the solution has this case
    double claims_hit = 0;  // how often it then claims to be hit
    // How often it accuses, by its own claim and by the other's: [own is "hit"][other's is "hit"].
    std::array<std::array<double, 2>, 2> accuses{};
};

struct Analysis {
    std::string kind;     // "solo", "duel", "open duel", "cheater duel", "ffa duel", "equilibrium"
    std::string measure;  // what `values` are: "survival", "difference" or "payoff"
    bool is_exact = false;
    // Not exact: a duel's value lies within `gap` of what is told; in an equilibrium no seat gains
    // more by deviating.
    double gap = 0;
    std::vector<Figure> values{};                // by seat
    std::vector<std::vector<Choice>> choices{};  // by seat; empty for seats that do not choose
    std::vector<std::vector<SuitPlan>> plans{};  // by seat; at the start of a cheater's turn
    std::vector<double> gains{};  // equilibrium: what each seat gains by its best deviation
    std::string note{};           // what a reader must know besides
    std::uint64_t positions = 0;  // solved on the way
};

// How much work may be done before a position is refused.
struct Budget {
    std::uint64_t positions = 2'000'000;
    std::size_t fraction_bits = 2'000;  // larger fractions are given up for certified doubles
    ProgressCallback progress;          // called now and then; may throw to stop
    bool keeps = false;  // plain duels in doubles, and what is solved lasts for later calls
};

// Solves what one seat sees: a turn in which shields or attacks are chosen, and what a cheater
// claims and whom he accuses. Secret commits of the running stage play no part. OptionError, saying
// why, for positions that are not offered, TooLargeError for those beyond the budget.
[[nodiscard]] Analysis analyse(const View& view, const Budget& budget);
// The same for what a seat is paid: with all_dead=none a duel is no longer zero-sum, so where both
// may fall together it is solved as games of more players are.
[[nodiscard]] Analysis analyse_payoffs(const View& view, const Budget& budget);
// What the seat on turn sees.
[[nodiscard]] Analysis analyse(const State& state, const Budget& budget);

// What follows is asked of numbers alone: 1 to 3 shields, up to 300 lives in a duel, up to five
// seats of 20 lives, up to 30 cards of a suit; OptionError for others. The progress comes often.

// SH-90: an ffa duel under optimal play, without a turn limit.
struct FfaDuel {
    Rational value;  // +1, 0, -1 for seat 0
    Rational win0;
    Rational win1;
    Rational draw;
    Rational turns;  // expected
};
[[nodiscard]] FfaDuel solve_ffa_duel(int lives0, int lives1, int shields,
                                     const ProgressCallback& progress);

// SH-85: the least expected number of hits of a single player with lives without end.
[[nodiscard]] Rational least_expected_hits(const std::array<int, kSuits>& counts, int shields,
                                           const ProgressCallback& progress);

// SH-91: who wins an ffa game in which everybody plays at random: a share for each set of seats.
[[nodiscard]] std::vector<Rational> ffa_random_winners(const std::vector<int>& lives, int shields,
                                                       const ProgressCallback& progress);

}  // namespace moonflower::shields
