#include "solve/pvs.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "core/error.hpp"
#include "solve/telling.hpp"

namespace moonflower {

Pvs::Pvs(const OpaqueState& root, const OpenLimits& limits, ProgressCallback progress)
    : root_(root),
      limits_(limits),
      progress_(std::move(progress)),
      range_(score_range(root)),
      own_table_(std::make_unique<BoundTable>(limits.table_bytes)),
      table_(*own_table_) {
    check();
}

Pvs::Pvs(const OpaqueState& root, const OpenLimits& limits, BoundTable& table,
         ProgressCallback progress)
    : root_(root),
      limits_(limits),
      progress_(std::move(progress)),
      range_(score_range(root)),
      table_(table) {
    check();
}

void Pvs::check() const {
    const std::string& name = root_.facts().name;
    if (root_.seats() != 2)
        throw OptionError(name + ": alpha-beta needs two seats, not " +
                          std::to_string(root_.seats()));
    if (limits_.by_margin) {
        if (!root_.has_scores())
            throw OptionError(name + ": no margin here; games with scores have one");
    } else if (root_.facts().payoff_sum != 0 && root_.facts().payoff_sum != 1) {
        throw OptionError(name + ": alpha-beta needs payoffs that add up to 0 or 1");
    }
}

Solution Pvs::solve(const AtDepth& at_depth) {
    if (limits_.by_margin) range_ = {-kInfinite, kInfinite};
    if (root_.turn().is_over()) {
        found_.value = final_score(root_);
        found_.is_exact = true;
        return found();
    }
    for (int depth = 1; depth <= limits_.depth; ++depth) {
        const bool goes_on = iterate(depth);
        if (at_depth && found_.depth == depth && !at_depth(found())) break;
        if (!goes_on) break;
    }
    return found();
}

// One depth; false when a deeper one has nothing to add. When the nodes or the time run out on the
// way, what is found stays that of the last complete depth, if there is one.
bool Pvs::iterate(int depth) {
    Iteration next;
    try {
        if (root_.turn().is_seat()) {
            next.depth = depth;
            return weigh_root(next);
        }
        next.value = expect(root_, depth, {-kInfinite, kInfinite}, 0);
        next.is_exact = !touched_;
        next.depth = depth;
        found_ = std::move(next);
        return !found_.is_exact;
    } catch (const SolveStopped&) {
        if (found_.depth == 0 && !next.moves.empty()) {
            next.depth = 0;
            finish(next);
            found_ = std::move(next);
        }
        return false;
    }
}

// The moves in the order of the depth before.
std::vector<Move> Pvs::root_order() {
    std::vector<Move> order;
    for (const RootMove& move : found_.moves) order.push_back(move.move);
    if (!order.empty()) return order;
    list_choices(root_, Move{UINT32_MAX}, 0);
    for (const RankedMove& choice : choices_[0])
        if (limits_.only.empty() ||
            std::ranges::find(limits_.only, choice.move) != limits_.only.end())
            order.push_back(choice.move);
    return order;
}

// Looks at every root move.
bool Pvs::weigh_root(Iteration& next) {
    const double sign = side(root_);
    std::vector<double> best;  // in the eyes of the mover, the highest first
    bool touched = false;
    for (const Move move : root_order()) {
        const bool is_enough = best.size() >= limits_.valued;
        next.moves.push_back(
            weigh(move, next.depth, is_enough ? best[limits_.valued - 1] : -kInfinite));
        touched = touched || touched_;
        const double value = sign * next.moves.back().value;
        best.insert(std::ranges::lower_bound(best, value, std::greater{}), value);
    }
    finish(next);
    // A move that reaches the best score there is needs no look at the others.
    const double top = sign > 0 ? range_.high : -range_.low;
    const auto is_settled = [&](const RootMove& move) {
        return move.is_exact && sign * move.value >= top;
    };
    const RootMove& last = next.moves[std::min(limits_.valued, next.moves.size()) - 1];
    next.is_exact = !touched || is_settled(next.moves.front());
    const bool goes_on = touched && !is_settled(last);
    found_ = std::move(next);
    return goes_on;
}

// Sorts the moves; the best one's value is that of the root.
void Pvs::finish(Iteration& next) const {
    const double sign = side(root_);
    std::ranges::stable_sort(next.moves, [&](const RootMove& a, const RootMove& b) {
        return std::pair(sign * a.value, a.is_exact) > std::pair(sign * b.value, b.is_exact);
    });
    next.value = next.moves.front().value;
}

// A root move's value, or a bound when it is no better for the mover than `best`.
Pvs::RootMove Pvs::weigh(Move move, int depth, double best) {
    const double sign = side(root_);
    OpaqueState child = root_;
    child.apply(move);
    touched_ = false;
    if (best > -kInfinite) {
        const double above = just_above(best);
        const Window null = sign > 0 ? Window{best, above} : Window{-above, -best};
        const double value = search(child, depth - 1, null, 1);
        if (sign * value <= best) return {move, value, false, true};
        touched_ = false;
    }
    const double value = search(child, depth - 1, {-kInfinite, kInfinite}, 1);
    return {move, value, !touched_, false};
}

Solution Pvs::found() const {
    const GameFacts& facts = root_.facts();
    const ScoreScale scale(facts, 2);
    const auto told = [&](double score) { return limits_.by_margin ? score : scale.payoff(score); };
    Solution solution;
    solution.method = "alpha-beta";
    solution.measure = limits_.by_margin ? kMargin : kPayoff;
    solution.seat = std::max(0, root_.turn().code());
    const double sign = solution.seat == 0 ? 1 : -1;
    solution.values = {told(found_.value), told(-found_.value)};
    solution.value = told(sign * found_.value);
    if (limits_.by_margin) solution.margin = solution.value;
    solution.is_exact = found_.is_exact;
    solution.bound = found_.is_exact ? 0 : limits_.by_margin ? kInfinite : full_range(facts);
    for (const RootMove& move : found_.moves) {
        const double value = told(sign * move.value);
        solution.moves.push_back({.move = move.move,
                                  .text = root_.format(move.move),
                                  .value = value,
                                  .loss = std::max(0.0, solution.value - value),
                                  .share = solution.moves.empty() ? 1.0 : 0.0,
                                  .is_exact = move.is_exact,
                                  .is_bound = move.is_bound});
    }
    solution.depth = found_.depth;
    solution.nodes = std::min(nodes_, limits_.nodes);
    if (!found_.moves.empty()) solution.line = line_after(found_.moves.front().move);
    solution.kind = kind_of(solution, facts);
    return solution;
}

std::vector<std::string> Pvs::line_after(Move first) const {
    return tokens_from(root_, line_from(first));
}

double Pvs::final_score(const OpaqueState& state) const {
    if (limits_.by_margin) {
        const auto scores = state.scores();
        return scores[0] - scores[1];
    }
    return scores_for_solver(state)[0];
}

double Pvs::guess(const OpaqueState& state) const {
    if (limits_.by_margin) {
        const auto scores = state.scores();
        return scores[0] - scores[1];
    }
    if (state.has_heuristic()) {
        const Returns returns = state.heuristic();
        return root_.facts().payoff_sum == 1 ? 2 * returns.payoff(0) - 1 : returns.payoff(0);
    }
    return 0;
}

// The value if it lies inside the window, else a bound on the side where it lies.
double Pvs::search(const OpaqueState& state, int depth, Window window, std::size_t ply) {
    progress_();
    if (++nodes_ > limits_.nodes) throw SolveStopped{};
    if (state.turn().is_over()) return final_score(state);
    if (depth <= 0) {
        touched_ = true;
        return guess(state);
    }
    return state.turn().is_chance() ? expect(state, depth, window, ply)
                                    : decide(state, depth, window, ply);
}

double Pvs::decide(const OpaqueState& state, int depth, Window window, std::size_t ply) {
    const double sign = side(state);
    // From here on in the eyes of the mover.
    double alpha = sign > 0 ? window.alpha : -window.beta;
    double beta = sign > 0 ? window.beta : -window.alpha;
    const double top = sign > 0 ? range_.high : -range_.low;
    if (alpha >= top) return sign * top;  // no move can do better: as good a bound as any
    beta = std::min(beta, top);
    const std::uint64_t key = state.key();
    Move hash_move{};
    bool has_hash_move = false;
    if (const BoundEntry* known = table_.find(key)) {
        hash_move = known->move;
        has_hash_move = true;
        if (known->depth >= depth) {
            const bool raises = known->kind != Kind::kUpper && known->value >= beta;
            const bool fails = known->kind != Kind::kLower && known->value <= alpha;
            if (known->kind == Kind::kExact || raises || fails) {
                touched_ = known->depth != BoundEntry::kWhole;
                return sign * known->value;
            }
        }
    }
    list_choices(state, has_hash_move ? hash_move : Move{UINT32_MAX}, ply);

    const double floor = alpha;
    double best = -kInfinite;
    Move best_move = choices_[ply].front().move;
    bool touched = false;
    for (std::size_t i = 0; i < choices_[ply].size(); ++i) {
        const Move move = choices_[ply][i].move;
        OpaqueState child = state;
        child.apply(move);
        const auto probe = [&](double low, double high) {
            touched_ = false;
            const Window inner = sign > 0 ? Window{low, high} : Window{-high, -low};
            return sign * search(child, depth - 1, inner, ply + 1);
        };
        double value = 0;
        if (i == 0) {
            value = probe(alpha, beta);
        } else {
            value = probe(alpha, just_above(alpha));
            if (value > alpha && value < beta) value = probe(alpha, beta);
        }
        if (value > best) {
            best = value;
            best_move = move;
        }
        if (value >= beta) {  // only this move speaks for the bound
            touched = touched_;
            auto& killers = killers_[ply];
            if (killers[0] != move) killers = {move, killers[0]};
            break;
        }
        touched = touched || touched_;
        alpha = std::max(alpha, value);
    }
    const Kind kind = best >= beta ? Kind::kLower : best <= floor ? Kind::kUpper : Kind::kExact;
    // The best score there is cannot be exceeded: the bound is the value.
    table_.store({.key = key,
                  .value = best,
                  .move = best_move,
                  .depth = touched ? static_cast<std::int16_t>(depth) : BoundEntry::kWhole,
                  .kind = best >= top ? Kind::kExact : kind});
    touched_ = touched;
    return sign * best;
}

// Star1: what the outcomes still to come can add bounds the window of each.
double Pvs::expect(const OpaqueState& state, int depth, Window window, std::size_t ply) {
    const std::vector<Outcome> outcomes = outcomes_of(state);
    double total = 0;
    for (const Outcome& outcome : outcomes) total += static_cast<double>(outcome.weight);
    const bool is_bounded = std::isfinite(range_.low) && std::isfinite(range_.high);
    // Rounding must not turn a value just inside the window into a bound outside.
    const double slack = 1e-9 * (range_.high - range_.low);
    double sum = 0;
    double rest = 1;
    bool touched = false;
    for (const Outcome& outcome : outcomes) {
        const double odds = static_cast<double>(outcome.weight) / total;
        rest = std::max(0.0, rest - odds);
        Window inner{-kInfinite, kInfinite};
        if (is_bounded)
            inner = {
                std::max((window.alpha - slack - sum - rest * range_.high) / odds, range_.low - 1),
                std::min((window.beta + slack - sum - rest * range_.low) / odds, range_.high + 1)};
        OpaqueState child = state;
        child.apply(outcome.move);
        touched_ = false;
        const double value = search(child, depth - 1, inner, ply + 1);
        touched = touched || touched_;
        touched_ = touched;
        if (value <= inner.alpha) return sum + odds * value + rest * range_.high;
        if (value >= inner.beta) return sum + odds * value + rest * range_.low;
        sum += odds * value;
    }
    touched_ = touched;
    return sum;
}

void Pvs::list_choices(const OpaqueState& state, Move first, std::size_t ply) {
    if (choices_.size() <= ply) {
        choices_.resize(ply + 1);
        killers_.resize(ply + 1, {Move{UINT32_MAX}, Move{UINT32_MAX}});
    }
    state.legal_moves(moves_, weights_);
    std::vector<RankedMove>& choices = choices_[ply];
    choices.clear();
    for (std::size_t i = 0; i < moves_.size(); ++i) {
        const Move move = moves_[i];
        std::uint64_t order = weights_[i];
        if (move == killers_[ply][0] || move == killers_[ply][1]) order += 1ULL << 32U;
        if (move == first) order += 1ULL << 33U;
        choices.push_back({move, order});
    }
    sort_best_first(choices);
}

std::vector<Move> Pvs::line_from(Move first) const {
    std::vector<Move> line;
    OpaqueState state = root_;
    std::vector<Move> moves;
    for (Move move = first; line.size() < static_cast<std::size_t>(limits_.depth);) {
        line.push_back(move);
        state.apply(move);
        if (!state.turn().is_seat()) break;
        const BoundEntry* const known = table_.find(state.key());
        if (known == nullptr || known->kind == Kind::kUpper) break;
        state.legal_moves(moves);
        if (std::ranges::find(moves, known->move) == moves.end()) break;
        move = known->move;
    }
    return line;
}

}  // namespace moonflower
