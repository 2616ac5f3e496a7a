// SH-89: the cheater duel. Nothing hidden outlives a turn, so each public position is one small
// game. Shields matter only suit by suit: a player mixes plans for every suit (covered or not, what
// to claim, whom to accuse after which claim), tied together by the number of shields alone. That
// is the sequence form (von Stengel 1996) of the turn, one linear program of 70 columns.
#include <cmath>
#include <numeric>
#include <unordered_map>

#include "solve/linear_program.hpp"
#include "solve/shields/stage.hpp"

namespace moonflower::shields {
namespace {

// A plan for one suit: bits covered, claims a hit, accuses a claimed hit, accuses a claimed safe.
constexpr std::size_t kPlans = 16;
constexpr std::size_t kHonestOpen = 4;
constexpr std::size_t kHonestCovered = 8;
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

// SH-38 to SH-41 for a plain card, which costs 1 and a caught lie 2 with either option of `lie`.
constexpr int loss_of(const Plan& own, const Plan& other) {
    const bool is_accused = other.accuses(own);
    int loss = own.claims_hit ? 1 : 0;
    if (is_accused) loss = own.lies() ? 2 : (own.covered ? 0 : 1);
    if (own.accuses(other) && !other.lies()) ++loss;
    return loss;
}

struct LossPair {
    std::uint8_t first, second;
};
constexpr auto kLosses = [] {
    std::array<std::array<LossPair, kPlans>, kPlans> table{};
    for (std::size_t i = 0; i < kPlans; ++i)
        for (std::size_t j = 0; j < kPlans; ++j)
            table[i][j] = {static_cast<std::uint8_t>(loss_of(Plan(i), Plan(j))),
                           static_cast<std::uint8_t>(loss_of(Plan(j), Plan(i)))};
    return table;
}();

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

// `sign` +1: the first player answers the second's mixture; -1: the second the first's, in losses.
SuitWorth answer(const Payoffs& payoffs, const Mixture& other, int sign) {
    SuitWorth worth;
    for (std::size_t suit = 0; suit < kSuits; ++suit) {
        double best[2] = {-1e300, -1e300};
        for (std::size_t plan = 0; plan < kPlans; ++plan) {
            double sum = 0;
            for (std::size_t reply = 0; reply < kPlans; ++reply)
                sum += other[suit][reply] *
                       (sign > 0 ? payoffs[suit][plan][reply] : -payoffs[suit][reply][plan]);
            double& kept = best[Plan(plan).covered ? 1 : 0];
            kept = std::max(kept, sum);
        }
        worth.open[suit] = best[0];
        worth.covered[suit] = best[1];
    }
    return worth;
}

double best_worth(const SuitWorth& worth, int shields) {
    double best = -1e300;
    for (const SuitSet set : sets_of_size(shields)) best = std::max(best, worth.of(set));
    return best;
}

double covered_share(const std::array<double, kPlans>& plans) {
    return std::accumulate(plans.begin() + kPlans / 2, plans.end(), 0.0);
}

// Makes a mixture legal: every suit adds up to 1 and the covered shares to the shields. The program
// leaves out only what cannot matter, so what is missing goes to honest plans.
void complete(Mixture& mixture, int shields) {
    double covered = 0;
    double missing = 0;
    for (auto& plans : mixture) {
        double sum = 0;
        for (double& share : plans) sum += share = std::max(0.0, share);
        for (double& share : plans) share /= std::max(1.0, sum);
        covered += covered_share(plans);
        missing += std::max(0.0, 1 - sum);
    }
    const double part = missing > 0 ? std::clamp((shields - covered) / missing, 0.0, 1.0) : 0;
    for (auto& plans : mixture) {
        const double open = std::max(0.0, 1 - std::accumulate(plans.begin(), plans.end(), 0.0));
        plans[kHonestCovered] += open * part;
        plans[kHonestOpen] += open * (1 - part);
    }
}

// max sum q_i - k r - (4 - k) s over x, q, r, s >= 0 with: for each suit and reply, x A >= q_i - r
// if the reply covers, q_i - s if not; plans of a suit at most 1, covered at most k, open at most
// 4 - k. Payoffs are raised above 0, so both sides use all they have.
LinearProgram program_of(const TurnGame& game) {
    constexpr std::size_t kAllPlans = kSuits * kPlans;
    constexpr std::size_t kCover = kAllPlans + kSuits;  // row and column of the shields
    constexpr std::size_t kLeave = kCover + 1;          // and of the suits left open
    LinearProgram program(kLeave + 1, kLeave + 1);
    for (std::size_t suit = 0; suit < kSuits; ++suit) {
        const std::size_t own = kAllPlans + suit;
        const double raise = 2.0 * game.counts[suit] / total_of(game.counts);
        for (std::size_t plan = 0; plan < kPlans; ++plan) {
            const std::size_t place = suit * kPlans + plan;
            const std::size_t shield = Plan(plan).covered ? kCover : kLeave;
            for (std::size_t reply = 0; reply < kPlans; ++reply) {
                const double middle =
                    (game.low[suit][plan][reply] + game.high[suit][plan][reply]) / 2;
                program.cell(suit * kPlans + reply, place) = -(middle + raise);
            }
            program.cell(place, own) = 1;  // as a reply
            program.cell(place, shield) = -1;
            program.cell(own, place) = 1;  // as a plan
            program.cell(shield, place) = 1;
        }
        program.bound(own) = 1;
        program.gain(own) = 1;
    }
    program.bound(kCover) = game.shields;
    program.gain(kCover) = -game.shields;
    program.bound(kLeave) = kSuits - game.shields;
    program.gain(kLeave) = game.shields - kSuits;
    return program;
}

// The widest interval among the payoffs: no solution can be told more sharply.
double blur(const TurnGame& game) {
    double sum = 0;
    for (std::size_t suit = 0; suit < kSuits; ++suit) {
        double widest = 0;
        for (std::size_t i = 0; i < kPlans; ++i)
            for (std::size_t j = 0; j < kPlans; ++j)
                widest = std::max(widest, game.high[suit][i][j] - game.low[suit][i][j]);
        sum += widest;
    }
    return sum;
}

TurnSolution read_turn(const TurnGame& game, const LinearProgram::Optimum& optimum) {
    TurnSolution solution;
    for (std::size_t suit = 0; suit < kSuits; ++suit)
        for (std::size_t plan = 0; plan < kPlans; ++plan) {
            solution.first[suit][plan] = optimum.values[suit * kPlans + plan];
            solution.second[suit][plan] = optimum.prices[suit * kPlans + plan];
        }
    complete(solution.first, game.shields);
    complete(solution.second, game.shields);
    // Whatever the program did, these bounds hold: each side's best answer to the other's mixture.
    constexpr double kSlack = 2e-14;
    solution.value.high = best_worth(answer(game.high, solution.second, 1), game.shields) + kSlack;
    solution.value.low = -best_worth(answer(game.low, solution.first, -1), game.shields) - kSlack;
    return solution;
}

TurnSolution solve_turn(const TurnGame& game) {
    const LinearProgram program = program_of(game);
    const double sharp = blur(game) + 1e-12;
    TurnSolution best;
    best.value = {-1, 1};
    for (const double apart :
         {1e-7, 1e-6, 1e-8, 1e-5, 1e-9, 1e-4}) {  // until rounding does no harm
        TurnSolution solution = read_turn(game, LinearProgram(program).maximise(apart));
        const double width = solution.value.high - solution.value.low;
        if (width < best.value.high - best.value.low) best = solution;
        if (width <= sharp) break;
    }
    return best;
}

class Cheaters {
public:
    Cheaters(int shields, Effort& effort) : shields_(shields), effort_(effort) {}

    Interval value(const Counts& counts, int first, int second) {
        if (first <= 0 || second <= 0) return (first > 0 ? 1 : 0) - (second > 0 ? 1 : 0);
        if (total_of(counts) == 0 || first == second) return 0;  // the seats are alike
        if (first < second) return -value(counts, second, first);
        const auto key = key_of(counts, first, second);
        if (const auto known = known_.find(key); known != known_.end()) return known->second;
        const TurnGame game = turn(counts, first, second);
        effort_.count_position();
        const Interval result = solve_turn(game).value;
        known_.emplace(key, result);
        return result;
    }

    TurnGame turn(Counts counts, int first, int second) {
        TurnGame game;
        game.counts = counts;
        game.shields = shields_;
        for (std::size_t suit = 0; suit < kSuits; ++suit) {
            if (counts[suit] == 0) continue;
            const double chance = static_cast<double>(counts[suit]) / total_of(counts);
            const Counts next = without(counts, suit);
            std::array<std::array<Interval, 4>, 4> after;
            for (int loss0 = 0; loss0 < 4; ++loss0)
                for (int loss1 = 0; loss1 < 4; ++loss1)
                    after[static_cast<std::size_t>(loss0)][static_cast<std::size_t>(loss1)] =
                        value(next, first - loss0, second - loss1);
            for (std::size_t i = 0; i < kPlans; ++i)
                for (std::size_t j = 0; j < kPlans; ++j) {
                    const Interval& got = after[kLosses[i][j].first][kLosses[i][j].second];
                    game.low[suit][i][j] = chance * got.low;
                    game.high[suit][i][j] = chance * got.high;
                }
        }
        return game;
    }

private:
    int shields_;
    Effort& effort_;
    std::unordered_map<std::uint64_t, Interval> known_;
};

// Shield sets that cover each suit as often as the mixture does: suits laid end to end on a line,
// cut at every whole number (systematic sampling, Madow 1949).
std::vector<double> set_shares(const Mixture& mixture, const Sets& sets) {
    std::vector<double> cuts{0.0, 1.0};
    std::array<double, kSuits + 1> ends{};
    for (std::size_t suit = 0; suit < kSuits; ++suit) {
        ends[suit + 1] = ends[suit] + covered_share(mixture[suit]);
        cuts.push_back(ends[suit + 1] - std::floor(ends[suit + 1]));
    }
    std::sort(cuts.begin(), cuts.end());
    std::vector<double> shares(sets.size());
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
        const double point = (cuts[i] + cuts[i + 1]) / 2;
        unsigned set = 0;
        for (std::size_t suit = 0; suit < kSuits; ++suit)
            if (std::floor(ends[suit + 1] - point) > std::floor(ends[suit] - point))
                set |= 1U << suit;
        const auto found = std::find(sets.begin(), sets.end(), static_cast<SuitSet>(set));
        if (found != sets.end())
            shares[static_cast<std::size_t>(found - sets.begin())] += cuts[i + 1] - cuts[i];
    }
    return shares;
}

}  // namespace

Solution solve_cheater(const Table& table, Effort& effort) {
    const auto [first, second] = duellists(table);
    const int shields = table.rules.shields;
    Cheaters cheaters(shields, effort);
    const TurnGame game =
        cheaters.turn(plain_counts(table), table.lives[first], table.lives[second]);
    const TurnSolution solved = solve_turn(game);
    Interval value = solved.value;
    if (table.lives[first] == table.lives[second]) value = 0;  // the seats are alike
    Solution solution{.kind = "cheater duel", .measure = "difference"};
    solution.gap = solved.value.high - solved.value.low;
    solution.values.resize(table.rules.players);
    solution.choices.resize(table.rules.players);
    solution.values[first] = Figure(value.middle());
    solution.values[second] = Figure(-value.middle());
    const Sets sets = sets_of_size(shields);
    const auto fill = [&](std::size_t seat, const Mixture& own, const Mixture& other, int sign) {
        const std::vector<double> shares = set_shares(own, sets);
        const SuitWorth worth = answer(game.low, other, sign);
        for (std::size_t i = 0; i < sets.size(); ++i)
            solution.choices[seat].push_back(
                {set_text(sets[i]), Figure(shares[i]),
                 Figure(std::max(0.0, sign * value.middle() - worth.of(sets[i])))});
    };
    fill(first, solved.first, solved.second, 1);
    fill(second, solved.second, solved.first, -1);
    return solution;
}

}  // namespace moonflower::shields
