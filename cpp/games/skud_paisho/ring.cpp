#include "games/skud_paisho/ring.hpp"

namespace moonflower::skud_paisho {
namespace {

constexpr std::size_t kShortestRing = 4;  // lines along the axes cannot go round in fewer

}  // namespace

bool has_ring(std::span<const Harmony> harmonies) {
    if (harmonies.size() < kShortestRing) return false;
    RingFinder finder;
    for (const Harmony& harmony : harmonies) {
        finder.meet(harmony.first);
        finder.meet(harmony.second);
    }
    for (const Harmony& harmony : harmonies)
        if (finder.join(harmony)) return true;
    return false;
}

bool has_ring(const Board& board, Seat owner) {
    const Harmonies harmonies = harmonies_of(board, owner);
    return has_ring({harmonies.data(), harmonies.size()});
}

}  // namespace moonflower::skud_paisho
