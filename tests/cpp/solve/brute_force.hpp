// The slow twin of the certificates: walks the tree node by node and tries every pure policy.
#pragma once

#include <algorithm>
#include <vector>

#include "solve/sequence_form.hpp"

namespace moonflower::brute {

inline double value(const Tree& tree, const Behaviour& behaviour, Seat seat, std::uint32_t id = 0) {
    const TreeNode& node = tree.nodes[id];
    if (node.turn.is_over()) return tree.payoff(node, seat);
    double sum = 0;
    for (std::uint32_t i = 0; i < node.edges; ++i) {
        double share = 0;
        if (node.turn.is_chance()) {
            share = tree.odds[node.index + i];
        } else {
            const auto who = static_cast<std::size_t>(node.turn.seat());
            share = behaviour[who][tree.sets[who].sets[node.index].first + i];
        }
        if (share > 0) sum += share * value(tree, behaviour, seat, tree.edges[node.first_edge + i]);
    }
    return sum;
}

// Calls visit(policy) for each pure policy of the seat, as its part of a behaviour.
template <class Visit>
void for_each_pure(const Tree& tree, Seat seat, Visit visit) {
    const auto who = static_cast<std::size_t>(seat);
    const std::vector<InfoSet>& sets = tree.sets[who].sets;
    std::vector<std::uint32_t> choice(sets.size(), 0);
    for (;;) {
        std::vector<double> pure(tree.sets[who].moves.size(), 0.0);
        for (std::size_t i = 0; i < sets.size(); ++i) pure[sets[i].first + choice[i]] = 1;
        visit(pure);
        std::size_t i = 0;
        while (i < sets.size() && ++choice[i] == sets[i].moves) choice[i++] = 0;
        if (i == sets.size()) return;
    }
}

// The best of all pure policies of the seat, one by one.
inline double best_response(const Tree& tree, Behaviour behaviour, Seat seat) {
    double best = -1e300;
    for_each_pure(tree, seat, [&](const std::vector<double>& pure) {
        behaviour[static_cast<std::size_t>(seat)] = pure;
        best = std::max(best, value(tree, behaviour, seat));
    });
    return best;
}

// How many pure policies there are, as a double.
inline double pure_policies(const Tree& tree, Seat seat) {
    double count = 1;
    for (const InfoSet& set : tree.sets[static_cast<std::size_t>(seat)].sets) count *= set.moves;
    return count;
}

}  // namespace moonflower::brute
