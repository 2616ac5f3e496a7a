#include "solve/rational.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <utility>

namespace moonflower {

BigInt::BigInt(std::int64_t value) : negative_(value < 0) {
    std::uint64_t rest =
        negative_ ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    for (; rest != 0; rest >>= 32) limbs_.push_back(static_cast<std::uint32_t>(rest));
}

void BigInt::trim() {
    while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
    if (limbs_.empty()) negative_ = false;
}

std::size_t BigInt::bits() const {
    if (limbs_.empty()) return 0;
    return 32 * limbs_.size() - static_cast<std::size_t>(std::countl_zero(limbs_.back()));
}

int BigInt::compare(const Limbs& a, const Limbs& b) {
    if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
    for (std::size_t i = a.size(); i-- > 0;)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}

void BigInt::add(Limbs& a, const Limbs& b) {
    if (a.size() < b.size()) a.resize(b.size());
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < a.size() && (i < b.size() || carry != 0); ++i) {
        carry += std::uint64_t{a[i]} + (i < b.size() ? b[i] : 0);
        a[i] = static_cast<std::uint32_t>(carry);
        carry >>= 32;
    }
    if (carry != 0) a.push_back(static_cast<std::uint32_t>(carry));
}

void BigInt::subtract(Limbs& a, const Limbs& b) {
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < a.size() && (i < b.size() || borrow != 0); ++i) {
        const std::uint64_t take = borrow + (i < b.size() ? b[i] : 0);
        borrow = a[i] < take ? 1 : 0;
        a[i] = static_cast<std::uint32_t>(a[i] - take);
    }
    assert(borrow == 0);
}

BigInt& BigInt::operator+=(const BigInt& other) {
    if (negative_ == other.negative_) {
        add(limbs_, other.limbs_);
    } else if (compare(limbs_, other.limbs_) >= 0) {
        subtract(limbs_, other.limbs_);
    } else {
        Limbs larger = other.limbs_;
        subtract(larger, limbs_);
        limbs_ = std::move(larger);
        negative_ = other.negative_;
    }
    trim();
    return *this;
}

BigInt& BigInt::operator-=(const BigInt& other) { return *this += -other; }

BigInt BigInt::operator-() const {
    BigInt result = *this;
    result.negative_ = !negative_ && !limbs_.empty();
    return result;
}

BigInt operator*(const BigInt& a, const BigInt& b) {
    BigInt product;
    if (a.is_zero() || b.is_zero()) return product;
    product.limbs_.resize(a.limbs_.size() + b.limbs_.size());
    for (std::size_t i = 0; i < a.limbs_.size(); ++i) {
        std::uint64_t carry = 0;
        for (std::size_t j = 0; j < b.limbs_.size(); ++j) {
            carry += std::uint64_t{a.limbs_[i]} * b.limbs_[j] + product.limbs_[i + j];
            product.limbs_[i + j] = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
        product.limbs_[i + b.limbs_.size()] = static_cast<std::uint32_t>(carry);
    }
    product.negative_ = a.negative_ != b.negative_;
    product.trim();
    return product;
}

// Knuth, The Art of Computer Programming 4.3.1, algorithm D.
void BigInt::divide(const Limbs& a, const Limbs& b, Limbs& quotient, Limbs& remainder) {
    assert(!b.empty());
    if (compare(a, b) < 0) {
        quotient.clear();
        remainder = a;
        return;
    }
    quotient.assign(a.size(), 0);
    if (b.size() == 1) {
        std::uint64_t rest = 0;
        for (std::size_t i = a.size(); i-- > 0;) {
            rest = rest << 32 | a[i];
            quotient[i] = static_cast<std::uint32_t>(rest / b[0]);
            rest %= b[0];
        }
        remainder.assign(1, static_cast<std::uint32_t>(rest));
        return;
    }
    const int shift = std::countl_zero(b.back());
    const auto shifted = [shift](const Limbs& limbs) {
        Limbs result(limbs.size() + 1);
        std::uint64_t carry = 0;
        for (std::size_t i = 0; i < limbs.size(); ++i) {
            carry |= std::uint64_t{limbs[i]} << shift;
            result[i] = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
        result.back() = static_cast<std::uint32_t>(carry);
        return result;
    };
    Limbs u = shifted(a);
    Limbs v = shifted(b);
    v.pop_back();
    const std::size_t n = v.size();
    for (std::size_t j = u.size() - n; j-- > 0;) {
        const std::uint64_t top = std::uint64_t{u[j + n]} << 32 | u[j + n - 1];
        std::uint64_t digit = top / v[n - 1];
        std::uint64_t rest = top % v[n - 1];
        while (digit >> 32 != 0 || digit * v[n - 2] > (rest << 32 | u[j + n - 2])) {
            --digit;
            rest += v[n - 1];
            if (rest >> 32 != 0) break;
        }
        std::int64_t borrow = 0;
        std::uint64_t carry = 0;
        for (std::size_t i = 0; i < n; ++i) {
            carry += digit * v[i];
            const std::int64_t diff =
                std::int64_t{u[i + j]} - borrow - static_cast<std::int64_t>(carry & 0xffffffffU);
            u[i + j] = static_cast<std::uint32_t>(diff);
            borrow = diff < 0 ? 1 : 0;
            carry >>= 32;
        }
        const std::int64_t diff =
            std::int64_t{u[j + n]} - borrow - static_cast<std::int64_t>(carry);
        u[j + n] = static_cast<std::uint32_t>(diff);
        if (diff < 0) {
            --digit;
            std::uint64_t sum = 0;
            for (std::size_t i = 0; i < n; ++i) {
                sum += std::uint64_t{u[i + j]} + v[i];
                u[i + j] = static_cast<std::uint32_t>(sum);
                sum >>= 32;
            }
            u[j + n] = static_cast<std::uint32_t>(u[j + n] + sum);
        }
        quotient[j] = static_cast<std::uint32_t>(digit);
    }
    u.resize(n);
    for (std::size_t i = 0; i < n && shift != 0; ++i) {
        u[i] >>= shift;
        if (i + 1 < n) u[i] |= u[i + 1] << (32 - shift);
    }
    remainder = std::move(u);
}

BigInt operator/(const BigInt& a, const BigInt& b) {
    BigInt quotient;
    BigInt remainder;
    BigInt::divide(a.limbs_, b.limbs_, quotient.limbs_, remainder.limbs_);
    quotient.negative_ = a.negative_ != b.negative_;
    quotient.trim();
    return quotient;
}

BigInt operator%(const BigInt& a, const BigInt& b) {
    BigInt quotient;
    BigInt remainder;
    BigInt::divide(a.limbs_, b.limbs_, quotient.limbs_, remainder.limbs_);
    remainder.negative_ = a.negative_;
    remainder.trim();
    return remainder;
}

std::strong_ordering operator<=>(const BigInt& a, const BigInt& b) {
    if (a.negative_ != b.negative_)
        return a.negative_ ? std::strong_ordering::less : std::strong_ordering::greater;
    const int order = BigInt::compare(a.limbs_, b.limbs_) * (a.negative_ ? -1 : 1);
    return order <=> 0;
}

std::string BigInt::text() const {
    if (is_zero()) return "0";
    std::string digits;
    Limbs rest = limbs_;
    while (!rest.empty()) {
        std::uint64_t chunk = 0;
        for (std::size_t i = rest.size(); i-- > 0;) {
            chunk = chunk << 32 | rest[i];
            rest[i] = static_cast<std::uint32_t>(chunk / 1'000'000'000);
            chunk %= 1'000'000'000;
        }
        while (!rest.empty() && rest.back() == 0) rest.pop_back();
        for (int i = 0; i < 9 && (chunk != 0 || !rest.empty()); ++i, chunk /= 10)
            digits += static_cast<char>('0' + chunk % 10);
    }
    if (negative_) digits += '-';
    return {digits.rbegin(), digits.rend()};
}

double BigInt::scaled(std::size_t shift) const {
    double sum = 0;
    const std::size_t first = limbs_.size() > 3 ? limbs_.size() - 3 : 0;
    for (std::size_t i = limbs_.size(); i-- > first;)
        sum += std::ldexp(static_cast<double>(limbs_[i]),
                          static_cast<int>(32 * i) - static_cast<int>(shift));
    return negative_ ? -sum : sum;
}

BigInt gcd(BigInt a, BigInt b) {
    if (a.is_negative()) a = -a;
    if (b.is_negative()) b = -b;
    while (!b.is_zero()) {
        BigInt rest = a % b;
        a = std::move(b);
        b = std::move(rest);
    }
    return a;
}

Rational::Rational(BigInt numerator, BigInt denominator)
    : numerator_(std::move(numerator)), denominator_(std::move(denominator)) {
    assert(!denominator_.is_zero());
    if (denominator_.is_negative()) {
        numerator_ = -numerator_;
        denominator_ = -denominator_;
    }
    const BigInt common = gcd(numerator_, denominator_);
    if (common == BigInt(1)) return;
    numerator_ = numerator_ / common;
    denominator_ = denominator_ / common;
}

Rational Rational::of(double value) {
    int exponent = 0;
    const double mantissa = std::frexp(value, &exponent);
    BigInt numerator(static_cast<std::int64_t>(std::ldexp(mantissa, 53)));
    exponent -= 53;
    BigInt power = 1;
    for (int i = 0; i < std::abs(exponent); ++i) power += power;
    return exponent >= 0 ? Rational(numerator * power, 1) : Rational(numerator, power);
}

double Rational::value() const {
    const std::size_t scale = denominator_.bits();
    return numerator_.scaled(scale) / denominator_.scaled(scale);
}

std::string Rational::text() const {
    if (denominator_ == BigInt(1)) return numerator_.text();
    return numerator_.text() + "/" + denominator_.text();
}

Rational operator+(const Rational& a, const Rational& b) {
    if (a.denominator_ == b.denominator_) return {a.numerator_ + b.numerator_, a.denominator_};
    return {a.numerator_ * b.denominator_ + b.numerator_ * a.denominator_,
            a.denominator_ * b.denominator_};
}
Rational operator-(const Rational& a, const Rational& b) { return a + -b; }
Rational operator*(const Rational& a, const Rational& b) {
    return {a.numerator_ * b.numerator_, a.denominator_ * b.denominator_};
}
Rational operator/(const Rational& a, const Rational& b) {
    return {a.numerator_ * b.denominator_, a.denominator_ * b.numerator_};
}
Rational Rational::operator-() const {
    Rational result = *this;
    result.numerator_ = -numerator_;
    return result;
}
std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
    return a.numerator_ * b.denominator_ <=> b.numerator_ * a.denominator_;
}

}  // namespace moonflower
