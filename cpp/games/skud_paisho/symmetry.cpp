#include "games/skud_paisho/symmetry.hpp"

#include <algorithm>
#include <utility>

namespace moonflower::skud_paisho {
namespace {

// Images of (1, 0) and (0, 1), and whether red and white change places: they do where a red garden
// is carried to a white one.
struct Map {
    std::array<int, 2> right;
    std::array<int, 2> up;
    bool swaps_colours;

    [[nodiscard]] constexpr Point operator()(Point p) const {
        const int x = x_of(p);
        const int y = y_of(p);
        return point_at(x * right[0] + y * up[0], x * right[1] + y * up[1]);
    }
    [[nodiscard]] constexpr Kind operator()(Kind kind) const {
        return swaps_colours && is_basic(kind) ? opposite(kind) : kind;
    }
};

constexpr std::array<Map, 8> kMaps{{
    {{1, 0}, {0, 1}, false},    // the state itself
    {{-1, 0}, {0, -1}, false},  // half a turn
    {{0, 1}, {-1, 0}, true},    // quarter turns
    {{0, -1}, {1, 0}, true},
    {{-1, 0}, {0, 1}, true},  // mirrors at the midlines: these turn Wheels around
    {{1, 0}, {0, -1}, true},
    {{0, 1}, {1, 0}, false},  // mirrors at the diagonals
    {{0, -1}, {-1, 0}, false},
}};

}  // namespace

int Symmetry::count(const State& state) {
    const bool has_wheel =
        state.reserve(kGuest).of(Kind::kWheel) > 0 || state.reserve(kHost).of(Kind::kWheel) > 0;
    return has_wheel ? 4 : 8;
}

State Symmetry::image(const State& state, int number) {
    const Map& map = kMaps[number];
    State image = state;
    image.board_ = Board{};
    for (Point p = 0; p < kPoints; ++p) {
        const Tile tile = state.board_.at(p);
        if (tile != kNoTile)
            image.board_.put(map(p), make_tile(tile_owner(tile), map(tile_kind(tile))));
    }
    for (Seat seat = 0; seat < kPlayers; ++seat)
        for (int kind = 0; kind < kKinds; ++kind)
            image.reserves_[seat].count[index(map(kind_of(kind)))] =
                state.reserves_[seat].count[kind];
    return image;
}

std::uint64_t Symmetry::canonical_key(const State& state) {
    std::uint64_t least = state.key();
    for (int number = 1; number < count(state); ++number)
        least = std::min(least, image(state, number).key());
    return least;
}

}  // namespace moonflower::skud_paisho
