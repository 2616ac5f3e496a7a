// Zero-sum matrix games: the row player gets the entry, the column player pays it. Exact in
// fractions for small ones, in floating point with bounds that hold whatever the rounding.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "solve/rational.hpp"

namespace moonflower {

template <class Number>
class Matrix {
public:
    Matrix(std::size_t rows, std::size_t columns)
        : rows_(rows), columns_(columns), cells_(rows * columns) {}

    [[nodiscard]] std::size_t rows() const { return rows_; }
    [[nodiscard]] std::size_t columns() const { return columns_; }
    [[nodiscard]] Number& operator()(std::size_t row, std::size_t column) {
        return cells_[row * columns_ + column];
    }
    [[nodiscard]] const Number& operator()(std::size_t row, std::size_t column) const {
        return cells_[row * columns_ + column];
    }

private:
    std::size_t rows_;
    std::size_t columns_;
    std::vector<Number> cells_;
};

struct ExactGame {
    Rational value;
    std::vector<Rational> row;  // optimal mixtures
    std::vector<Rational> column;
};

// What the row mixture secures and what the column mixture allows: lower <= value <= upper.
struct CertifiedGame {
    double lower = 0;
    double upper = 0;
    std::vector<double> row;
    std::vector<double> column;

    [[nodiscard]] double value() const { return (lower + upper) / 2; }
    [[nodiscard]] double gap() const { return upper - lower; }
};

// Simplex with integer pivoting (Edmonds 1967) and Bland's rule: always ends, no rounding at all.
[[nodiscard]] ExactGame solve_exactly(const Matrix<Rational>& game);

// Simplex in floating point; when its gap exceeds `tolerance`, solved again exactly.
[[nodiscard]] CertifiedGame solve_certified(const Matrix<double>& game, double tolerance = 1e-13);

// The bounds two mixtures give, each entry known to lie in [low, high]; mixtures sum to about 1.
[[nodiscard]] CertifiedGame certify(const Matrix<double>& low, const Matrix<double>& high,
                                    std::vector<double> row, std::vector<double> column);

}  // namespace moonflower
