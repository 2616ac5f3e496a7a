#include "engine/shields_solution.hpp"

#include "core/error.hpp"
#include "engine/game_of.hpp"

namespace moonflower {
namespace {

[[noreturn]] void refuse_game(const GamePtr& game) {
    throw OptionError("shields: the position is of another game, " + game->facts().name +
                      "; a Shields! position is accepted");
}

shields::Budget budget_of(std::uint64_t max_positions, ProgressTimer& progress) {
    shields::Budget budget;
    budget.positions = max_positions;
    budget.progress = [&progress] {
        for (int i = 0; i < 64; ++i)
            progress.tick();  // a timer looks at the clock once in 64 ticks
    };
    return budget;
}

}  // namespace

shields::Analysis solve_shields(const AnyState& state, std::uint64_t max_positions,
                                ProgressTimer& progress) {
    const auto* own = state_if<shields::State>(state);
    if (own == nullptr) refuse_game(state.game());
    return shields::analyse(*own, budget_of(max_positions, progress));
}

shields::Analysis solve_shields(const AnyView& view, std::uint64_t max_positions,
                                ProgressTimer& progress) {
    const auto* own = dynamic_cast<const ViewOf<shields::State>*>(&view);
    if (own == nullptr) refuse_game(view.game());
    return shields::analyse(own->inner(), budget_of(max_positions, progress));
}

}  // namespace moonflower
