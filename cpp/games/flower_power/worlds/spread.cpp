#include "games/flower_power/worlds/spread.hpp"

#include <algorithm>

#include "core/hash.hpp"

namespace moonflower::flower_power {

double choose(int n, int k) {
    if (k < 0 || k > n) return 0.0;
    double ways = 1.0;
    for (int i = 1; i <= k; ++i) ways = ways * (n - k + i) / i;
    return ways;
}

Spread::Counts Spread::counts() const {
    Counts counts{};
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) counts[kind] = kinds[kind].count;
    return counts;
}

// One kind of cards: they fill everything there is.
bool Spread::is_plain() const {
    return std::count_if(kinds.begin(), kinds.end(),
                         [](const Kind& kind) { return kind.count > 0; }) <= 1;
}

double Spread::factor(std::size_t bin, const Counts& left) const {
    double ways = 1.0;
    const int older = bin + 1 < bins.size() ? bins[bin + 1].id : -1;
    for (const Draw& draw : draws) {
        if (draw.since > bins[bin].id || draw.since <= older) continue;
        const int inside = kinds[draw.kind].count - left[draw.kind];
        for (int i = 0; i < draw.times; ++i) ways *= std::max(0, inside + draw.base);
    }
    return weighs_ || ways == 0.0 ? ways : 1.0;
}

// Calls f(left, weight) for each way to fill the bin, until it returns true.
template <class F>
bool Spread::each_share(std::size_t bin, std::size_t kind, int room, Counts left, double weight,
                        F& f) const {
    if (kind == kinds.size()) {
        if (room > 0) return false;
        weight *= factor(bin, left);
        return weight > 0.0 && f(left, weight);
    }
    const int have = left[kind];
    const int most = allows(bin, kind) ? std::min(room, have) : 0;
    for (int taken = 0; taken <= most; ++taken) {
        left[kind] = static_cast<std::uint8_t>(have - taken);
        if (each_share(bin, kind + 1, room - taken, left, weight * choose(have, taken), f))
            return true;
    }
    return false;
}

double Spread::total(std::size_t bin, const Counts& left) const {
    if (bin == bins.size())
        return std::all_of(left.begin(), left.end(), [](int count) { return count == 0; }) ? 1.0
                                                                                           : 0.0;
    Hasher hasher(bin);
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) hasher.add(left[kind]);
    const std::uint64_t key = hasher.value();
    if (const auto found = totals_.find(key); found != totals_.end()) return found->second;
    double sum = 0.0;
    const auto add = [&](const Counts& rest, double weight) {
        sum += weight * total(bin + 1, rest);
        return false;
    };
    each_share(bin, 0, bins[bin].size, left, 1.0, add);
    totals_.emplace(key, sum);
    return sum;
}

double Spread::lays() const {
    Spread even = *this;
    even.weighs_ = false;
    even.totals_.clear();
    return even.total();
}

bool Spread::draw(Shares& shares, Rng& rng) const {
    shares.clear();
    Counts left = counts();
    const bool plain = is_plain();
    for (std::size_t bin = 0; bin < bins.size(); ++bin) {
        Counts next = left;
        if (plain) {
            for (std::size_t kind = 0; kind < kinds.size(); ++kind)
                if (left[kind] > 0) {
                    if (!allows(bin, kind) || left[kind] < bins[bin].size) return false;
                    next[kind] = static_cast<std::uint8_t>(left[kind] - bins[bin].size);
                }
        } else {
            const double all = total(bin, left);
            if (all <= 0.0) return false;
            double roll = rng.unit() * all;
            const auto pick = [&](const Counts& rest, double weight) {
                const double share = weight * total(bin + 1, rest);
                if (share <= 0.0) return false;
                next = rest;  // the last one stands should rounding leave a rest
                return (roll -= share) < 0.0;
            };
            each_share(bin, 0, bins[bin].size, left, 1.0, pick);
        }
        Counts here{};
        for (std::size_t kind = 0; kind < kinds.size(); ++kind)
            here[kind] = static_cast<std::uint8_t>(left[kind] - next[kind]);
        shares.push_back(here);
        left = next;
    }
    return true;
}

}  // namespace moonflower::flower_power
