#include "solve/matrix_game.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace moonflower {
namespace {

// Both solvers keep a condensed tableau of: maximise the sum of y, A y <= 1, y >= 0, with all
// entries of A positive. Then 1 / sum is the value, y and the dual prices are the mixtures. Row m
// holds the prices, column n the right-hand side; labels say which variable stands where.
struct Labels {
    std::vector<std::size_t> basic;    // by row: < n a column of the game, else slack n + row
    std::vector<std::size_t> outside;  // by column

    Labels(std::size_t rows, std::size_t columns) : basic(rows), outside(columns) {
        std::iota(outside.begin(), outside.end(), std::size_t{0});
        std::iota(basic.begin(), basic.end(), columns);
    }
};

// Reads a mixture: variables first, first + 1, ... of those listed, others are 0.
template <class Number, class Read>
std::vector<Number> read_mixture(const std::vector<std::size_t>& labels, std::size_t first,
                                 std::size_t count, Read read) {
    std::vector<Number> mixture(count, Number(0));
    for (std::size_t i = 0; i < labels.size(); ++i)
        if (labels[i] >= first && labels[i] < first + count) mixture[labels[i] - first] = read(i);
    return mixture;
}

// --- exact

class IntegerSimplex {
public:
    explicit IntegerSimplex(const Matrix<Rational>& game)
        : m_(game.rows()), n_(game.columns()), cells_(m_ + 1, n_ + 1), labels_(m_, n_) {
        Rational least = game(0, 0);
        scale_ = 1;
        for (std::size_t i = 0; i < m_; ++i)
            for (std::size_t j = 0; j < n_; ++j) {
                least = std::min(least, game(i, j));
                const BigInt& denominator = game(i, j).denominator();
                scale_ = scale_ / gcd(scale_, denominator) * denominator;
            }
        // Entries become whole and at least 1: (entry - least) * scale + 1.
        shift_ = Rational(1) - least * Rational(scale_, 1);
        for (std::size_t i = 0; i < m_; ++i) {
            for (std::size_t j = 0; j < n_; ++j)
                cells_(i, j) = (game(i, j) * Rational(scale_, 1) + shift_).numerator();
            cells_(i, n_) = 1;
        }
        for (std::size_t j = 0; j < n_; ++j) cells_(m_, j) = -1;
    }

    ExactGame solve() {
        for (std::size_t column = entering(); column < n_; column = entering())
            pivot(leaving(column), column);
        const BigInt& sum = cells_(m_, n_);
        ExactGame game;
        game.value = (Rational(last_, sum) - shift_) / Rational(scale_, 1);
        game.column = read_mixture<Rational>(
            labels_.basic, 0, n_, [&](std::size_t i) { return Rational(cells_(i, n_), sum); });
        game.row = read_mixture<Rational>(
            labels_.outside, n_, m_, [&](std::size_t j) { return Rational(cells_(m_, j), sum); });
        return game;
    }

private:
    // Bland's rule: the lowest label that still improves.
    [[nodiscard]] std::size_t entering() const {
        std::size_t best = n_;
        for (std::size_t j = 0; j < n_; ++j)
            if (cells_(m_, j).sign() < 0 &&
                (best == n_ || labels_.outside[j] < labels_.outside[best]))
                best = j;
        return best;
    }
    [[nodiscard]] std::size_t leaving(std::size_t column) const {
        std::size_t best = m_;
        for (std::size_t i = 0; i < m_; ++i) {
            if (cells_(i, column).sign() <= 0) continue;
            if (best == m_) {
                best = i;
                continue;
            }
            const auto order =
                cells_(i, n_) * cells_(best, column) <=> cells_(best, n_) * cells_(i, column);
            if (order < 0 || (order == 0 && labels_.basic[i] < labels_.basic[best])) best = i;
        }
        return best;
    }
    // Every cell is a determinant; the last pivot divides each new one without remainder.
    void pivot(std::size_t row, std::size_t column) {
        const BigInt chosen = cells_(row, column);
        for (std::size_t i = 0; i <= m_; ++i) {
            if (i == row) continue;
            const BigInt factor = cells_(i, column);
            for (std::size_t j = 0; j <= n_; ++j)
                if (j != column)
                    cells_(i, j) = (cells_(i, j) * chosen - factor * cells_(row, j)) / last_;
            cells_(i, column) = -factor;
        }
        cells_(row, column) = last_;
        last_ = chosen;
        std::swap(labels_.basic[row], labels_.outside[column]);
    }

    std::size_t m_;
    std::size_t n_;
    Matrix<BigInt> cells_;
    Labels labels_;
    BigInt scale_;
    Rational shift_;
    BigInt last_ = 1;
};

// --- floating point

class FloatSimplex {
public:
    explicit FloatSimplex(const Matrix<double>& game)
        : m_(game.rows()), n_(game.columns()), cells_(m_ + 1, n_ + 1), labels_(m_, n_) {
        double least = game(0, 0);
        double most = game(0, 0);
        for (std::size_t i = 0; i < m_; ++i)
            for (std::size_t j = 0; j < n_; ++j) {
                least = std::min(least, game(i, j));
                most = std::max(most, game(i, j));
            }
        const double span = most > least ? most - least : 1.0;
        for (std::size_t i = 0; i < m_; ++i) {
            for (std::size_t j = 0; j < n_; ++j) cells_(i, j) = 1 + (game(i, j) - least) / span;
            cells_(i, n_) = 1;
        }
        for (std::size_t j = 0; j < n_; ++j) cells_(m_, j) = -1;
    }

    // Mixtures that are optimal up to rounding.
    std::pair<std::vector<double>, std::vector<double>> solve() {
        const std::size_t patience = 50 * (m_ + n_);
        for (std::size_t step = 0; step < patience; ++step) {
            const std::size_t column = entering(step > patience / 2);
            if (column == n_) break;
            const std::size_t row = leaving(column);
            if (row == m_) break;
            pivot(row, column);
        }
        auto column = read_mixture<double>(labels_.basic, 0, n_,
                                           [&](std::size_t i) { return cells_(i, n_); });
        auto row = read_mixture<double>(labels_.outside, n_, m_,
                                        [&](std::size_t j) { return cells_(m_, j); });
        return {normalised(std::move(row)), normalised(std::move(column))};
    }

private:
    static std::vector<double> normalised(std::vector<double> mixture) {
        double sum = 0;
        for (double& share : mixture) sum += share = std::max(share, 0.0);
        for (double& share : mixture)
            share = sum > 0 ? share / sum : 1.0 / static_cast<double>(mixture.size());
        return mixture;
    }
    [[nodiscard]] std::size_t entering(bool is_tired) const {
        std::size_t best = n_;
        double least = -1e-13;
        for (std::size_t j = 0; j < n_; ++j) {
            if (cells_(m_, j) >= least) continue;
            best = j;
            if (is_tired) break;  // any improving column, against going round in circles
            least = cells_(m_, j);
        }
        return best;
    }
    [[nodiscard]] std::size_t leaving(std::size_t column) const {
        std::size_t best = m_;
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < m_; ++i) {
            if (cells_(i, column) <= 1e-11) continue;
            const double ratio = cells_(i, n_) / cells_(i, column);
            const bool is_better =
                ratio < least - 1e-13 ||
                (ratio < least + 1e-13 && cells_(i, column) > cells_(best, column));
            if (best != m_ && !is_better) continue;
            best = i;
            least = ratio;
        }
        return best;
    }
    void pivot(std::size_t row, std::size_t column) {
        const double inverse = 1 / cells_(row, column);
        for (std::size_t j = 0; j <= n_; ++j)
            if (j != column) cells_(row, j) *= inverse;
        for (std::size_t i = 0; i <= m_; ++i) {
            if (i == row) continue;
            const double factor = cells_(i, column);
            if (factor == 0) continue;
            for (std::size_t j = 0; j <= n_; ++j)
                if (j != column) cells_(i, j) -= factor * cells_(row, j);
            cells_(i, column) = -factor * inverse;
        }
        cells_(row, column) = inverse;
        std::swap(labels_.basic[row], labels_.outside[column]);
    }

    std::size_t m_;
    std::size_t n_;
    Matrix<double> cells_;
    Labels labels_;
};

}  // namespace

ExactGame solve_exactly(const Matrix<Rational>& game) { return IntegerSimplex(game).solve(); }

CertifiedGame certify(const Matrix<double>& low, const Matrix<double>& high,
                      std::vector<double> row, std::vector<double> column) {
    // A sum of n products of numbers up to 1 in size is off by less than n roundings; the mixtures
    // add up to 1 as nearly. Twice that is safe.
    double most = 0;
    for (std::size_t i = 0; i < low.rows(); ++i)
        for (std::size_t j = 0; j < low.columns(); ++j)
            most = std::max({most, std::abs(low(i, j)), std::abs(high(i, j))});
    const double slack = 4.0 * static_cast<double>(low.rows() + low.columns()) * most *
                         std::numeric_limits<double>::epsilon() / 2;
    CertifiedGame result;
    result.lower = std::numeric_limits<double>::infinity();
    result.upper = -result.lower;
    for (std::size_t j = 0; j < low.columns(); ++j) {
        double secured = 0;
        for (std::size_t i = 0; i < low.rows(); ++i) secured += row[i] * low(i, j);
        result.lower = std::min(result.lower, secured);
    }
    for (std::size_t i = 0; i < low.rows(); ++i) {
        double allowed = 0;
        for (std::size_t j = 0; j < low.columns(); ++j) allowed += column[j] * high(i, j);
        result.upper = std::max(result.upper, allowed);
    }
    result.lower -= slack;
    result.upper += slack;
    result.row = std::move(row);
    result.column = std::move(column);
    return result;
}

CertifiedGame solve_certified(const Matrix<double>& game, double tolerance) {
    auto [row, column] = FloatSimplex(game).solve();
    CertifiedGame result = certify(game, game, std::move(row), std::move(column));
    if (result.gap() <= tolerance) return result;
    Matrix<Rational> exact(game.rows(), game.columns());
    for (std::size_t i = 0; i < game.rows(); ++i)
        for (std::size_t j = 0; j < game.columns(); ++j) exact(i, j) = Rational::of(game(i, j));
    const ExactGame solved = solve_exactly(exact);
    const auto rounded = [](const std::vector<Rational>& mixture) {
        std::vector<double> shares;
        for (const Rational& share : mixture) shares.push_back(share.value());
        return shares;
    };
    return certify(game, game, rounded(solved.row), rounded(solved.column));
}

}  // namespace moonflower
