// Worlds weighted by play: drawn once for a request by the rules alone, weighed by how likely the
// others' choices are in them (importance sampling), then drawn by weight for each simulation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/inference.hpp"
#include "search/belief/alias_table.hpp"
#include "search/belief/weights.hpp"

namespace moonflower {

template <class S>
class WorldPool {
public:
    // Nothing is inferred: empty.
    WorldPool() = default;
    WorldPool(std::vector<S> worlds, const WorldWeights& weighed)
        : worlds_(std::move(worlds)), table_(weighed.weights), ess_(weighed.ess) {}

    [[nodiscard]] bool empty() const { return worlds_.empty(); }
    [[nodiscard]] std::size_t size() const { return worlds_.size(); }
    [[nodiscard]] double ess() const { return ess_; }
    [[nodiscard]] const S& draw(Rng& rng) const { return worlds_[table_.draw(rng)]; }

private:
    std::vector<S> worlds_;
    AliasTable table_;
    double ess_ = 0.0;
};

}  // namespace moonflower
