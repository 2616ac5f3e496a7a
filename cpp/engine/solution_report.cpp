#include "engine/solution_report.hpp"

#include <algorithm>
#include <utility>

#include "solve/telling.hpp"

namespace moonflower {
namespace {

constexpr double kSureEnough = 1e-9;  // a wider interval is no proof

class Teller {
public:
    Teller(const Solution& solution, const AnyView& view)
        : solution_(solution), game_(view.game()), facts_(game_->facts()), view_(view) {}

    // Every move, those of the solution first.
    [[nodiscard]] std::vector<SearchLine> lines(std::span<const Move> moves) const {
        std::vector<SearchLine> result;
        for (const SolvedMove& move : solution_.moves) result.push_back(line_of(move));
        for (const Move move : moves) {
            const auto is_told = [&](const SearchLine& line) { return line.move == move; };
            if (std::ranges::any_of(result, is_told)) continue;
            SearchLine line;
            line.move = move;
            line.text = view_.format(move);
            line.pv = {line.text};
            result.push_back(std::move(line));
        }
        SearchLine& first = result.front();
        if (first.value) first.values = solution_.values;
        if (solution_.moves.empty()) first.policy = 1.0;
        if (!solution_.line.empty() && solution_.line[0] == first.text) first.pv = solution_.line;
        return result;
    }

    [[nodiscard]] Proof proof_of(double value, bool is_exact) const {
        if (!is_exact || solution_.bound > kSureEnough) return Proof::kNone;
        const bool is_level = is_constant_sum() && value == level() && !facts_.has_chance;
        if (is_level) return Proof::kDraw;
        if (solution_.measure == kMargin) return Proof::kValue;
        if (value >= facts_.highest_payoff) return Proof::kWin;
        return value <= facts_.lowest_payoff ? Proof::kLoss : Proof::kValue;
    }

private:
    [[nodiscard]] bool is_constant_sum() const {
        return solution_.values.size() == 2 && facts_.payoff_sum.has_value();
    }
    // What both seats get of a shared game.
    [[nodiscard]] double level() const {
        return solution_.measure == kMargin ? 0.0 : *facts_.payoff_sum / 2.0;
    }

    [[nodiscard]] SearchLine line_of(const SolvedMove& move) const {
        SearchLine line;
        line.move = move.move;
        line.text = move.text;
        line.pv = {move.text};
        line.policy = move.share;
        if (move.is_bound) return line;
        line.value = move.value;
        line.proof = proof_of(move.value, move.is_exact);
        add_odds(line, move.value);
        if (is_constant_sum()) {
            line.values.assign(2, 2 * level() - move.value);
            line.values[static_cast<std::size_t>(solution_.seat)] = move.value;
        }
        return line;
    }
    // A value between the lowest and the highest payoff counts as that part of a win.
    void add_odds(SearchLine& line, double value) const {
        if (line.proof == Proof::kDraw)
            line.draw = 1.0;
        else if (solution_.measure == kMargin)
            line.win = value > 0 ? 1.0 : 0.0;
        else
            line.win = (value - facts_.lowest_payoff) / full_range(facts_);
        line.loss = 1.0 - line.win - line.draw;
    }

    const Solution& solution_;
    GamePtr game_;
    const GameFacts& facts_;
    const AnyView& view_;
};

}  // namespace

SearchReport report_of(const Solution& solution, const AnyView& view, std::span<const Move> moves,
                       const SearchSettings& settings, std::string_view algorithm) {
    const Teller teller(solution, view);
    SearchReport report;
    report.seat = view.seat();
    report.algorithm = algorithm;
    report.lines = teller.lines(moves);
    report.is_mixed = report.lines[0].policy < 1.0;
    if (report.is_mixed && !settings.greedy)
        report.best = drawn(report.lines, settings.seed, view.info_key());
    if (report.lines[0].value) {
        report.value = solution.value;
        report.values = solution.values;
        report.proof = teller.proof_of(solution.value, solution.is_exact);
    }
    report.nodes = solution.nodes;
    report.is_final = true;
    return report;
}

}  // namespace moonflower
