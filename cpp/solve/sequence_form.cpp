#include "solve/sequence_form.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "core/error.hpp"
#include "core/range.hpp"

namespace moonflower {
namespace {

struct End {
    std::array<Sequence, kMaxSeats> last{};
    std::array<double, kMaxSeats> payoffs{};  // times the odds of chance
};

// Walks the tree from parents to children, carrying each seat's last sequence and the odds.
std::vector<End> ends_of(const Tree& tree) {
    struct Visit {
        std::uint32_t node;
        double odds;
        std::array<Sequence, kMaxSeats> last;
    };
    std::vector<End> ends;
    ends.reserve(tree.leaves());
    std::vector<Visit> stack{{0, 1.0, {}}};
    while (!stack.empty()) {
        const Visit at = stack.back();
        stack.pop_back();
        const TreeNode& node = tree.nodes[at.node];
        if (node.turn.is_over()) {
            End& end = ends.emplace_back();
            end.last = at.last;
            for (Seat seat = 0; seat < tree.seats; ++seat)
                end.payoffs[static_cast<std::size_t>(seat)] = at.odds * tree.payoff(node, seat);
            continue;
        }
        for (std::uint32_t i = node.edges; i-- > 0;) {
            Visit child{tree.edges[node.first_edge + i], at.odds, at.last};
            if (node.turn.is_chance()) {
                child.odds *= tree.odds[node.index + i];
            } else {
                const auto seat = static_cast<std::size_t>(node.turn.seat());
                child.last[seat] = tree.sets[seat].sets[node.index].first + i;
            }
            stack.push_back(child);
        }
    }
    return ends;
}

// Ends with the same sequences of all seats differ only by chance: one entry with the sum. Sorted
// by a stable order, so that sums come out equal on every machine.
std::vector<End> merged(std::vector<End> ends) {
    std::ranges::stable_sort(ends, {}, &End::last);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < ends.size(); ++i) {
        if (kept > 0 && ends[kept - 1].last == ends[i].last) {
            for (std::size_t seat = 0; seat < kMaxSeats; ++seat)
                ends[kept - 1].payoffs[seat] += ends[i].payoffs[seat];
        } else {
            ends[kept++] = ends[i];
        }
    }
    ends.resize(kept);
    std::erase_if(ends, [](const End& end) { return end.payoffs == decltype(end.payoffs){}; });
    return ends;
}

}  // namespace

SequenceForm::SequenceForm(const Tree& tree)
    : sets_(tree.sets), ends_(tree.sets.size()), is_zero_sum_(tree.is_zero_sum) {
    const std::vector<End> ends = merged(ends_of(tree));
    std::vector<std::uint32_t> order(ends.size());
    for (std::size_t seat = 0; seat < sets_.size(); ++seat) {
        std::iota(order.begin(), order.end(), 0U);
        std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return ends[i].last[seat]; });
        Ends& own = ends_[seat];
        own.rows.assign(sets_[seat].sequences() + 1, 0);
        own.payoffs.reserve(ends.size());
        own.others.reserve(ends.size() * (sets_.size() - 1));
        for (const std::uint32_t i : order) {
            ++own.rows[ends[i].last[seat] + 1];
            own.payoffs.push_back(ends[i].payoffs[seat]);
            for (std::size_t other = 0; other < sets_.size(); ++other)
                if (other != seat) own.others.push_back(ends[i].last[other]);
        }
        std::partial_sum(own.rows.begin(), own.rows.end(), own.rows.begin());
    }
}

void SequenceForm::gradient(Seat seat, const Plan& plans, std::span<double> out) const {
    const Ends& own = ends_[static_cast<std::size_t>(seat)];
    const std::size_t sequences = own.rows.size() - 1;
    if (seats() == 2) {
        const double* const plan = plans[static_cast<std::size_t>(1 - seat)].data();
        const Sequence* const other = own.others.data();
        const double* const payoff = own.payoffs.data();
        for (std::size_t row = 0; row < sequences; ++row) {
            double sum = 0;
            for (std::uint32_t i = own.rows[row]; i < own.rows[row + 1]; ++i)
                sum += payoff[i] * plan[other[i]];
            out[row] = sum;
        }
        return;
    }
    const Sequence* other = own.others.data();
    for (std::size_t row = 0; row < sequences; ++row) {
        double sum = 0;
        for (std::uint32_t i = own.rows[row]; i < own.rows[row + 1]; ++i) {
            double product = own.payoffs[i];
            for (std::size_t who = 0; who < sets_.size(); ++who)
                if (who != static_cast<std::size_t>(seat)) product *= plans[who][*other++];
            sum += product;
        }
        out[row] = sum;
    }
}

Behaviour SequenceForm::uniform() const {
    std::vector<std::vector<double>> nothing;
    for (const SeatSets& seat : sets_) nothing.emplace_back(seat.sequences(), 0.0);
    return normalised(nothing);
}

const SeatSets& SequenceForm::checked_sets(Seat seat) const {
    check_range("seat", seat, 0, seats() - 1);
    return sets(seat);
}

void SequenceForm::check(const Behaviour& behaviour) const {
    if (behaviour.size() != sets_.size())
        throw Error("policy: " + std::to_string(behaviour.size()) + " seats; the tree has " +
                    std::to_string(sets_.size()));
    for (std::size_t seat = 0; seat < sets_.size(); ++seat) {
        const std::string where = "policy: seat " + std::to_string(seat);
        if (behaviour[seat].size() != sets_[seat].sequences())
            throw Error(where + " has " + std::to_string(behaviour[seat].size()) +
                        " probabilities; the tree has " + std::to_string(sets_[seat].sequences()) +
                        " sequences of it");
        for (std::size_t i = 0; i < sets_[seat].sets.size(); ++i) {
            const InfoSet& set = sets_[seat].sets[i];
            double total = 0;
            bool is_positive = true;
            for (Sequence s = set.first; s < set.first + set.moves; ++s) {
                total += behaviour[seat][s];
                is_positive = is_positive && behaviour[seat][s] >= 0;
            }
            if (!is_positive || !(std::abs(total - 1) <= 1e-6))
                throw Error(where + ", information set " + std::to_string(i) +
                            ": the probabilities add up to " + std::to_string(total) +
                            "; numbers from 0 that add up to 1 are accepted");
        }
    }
}

void SequenceForm::plan_of(Seat seat, std::span<const double> behaviour,
                           std::span<double> plan) const {
    plan[0] = 1.0;
    for (const InfoSet& set : sets(seat).sets) {
        const double reach = plan[set.parent];
        for (Sequence s = set.first; s < set.first + set.moves; ++s) plan[s] = reach * behaviour[s];
    }
}

Plan SequenceForm::plan_of(const Behaviour& behaviour) const {
    Plan plan = behaviour;
    for (Seat seat = 0; seat < seats(); ++seat)
        plan_of(seat, behaviour[static_cast<std::size_t>(seat)],
                plan[static_cast<std::size_t>(seat)]);
    return plan;
}

Behaviour SequenceForm::normalised(const std::vector<std::vector<double>>& weights) const {
    Behaviour behaviour = weights;
    for (std::size_t seat = 0; seat < sets_.size(); ++seat) {
        behaviour[seat][0] = 1.0;
        for (const InfoSet& set : sets_[seat].sets) {
            const std::span moves(behaviour[seat].data() + set.first, set.moves);
            const double total = std::accumulate(moves.begin(), moves.end(), 0.0);
            for (double& move : moves)
                move = total > 0 ? move / total : 1.0 / static_cast<double>(set.moves);
        }
    }
    return behaviour;
}

}  // namespace moonflower
