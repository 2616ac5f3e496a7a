// The end of a round as the solver sees it: seven cards nobody has shown, of which each seat has a
// secret and two discards and one was set aside. Which holdings go together depends on these cards
// alone, so endings are shared by all ends of the tree with the same seven.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "games/hanamikoji/belief.hpp"

namespace moonflower::hanamikoji {

struct Ending {
    explicit Ending(Cards hidden);

    // Where a finished holding stands in `holdings`.
    [[nodiscard]] std::uint8_t index_of(const Side& side) const {
        return index[static_cast<std::size_t>(side.secret) * 64 + side.discards];
    }

    struct Partner {
        std::uint8_t holding;
        std::uint8_t secret;
    };
    std::vector<Side> holdings;     // that either seat may have, in the order of comes_before
    std::vector<Partner> partners;  // by holding: those the other seat may have beside it
    std::vector<std::uint16_t>
        row;  // where the partners of each holding begin; one more at the end
    std::array<std::uint8_t, 8 * 64> index{};

    // The same by the three cards held together, whatever their places: the payoffs of all own
    // secrets against a total are then one vector. See range_ends.hpp.
    static constexpr std::size_t kMostTotals = 35;  // three of seven
    std::vector<std::uint8_t> total_of;             // by holding
    std::vector<std::uint8_t> secrets;              // by holding
    std::vector<std::uint8_t> total_partners;       // by total: those that leave one card set aside
    std::vector<std::uint8_t> total_row;            // where they begin; one more at the end

private:
    void group_totals(Cards hidden);
};

}  // namespace moonflower::hanamikoji
