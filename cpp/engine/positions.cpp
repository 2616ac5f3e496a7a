#include "engine/positions.hpp"

#include "core/error.hpp"
#include "core/text.hpp"

namespace moonflower {

namespace {

// Draws chance up to the first decision and tells each outcome before it is applied.
template <class Told>
StatePtr deal(const AnyGame& game, std::uint64_t seed, Told told) {
    Rng rng(seed);
    StatePtr state = game.start();
    while (state->turn().is_chance()) {
        const Move outcome = state->random_move(rng);
        told(*state, outcome);
        state->apply(outcome);
    }
    return state;
}

}  // namespace

StatePtr deal(const AnyGame& game, std::uint64_t seed) {
    return deal(game, seed, [](const AnyState& /*state*/, Move /*outcome*/) {});
}

std::vector<std::string> deal_tokens(const AnyGame& game, std::uint64_t seed) {
    std::vector<std::string> tokens;
    deal(game, seed,
         [&](const AnyState& state, Move outcome) { tokens.push_back(state.format(outcome)); });
    return tokens;
}

StatePtr play(const AnyState& state, std::string_view token) {
    if (state.turn().is_over())
        throw IllegalMoveError(state.game()->facts().name + ": " + quoted(token) +
                               " cannot be played; the game is over");
    StatePtr next = state.clone();
    next->play(token);
    return next;
}

StatePtr draw(const AnyState& state, std::uint64_t seed) {
    if (!state.turn().is_chance())
        throw IllegalMoveError(state.game()->facts().name +
                               ": nothing to draw here; chance is not on turn");
    Rng rng(seed);
    StatePtr next = state.clone();
    next->apply(next->random_move(rng));
    return next;
}

Move random_move(const AnyState& state, std::uint64_t seed) {
    if (state.turn().is_over())
        throw IllegalMoveError(state.game()->facts().name + ": no move here; the game is over");
    Rng rng(seed);
    return state.random_move(rng);
}

std::optional<std::vector<double>> returns_of(const AnyState& state) {
    if (!state.turn().is_over()) return std::nullopt;
    const Returns returns = state.returns();
    std::vector<double> payoffs;
    for (Seat seat = 0; seat < state.seats(); ++seat) payoffs.push_back(returns.payoff(seat));
    return payoffs;
}

std::optional<std::vector<int>> scores_of(const AnyState& state) {
    const auto scores = state.scores();
    if (!scores) return std::nullopt;
    return std::vector<int>(scores->begin(), scores->begin() + state.seats());
}

}  // namespace moonflower
