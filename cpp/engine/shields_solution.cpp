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

shields::Analysis solve_shields(const AnyState& any, std::uint64_t max_positions,
                                ProgressTimer& progress) {
    const auto* state = state_if<shields::State>(any);
    if (state == nullptr) refuse_game(any.game());
    return shields::analyse(*state, budget_of(max_positions, progress));
}

shields::Analysis solve_shields(const AnyView& any, std::uint64_t max_positions,
                                ProgressTimer& progress) {
    const auto* view = dynamic_cast<const ViewOf<shields::State>*>(&any);
    if (view == nullptr) refuse_game(any.game());
    return shields::analyse(view->inner(), budget_of(max_positions, progress));
}

}  // namespace moonflower
