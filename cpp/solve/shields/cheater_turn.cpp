#include "solve/shields/cheater_turn.hpp"

#include <numeric>

#include "solve/linear_program.hpp"

namespace moonflower::shields {

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

double covered_share(const std::array<double, kPlans>& plans) {
    return std::accumulate(plans.begin() + kPlans / 2, plans.end(), 0.0);
}

namespace {

constexpr std::size_t kHonestOpen = 4;  // plans
constexpr std::size_t kHonestCovered = 8;

double best_worth(const SuitWorth& worth, int shields) {
    double best = -1e300;
    for (const SuitSet set : sets_of_size(shields)) best = std::max(best, worth.of(set));
    return best;
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

}  // namespace

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

}  // namespace moonflower::shields
