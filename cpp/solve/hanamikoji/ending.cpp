#include "solve/hanamikoji/ending.hpp"

#include <algorithm>

namespace moonflower::hanamikoji {

Ending::Ending(Cards hidden) {
    for (int secret = 0; secret < kGeishas; ++secret)
        for (int b = 0; b < kGeishas; ++b)  // pairs in the order of their codes: high card first
            for (int a = 0; a <= b; ++a) {
                Side side;
                side.secret = static_cast<Card>(secret);
                side.discards = pair_of(a, b);
                if (!hidden.includes(side.all())) continue;
                index[static_cast<std::size_t>(secret) * 64 + side.discards] =
                    static_cast<std::uint8_t>(holdings.size());
                holdings.push_back(side);
            }
    for (const Side& own : holdings) {
        row.push_back(static_cast<std::uint16_t>(partners.size()));
        const Cards left = hidden - own.all();
        for (std::size_t i = 0; i < holdings.size(); ++i)
            if (left.includes(holdings[i].all()))
                partners.push_back({static_cast<std::uint8_t>(i), holdings[i].secret});
    }
    row.push_back(static_cast<std::uint16_t>(partners.size()));
    group_totals(hidden);
}

void Ending::group_totals(Cards hidden) {
    std::vector<Cards> totals;
    for (const Side& side : holdings) {
        const auto known = std::find(totals.begin(), totals.end(), side.all());
        secrets.push_back(side.secret);
        total_of.push_back(static_cast<std::uint8_t>(known - totals.begin()));
        if (known == totals.end()) totals.push_back(side.all());
    }
    for (const Cards own : totals) {
        total_row.push_back(static_cast<std::uint8_t>(total_partners.size()));
        for (std::size_t i = 0; i < totals.size(); ++i)
            if ((hidden - own).includes(totals[i]))
                total_partners.push_back(static_cast<std::uint8_t>(i));
    }
    total_row.push_back(static_cast<std::uint8_t>(total_partners.size()));
}

}  // namespace moonflower::hanamikoji
