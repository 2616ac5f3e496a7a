#include "solve/flower_power/ending_size.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "core/moves_or_outcomes.hpp"
#include "games/flower_power/rules/open_key.hpp"
#include "games/flower_power/view.hpp"

namespace moonflower::flower_power {
namespace {

// Lays card after card into every zone and every flower, at every place, up and down.
void lay(int card, int cards, const std::string& zones, std::vector<std::string> flowers,
         std::set<std::string>& found) {
    if (card == cards) {
        std::ranges::sort(flowers);
        std::string all = zones;
        std::string owners;
        for (const std::string& flower : flowers) {
            all += "/" + flower;
            owners += flower[0];
        }
        if (owners.find('1') != std::string::npos && owners.find('2') != std::string::npos)
            found.insert(all);
        return;
    }
    const char name = static_cast<char>('a' + card);
    for (const char zone : {'g', 'h', 'i', 'p'})
        lay(card + 1, cards, zones + name + zone, flowers, found);
    for (const std::string begin : {"1r", "2r", "1w", "2w"}) {
        flowers.push_back(begin);
        for (std::string& flower : flowers) {
            if (flower == begin && &flower != &flowers.back()) continue;
            const std::string before = flower;
            const bool is_power = before[1] == 'w';
            for (std::size_t place = 2; place <= before.size(); place += 2)
                for (const char face : {'+', '-'}) {
                    // A power flower is a set, all of it up.
                    if (is_power && (face == '-' || place != before.size())) continue;
                    flower = before;
                    flower.insert(place, {name, face});
                    std::vector<std::string> next;
                    for (const std::string& one : flowers)
                        if (one.size() > 2) next.push_back(one);
                    lay(card + 1, cards, zones, next, found);
                }
            flower = before;
        }
        flowers.pop_back();
    }
}

TEST_CASE("arrangements are as many as can be laid") {
    for (int cards = 2; cards <= 4; ++cards) {
        std::set<std::string> found;
        lay(0, cards, "", {}, found);
        CHECK(arrangements(cards) == doctest::Approx(static_cast<double>(found.size())));
    }
    CHECK(std::isfinite(arrangements(108)));
}

TEST_CASE("turns start in no more ways than the cards can lie") {
    Rules rules;
    rules.stall = 0;
    State root = State::parse("FP1 1r:AS/5r:BJ -/- 6D,KD - t9.1.1.0.00.11.20 main", rules);
    OpenKey::forget(root);
    std::set<std::uint64_t> known{OpenKey::of(root)};
    std::vector<State> open{root};
    double starts = 0;
    while (!open.empty()) {
        const State state = open.back();
        open.pop_back();
        if (!state.turn().is_over() && !state.mid_turn()) ++starts;
        for (const Move move : moves_or_outcomes(state)) {
            State next = state;
            next.apply(move);
            if (known.insert(OpenKey::of(next)).second) open.push_back(next);
        }
    }
    CHECK(starts > 100);
    CHECK(starts <= most_turn_starts(root));
}

}  // namespace
}  // namespace moonflower::flower_power
