#include "core/range.hpp"

#include "core/text.hpp"

namespace moonflower {

void expect_number(bool holds, std::string_view what, double got, std::string_view accepted) {
    if (holds) return;
    throw OptionError(std::string(what) + ": " + shortest(got) + " is out of range; " +
                      std::string(accepted));
}

}  // namespace moonflower
