#include "solve/flower_power/ending_size.hpp"

#include <cmath>
#include <vector>

#include "games/flower_power/rules/open_key.hpp"

namespace moonflower::flower_power {
namespace {

// With flowers of so many owners, who may have none. A power flower is a set, a regular one an
// order with each petal up or down; a whole of such parts has the exponential of their generating
// function: n a(n) = sum of k parts(k) a(n - k).
double with_owners(int owners, int cards) {
    constexpr int kZones = 4;
    std::vector<double> parts{0};
    std::vector<double> all{1};
    double factorial = 1;
    for (int n = 1; n <= cards; ++n) {
        factorial *= n;
        parts.push_back(owners * (1 / factorial + std::ldexp(1.0, n)) + (n == 1 ? kZones : 0));
        double sum = 0;
        for (int k = 1; k <= n; ++k)
            sum += k * parts[static_cast<std::size_t>(k)] * all[static_cast<std::size_t>(n - k)];
        all.push_back(sum / n);
    }
    return all.back() * factorial;
}

}  // namespace

double arrangements(int cards) {
    return with_owners(2, cards) - 2 * with_owners(1, cards) + with_owners(0, cards);
}

double most_turn_starts(const State& state) {
    constexpr double kActive = 2;
    constexpr double kDrewLast = 4;
    return kActive * kDrewLast * arrangements(OpenKey::cards(state));
}

}  // namespace moonflower::flower_power
