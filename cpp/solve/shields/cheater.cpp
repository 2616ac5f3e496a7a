// SH-89: the cheater duel. Nothing hidden outlives a turn, so each public position is one small
// game, solved from the last card back.
#include <cmath>
#include <unordered_map>

#include "solve/shields/cheater_turn.hpp"

namespace moonflower::shields {
namespace {

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

// The turn of a table as both players see it, solved.
struct SolvedTurn {
    Duellists seats;
    TurnGame game;
    TurnSolution solution;

    // Of a duellist.
    [[nodiscard]] TurnSide side_of(std::size_t seat) const {
        if (seat == seats.first) return {game, solution.first, solution.second, 1};
        return {game, solution.second, solution.first, -1};
    }
};

Analysis begin_analysis(const Table& table, const SolvedTurn& turn, double value_of_first) {
    Analysis analysis{.kind = "cheater duel", .measure = "difference"};
    analysis.gap = turn.solution.value.high - turn.solution.value.low;
    analysis.values.resize(table.rules.players);
    analysis.choices.resize(table.rules.players);
    analysis.values[turn.seats.first] = Figure(value_of_first);
    analysis.values[turn.seats.second] = Figure(-value_of_first);
    return analysis;
}

std::vector<SuitPlan> plans_of(const TurnSide& side) {
    std::vector<SuitPlan> plans;
    for (std::size_t suit = 0; suit < kSuits; ++suit)
        for (const bool is_covered : {true, false}) {
            if (side.game.counts[suit] == 0) continue;
            const double covered = covered_share(side.own[suit]);
            SuitPlan plan{.suit = kSuitLetters[suit],
                          .is_covered = is_covered,
                          .share = is_covered ? covered : 1 - covered,
                          .claims_hit = claim_fork(side, suit, is_covered).share[1]};
            for (const bool own : {false, true})
                for (const bool other : {false, true})
                    plan.accuses[own ? 1 : 0][other ? 1 : 0] =
                        accuse_fork(side, suit, is_covered, {own, other}).share[1];
            plans.push_back(plan);
        }
    return plans;
}

// SH-11: the shields.
Analysis choose_shields(const Table& table, const SolvedTurn& turn) {
    const auto [first, second] = turn.seats;
    // The seats are alike with equal lives.
    const bool is_even = table.lives[first] == table.lives[second];
    const double value = is_even ? 0 : turn.solution.value.middle();
    Analysis analysis = begin_analysis(table, turn, value);
    analysis.plans.resize(table.rules.players);
    const Sets sets = sets_of_size(turn.game.shields);
    for (const std::size_t seat : {first, second}) {
        const TurnSide side = turn.side_of(seat);
        const std::vector<double> shares = set_shares(side.own, sets);
        const SuitWorth worth = answer(turn.game.low, side.other, side.sign);
        for (std::size_t i = 0; i < sets.size(); ++i)
            analysis.choices[seat].push_back(
                {set_text(sets[i]), Figure(shares[i]),
                 Figure(std::max(0.0, side.sign * value - worth.of(sets[i])))});
        analysis.plans[seat] = plans_of(side);
    }
    return analysis;
}

// SH-36, SH-37: what the viewer claims or whom he accuses. He knows his own shields and judges the
// other's by the solution of the whole turn.
Analysis answer_attack(const Table& table, const SolvedTurn& turn, std::size_t suit) {
    const auto [first, second] = turn.seats;
    const auto viewer = static_cast<std::size_t>(table.viewer);
    const std::size_t other = viewer == first ? second : first;
    const TurnSide side = turn.side_of(viewer);
    const bool is_covered = (shields_of(table.choices[viewer]) >> suit & 1U) != 0;
    const bool claims = table.phase == Phase::kClaim;
    const Fork fork = claims ? claim_fork(side, suit, is_covered)
                             : accuse_fork(side, suit, is_covered,
                                           {table.claims[viewer] != 0, table.claims[other] != 0});
    Analysis analysis = begin_analysis(table, turn, side.sign * fork.value());
    const double chance = static_cast<double>(turn.game.counts[suit]) / total_of(turn.game.counts);
    analysis.gap /= chance;  // what the whole turn leaves open may all lie in this suit
    const std::array<std::string, 2> tokens =
        claims ? std::array<std::string, 2>{"s", "h"}
               : std::array<std::string, 2>{"-", "a" + std::to_string(other)};
    for (std::size_t i = 0; i < 2; ++i)
        analysis.choices[viewer].push_back(
            {tokens[i], Figure(fork.share[i]), Figure(fork.value() - fork.worth[i])});
    analysis.note = fork.is_expected
                        ? "the other's shields are judged by the solution of the whole turn"
                        : "a claim the other's solution never makes: the values depend on what it "
                          "is taken for";
    return analysis;
}

}  // namespace

Analysis solve_cheater(const Table& table, Effort& effort) {
    const Duellists seats = duellists(table);
    Counts counts = plain_counts(table);
    const bool is_attacked = table.phase != Phase::kChoose;
    const std::size_t suit = table.shown[0] >> 3U;
    if (is_attacked) ++counts[suit];
    Cheaters cheaters(table.rules.shields, effort);
    SolvedTurn turn{
        seats, cheaters.turn(counts, table.lives[seats.first], table.lives[seats.second]), {}};
    turn.solution = solve_turn(turn.game);
    return is_attacked ? answer_attack(table, turn, suit) : choose_shields(table, turn);
}

}  // namespace moonflower::shields
