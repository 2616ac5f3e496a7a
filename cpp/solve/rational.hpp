// Whole numbers and fractions without bounds, for solutions that are exact. Schoolbook arithmetic:
// the numbers of small games have a few to a few hundred digits.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace moonflower {

class BigInt {
public:
    BigInt() = default;
    BigInt(std::int64_t value);  // NOLINT(google-explicit-constructor): reads as a number

    [[nodiscard]] bool is_zero() const { return limbs_.empty(); }
    [[nodiscard]] bool is_negative() const { return negative_; }
    [[nodiscard]] int sign() const { return limbs_.empty() ? 0 : negative_ ? -1 : 1; }
    [[nodiscard]] std::size_t bits() const;
    [[nodiscard]] std::string text() const;
    // Nearest double of value / 2^shift; the caller keeps it in range.
    [[nodiscard]] double scaled(std::size_t shift) const;

    BigInt& operator+=(const BigInt& other);
    BigInt& operator-=(const BigInt& other);
    BigInt operator-() const;
    friend BigInt operator+(BigInt a, const BigInt& b) { return a += b; }
    friend BigInt operator-(BigInt a, const BigInt& b) { return a -= b; }
    friend BigInt operator*(const BigInt& a, const BigInt& b);
    // Truncated towards zero, as with built-in integers; the divisor is not 0.
    friend BigInt operator/(const BigInt& a, const BigInt& b);
    friend BigInt operator%(const BigInt& a, const BigInt& b);
    friend bool operator==(const BigInt&, const BigInt&) = default;
    friend std::strong_ordering operator<=>(const BigInt& a, const BigInt& b);

private:
    using Limbs = std::vector<std::uint32_t>;

    static int compare(const Limbs& a, const Limbs& b);
    static void add(Limbs& a, const Limbs& b);
    static void subtract(Limbs& a, const Limbs& b);  // a >= b
    static void divide(const Limbs& a, const Limbs& b, Limbs& quotient, Limbs& remainder);
    void trim();

    Limbs limbs_;  // least significant first, no leading zeros
    bool negative_ = false;
};

[[nodiscard]] BigInt gcd(BigInt a, BigInt b);

// Always in lowest terms, the denominator positive.
class Rational {
public:
    Rational() = default;
    Rational(std::int64_t value) : numerator_(value) {}  // NOLINT(google-explicit-constructor)
    Rational(BigInt numerator, BigInt denominator);
    // The exact value of a finite double.
    [[nodiscard]] static Rational of(double value);

    [[nodiscard]] const BigInt& numerator() const { return numerator_; }
    [[nodiscard]] const BigInt& denominator() const { return denominator_; }
    [[nodiscard]] int sign() const { return numerator_.sign(); }
    [[nodiscard]] std::size_t bits() const { return numerator_.bits() + denominator_.bits(); }
    [[nodiscard]] double value() const;
    [[nodiscard]] std::string text() const;  // "3/4", "2"

    friend Rational operator+(const Rational& a, const Rational& b);
    friend Rational operator-(const Rational& a, const Rational& b);
    friend Rational operator*(const Rational& a, const Rational& b);
    friend Rational operator/(const Rational& a, const Rational& b);
    Rational operator-() const;
    Rational& operator+=(const Rational& other) { return *this = *this + other; }
    Rational& operator-=(const Rational& other) { return *this = *this - other; }
    friend bool operator==(const Rational&, const Rational&) = default;
    friend std::strong_ordering operator<=>(const Rational& a, const Rational& b);

private:
    BigInt numerator_;
    BigInt denominator_ = 1;
};

}  // namespace moonflower
