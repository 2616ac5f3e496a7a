#include "engine/positions.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/range.hpp"
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

constexpr int kDeepestPerft = 1'000;
constexpr std::uint64_t kMostAsked = 1'000'000;
constexpr std::uint64_t kMostListed = 1'000'000;

Playouts play_out_from(const auto& source, int seats, std::uint64_t count, std::uint64_t seed,
                       ProgressTimer& progress) {
    check_range<std::uint64_t>("playouts count", count, 0, kMostAsked);
    Playouts played;
    played.seats = seats;
    played.payoffs.resize(count * static_cast<std::size_t>(seats));
    played.moves = source.playouts(count, seed, played.payoffs, progress);
    return played;
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

std::vector<Move> checked_moves(std::span<const Move> given, std::span<const Move> legal,
                                const GameFacts& facts) {
    std::vector<std::uint32_t> codes;
    for (const Move move : legal) codes.push_back(move.code);
    std::ranges::sort(codes);
    std::vector<bool> is_met(codes.size());
    std::vector<Move> moves;
    for (const Move move : given) {
        const auto found = std::ranges::lower_bound(codes, move.code);
        if (found == codes.end() || *found != move.code)
            throw IllegalMoveError(facts.name + ": move number " + std::to_string(move.code) +
                                   " is not legal here; moves of legal_moves are accepted");
        const auto place = static_cast<std::size_t>(found - codes.begin());
        if (!is_met[place]) moves.push_back(move);
        is_met[place] = true;
    }
    return moves;
}

std::uint64_t perft(const AnyState& state, int depth, bool in_turns, ProgressTimer& progress) {
    check_range("perft depth", depth, 0, kDeepestPerft);
    return state.perft(depth, in_turns, progress);
}

Playouts playouts(const AnyState& state, std::uint64_t count, std::uint64_t seed,
                  ProgressTimer& progress) {
    return play_out_from(state, state.seats(), count, seed, progress);
}

Playouts playouts(const AnyView& view, std::uint64_t count, std::uint64_t seed,
                  ProgressTimer& progress) {
    return play_out_from(view, view.game()->seats(), count, seed, progress);
}

std::optional<std::vector<WeightedState>> worlds(const AnyView& view, std::uint64_t limit,
                                                 ProgressTimer& progress) {
    check_range<std::uint64_t>("limit of worlds", limit, 1, kMostListed);
    return view.worlds(limit, progress);
}

Measures measure(const AnyView& view, std::span<const Move> moves, std::uint64_t worlds,
                 std::uint64_t seed, ProgressTimer& progress) {
    check_range<std::uint64_t>("worlds", worlds, 1, kMostListed);
    (void)checked_moves(moves, view.legal_moves(), view.game()->facts());
    return view.measure(moves, worlds, seed, progress);
}

std::optional<std::size_t> move_kind(const AnyView& view, Move move) {
    (void)checked_moves({&move, 1}, view.legal_moves(), view.game()->facts());
    return view.move_kind(move);
}

}  // namespace moonflower
