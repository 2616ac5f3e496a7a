#include "search/plain_ismcts.hpp"

#include <cmath>

#include "core/hash.hpp"
#include "search/select/log_table.hpp"

namespace moonflower {

void PlainIsmcts::simulate_one() {
    OpaqueState state = draw_(counters_.simulations.get(), rng_);
    path_.clear();
    root_move_ = kNone;
    while (step(state)) {
    }
    while (!state.turn().is_over()) state.apply(state.random_move(rng_));
    back_up(state.returns());
}

bool PlainIsmcts::step(OpaqueState& state) {
    while (state.turn().is_chance()) state.apply(state.random_move(rng_));
    if (state.turn().is_over()) return false;
    const Seat seat = state.turn().seat();
    Node* const node = find_or_add(state, seat);
    if (node == nullptr) return false;
    list_moves(state, seat);
    const Choice choice = choose(*node);
    if (is_root(seat)) root_move_ = ordinal(choice.move);
    path_.push_back({node, choice.move, seat});
    state.apply(choice.move);
    return !choice.is_new;
}

PlainIsmcts::Node* PlainIsmcts::find_or_add(const OpaqueState& state, Seat to_act) {
    const std::uint64_t key =
        state.info_key(seat_) + kGoldenGamma * static_cast<std::uint64_t>(to_act);
    if (const auto found = nodes_.find(key); found != nodes_.end()) return &found->second;
    if (nodes_.size() >= most_nodes_) return nullptr;
    return &nodes_[key];
}

void PlainIsmcts::list_moves(const OpaqueState& state, Seat seat) {
    if (is_root(seat)) {
        moves_.clear();
        for (const Move move : root_moves_) moves_.push_back(move);
    } else {
        state.legal_moves(moves_);
    }
    std::sort(moves_.begin(), moves_.end());
}

PlainIsmcts::Choice PlainIsmcts::choose(Node& node) {
    untried_.clear();
    Edge* best = nullptr;
    float best_bound = -1.0F;
    auto edge = node.begin();
    for (const Move move : moves_) {
        while (edge != node.end() && edge->move < move) ++edge;
        if (edge == node.end() || edge->move != move) {
            untried_.push_back(move);
            continue;
        }
        ++edge->available;
        const float bound = upper_bound(*edge);
        if (bound > best_bound) {
            best = &*edge;
            best_bound = bound;
        }
    }
    if (untried_.empty()) return {best->move, false};
    const Move move = untried_[rng_.below(static_cast<std::uint32_t>(untried_.size()))];
    node.insert(place_of(node, move), {.move = move, .available = 1});
    return {move, true};
}

float PlainIsmcts::upper_bound(const Edge& edge) {
    const auto visits = static_cast<float>(edge.visits);
    const float mean = static_cast<float>(edge.utility) / (visits * kTop);
    return mean + kExploration * std::sqrt(natural_log(edge.available) / visits);
}

PlainIsmcts::Node::iterator PlainIsmcts::place_of(Node& node, Move move) {
    return std::lower_bound(node.begin(), node.end(), move,
                            [](const Edge& edge, Move other) { return edge.move < other; });
}

void PlainIsmcts::back_up(const Returns& returns) {
    for (const Step& step : path_) {
        Edge& edge = *place_of(*step.node, step.move);
        ++edge.visits;
        edge.utility += scale_.utility(returns.units[static_cast<std::size_t>(step.seat)]);
    }
    const std::uint32_t own = scale_.utility(returns.units[static_cast<std::size_t>(seat_)]);
    if (root_move_ != kNone) account_.add(root_move_, returns, own, true);
    counters_.simulations.add(1);
    counters_.depth.add(path_.size());
    if (path_.size() > counters_.deepest.get())
        counters_.deepest.set(static_cast<std::uint32_t>(path_.size()));
}

std::size_t PlainIsmcts::ordinal(Move move) const {
    return static_cast<std::size_t>(std::find(root_moves_.begin(), root_moves_.end(), move) -
                                    root_moves_.begin());
}

}  // namespace moonflower
