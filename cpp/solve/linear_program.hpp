// Small dense linear programs: maximise gain * x subject to cells * x <= bound, x >= 0, all bounds
// at least 0. Floating point: callers check what they get.
#pragma once

#include <cstddef>
#include <vector>

#include "solve/matrix_game.hpp"

namespace moonflower {

class LinearProgram {
public:
    LinearProgram(std::size_t rows, std::size_t columns);

    [[nodiscard]] double& cell(std::size_t row, std::size_t column) { return cells_(row, column); }
    [[nodiscard]] double& bound(std::size_t row) { return cells_(row, columns_); }
    [[nodiscard]] double& gain(std::size_t column) { return cells_(rows_, column); }

    struct Optimum {
        std::vector<double> values;  // of the columns
        std::vector<double> prices;  // of the rows: the dual
    };
    // Uses the program up. `apart`: how far equal bounds are moved from each other to settle ties.
    [[nodiscard]] Optimum maximise(double apart = 1e-7);

private:
    [[nodiscard]] std::size_t entering() const;
    [[nodiscard]] std::size_t leaving(std::size_t column) const;
    [[nodiscard]] std::size_t most_violated() const;
    [[nodiscard]] std::size_t mending(std::size_t row) const;
    void pivot(std::size_t row, std::size_t column);

    std::size_t rows_;
    std::size_t columns_;
    // One more row for the gains, two more columns: the bounds, and the bounds a little apart.
    Matrix<double> cells_;
};

}  // namespace moonflower
