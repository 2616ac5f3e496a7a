#include "solve/linear_program.hpp"

#include <limits>
#include <numeric>

namespace moonflower {
namespace {

// Smaller cells are taken for rounding errors of 0.
constexpr double kPivot = 1e-8;
constexpr double kInfinite = std::numeric_limits<double>::infinity();

// The first index of the least number below the limit; `count` if there is none.
std::size_t least_below(std::size_t count, double limit, const auto& number) {
    std::size_t best = count;
    for (std::size_t i = 0; i < count; ++i)
        if (const double here = number(i); here < limit) {
            best = i;
            limit = here;
        }
    return best;
}

}  // namespace

LinearProgram::LinearProgram(std::size_t rows, std::size_t columns)
    : rows_(rows), columns_(columns), cells_(rows + 1, columns + 2) {}

LinearProgram::Optimum LinearProgram::maximise(double apart) {
    // Many bounds are 0, and equal ratios make a simplex go round in circles. A second right-hand
    // side with bounds moved a little apart (Charnes 1952) settles the order of leaving.
    double step = 0.5;
    for (std::size_t i = 0; i < rows_; ++i) {
        step = step + 0.6180339887498949;
        if (step >= 1) step -= 1;
        cells_(i, columns_ + 1) = cells_(i, columns_) + apart * (1 + step);
    }
    for (std::size_t j = 0; j < columns_; ++j) cells_(rows_, j) = -cells_(rows_, j);
    std::vector<std::size_t> basic(rows_);
    std::vector<std::size_t> outside(columns_);
    std::iota(outside.begin(), outside.end(), std::size_t{0});
    std::iota(basic.begin(), basic.end(), columns_);
    for (std::size_t turns = 0; turns < 100 * (rows_ + columns_); ++turns) {
        const std::size_t column = entering();
        if (column == columns_) break;
        const std::size_t row = leaving(column);
        if (row == rows_) break;
        pivot(row, column);
        std::swap(basic[row], outside[column]);
    }
    // What is optimal for the moved bounds may miss the true ones by a little: dual steps mend
    // that.
    for (std::size_t turns = 0; turns < rows_ + columns_; ++turns) {
        const std::size_t row = most_violated();
        if (row == rows_) break;
        const std::size_t column = mending(row);
        if (column == columns_) break;
        pivot(row, column);
        std::swap(basic[row], outside[column]);
    }
    Optimum optimum{std::vector<double>(columns_), std::vector<double>(rows_)};
    for (std::size_t i = 0; i < rows_; ++i)
        if (basic[i] < columns_) optimum.values[basic[i]] = cells_(i, columns_);
    for (std::size_t j = 0; j < columns_; ++j)
        if (outside[j] >= columns_) optimum.prices[outside[j] - columns_] = cells_(rows_, j);
    return optimum;
}

std::size_t LinearProgram::entering() const {
    return least_below(columns_, -1e-12, [&](std::size_t j) { return cells_(rows_, j); });
}

std::size_t LinearProgram::leaving(std::size_t column) const {
    return least_below(rows_, kInfinite, [&](std::size_t i) {
        const double cell = cells_(i, column);
        return cell > kPivot ? cells_(i, columns_ + 1) / cell : kInfinite;
    });
}

std::size_t LinearProgram::most_violated() const {
    return least_below(rows_, -1e-14, [&](std::size_t i) { return cells_(i, columns_); });
}

std::size_t LinearProgram::mending(std::size_t row) const {
    return least_below(columns_, kInfinite, [&](std::size_t j) {
        const double cell = cells_(row, j);
        return cell < -kPivot ? cells_(rows_, j) / -cell : kInfinite;
    });
}

void LinearProgram::pivot(std::size_t row, std::size_t column) {
    const std::size_t width = columns_ + 2;
    const double inverse = 1 / cells_(row, column);
    for (std::size_t j = 0; j < width; ++j)
        if (j != column) cells_(row, j) *= inverse;
    for (std::size_t i = 0; i <= rows_; ++i) {
        const double factor = cells_(i, column);
        if (i == row || factor == 0) continue;
        for (std::size_t j = 0; j < width; ++j)
            if (j != column) cells_(i, j) -= factor * cells_(row, j);
        cells_(i, column) = -factor * inverse;
    }
    cells_(row, column) = inverse;
}

}  // namespace moonflower
