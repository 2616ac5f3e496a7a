#include "solve/flower_power/ending.hpp"

#include <algorithm>
#include <utility>

#include "games/flower_power/rules/open_key.hpp"
#include "solve/flower_power/waiting.hpp"

namespace moonflower::flower_power {
namespace {

constexpr int kMostCircles = 10'000;
constexpr double kNoWay = 1e30;

}  // namespace

Ending::Ending(const State& root, std::uint64_t most_bytes, ProgressCallback progress)
    : root_(root), most_bytes_(most_bytes), progress_(std::move(progress)), graph_(root) {
    OpenKey::forget(root_);
    root_node_ = graph_.node_of(root_);
}

// --- where to look

// The mover hopes for the most and takes the easiest way there; of chance the outcome that leaves
// most open for the least effort.
double Ending::score(const Node& node, const Edge& edge) const {
    const Node& child = graph_.node(edge.child);
    if (node.who == EndingGraph::kChance) {
        const double open = 1 - child.sure.payoffs[0] - child.sure.payoffs[1];
        return edge.weight * open / std::min(child.efforts[0], child.efforts[1]);
    }
    const auto mover = static_cast<std::size_t>(node.who);
    const double given_up = child.sure.payoffs[1 - mover] - node.sure.payoffs[1 - mover];
    return given_up <= Sure::kRounding ? -child.efforts[mover] : -kNoWay;
}

// After a circle some moves are taken at random, else the next descent runs into it too.
const Ending::Edge& Ending::choose(const Node& node) {
    const bool is_shaken = circles_ > 0 && rng_.below(4) == 0;
    const Edge* best = &graph_.edges_of(node).front();
    double most = -2.0 * kNoWay;
    for (const Edge& edge : graph_.edges_of(node)) {
        if (graph_.node(edge.child).sure.is_closed()) continue;
        const double one =
            is_shaken ? static_cast<double>(rng_.below(1U << 16U)) : score(node, edge);
        if (one > most) {
            most = one;
            best = &edge;
        }
    }
    return *best;
}

void Ending::descend(std::uint32_t from, const State& start) {
    State state = start;
    path_.clear();
    ++descents_;
    for (std::uint32_t at = from;;) {
        progress_();
        ++steps_;
        path_.push_back(at);
        if (graph_.node(at).who == EndingGraph::kLeaf) graph_.join(at, state);
        graph_.refresh(at);
        Node& node = graph_.node(at);
        if (node.sure.is_closed()) break;
        const bool is_far = !graph_.is_late() && OpenKey::turn(state) - OpenKey::turn(root_) >
                                                     EndingGraph::kLongestProof;
        if (node.visit == descents_ || is_far) {
            ++circles_;
            break;
        }
        node.visit = descents_;
        if (node.who == EndingGraph::kLeaf) {
            graph_.expand(at, state, at == root_node_);
            circles_ = 0;
            break;
        }
        const Edge& edge = choose(node);
        state.apply(OpenKey::to_ids(state, edge.move));
        graph_.skip_forced(state);
        at = edge.child;
    }
    for (auto at = path_.rbegin(); at != path_.rend(); ++at) graph_.refresh(*at);
}

// Each time the positions are half as many again. The news goes everywhere, not along one path.
void Ending::settle_waiting() {
    Waiting(graph_, root_.rules().stall, progress_).settle();
    graph_.refresh_all(progress_);
    next_settling_ = graph_.size() + graph_.size() / 2;
}

// One descent more, unless all is said or there is no room.
bool Ending::grows_from(std::uint32_t from, const State& start, std::uint64_t most_nodes) {
    if (graph_.node(from).sure.is_closed() || graph_.size() >= most_nodes ||
        graph_.bytes() > most_bytes_ || circles_ > kMostCircles)
        return false;
    descend(from, start);
    if (graph_.size() >= next_settling_) settle_waiting();
    return true;
}

void Ending::solve(std::uint64_t most_nodes) {
    try {
        while (grows_from(root_node_, root_, most_nodes)) {
        }
        if (!sure().is_closed()) settle_waiting();
    } catch (const SolveStopped&) {  // what is known by then is told
    }
}

void Ending::solve_moves(std::uint64_t most_nodes) {
    if (graph_.node(root_node_).who < 0) return;
    const std::uint64_t most_steps = 2 * steps_;
    // A copy: the edges move as they grow.
    const auto edges = graph_.edges_of(graph_.node(root_node_));
    const std::vector<Edge> all(edges.begin(), edges.end());
    try {
        for (const Edge& edge : all) {
            State state = root_;
            state.apply(OpenKey::to_ids(state, edge.move));
            graph_.skip_forced(state);
            while (steps_ < most_steps && grows_from(edge.child, state, most_nodes)) {
            }
        }
    } catch (const SolveStopped&) {  // the other moves keep their bounds
    }
}

// --- what is told

std::vector<Ending::RootMove> Ending::root_moves() const {
    std::vector<RootMove> found;
    const Node& root = graph_.node(root_node_);
    if (root.who < 0) return found;
    for (const Edge& edge : graph_.edges_of(root))
        found.push_back({OpenKey::to_ids(root_, edge.move), graph_.node(edge.child).sure});
    return found;
}

// What the mover is surest of, then what is easiest to make sure.
const Ending::Edge& Ending::best_of(const Node& node) const {
    const auto mover = static_cast<std::size_t>(node.who);
    const auto rank = [&](const Edge& edge) {
        const Node& child = graph_.node(edge.child);
        return std::pair(child.sure.payoffs[mover], -child.efforts[mover]);
    };
    return *std::ranges::max_element(graph_.edges_of(node), {}, rank);
}

Ending::Line Ending::line() const {
    Line found;
    State state = root_;
    const auto play = [&](Move move) {
        found.tokens.push_back(state.format(move));
        state.apply(move);
    };
    for (std::uint32_t at = root_node_;;) {
        const Node& node = graph_.node(at);
        if (node.sure.is_closed() && !found.solved_from) found.solved_from = found.tokens.size();
        if (node.who < 0) break;
        const Edge& best = best_of(node);
        const auto mover = static_cast<std::size_t>(node.who);
        // What was taken over from another count need not have a proof of its own here.
        if (graph_.node(best.child).sure.payoffs[mover] <
            node.sure.payoffs[mover] - Sure::kRounding)
            break;
        play(OpenKey::to_ids(state, best.move));
        for (Move forced = graph_.only_move(state);
             state.turn().is_seat() && forced != EndingGraph::kNoMove;
             forced = graph_.only_move(state))
            play(forced);
        at = best.child;
        if (!state.turn().is_seat()) {  // the end, or chance, which may itself be forced
            if (graph_.node(at).sure.is_closed() && !found.solved_from)
                found.solved_from = found.tokens.size();
            break;
        }
    }
    return found;
}

}  // namespace moonflower::flower_power
