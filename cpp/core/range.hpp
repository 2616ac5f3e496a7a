// Numbers from outside, checked: what is out of range is refused in one form, the range included.
#pragma once

#include <string>
#include <string_view>

#include "core/error.hpp"

namespace moonflower {

// OptionError, quoting the number, unless the claim about it holds.
void expect_number(bool holds, std::string_view what, double got, std::string_view accepted);

// OptionError unless low <= value <= high.
template <class Integer>
void check_range(std::string_view what, Integer value, Integer low, Integer high) {
    if (low <= value && value <= high) return;
    throw OptionError(std::string(what) + ": " + std::to_string(value) +
                      " is out of range; whole numbers " + std::to_string(low) + " to " +
                      std::to_string(high) + " are accepted");
}

}  // namespace moonflower
