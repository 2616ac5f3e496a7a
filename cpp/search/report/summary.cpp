#include "search/report/summary.hpp"

#include <algorithm>
#include <cmath>

#include "core/hash.hpp"
#include "core/rng.hpp"
#include "search/report/standing.hpp"
#include "search/select/select.hpp"
#include "search/tree/proof.hpp"

namespace moonflower {
namespace {

Proof proof_of(Bounds bounds) {
    if (bounds.low != bounds.high) return Proof::kNone;
    if (bounds.low == kTop) return Proof::kWin;
    if (bounds.low == 0) return Proof::kLoss;
    return bounds.low * 2 == kTop ? Proof::kDraw : Proof::kValue;
}

// A line with what decides its place.
struct Candidate {
    SearchLine line;
    Bounds bounds;
    int rank = 1;
    bool is_best = false;   // of its rank
    std::size_t place = 0;  // in the view's list
};

class Summary {
public:
    Summary(const SummaryInput& input, const UtilityScale& scale) : input_(input), scale_(scale) {
        for (const RootMove& move : input.totals) visits_ += move.all_visits();
        for (std::size_t i = 0; i < input.moves.size(); ++i) candidates_.push_back(candidate(i));
        is_mixed_ = input.is_mixed || (input.root != nullptr && input.root->is(Node::kTogether));
        rank_by_proof();
        std::sort(candidates_.begin(), candidates_.end(), goes_before);
        settle_policy();
    }

    void write(SearchReport& report) {
        if (input_.root != nullptr) report.proof = proof_of({input_.root->low, input_.root->high});
        report.is_mixed = is_mixed_ && report.proof == Proof::kNone;
        for (Candidate& candidate : candidates_) report.lines.push_back(std::move(candidate.line));
        report.best =
            report.is_mixed && !input_.greedy ? drawn(report.lines, input_.seed, input_.key) : 0;
        write_values(report);
    }

private:
    [[nodiscard]] Candidate candidate(std::size_t i) const {
        const RootMove& sums = input_.totals[i];
        Candidate result;
        result.place = i;
        result.bounds = {sums.low, sums.high};
        SearchLine& line = result.line;
        line.move = input_.moves[i];
        line.visits = sums.all_visits();
        line.proof = proof_of(result.bounds);
        if (!input_.priors.empty()) line.prior = input_.priors[i];
        if (line.proof != Proof::kNone)
            line.value = scale_.payoff(result.bounds.low, 1);
        else if (line.visits > 0)
            line.value = mean_payoff(sums);
        if (line.proof != Proof::kNone)
            add_proven(line);
        else if (sums.visits > 0)
            add_shares(sums, line);
        return result;
    }
    // Proofs are of games of two seats whose payoffs have a fixed sum.
    void add_proven(SearchLine& line) const {
        const auto own = static_cast<std::size_t>(input_.seat);
        line.values.resize(2);
        line.values[own] = *line.value;
        line.values[1 - own] = scale_.payoff(0, 1) + scale_.payoff(kTop, 1) - *line.value;
        line.win = line.values[own] > line.values[1 - own] ? 1.0 : 0.0;
        line.loss = line.values[own] < line.values[1 - own] ? 1.0 : 0.0;
        line.draw = 1.0 - line.win - line.loss;
    }
    [[nodiscard]] double mean_payoff(const RootMove& sums) const {
        const auto visits = static_cast<double>(sums.all_visits());
        double total = 0.0;
        if (sums.visits > 0)
            total += static_cast<double>(sums.units[static_cast<std::size_t>(input_.seat)]) /
                     kPayoffUnit;
        if (sums.kept_visits > 0)
            total += scale_.payoff(sums.kept_utility, sums.kept_visits) *
                     static_cast<double>(sums.kept_visits);
        return total / visits;
    }
    void add_shares(const RootMove& sums, SearchLine& line) const {
        const auto n = static_cast<double>(sums.visits);
        for (std::size_t seat = 0; seat < static_cast<std::size_t>(input_.seats); ++seat)
            line.values.push_back(static_cast<double>(sums.units[seat]) / kPayoffUnit / n);
        line.win = static_cast<double>(sums.wins) / kTop / n;
        line.draw = static_cast<double>(sums.draws) / kTop / n;
        line.loss = std::max(0.0, 1.0 - line.win - line.draw);
        // Spread of the utilities, in payoffs.
        const double own = line.values[static_cast<std::size_t>(input_.seat)];
        const double lowest = scale_.payoff(0, 1);
        const double range = scale_.payoff(kTop, 1) - lowest;
        const double mean = (own - lowest) / range;
        const double square = static_cast<double>(sums.squares) / kTop / kTop / n;
        line.error = range * std::sqrt(std::max(0.0, square - mean * mean) / n);
    }

    // A move that is proven is compared with the best of the others: it is no longer searched, so
    // its visits say nothing.
    void rank_by_proof() {
        const std::size_t best =
            input_.by_visits || is_mixed_ ? most_visited() : best_move(input_.totals);
        double leader = -1e9;
        if (best < candidates_.size() && candidates_[best].line.value) {
            candidates_[best].is_best = true;
            leader = *candidates_[best].line.value;
        }
        if (input_.root == nullptr) return;
        const bool is_proven = input_.root->is_proven();
        for (Candidate& candidate : candidates_) {
            if (is_proven)
                candidate.rank = candidate.bounds.low >= input_.root->low ? 2 : 0;
            else if (candidate.line.proof != Proof::kNone)
                candidate.rank = *candidate.line.value >= leader ? 2 : 0;
        }
    }
    [[nodiscard]] std::size_t most_visited() const {
        std::size_t best = candidates_.size();
        std::uint64_t most = 0;
        for (std::size_t i = 0; i < candidates_.size(); ++i) {
            const SearchLine& line = candidates_[i].line;
            if (line.proof != Proof::kNone || line.visits <= most) continue;
            most = line.visits;
            best = i;
        }
        return best;
    }
    [[nodiscard]] static bool goes_before(const Candidate& a, const Candidate& b) {
        if (a.rank != b.rank) return a.rank > b.rank;
        if (a.rank != 1 && a.bounds.low != b.bounds.low) return a.bounds.low > b.bounds.low;
        if (a.is_best != b.is_best) return a.is_best;
        if (a.line.visits != b.line.visits) return a.line.visits > b.line.visits;
        const double left = a.line.value.value_or(-1e9);
        const double right = b.line.value.value_or(-1e9);
        return left != right ? left > right : a.place < b.place;
    }

    void settle_policy() {
        const bool is_proven = input_.root != nullptr && input_.root->is_proven();
        double total = 0.0;
        for (std::size_t i = 0; i < candidates_.size(); ++i) {
            double share = i == 0 ? 1.0 : 0.0;
            if (!is_proven && visits_ > 0)
                share = input_.root == nullptr
                            ? static_cast<double>(candidates_[i].line.visits) /
                                  static_cast<double>(visits_)
                            : Selector::average_share(*input_.root, candidates_[i].line.visits,
                                                      visits_, candidates_.size());
            candidates_[i].line.policy = share;
            total += share;
        }
        for (Candidate& candidate : candidates_)
            candidate.line.policy = total > 0.0 ? candidate.line.policy / total
                                                : 1.0 / static_cast<double>(candidates_.size());
    }

    // The value of the root is that of its best move, or of the mixture that will be played.
    void write_values(SearchReport& report) const {
        if (report.lines.empty()) return;
        if (!report.is_mixed) {
            report.value = report.lines[0].value;
            report.values = report.lines[0].values;
            return;
        }
        double value = 0.0;
        double weight = 0.0;
        for (const SearchLine& line : report.lines) {
            if (!line.value) continue;
            value += line.policy * *line.value;
            weight += line.policy;
            report.values.resize(line.values.size());
            for (std::size_t seat = 0; seat < line.values.size(); ++seat)
                report.values[seat] += line.policy * line.values[seat];
        }
        if (weight <= 0.0) return;
        report.value = value / weight;
        for (double& each : report.values) each /= weight;
    }

    const SummaryInput& input_;
    const UtilityScale& scale_;
    std::uint64_t visits_ = 0;
    bool is_mixed_ = false;
    std::vector<Candidate> candidates_;
};

}  // namespace

std::size_t drawn(std::span<const double> policy, std::uint64_t seed, std::uint64_t key) {
    Rng rng(mix64(seed ^ key));
    double left = rng.unit();
    for (std::size_t i = 0; i < policy.size(); ++i) {
        if (left < policy[i]) return i;
        left -= policy[i];
    }
    return 0;
}

std::size_t drawn(std::span<const SearchLine> lines, std::uint64_t seed, std::uint64_t key) {
    std::vector<double> policy;
    for (const SearchLine& line : lines) policy.push_back(line.policy);
    return drawn(policy, seed, key);
}

void add_proofs(const Node* root, std::span<const Move> moves, std::span<RootMove> totals) {
    if (root == nullptr) return;
    for (std::uint32_t i = 0; i < root->room; ++i) {
        const auto found = std::ranges::find(moves, Move{root->move(i)});
        if (found == moves.end()) continue;
        RootMove& move = totals[static_cast<std::size_t>(found - moves.begin())];
        move.low = root->edges()[i].low;
        move.high = root->edges()[i].high;
    }
}

void summarise(const SummaryInput& input, const UtilityScale& scale, SearchReport& report) {
    Summary(input, scale).write(report);
}

}  // namespace moonflower
