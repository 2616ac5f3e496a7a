// A seat's draw, which the other does not see: which holdings become which. Kept in both
// directions, so that either way a number is a sum that stays in a register.
#pragma once

#include <cstdint>
#include <vector>

#include "solve/hanamikoji/steps.hpp"

namespace moonflower::hanamikoji {

class Draw {
public:
    // `steps` in order, at least one; `before` is how many holdings there were.
    Draw(const std::vector<Step>& steps, std::size_t before);

    // What comes to each holding after the draw from those before it.
    template <class Number>
    void gather(const Number* before, Number* after) const {
        from_.sum(before, after);
    }
    // What each holding before the draw has of those after it.
    template <class Number>
    void spread(const Number* after, Number* before) const {
        to_.sum(after, before);
    }
    [[nodiscard]] std::size_t bytes() const { return sizeof(*this) + from_.bytes() + to_.bytes(); }

private:
    struct Rows {
        std::vector<std::uint32_t> row{0};  // where the parts of each sum begin; one more
        std::vector<std::uint32_t> parts;

        template <class Number>
        void sum(const Number* numbers, Number* sums) const {
            for (std::size_t i = 0; i + 1 < row.size(); ++i) {
                Number total = 0;
                for (std::uint32_t p = row[i]; p < row[i + 1]; ++p) total += numbers[parts[p]];
                sums[i] = total;
            }
        }
        [[nodiscard]] std::size_t bytes() const {
            return (row.size() + parts.size()) * sizeof(std::uint32_t);
        }
    };
    Rows from_;
    Rows to_;
};

}  // namespace moonflower::hanamikoji
