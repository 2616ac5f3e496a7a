// One turn of a duel as a matrix game, in fractions or in intervals that hold the true value.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>

#include "solve/matrix_game.hpp"
#include "solve/shields/parts.hpp"

namespace moonflower::shields {

// A number known to lie between two doubles.
struct Interval {
    double low = 0;
    double high = 0;

    Interval() = default;
    Interval(int value) : low(value), high(value) {}  // NOLINT(google-explicit-constructor)
    Interval(double from, double to) : low(from), high(to) {}
    [[nodiscard]] double middle() const { return low + (high - low) / 2; }
    Interval operator-() const { return {-high, -low}; }
};

// Thrown when fractions outgrow the limit; the caller goes on with intervals.
struct FractionsTooLong {};

// A weighted mean with whole weights: sum of weight * value over their total. `Values` up to 1.
class RationalMean {
public:
    void add(int weight, const Rational& value) { sum_ += Rational(weight) * value; }
    [[nodiscard]] Rational over(int total) const { return sum_ / Rational(total); }

private:
    Rational sum_ = 0;
};
class IntervalMean {
public:
    void add(int weight, const Interval& value) {
        low_ += weight * value.low;
        high_ += weight * value.high;
        ++terms_;
    }
    [[nodiscard]] Interval over(int total) const {
        const double slack = (terms_ + 2) * std::numeric_limits<double>::epsilon();
        return {low_ / total - slack, high_ / total + slack};
    }

private:
    double low_ = 0;
    double high_ = 0;
    int terms_ = 0;
};

template <class Number>
struct NumberTraits;

template <>
struct NumberTraits<Rational> {
    using Mean = RationalMean;
    using Share = Rational;
    static constexpr bool kIsExact = true;
};
template <>
struct NumberTraits<Interval> {
    using Mean = IntervalMean;
    using Share = double;
    static constexpr bool kIsExact = false;
};

template <class Number>
struct SolvedStage {
    Number value;
    std::vector<typename NumberTraits<Number>::Share> row;
    std::vector<typename NumberTraits<Number>::Share> column;
};

// Both players choose together.
[[nodiscard]] SolvedStage<Rational> solve_together(const Matrix<Rational>& game);
[[nodiscard]] SolvedStage<Interval> solve_together(const Matrix<Interval>& game);
// The row player chooses first and is seen.
[[nodiscard]] SolvedStage<Rational> solve_in_turn(const Matrix<Rational>& game);
[[nodiscard]] SolvedStage<Interval> solve_in_turn(const Matrix<Interval>& game);

// The duel of a table as a solution, with the loss of every choice against the other side's.
[[nodiscard]] Analysis present_duel(const Table& table, const Matrix<Rational>& game,
                                    const Sets& rows, const Sets& columns);
[[nodiscard]] Analysis present_duel(const Table& table, const Matrix<Interval>& game,
                                    const Sets& rows, const Sets& columns);
// The same for a turn in which nobody chooses.
[[nodiscard]] Analysis present_duel(const Table& table, const Rational& value);
[[nodiscard]] Analysis present_duel(const Table& table, const Interval& value);

// Watches the size of fractions, unless they must not be given up.
class FractionLimit {
public:
    FractionLimit(const Budget& budget, bool is_strict)
        : is_strict_(is_strict), most_(budget.fraction_bits) {}

    void check(const Rational& value) {
        spent_ += value.bits() + kBitsPerPosition;
        if (is_strict_ && (value.bits() > most_ || spent_ > kMostInAll)) throw FractionsTooLong{};
    }
    void check(const Interval& /*value*/) {}

private:
    static constexpr std::size_t kBitsPerPosition = 100;
    static constexpr std::size_t kMostInAll = 400'000;  // about a tenth of a second of work
    bool is_strict_;
    std::size_t most_;
    std::size_t spent_ = 0;
};

}  // namespace moonflower::shields
