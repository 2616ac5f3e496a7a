#include "solve/hanamikoji/range.hpp"

#include <algorithm>
#include <unordered_map>

namespace moonflower::hanamikoji {
namespace {

// Lists holdings place by place: secret, discards, hand.
class Holdings {
public:
    Holdings(const Table& table, Seat seat)
        : has_secret_((table.used[at(seat)] & bit_of(Kind::kSecret)) != 0),
          has_discards_((table.used[at(seat)] & bit_of(Kind::kDiscard)) != 0),
          hand_size_(table.hand_size(seat)) {}

    [[nodiscard]] Range list(Cards cards) {
        secrets(cards);
        std::sort(found_.begin(), found_.end(),
                  [](const Holding& a, const Holding& b) { return comes_before(a.side, b.side); });
        return std::move(found_);
    }

private:
    void secrets(Cards left) {
        if (!has_secret_) return discards(left);
        for (int card = 0; card < kGeishas; ++card) {
            if (left.count(card) == 0) continue;
            side_.secret = static_cast<Card>(card);
            discards(left - Cards::one(card));
        }
    }
    void discards(Cards left) {
        if (!has_discards_) return hands(left, 0, hand_size_, 1);
        for (int a = 0; a < kGeishas; ++a)
            for (int b = a; b < kGeishas; ++b) {
                const Cards pair = Cards::one(a) + Cards::one(b);
                if (!left.includes(pair)) continue;
                side_.discards = pair_of(a, b);
                hands(left - pair, 0, hand_size_, a == b ? 0.5 : 1);
            }
    }
    // The weight of a place is one over the orders of its equal cards.
    void hands(Cards left, int geisha, int missing, double weight) {
        if (missing == 0) {
            found_.push_back({side_, weight});
            return;
        }
        if (geisha == kGeishas) return;
        for (int count = 0; count <= std::min(left.count(geisha), missing); ++count) {
            if (count > 0) weight /= count;
            const Cards taken = Cards::some(geisha, static_cast<std::uint32_t>(count));
            side_.hand += taken;
            hands(left - taken, geisha + 1, missing - count, weight);
            side_.hand -= taken;
        }
    }

    bool has_secret_;
    bool has_discards_;
    int hand_size_;
    Side side_;
    Range found_;
};

// Distinct orders of a multiset.
double orders(Cards cards) {
    double result = 1;
    int placed = 0;
    for (int g = 0; g < kGeishas; ++g)
        for (int i = 1; i <= cards.count(g); ++i) result = result * ++placed / i;
    return result;
}

using Totals = std::unordered_map<std::uint64_t, std::pair<Cards, double>>;

// Weights by the cards held, whatever their places.
std::vector<std::pair<Cards, double>> totals_of(const Range& range) {
    Totals totals;
    for (const Holding& holding : range) {
        const Cards cards = holding.side.all();
        auto& total = totals[cards.bits()];
        total.first = cards;
        total.second += holding.weight;
    }
    std::vector<std::pair<Cards, double>> list;
    list.reserve(totals.size());
    for (const auto& [bits, total] : totals) list.push_back(total);
    std::sort(list.begin(), list.end(),
              [](const auto& a, const auto& b) { return a.first.bits() < b.first.bits(); });
    return list;
}

}  // namespace

Range uniform_range(const Table& table, Seat seat) {
    return Holdings(table, seat).list(hidden_cards(table));
}

Range known_range(const Side& side) { return {{side, 1}}; }

double total_weight(const Table& table, const Range& first, const Range& second) {
    const Cards hidden = hidden_cards(table);
    const auto others = totals_of(second);
    double sum = 0;
    for (const auto& [cards, weight] : totals_of(first)) {
        const Cards left = hidden - cards;
        double mass = 0;
        for (const auto& [other, other_weight] : others)
            if (left.includes(other)) mass += other_weight * orders(left - other);
        sum += weight * mass;
    }
    return sum;
}

double weight_beside(const Table& table, const Side& side, const Range& others) {
    return total_weight(table, known_range(side), others);
}

}  // namespace moonflower::hanamikoji
