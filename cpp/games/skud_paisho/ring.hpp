// The Harmony Ring by union-find with potentials (SP-44, SP-45): near-linear in the harmonies.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "games/skud_paisho/harmony.hpp"

namespace moonflower::skud_paisho {

// Tiles joined by harmonies. Each tile has a potential, its signed crossings of the ray from the
// centre to +x relative to the root of its component; a line between two joined tiles whose
// weight does not fit their potentials closes a cycle around the centre.
class RingFinder {
public:
    // Tiles are met before they are joined.
    void meet(Point p) {
        parent_[p] = static_cast<std::uint8_t>(p);
        potential_[p] = 0;
    }
    // Adds a Harmony; true if it closes a ring.
    bool join(const Harmony& harmony) {
        return !passes_centre(harmony) && join(harmony.first, harmony.second, weight(harmony));
    }
    // Whether a tile that would be joined to both along these lines closes a ring, without joining.
    [[nodiscard]] bool would_close(Point a, int weight_to_a, Point b, int weight_to_b) {
        const auto [root_a, from_a] = find(a);
        const auto [root_b, from_b] = find(b);
        return root_a == root_b && from_a - weight_to_a != from_b - weight_to_b;
    }

    // SP-44: lines that end on the centre or run over it are dropped.
    [[nodiscard]] static constexpr bool passes_centre(const Harmony& harmony) {
        const int x1 = x_of(harmony.first);
        const int y1 = y_of(harmony.first);
        const int x2 = x_of(harmony.second);
        const int y2 = y_of(harmony.second);
        if (harmony.is_vertical()) return x1 == 0 && y1 * y2 <= 0;
        return y1 == 0 && x1 * x2 <= 0;
    }
    // Crossings of the ray going from the first to the second tile, which is the lower one.
    [[nodiscard]] static constexpr int weight(const Harmony& harmony) {
        const bool crosses = harmony.is_vertical() && x_of(harmony.first) > 0 &&
                             y_of(harmony.first) > 0 && y_of(harmony.second) <= 0;
        return crosses ? -1 : 0;
    }

private:
    struct Found {
        Point root;
        int potential;  // of the tile, relative to its root
    };
    // Path halving, potentials added up on the way.
    [[nodiscard]] Found find(Point p) {
        int potential = 0;
        while (parent_[p] != p) {
            const Point above = parent_[p];
            potential_[p] = static_cast<std::int8_t>(potential_[p] + potential_[above]);
            parent_[p] = parent_[above];
            potential += potential_[p];
            p = parent_[p];
        }
        return {p, potential};
    }
    bool join(Point a, Point b, int weight) {
        const auto [root_a, from_a] = find(a);
        const auto [root_b, from_b] = find(b);
        if (root_a == root_b) return from_b != from_a + weight;
        parent_[root_b] = static_cast<std::uint8_t>(root_a);
        potential_[root_b] = static_cast<std::int8_t>(from_a + weight - from_b);
        return false;
    }

    // Read only for tiles that were met.
    std::array<std::uint8_t, kPoints> parent_;
    std::array<std::int8_t, kPoints> potential_;
};

[[nodiscard]] bool has_ring(std::span<const Harmony> harmonies);
[[nodiscard]] bool has_ring(const Board& board, Seat owner);

}  // namespace moonflower::skud_paisho
