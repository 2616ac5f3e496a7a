// How the holdings of a seat change when it draws and when it acts: what the public tree is built
// from, and what its size is estimated by.
#pragma once

#include <cstdint>
#include <vector>

#include "games/hanamikoji/moves.hpp"
#include "solve/hanamikoji/range.hpp"

namespace moonflower::hanamikoji {

using Sides = std::vector<Side>;

// A holding after a move, and which one it was before.
struct Step {
    Side side;
    std::uint32_t from;
};

// A public action with the mover's holdings after it, in order.
struct PublicAction {
    Move move;  // a secret or discard without its cards
    std::vector<Step> steps;
};

[[nodiscard]] inline std::uint32_t size32(const auto& list) {
    return static_cast<std::uint32_t>(list.size());
}

// HK-3: every card the holding leaves unseen may come. In order, so equal holdings are neighbours.
[[nodiscard]] std::vector<Step> draw_steps(Cards hidden, const Sides& before);
[[nodiscard]] Sides distinct_sides(const std::vector<Step>& steps);

// HK-4 to HK-7: secret, discard, then offers by their code.
class ActionLister {
public:
    [[nodiscard]] std::vector<PublicAction> list(std::uint8_t used, const Sides& drawn);

private:
    static constexpr std::size_t kCodes = std::size_t{1} << 15U;  // of offers
    std::vector<std::uint32_t> places_ = std::vector<std::uint32_t>(kCodes);
};

// Where the holdings stand that the hidden cards allow: what an offer shows is not held.
[[nodiscard]] std::vector<std::uint32_t> possible_places(Cards hidden, const Sides& sides);

}  // namespace moonflower::hanamikoji
