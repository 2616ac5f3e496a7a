#include "solve/tree.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "core/error.hpp"
#include "core/hash.hpp"

namespace moonflower {
namespace {

// What one item costs in the tree, its sequence form and the solver's arrays together.
constexpr double kNodeBytes = sizeof(TreeNode) + sizeof(std::uint32_t);
constexpr double kLeafBytes = 96;  // the larger part only while the form is made
constexpr double kPayoffBytes = sizeof(double);
constexpr double kSetBytes = sizeof(InfoSet) + 48;  // with its place in the hash map
constexpr double kSequenceBytes = sizeof(Move) + 5 * sizeof(double);

constexpr double kMostNodes = UINT32_MAX - 1.0;

}  // namespace

std::size_t Tree::info_sets() const {
    std::size_t count = 0;
    for (const SeatSets& seat : sets) count += seat.sets.size();
    return count;
}

double TreeSize::bytes(int seats) const {
    if (!std::isfinite(nodes)) return nodes;
    const double moves = decisions > 0 ? std::max(0.0, nodes - 1) / decisions : 0.0;
    return nodes * kNodeBytes + leaves * (kLeafBytes + seats * kPayoffBytes) +
           decisions / 2 * (kSetBytes + moves * kSequenceBytes);
}

double TreeEstimate::surely_bytes(int seats) const {
    if (!(surely_nodes < size.nodes)) return size.bytes(seats);
    return size.bytes(seats) * (surely_nodes / size.nodes);
}

// Two lower bounds on the nodes: three standard errors below the mean, and half the median (a
// quantity that is at least m half of the time is m / 2 or more on average).
TreeEstimate estimate_from(std::span<const TreeSize> probes) {
    TreeEstimate guess;
    guess.probes = probes.size();
    const auto count = static_cast<double>(probes.size());
    std::vector<double> nodes;
    double squares = 0;
    for (const TreeSize& size : probes) {
        guess.size.nodes += size.nodes;
        guess.size.leaves += size.leaves;
        guess.size.decisions += size.decisions;
        squares += size.nodes * size.nodes;
        nodes.push_back(size.nodes);
    }
    for (double* sum : {&guess.size.nodes, &guess.size.leaves, &guess.size.decisions, &squares})
        *sum /= count;
    const auto middle = nodes.begin() + static_cast<std::ptrdiff_t>(nodes.size() / 2);
    std::ranges::nth_element(nodes, middle);
    const double spread = std::sqrt(std::max(0.0, squares - guess.size.nodes * guess.size.nodes));
    const double below = guess.size.nodes - 3 * spread / std::sqrt(count);
    guess.surely_nodes = *middle / 2;
    if (below > guess.surely_nodes) guess.surely_nodes = below;
    return guess;
}

std::string TreeEstimate::text(int seats) const {
    const auto rounded = [](double number) {
        std::array<char, 32> digits{};
        std::snprintf(digits.data(), digits.size(), "%.3g", number);
        return std::string(digits.data());
    };
    if (!std::isfinite(size.bytes(seats))) return "a game tree of more than 1e+300 nodes";
    return "a game tree of about " + rounded(size.nodes) + " nodes, " +
           rounded(size.bytes(seats) / (1 << 20)) + " MB";
}

TreePlace TreeFan::child(const TreePlace& parent, std::size_t edge) const {
    TreePlace place = parent;
    place.edge = first_edge + static_cast<std::uint32_t>(edge);
    if (turn.is_seat())
        place.last[static_cast<std::size_t>(turn.seat())] =
            first_sequence + static_cast<Sequence>(edge);
    return place;
}

std::size_t TreeBuilder::SetNameHash::operator()(const SetName& name) const {
    return mix64(name.key + kGoldenGamma * (name.parent + std::uint64_t{1}));
}

TreeBuilder::TreeBuilder(int seats, std::uint64_t memory_limit)
    : memory_limit_(memory_limit), found_(static_cast<std::size_t>(seats)) {
    tree_.seats = seats;
    tree_.sets.resize(static_cast<std::size_t>(seats));
}

TreeNode& TreeBuilder::add_node(const TreePlace& place, Turn turn, std::size_t edges) {
    double bytes = static_cast<double>(tree_.nodes.size()) * kNodeBytes +
                   static_cast<double>(tree_.leaves()) * kLeafBytes +
                   static_cast<double>(tree_.payoffs.size()) * kPayoffBytes;
    for (const SeatSets& seat : tree_.sets)
        bytes += static_cast<double>(seat.sets.size()) * kSetBytes +
                 static_cast<double>(seat.sequences()) * kSequenceBytes;
    if (bytes > static_cast<double>(memory_limit_) ||
        static_cast<double>(tree_.edges.size() + edges) > kMostNodes)
        throw TooLargeError("tree: more than " + std::to_string(tree_.nodes.size()) +
                            " nodes; what fits in " + std::to_string(memory_limit_ >> 20U) +
                            " MB is accepted");
    const auto id = static_cast<std::uint32_t>(tree_.nodes.size());
    if (place.edge != TreePlace::kRoot) tree_.edges[place.edge] = id;
    tree_.nodes.push_back({.turn = turn,
                           .index = 0,
                           .first_edge = static_cast<std::uint32_t>(tree_.edges.size()),
                           .edges = static_cast<std::uint32_t>(edges)});
    tree_.edges.resize(tree_.edges.size() + edges);
    return tree_.nodes.back();
}

void TreeBuilder::add_leaf(const TreePlace& place, std::span<const double> payoffs) {
    const auto leaf = static_cast<std::uint32_t>(tree_.leaves());
    add_node(place, Turn::over(), 0).index = leaf;
    double sum = 0;
    for (const double payoff : payoffs) sum += payoff;
    if (std::abs(sum) > 1e-9) tree_.is_zero_sum = false;
    tree_.payoffs.insert(tree_.payoffs.end(), payoffs.begin(), payoffs.end());
}

TreeFan TreeBuilder::add_chance(const TreePlace& place, std::span<const double> weights) {
    double total = 0;
    for (const double weight : weights) total += weight;
    TreeNode& node = add_node(place, Turn::chance(), weights.size());
    node.index = static_cast<std::uint32_t>(tree_.odds.size());
    for (const double weight : weights) tree_.odds.push_back(weight / total);
    return {.first_edge = node.first_edge, .turn = node.turn, .first_sequence = 0};
}

TreeFan TreeBuilder::add_decision(const TreePlace& place, Seat seat, std::uint64_t key,
                                  std::span<const Move> moves) {
    const Sequence parent = place.last[static_cast<std::size_t>(seat)];
    const std::uint32_t set = find_set(seat, {key, parent}, moves);
    TreeNode& node = add_node(place, Turn::of(seat), moves.size());
    node.index = set;
    const InfoSet& info = tree_.sets[static_cast<std::size_t>(seat)].sets[set];
    return {.first_edge = node.first_edge, .turn = node.turn, .first_sequence = info.first};
}

std::uint32_t TreeBuilder::find_set(Seat seat, const SetName& name, std::span<const Move> moves) {
    SeatSets& seat_sets = tree_.sets[static_cast<std::size_t>(seat)];
    const auto fresh = static_cast<std::uint32_t>(seat_sets.sets.size());
    const auto [entry, is_new] = found_[static_cast<std::size_t>(seat)].try_emplace(name, fresh);
    if (is_new) {
        seat_sets.sets.push_back({.key = name.key,
                                  .parent = name.parent,
                                  .first = static_cast<Sequence>(seat_sets.sequences()),
                                  .moves = static_cast<std::uint32_t>(moves.size())});
        seat_sets.moves.insert(seat_sets.moves.end(), moves.begin(), moves.end());
    } else {
        const InfoSet& set = seat_sets.sets[entry->second];
        const std::span known(seat_sets.moves.data() + set.first, set.moves);
        if (!std::ranges::equal(known, moves))
            throw Error("tree: two nodes of one information set of seat " + std::to_string(seat) +
                        " have different moves; what a seat may do must follow from what it knows");
    }
    return entry->second;
}

}  // namespace moonflower
