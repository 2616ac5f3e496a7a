#include "solve/hanamikoji/solver.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "core/error.hpp"
#include "core/text.hpp"
#include "solve/hanamikoji/equilibrium.hpp"
#include "solve/hanamikoji/public_tree.hpp"
#include "solve/hanamikoji/sampled_ranges.hpp"
#include "solve/hanamikoji/tree_size.hpp"

namespace moonflower::hanamikoji {
namespace {

bool is_offered(const Table& table) {
    const bool plays =
        table.phase == Phase::kDraw || table.phase == Phase::kAct || table.phase == Phase::kAnswer;
    return plays && kTurns - table.turn <= Solver::kMostTurns;
}

std::string about(double number) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1e", number);
    return text.data();
}

// What fits: by memory, and by time, for a tree that is only built by then helps nobody.
double most_slots(const SolveLimits& limits) {
    constexpr double kSlotsPerMs = 1'500;  // built, and solved in some fifteen iterations
    const double by_memory = static_cast<double>(limits.memory_bytes) / kBytesPerSlot;
    return limits.time_ms ? std::min(by_memory, *limits.time_ms * kSlotsPerMs) : by_memory;
}

// One seat's place in a solved tree, told as a Solution.
class Teller {
public:
    Teller(const PublicTree& tree, const RangeEquilibrium& found, Seat seat, const Side& own)
        : tree_(tree), found_(found), seat_(seat), own_(own) {
        const Range& range = tree.ranges[at(seat)];
        const auto place = std::find_if(range.begin(), range.end(), [&](const Holding& holding) {
            return holding.side == own;
        });
        place_ = static_cast<std::size_t>(place - range.begin());
        weight_ = weight_beside(tree.table, own, tree.ranges[at(1 - seat)]);
    }

    Solution tell() {
        Solution solution;
        solution.kind = SolutionKind::kValue;
        solution.method = "dcfr, public tree";
        solution.seat = seat_;
        solution.value = payoff(response().holdings[place_]);
        solution.values = {solution.value, 1 - solution.value};
        if (seat_ == 1) std::swap(solution.values[0], solution.values[1]);
        solution.bound = std::max(0.0, found_.certificate.nash_conv());
        solution.is_exact = found_.is_reached && !tree_.uses_round_values;
        solution.nodes = found_.visits;
        if (tree_.table.to_act() == Turn::of(seat_)) tell_moves(solution);
        return solution;
    }

private:
    [[nodiscard]] const RangeResponse& response() const {
        return found_.certificate.responses[at(seat_)];
    }
    [[nodiscard]] double payoff(double value) const {
        return std::clamp(0.5 + value / weight_, 0.0, 1.0);
    }

    void tell_moves(Solution& solution) const {
        const PublicNode& root = tree_.nodes[tree_.root];
        if (root.kind == PublicNode::Kind::kTurn)
            tell_actions(solution, root);
        else
            tell_answers(solution, root);
        double total = 0;
        for (const SolvedMove& move : solution.moves) total += move.share;
        for (SolvedMove& move : solution.moves) move.share /= total;
        std::ranges::stable_sort(solution.moves, [](const SolvedMove& a, const SolvedMove& b) {
            return std::pair(a.share, a.value) > std::pair(b.share, b.value);
        });
    }

    void tell_answers(Solution& solution, const PublicNode& root) const {
        const std::size_t holdings = root.holdings[root.seat];
        const bool is_last = root.kind == PublicNode::Kind::kLastAnswer;
        for (std::size_t a = 0; a < root.links; ++a) {
            const std::size_t slot = a * holdings + place_;
            add_move(solution, tree_.links[root.first_link + a].move, slot,
                     is_last ? place_ * root.links + a : slot);
        }
    }

    // The slots of a holding stand in the order of the codes of its moves (see comes_before).
    void tell_actions(Solution& solution, const PublicNode& root) const {
        Moves moves;
        list_actions(own_.hand, tree_.table.used[at(seat_)], moves);
        std::size_t slot = 0;
        for (std::uint32_t i = 0; i < root.links; ++i) {
            const PublicLink& link = tree_.links[root.first_link + i];
            std::vector<Move> hidden;
            for (const Move move : moves)
                if (kind_of(link.move) < Kind::kGift && kind_of(move) == kind_of(link.move))
                    hidden.push_back(move);
            std::ranges::sort(hidden);
            std::size_t next = 0;
            for (std::uint32_t s = 0; s < link.slots; ++s, ++slot) {
                if (tree_.owners[root.first_owner + slot] != place_) continue;
                add_move(solution, hidden.empty() ? link.move : hidden[next++], slot, slot);
            }
        }
    }

    // Values stand answer by answer; a policy need not (see PublicNode::slots).
    void add_move(Solution& solution, Move move, std::size_t value_slot, std::size_t slot) const {
        const double value = payoff(response().slots[value_slot]);
        solution.moves.push_back(
            {.move = move,
             .text = View(tree_.table, own_, kNoCard, seat_).format(move),
             .value = value,
             .loss = std::max(0.0, solution.value - value),
             .share = found_.root_policy.empty() ? 1.0 : found_.root_policy[slot],
             .is_exact = false});
    }

    const PublicTree& tree_;
    const RangeEquilibrium& found_;
    Seat seat_;
    Side own_;
    std::size_t place_ = 0;
    double weight_ = 1;
};

Solution solve_ranges(const Table& table, const std::array<Range, 2>& ranges, Seat seat,
                      const Side& own, const SolveLimits& limits,
                      const ProgressCallback& progress) {
    const PublicTree tree = build_public_tree(table, ranges, {limits.memory_bytes, progress});
    const RangeEquilibrium found =
        find_range_equilibrium(tree, {limits.nash_conv, limits.nodes}, progress);
    Solution solution = Teller(tree, found, seat, own).tell();
    if (tree.uses_round_values)
        solution.note =
            "the round is solved; the match beyond it counts by the table of round values; ";
    solution.note += std::to_string(found.iterations) + " iterations over " +
                     about(static_cast<double>(tree.policy_slots())) + " moves of holdings";
    if (!found.is_reached) solution.note += ", stopped before the bound asked for was reached";
    return solution;
}

using RangesOf = std::array<Range, 2> (*)(const State& state);

std::array<Range, 2> open_ranges(const State& state) {
    return {known_range(state.side(0)), known_range(state.side(1))};
}

std::array<Range, 2> public_ranges(const Table& table) {
    return {uniform_range(table, 0), uniform_range(table, 1)};
}

// How many moves further on, along one random line, a position fits, for a note.
std::string what_fits(State state, RangesOf ranges_of, const SolveLimits& limits,
                      const ProgressCallback& progress) {
    Rng rng(0);
    const int round = state.table().round;
    try {
        for (int moves = 1;; ++moves) {
            state.apply(state.random_move(rng));
            if (!is_offered(state.table()) || state.table().round != round)
                return "no later position of a random line fits";
            const double slots =
                estimate_public_tree(state.table(), ranges_of(state), progress).slots;
            if (slots <= most_slots(limits))
                return "the largest part that fits begins about " + counted(moves, "move") +
                       " further on";
        }
    } catch (const SolveStopped&) {
        return "what part of it fits takes long to tell";
    }
}

Solution too_large(const State& world, Seat seat, double slots, RangesOf ranges_of,
                   const SolveLimits& limits, const ProgressCallback& progress) {
    Solution solution;
    solution.method = "dcfr, public tree";
    solution.seat = seat;
    solution.value = 0.5;
    solution.values = {0.5, 0.5};
    solution.note = "too large: " + about(slots) + " moves of holdings; " +
                    what_fits(world, ranges_of, limits, progress);
    return solution;
}

// Fewer and fewer worlds until the tree fits; a small part of what would fit, for it is no more
// than a guess however long it takes.
Solution solve_sampled(const View& view, double slots, const SolveLimits& limits,
                       const ProgressCallback& progress) {
    constexpr double kEnough = 1.5e6;
    constexpr double kOneWorld = 3e6;  // better than nothing
    SolveLimits no_clock =
        limits;  // the progress callback ends it in time; a smaller sample would be none
    no_clock.time_ms.reset();
    SolveLimits rough = limits;
    rough.nash_conv = std::max(limits.nash_conv, 1e-3);
    for (int worlds = 256; worlds > 0; worlds /= 2) {
        const std::array<Range, 2> ranges = sampled_ranges(view, worlds);
        const double most = std::min(most_slots(no_clock), worlds > 1 ? kEnough : kOneWorld);
        if (estimate_public_tree(view.table(), ranges, progress).slots > most) continue;
        try {
            Solution solution =
                solve_ranges(view.table(), ranges, view.seat(), view.own(), rough, progress);
            solution.kind = SolutionKind::kUnknown;
            solution.is_exact = false;
            solution.note = "sampled: " + std::to_string(worlds) + " worlds stand for a tree of " +
                            about(slots) + " moves of holdings; NashConv is that of the sample, " +
                            about(solution.bound) + "; " + solution.note;
            solution.bound = 1;
            return solution;
        } catch (const TooLargeError&) {
            continue;  // the estimate was off: fewer worlds
        }
    }
    Rng rng(0);
    const auto ranges_of = [](const State& state) { return public_ranges(state.table()); };
    return too_large(view.sample(rng), view.seat(), slots, ranges_of, limits, progress);
}

}  // namespace

std::optional<Solution> Solver::solve(const State& state, const SolveLimits& limits,
                                      const ProgressCallback& progress) {
    const Table& table = state.table();
    if (!is_offered(table)) return std::nullopt;
    const Seat seat = table.to_act().is_seat() ? table.to_act().seat() : table.mover();
    try {
        return solve_ranges(table, open_ranges(state), seat, state.side(seat), limits, progress);
    } catch (const TooLargeError&) {
        const double slots = estimate_public_tree(table, open_ranges(state), progress).slots;
        return too_large(state, seat, slots, open_ranges, limits, progress);
    }
}

std::optional<Solution> Solver::solve(const View& view, const SolveLimits& limits,
                                      const ProgressCallback& progress) {
    const Table& table = view.table();
    if (!is_offered(table)) return std::nullopt;
    const std::array<Range, 2> ranges = public_ranges(table);
    const PublicTreeSize size = estimate_public_tree(table, ranges, progress);
    if (size.slots > most_slots(limits)) return solve_sampled(view, size.slots, limits, progress);
    try {
        return solve_ranges(table, ranges, view.seat(), view.own(), limits, progress);
    } catch (const TooLargeError&) {
        return solve_sampled(view, size.slots, limits, progress);
    }
}

}  // namespace moonflower::hanamikoji
