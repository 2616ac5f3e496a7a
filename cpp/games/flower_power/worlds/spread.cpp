#include "games/flower_power/worlds/spread.hpp"

#include <algorithm>

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

// Calls f(left, weight) for each way to fill the bin.
template <class F>
void Spread::each_share(std::size_t bin, std::size_t kind, int room, Counts left, double weight,
                        F& f) const {
    if (kind == kinds.size()) {
        if (room > 0) return;
        weight *= factor(bin, left);
        if (weight > 0.0) f(left, weight);
        return;
    }
    const int have = left[kind];
    const int most = allows(bin, kind) ? std::min(room, have) : 0;
    for (int taken = 0; taken <= most; ++taken) {
        left[kind] = static_cast<std::uint8_t>(have - taken);
        each_share(bin, kind + 1, room - taken, left, weight * choose(have, taken), f);
    }
}

// Forwards what each bin may leave for the next, then backwards how many courses there are.
void Spread::prepare() {
    plain_ = is_plain();
    fillings_.clear();
    fillings_.reserve(bins.size());
    rests_.clear();
    rests_.reserve(bins.size() + 1);
    rests_.push_back({counts()});
    begins_.clear();
    begins_.push_back(0);
    begins_.push_back(1);
    for (std::size_t bin = 0; bin < bins.size(); ++bin) fill_bin(bin);
    for (std::size_t i = rests_.size(); i-- > begins_[bins.size()];)
        rests_[i].total = rests_[i].left == Counts{} ? 1.0 : 0.0;
    for (std::size_t i = begins_[bins.size()]; i-- > 0;)
        for (std::uint32_t n = rests_[i].first; n < rests_[i].end; ++n) {
            fillings_[n].share *= rests_[fillings_[n].rest].total;
            rests_[i].total += fillings_[n].share;
        }
}

void Spread::fill_bin(std::size_t bin) {
    const std::size_t filled = fillings_.size();
    const std::size_t begin = rests_.size();
    const auto add = [&](const Counts& left, double weight) {
        rests_.push_back({left});
        fillings_.push_back({weight, static_cast<std::uint32_t>(begin)});
    };
    for (std::size_t i = begins_[bin]; i < begin; ++i) {
        rests_[i].first = static_cast<std::uint32_t>(fillings_.size());
        each_share(bin, 0, bins[bin].size, rests_[i].left, 1.0, add);
        rests_[i].end = static_cast<std::uint32_t>(fillings_.size());
    }
    if (rests_.size() > begin + 1) merge_rests(begin, filled);
    begins_.push_back(static_cast<std::uint32_t>(rests_.size()));
}

// Each filling from `filled` on has a rest of its own: equal ones become one.
void Spread::merge_rests(std::size_t begin, std::size_t filled) {
    const std::vector<Rest> all(rests_.begin() + static_cast<std::ptrdiff_t>(begin), rests_.end());
    const auto place = [&] { return rests_.begin() + static_cast<std::ptrdiff_t>(begin); };
    std::sort(place(), rests_.end(), less);
    rests_.erase(std::unique(place(), rests_.end(),
                             [](const Rest& a, const Rest& b) { return a.left == b.left; }),
                 rests_.end());
    for (std::size_t i = 0; i < all.size(); ++i)
        fillings_[filled + i].rest = static_cast<std::uint32_t>(
            std::lower_bound(place(), rests_.end(), all[i], less) - rests_.begin());
}

double Spread::total(std::size_t bin, const Counts& left) const {
    if (bin == bins.size()) return left == Counts{} ? 1.0 : 0.0;
    const auto end = rests_.begin() + begins_[bin + 1];
    const auto found = std::lower_bound(rests_.begin() + begins_[bin], end, Rest{left}, less);
    return found != end && found->left == left ? found->total : 0.0;
}

double Spread::lays() const {
    Spread even = *this;
    even.weighs_ = false;
    even.prepare();
    return even.total();
}

bool Spread::draw(Shares& shares, Rng& rng) const {
    shares.clear();
    const Rest* rest = rests_.data();
    for (std::size_t bin = 0; bin < bins.size(); ++bin) {
        if (rest->total <= 0.0) return false;
        double roll = plain_ ? 0.0 : rng.unit() * rest->total;
        const Rest* next = nullptr;
        for (std::uint32_t n = rest->first; n < rest->end && (next == nullptr || roll >= 0.0); ++n)
            if (const Filling& filling = fillings_[n]; filling.share > 0.0) {
                next = &rests_[filling.rest];  // the last one stands should rounding leave a rest
                roll -= filling.share;
            }
        Counts here{};
        for (std::size_t kind = 0; kind < kinds.size(); ++kind)
            here[kind] = static_cast<std::uint8_t>(rest->left[kind] - next->left[kind]);
        shares.push_back(here);
        rest = next;
    }
    return true;
}

}  // namespace moonflower::flower_power
