// Depth-first proof-number search (Nagai 2002): can one seat force a win, whatever the others and
// chance do? For narrow, forcing play. A threat rule may keep the attacker to forcing moves and the
// defender to those that meet the threat, which makes proofs cheap; every proof found is walked
// again and checked.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/hash.hpp"
#include "core/moves_or_outcomes.hpp"
#include "core/opaque_state.hpp"
#include "core/progress.hpp"
#include "solve/proof_table.hpp"
#include "solve/telling.hpp"

namespace moonflower {

struct ProofLimits {
    int turns = 0;  // of the attacker at most; 0: as many as the game has
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t table_bytes = 256ULL << 20U;
};

// Says which moves are tried: of the attacker those that force something, of the defender all but
// those after which the attacker has won for certain within the turns it has left. A rule that
// leaves out more gives false proofs; a move may stand for a whole turn.
template <class T, class S>
concept ThreatRule = requires(T rule, const S state, Seat attacker, int turns) {
    { rule.attacks(state, attacker, turns) } -> std::same_as<std::vector<Move>>;
    { rule.answers(state, attacker, turns) } -> std::same_as<std::vector<Move>>;
};

struct EveryMove {
    template <class S>
    [[nodiscard]] std::vector<Move> attacks(const S& state, Seat /*attacker*/,
                                            int /*turns*/) const {
        return moves_of(state);
    }
    template <class S>
    [[nodiscard]] std::vector<Move> answers(const S& state, Seat attacker, int turns) const {
        return attacks(state, attacker, turns);
    }
};

// A win is the whole payoff; where payoffs add up to 0, any gain.
template <class S, ThreatRule<S> Threats = EveryMove>
class Dfpn {
public:
    Dfpn(const S& root, Seat attacker, const ProofLimits& limits, ProgressCallback progress,
         Threats threats = {})
        : root_(root),
          attacker_(attacker),
          limits_(limits),
          progress_(std::move(progress)),
          threats_(std::move(threats)),
          table_(limits.table_bytes) {}

    // A win of the attacker, exact; that it cannot force one (kNoWin); or nothing is known.
    [[nodiscard]] Solution prove();
    // After a proof: the attack against the longest defence found.
    [[nodiscard]] const std::vector<Move>& line() const { return line_; }
    // After a proof: the attacker's move where the proof has one.
    [[nodiscard]] std::optional<Move> move_at(const S& state, int turns) const {
        const ProofTable::Entry* const entry = table_.find(make_node(state, turns).key);
        if (entry == nullptr || !entry->numbers.is_proved()) return std::nullopt;
        return entry->move;
    }

private:
    static constexpr std::uint32_t kInfinite = ProofNumbers::kInfinite;
    struct Node {
        S state;
        int turns;  // the attacker still has
        std::uint64_t key;
    };
    struct Child {
        Node node;
        Move move;
    };
    // Sums over the children, and where to go next.
    struct Outlook {
        ProofNumbers numbers;
        std::size_t best = 0;
        std::uint32_t second = kInfinite;  // the number of the runner-up that the choice is made by
    };

    [[nodiscard]] Node make_node(const S& state, int turns) const;
    [[nodiscard]] bool is_attack(const Node& node) const {
        return node.state.turn() == Turn::of(attacker_);
    }
    [[nodiscard]] bool is_won(const S& state) const;
    [[nodiscard]] std::vector<Child> children_of(const Node& node);
    [[nodiscard]] ProofNumbers numbers_of(const Node& node);
    [[nodiscard]] Outlook look(const std::vector<Child>& children, bool attack);
    void explore(const Node& node, ProofNumbers limit);
    void settle(const Node& node, ProofNumbers numbers, Move move = {});
    std::uint32_t check(const Node& node);
    [[nodiscard]] std::vector<Move> line_of(const Node& root);
    void tell_win(Solution& found) const;

    S root_;
    Seat attacker_;
    ProofLimits limits_;
    ProgressCallback progress_;
    Threats threats_;
    ProofTable table_;
    std::uint64_t nodes_ = 0;
    std::uint64_t checked_ = 0;
    std::vector<Move> line_;
    bool repeats_ = false;                                      // a line came back to its own past
    std::vector<std::uint64_t> path_;                           // keys from the root
    std::unordered_map<std::uint64_t, std::uint32_t> lengths_;  // of checked proofs, in moves
};

template <class S, ThreatRule<S> Threats>
Solution Dfpn<S, Threats>::prove() {
    const Node root = make_node(root_, limits_.turns);
    try {
        if (!numbers_of(root).is_proved() && !numbers_of(root).is_disproved())
            explore(root, {kInfinite, kInfinite});
    } catch (const SolveStopped&) {  // no verdict
    }
    Solution found = unsolved(facts_of(root_), root_.seats(), attacker_, "df-pn");
    const ProofNumbers numbers = numbers_of(root);
    if (numbers.is_proved()) {
        check(root);
        line_ = line_of(root);
        tell_win(found);
    } else if (numbers.is_disproved() && !repeats_) {
        // A repetition counts against the attacker only on the path where it happens, so that a
        // disproof with one inside proves nothing.
        found.kind = SolutionKind::kNoWin;
    }
    found.turns = limits_.turns;
    found.nodes = nodes_;
    found.checked = checked_;
    return found;
}

// Where payoffs add up to 0 the win is some gain: at least nothing, at most the highest payoff.
template <class S, ThreatRule<S> Threats>
void Dfpn<S, Threats>::tell_win(Solution& found) const {
    const GameFacts& facts = facts_of(root_);
    const auto highest = static_cast<double>(facts.highest_payoff);
    found.kind = SolutionKind::kWin;
    found.line = tokens_from(root_, line_);
    const bool is_whole = facts.payoff_sum != 0 || facts.highest_payoff == 1;
    found.is_exact = is_whole;
    found.value = is_whole ? highest : highest / 2;
    found.bound = highest - found.value;
    const double rest = facts.payoff_sum ? *facts.payoff_sum - found.value : 0;
    found.values.assign(static_cast<std::size_t>(root_.seats()),
                        rest / std::max(1, root_.seats() - 1));
    found.values[static_cast<std::size_t>(attacker_)] = found.value;
    if (root_.turn() == Turn::of(attacker_) && !line_.empty())
        found.moves.push_back({.move = line_.front(),
                               .text = found.line.front(),
                               .value = found.value,
                               .loss = 0,
                               .share = 1,
                               .is_exact = is_whole});
}

// Positions with different turns left are different questions.
template <class S, ThreatRule<S> Threats>
auto Dfpn<S, Threats>::make_node(const S& state, int turns) const -> Node {
    return {state, turns, Hasher(state.key()).add(static_cast<std::uint64_t>(turns)).value()};
}

template <class S, ThreatRule<S> Threats>
bool Dfpn<S, Threats>::is_won(const S& state) const {
    const GameFacts& facts = facts_of(state);
    const std::int32_t units = state.returns().units[static_cast<std::size_t>(attacker_)];
    return facts.payoff_sum == 0 ? units > 0 : units == facts.highest_payoff * kPayoffUnit;
}

template <class S, ThreatRule<S> Threats>
auto Dfpn<S, Threats>::children_of(const Node& node) -> std::vector<Child> {
    std::vector<Child> children;
    const bool attack = is_attack(node);
    const auto add = [&](Move move) {
        S next = node.state;
        next.apply(move);
        bool ends_turn = attack;
        if constexpr (CutsTurns<S>) ends_turn = attack && !next.mid_turn();
        const bool counts = limits_.turns > 0 && ends_turn;
        children.push_back({make_node(next, node.turns - (counts ? 1 : 0)), move});
    };
    if (node.state.turn().is_chance()) {
        for (const Outcome& outcome : outcomes_of(node.state)) add(outcome.move);
    } else {
        for (const Move move : attack ? threats_.attacks(node.state, attacker_, node.turns)
                                      : threats_.answers(node.state, attacker_, node.turns))
            add(move);
    }
    return children;
}

template <class S, ThreatRule<S> Threats>
ProofNumbers Dfpn<S, Threats>::numbers_of(const Node& node) {
    if (node.state.turn().is_over())
        return is_won(node.state) ? ProofNumbers::proved() : ProofNumbers::disproved();
    if (limits_.turns > 0 && node.turns == 0) return ProofNumbers::disproved();
    return table_.numbers(node.key);
}

// The attacker needs one proved child, the defender (or chance) one disproved child.
template <class S, ThreatRule<S> Threats>
auto Dfpn<S, Threats>::look(const std::vector<Child>& children, bool attack) -> Outlook {
    Outlook outlook;
    std::uint32_t least = kInfinite + 1;
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < children.size(); ++i) {
        ProofNumbers numbers = numbers_of(children[i].node);
        if (!numbers.is_proved() && !numbers.is_disproved() &&
            std::ranges::find(path_, children[i].node.key) != path_.end()) {
            numbers = ProofNumbers::disproved();
            repeats_ = true;
        }
        const std::uint32_t own = attack ? numbers.proof : numbers.disproof;
        sum += attack ? numbers.disproof : numbers.proof;
        if (own < least) {
            outlook.second = std::min(least, kInfinite);
            least = own;
            outlook.best = i;
        } else {
            outlook.second = std::min(outlook.second, own);
        }
    }
    const auto total = static_cast<std::uint32_t>(std::min<std::uint64_t>(sum, kInfinite));
    least = std::min(least, kInfinite);
    outlook.numbers = attack ? ProofNumbers{least, total} : ProofNumbers{total, least};
    return outlook;
}

// Works below the node until a number reaches its limit.
template <class S, ThreatRule<S> Threats>
void Dfpn<S, Threats>::explore(const Node& node, ProofNumbers limit) {
    progress_();
    if (++nodes_ > limits_.nodes || table_.is_full()) throw SolveStopped{};
    const bool attack = is_attack(node);
    const std::vector<Child> children = children_of(node);
    if (children.empty())  // nothing to attack with, or no answer that helps
        return settle(node, attack ? ProofNumbers::disproved() : ProofNumbers::proved());
    path_.push_back(node.key);
    for (;;) {
        const Outlook outlook = look(children, attack);
        const ProofNumbers numbers = outlook.numbers;
        const Child& best = children[outlook.best];
        if (numbers.proof >= limit.proof || numbers.disproof >= limit.disproof ||
            numbers.is_proved() || numbers.is_disproved()) {
            path_.pop_back();
            return settle(node, numbers, best.move);
        }
        const ProofNumbers known = numbers_of(best.node);
        // The 1 + epsilon trick (Pawlewicz and Lew 2007): stay a quarter longer with a child.
        const std::uint32_t stay = std::min(outlook.second + outlook.second / 4 + 1, kInfinite);
        const ProofNumbers inner =
            attack ? ProofNumbers{std::min(limit.proof, stay),
                                  limit.disproof - numbers.disproof + known.disproof}
                   : ProofNumbers{limit.proof - numbers.proof + known.proof,
                                  std::min(limit.disproof, stay)};
        explore(best.node, inner);
    }
}

template <class S, ThreatRule<S> Threats>
void Dfpn<S, Threats>::settle(const Node& node, ProofNumbers numbers, Move move) {
    table_.store(node.key, numbers, move);
}

// Follows a finished proof through the rules alone: the attacker's stored move must be legal and
// every reply must be proved in its turn, down to games that are won. Counts moves to the end.
template <class S, ThreatRule<S> Threats>
std::uint32_t Dfpn<S, Threats>::check(const Node& node) {
    const auto broken = [] { throw Error("df-pn: a proof does not hold; equal keys of states?"); };
    if (node.state.turn().is_over()) {
        if (!is_won(node.state)) broken();
        return 0;
    }
    if (const auto known = lengths_.find(node.key); known != lengths_.end()) return known->second;
    progress_();
    ++checked_;
    const ProofTable::Entry* const entry = table_.find(node.key);
    if (entry == nullptr || !entry->numbers.is_proved()) broken();
    std::uint32_t longest = 0;
    bool is_held = !is_attack(node);
    for (const Child& child : children_of(node)) {
        if (is_attack(node) && child.move != entry->move) continue;
        is_held = true;
        longest = std::max(longest, 1 + check(child.node));
    }
    if (!is_held) broken();
    lengths_[node.key] = longest;
    return longest;
}

template <class S, ThreatRule<S> Threats>
std::vector<Move> Dfpn<S, Threats>::line_of(const Node& root) {
    std::vector<Move> line;
    const auto length = [&](const Node& node) {
        const auto known = lengths_.find(node.key);
        return known == lengths_.end() ? 0U : known->second;
    };
    for (Node node = root; !node.state.turn().is_over();) {
        const std::vector<Child> children = children_of(node);
        if (children.empty()) break;  // whatever the defender does loses at once
        auto next = children.begin();
        if (is_attack(node)) {
            const Move move = table_.find(node.key)->move;
            next = std::ranges::find(children, move, &Child::move);
        } else {
            for (auto child = children.begin(); child != children.end(); ++child)
                if (length(child->node) > length(next->node)) next = child;
        }
        line.push_back(next->move);
        node = next->node;
    }
    return line;
}

// By every move, in any game. `progress` is called at every node.
[[nodiscard]] Solution prove(const OpaqueState& root, Seat attacker, const ProofLimits& limits,
                             ProgressCallback progress);

}  // namespace moonflower
