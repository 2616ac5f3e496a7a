#include "solve/shields/stage.hpp"

namespace moonflower::shields {
namespace {

double middle(const Interval& value) { return value.middle(); }
Rational middle(const Rational& value) { return value; }

// Row and column of an entry that is least in its row and greatest in its column.
template <class Number>
std::optional<std::pair<std::size_t, std::size_t>> saddle(const Matrix<Number>& game) {
    std::size_t best_row = 0;
    std::size_t best_column = 0;
    for (std::size_t i = 0; i < game.rows(); ++i) {
        std::size_t least = 0;
        for (std::size_t j = 1; j < game.columns(); ++j)
            if (middle(game(i, j)) < middle(game(i, least))) least = j;
        if (i > 0 && !(middle(game(i, least)) > middle(game(best_row, best_column)))) continue;
        best_row = i;
        best_column = least;
    }
    // The best row's least entry decides unless some column holds it down less.
    for (std::size_t j = 0; j < game.columns(); ++j) {
        std::size_t most = 0;
        for (std::size_t i = 1; i < game.rows(); ++i)
            if (middle(game(i, j)) > middle(game(most, j))) most = i;
        if (!(middle(game(most, j)) > middle(game(best_row, best_column))))
            return std::pair(best_row, j);
    }
    return std::nullopt;
}

template <class Share>
std::vector<Share> pure(std::size_t count, std::size_t index) {
    std::vector<Share> mixture(count, Share(0));
    mixture[index] = Share(1);
    return mixture;
}

}  // namespace

SolvedStage<Rational> solve_together(const Matrix<Rational>& game) {
    if (const auto found = saddle(game))
        return {game(found->first, found->second), pure<Rational>(game.rows(), found->first),
                pure<Rational>(game.columns(), found->second)};
    ExactGame solved = solve_exactly(game);
    return {std::move(solved.value), std::move(solved.row), std::move(solved.column)};
}

SolvedStage<Interval> solve_together(const Matrix<Interval>& game) {
    const auto found = saddle(game);
    Matrix<double> low(game.rows(), game.columns());
    Matrix<double> high = low;
    Matrix<double> mid = low;
    for (std::size_t i = 0; i < game.rows(); ++i)
        for (std::size_t j = 0; j < game.columns(); ++j) {
            low(i, j) = game(i, j).low;
            high(i, j) = game(i, j).high;
            mid(i, j) = game(i, j).middle();
        }
    std::vector<double> row;
    std::vector<double> column;
    if (found) {
        row = pure<double>(game.rows(), found->first);
        column = pure<double>(game.columns(), found->second);
    } else {
        CertifiedGame solved = solve_certified(mid);
        row = std::move(solved.row);
        column = std::move(solved.column);
    }
    CertifiedGame bounds = certify(low, high, std::move(row), std::move(column));
    return {{bounds.lower, bounds.upper}, std::move(bounds.row), std::move(bounds.column)};
}

namespace {

template <class Number>
SolvedStage<Number> maximin(const Matrix<Number>& game, auto below) {
    using Share = typename NumberTraits<Number>::Share;
    std::size_t best_row = 0;
    std::size_t best_column = 0;
    for (std::size_t i = 0; i < game.rows(); ++i) {
        std::size_t least = 0;
        for (std::size_t j = 1; j < game.columns(); ++j)
            if (below(game(i, j), game(i, least))) least = j;
        if (i > 0 && !below(game(best_row, best_column), game(i, least))) continue;
        best_row = i;
        best_column = least;
    }
    return {game(best_row, best_column), pure<Share>(game.rows(), best_row),
            pure<Share>(game.columns(), best_column)};
}

}  // namespace

SolvedStage<Rational> solve_in_turn(const Matrix<Rational>& game) {
    return maximin(game, [](const Rational& a, const Rational& b) { return a < b; });
}

SolvedStage<Interval> solve_in_turn(const Matrix<Interval>& game) {
    auto solved =
        maximin(game, [](const Interval& a, const Interval& b) { return a.middle() < b.middle(); });
    // Bounds hold for every choice, not only for the one that looks best.
    solved.value.low =
        maximin(game, [](const Interval& a, const Interval& b) { return a.low < b.low; }).value.low;
    solved.value.high = maximin(game, [](const Interval& a, const Interval& b) {
                            return a.high < b.high;
                        }).value.high;
    return solved;
}

namespace {

Rational mixed(const std::vector<Rational>& shares, auto entry) {
    Rational sum = 0;
    for (std::size_t i = 0; i < shares.size(); ++i)
        if (shares[i].sign() != 0) sum += shares[i] * entry(i);
    return sum;
}
double mixed(const std::vector<double>& shares, auto entry) {
    double sum = 0;
    for (std::size_t i = 0; i < shares.size(); ++i) sum += shares[i] * middle(entry(i));
    return sum;
}

Figure loss_of(const Rational& best, const Rational& got) { return Figure(best - got); }
Figure loss_of(double best, double got) { return Figure(std::max(0.0, best - got)); }
Figure figure(const Rational& value) { return Figure(value); }
Figure figure(const Interval& value) { return Figure(value.middle()); }
double width(const Rational& /*value*/) { return 0; }
double width(const Interval& value) { return value.high - value.low; }

template <class Number>
Matrix<Number> row_of(const Matrix<Number>& game, std::size_t row) {
    Matrix<Number> only(1, game.columns());
    for (std::size_t j = 0; j < game.columns(); ++j) only(0, j) = game(row, j);
    return only;
}

// What each choice of the row player is worth: against the column mixture, or answered best.
template <class Number>
std::vector<Choice> row_choices(const Matrix<Number>& game, const SolvedStage<Number>& solved,
                                const Sets& sets, bool is_open) {
    std::vector<Choice> choices;
    for (std::size_t i = 0; i < game.rows(); ++i) {
        auto got = mixed(solved.column, [&](std::size_t j) { return game(i, j); });
        if (is_open) got = middle(solve_in_turn(row_of(game, i)).value);
        choices.push_back(
            {set_text(sets[i]), Figure(solved.row[i]), loss_of(middle(solved.value), got)});
    }
    return choices;
}

template <class Number>
std::vector<Choice> column_choices(const Matrix<Number>& game, const SolvedStage<Number>& solved,
                                   const Sets& sets) {
    std::vector<Choice> choices;
    for (std::size_t j = 0; j < game.columns(); ++j) {
        const auto paid = mixed(solved.row, [&](std::size_t i) { return game(i, j); });
        choices.push_back(
            {set_text(sets[j]), Figure(solved.column[j]), loss_of(paid, middle(solved.value))});
    }
    return choices;
}

template <class Number>
Analysis present(const Table& table, const Number& value) {
    const auto [first, second] = duellists(table);
    Analysis analysis{.kind = table.rules.is_open ? "open duel" : "duel",
                      .measure = "difference",
                      .is_exact = NumberTraits<Number>::kIsExact,
                      .gap = width(value)};
    analysis.values.resize(table.rules.players);
    analysis.choices.resize(table.rules.players);
    analysis.values[first] = figure(value);
    analysis.values[second] = figure(-value);
    return analysis;
}

template <class Number>
Analysis present(const Table& table, const Matrix<Number>& game, const Sets& rows,
                 const Sets& columns) {
    const auto [first, second] = duellists(table);
    const bool is_open = table.rules.is_open;
    // In open order the second seat answers a choice it has seen, so it has none before that.
    const bool answers = is_open && table.choices[first] != kOpen;
    const auto seen = std::find(rows.begin(), rows.end(), shields_of(table.choices[first]));
    const Matrix<Number> played =
        answers ? row_of(game, static_cast<std::size_t>(seen - rows.begin())) : game;
    const SolvedStage<Number> solved = is_open ? solve_in_turn(played) : solve_together(played);
    Analysis analysis = present(table, solved.value);
    if (!answers) analysis.choices[first] = row_choices(played, solved, rows, is_open);
    if (answers || !is_open) analysis.choices[second] = column_choices(played, solved, columns);
    return analysis;
}

}  // namespace

Analysis present_duel(const Table& table, const Matrix<Rational>& game, const Sets& rows,
                      const Sets& columns) {
    return present(table, game, rows, columns);
}
Analysis present_duel(const Table& table, const Matrix<Interval>& game, const Sets& rows,
                      const Sets& columns) {
    return present(table, game, rows, columns);
}
Analysis present_duel(const Table& table, const Rational& value) { return present(table, value); }
Analysis present_duel(const Table& table, const Interval& value) { return present(table, value); }

}  // namespace moonflower::shields
