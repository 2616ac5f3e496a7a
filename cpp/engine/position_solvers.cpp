// The solvers that take any game, as states and views offer them.
#include "core/error.hpp"
#include "engine/any_game.hpp"
#include "solve/dfpn.hpp"
#include "solve/flatten.hpp"
#include "solve/max_n.hpp"
#include "solve/pvs.hpp"

namespace moonflower {
namespace {

using Roots = std::vector<World<OpaqueState>>;

Roots worlds_within(const AnyView& view, std::size_t most_worlds, ProgressTimer& progress) {
    const auto found = view.worlds(most_worlds, progress);
    if (!found)
        throw TooLargeError(view.game()->facts().name + ": the view has more than " +
                            std::to_string(most_worlds) + " worlds; views with fewer are accepted");
    Roots roots;
    roots.reserve(found->size());
    for (const WeightedState& world : *found)
        roots.push_back({world.state->opaque(), world.weight});
    return roots;
}

ProgressCallback ticks_of(ProgressTimer& progress) {
    return [&progress] { progress.tick(); };
}

}  // namespace

TreeEstimate AnyState::tree_size(ProgressTimer& progress) const {
    const World<OpaqueState> root{opaque(), 1.0};
    return Flattener({&root, 1}, ticks_of(progress)).estimate();
}
Tree AnyState::flatten(std::uint64_t memory_limit, ProgressTimer& progress) const {
    const World<OpaqueState> root{opaque(), 1.0};
    return Flattener({&root, 1}, ticks_of(progress)).flatten(memory_limit);
}

Solution AnyState::solve_open(const OpenLimits& limits, ProgressTimer& progress) const {
    return Pvs(opaque(), limits, ticks_of(progress)).solve();
}
Solution AnyState::prove(Seat attacker, const ProofLimits& limits, ProgressTimer& progress) const {
    return moonflower::prove(opaque(), attacker, limits, ticks_of(progress));
}
Solution AnyState::solve_max_n(const MaxNLimits& limits, ProgressTimer& progress) const {
    return MaxN(opaque(), limits, ticks_of(progress)).solve();
}

TreeEstimate AnyView::tree_size(std::size_t most_worlds, ProgressTimer& progress) const {
    const Roots roots = worlds_within(*this, most_worlds, progress);
    return Flattener(roots, ticks_of(progress)).estimate();
}
Tree AnyView::flatten(std::size_t most_worlds, std::uint64_t memory_limit, ProgressTimer& progress,
                      const RestrictedSet* restricted) const {
    const Roots roots = worlds_within(*this, most_worlds, progress);
    return Flattener(roots, ticks_of(progress), restricted).flatten(memory_limit);
}

}  // namespace moonflower
