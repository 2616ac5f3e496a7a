// The game contract. A game is one folder under games/ and one line in games.def; search, solvers
// and the engine are templates over what stands here.
//
// A state is one world: everything is fixed that some seat knows, and nothing else. What nobody
// knows is chance, drawn when it shows. A view is what one seat knows, with perfect memory; the
// only way from a view to a state is to sample it. Choices made together are secret commits in
// seat order, shown when the last one is in.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/features.hpp"
#include "core/options.hpp"
#include "core/progress.hpp"
#include "core/rng.hpp"
#include "core/search_hints.hpp"
#include "core/types.hpp"

namespace moonflower {

// A world of a view with its share: the number of equally likely deals (or histories) it stands
// for. Only ratios matter.
template <class S>
struct World {
    S state;
    double weight = 1.0;
};

// The options of a game as a small value, carried inside each state.
template <class R>
concept GameRules = std::is_trivially_copyable_v<R> && std::equality_comparable<R> &&
                    requires(const R rules, const Options& resolved) {
                        { R::facts() } -> std::same_as<const GameFacts&>;
                        // From resolved options; OptionError when they do not go together.
                        { R::from(resolved) } -> std::same_as<R>;
                        // Back to options, so that a position that carries its own options knows
                        // its game.
                        { rules.options() } -> std::same_as<Options>;
                    };

// What one seat knows. Made from a state, from text, or grown from events; never holds more.
template <class V, class S>
concept SeatView =
    std::copyable<V> && std::equality_comparable<V> &&
    std::constructible_from<V, const typename S::Rules&, Seat> &&
    requires(V v, const V cv, Rng& rng, std::string_view text, Seat seat, Move move,
             const typename S::Rules& rules, typename S::Moves& moves, std::size_t limit) {
        { cv.seat() } -> std::same_as<Seat>;
        { cv.rules() } -> std::same_as<const typename S::Rules&>;
        // Who acts as far as this seat can tell; its own seat as soon as its own choice is due.
        { cv.turn() } -> std::same_as<Turn>;
        // The seat's own moves when it is on turn, as any world would list them; else none.
        { cv.legal_moves(moves) } -> std::same_as<void>;
        // Covers all the seat knows and nothing else: equals info_key(seat) of every world.
        { cv.info_key() } -> std::same_as<std::uint64_t>;
        // A world, drawn from the exact distribution the rules imply before any guess about play.
        { cv.sample(rng) } -> std::same_as<S>;
        // All worlds with their shares, or nothing when there are more than `limit`.
        { cv.worlds(limit) } -> std::same_as<std::optional<std::vector<World<S>>>>;
        // Follows what the seat saw: one or more tokens as seen_by writes them. ParseError or
        // IllegalMoveError leave the view as it was.
        { v.observe(text) } -> std::same_as<void>;
        { cv.format(move) } -> std::same_as<std::string>;
        { cv.parse_move(text) } -> std::same_as<Move>;
        { cv.text() } -> std::same_as<std::string>;
        { V::parse(text, seat, rules) } -> std::same_as<V>;
    };

template <class S>
concept GameState =
    std::is_trivially_copyable_v<S> && std::equality_comparable<S> &&
    GameRules<typename S::Rules> && std::constructible_from<S, const typename S::Rules&> &&
    SeatView<typename S::View, S> &&
    requires(S s, const S cs, Move move, Seat seat, Rng& rng, std::string_view text,
             typename S::Moves& moves, typename S::Outcomes& outcomes,
             const typename S::Rules& rules) {
        { cs.rules() } -> std::same_as<const typename S::Rules&>;
        { cs.seats() } -> std::same_as<int>;
        { cs.turn() } -> std::same_as<Turn>;
        // The moves of the seat to act, in a fixed order (part of the bench signature), no
        // duplicates.
        { cs.legal_moves(moves) } -> std::same_as<void>;
        // At a chance turn: the distinct outcomes with their exact odds.
        { cs.chance(outcomes) } -> std::same_as<void>;
        // The playout policy, without listing moves; every legal move can come. At a chance turn a
        // draw with the right odds.
        { cs.random_move(rng) } -> std::same_as<Move>;
        // The move is legal: asserted, not checked.
        { s.apply(move) } -> std::same_as<void>;
        // Payoffs; meaningful when the game is over.
        { cs.returns() } -> std::same_as<Returns>;
        // Equal states have equal keys.
        { cs.key() } -> std::same_as<std::uint64_t>;

        { cs.view(seat) } -> std::same_as<typename S::View>;
        // cs.view(seat).info_key(), computed in tree nodes: the fast way to it.
        { cs.info_key(seat) } -> std::same_as<std::uint64_t>;
        // What the seat sees of a move about to be made here (T?@e6, *?): tokens for View::observe,
        // "" when it sees nothing.
        { cs.seen_by(seat, move) } -> std::same_as<std::string>;

        { cs.format(move) } -> std::same_as<std::string>;
        // Reads a token of the notation, chance tokens with their star. ParseError when it is not
        // one, IllegalMoveError when it is not legal here; what comes back may be applied.
        { cs.parse_move(text) } -> std::same_as<Move>;
        // The full position string and back. Options the string carries win over `rules`.
        { cs.text() } -> std::same_as<std::string>;
        { S::parse(text, rules) } -> std::same_as<S>;
        // What everybody sees.
        { cs.public_text() } -> std::same_as<std::string>;
        // "" while every invariant holds, else the broken one. For debug and conformance runs.
        { cs.check() } -> std::same_as<std::string>;
    };

// --- What a game may offer beyond ------------------------------------------------------------

// Views that can prepare for drawing world after world: a sampler keeps all that does not depend on
// random numbers. It owns what it needs, so it may outlive the view, and drawing changes nothing in
// it, so threads may share it. From the same random numbers it draws what `sample` would, without
// the heap, and returns the one object it filled, so that a world is copied once.
template <class S>
concept PreparesSampler = requires(const typename S::View view, Rng& rng) {
    { view.sampler().draw(rng) } -> std::same_as<S>;
};

// A score beside the payoff: points, harmonies, margin.
template <class S>
concept HasScores = requires(const S cs) {
    { cs.scores() } -> std::same_as<std::array<int, kMaxSeats>>;
};

// A guess at the payoffs of an unfinished game, in the units of Returns, equal on every machine.
template <class S>
concept HasHeuristic = requires(const S cs) {
    { cs.heuristic() } -> std::same_as<Returns>;
};

// Prior weights of the listed moves, at least 1 each; only ratios matter.
template <class S>
concept HasPriors =
    requires(const S cs, const typename S::Moves& moves, std::span<std::uint32_t> weights) {
        { cs.priors(moves, weights) } -> std::same_as<void>;
    };

// The best-looking move of a light rule set: the `greedy` baseline and the biased playout.
template <class S>
concept HasGreedyMove = requires(const S cs, Rng& rng) {
    { cs.greedy_move(rng) } -> std::same_as<Move>;
};

// Plays its policy to the end faster than move by move: ends come with the same odds, and the
// finished state has all that payoffs and scores need. Returns the number of moves.
template <class S>
concept PlaysOut = requires(S s, Rng& rng) {
    { s.play_out(rng) } -> std::same_as<std::uint64_t>;
};

// Games of several parts, such as rounds, whose heuristic is good where a part begins.
template <class S>
concept HasStages = HasHeuristic<S> && requires(S s, const S cs, Rng& rng) {
    // The next part is about to begin: nothing of it is dealt.
    { cs.begins_stage() } -> std::same_as<bool>;
    // Plays the policy to there, or to the end of the game; returns the number of moves.
    { s.play_stage(rng) } -> std::same_as<std::uint64_t>;
};

// How the game likes to be searched; generic defaults otherwise.
template <class S>
concept HasSearchHints = requires(const typename S::Rules& rules) {
    { S::search_hints(rules) } -> std::same_as<SearchHints>;
};

// Choices made together. The same world before any commit of the running stage, so that search can
// let every seat's own node choose.
template <class S>
concept MovesTogether = requires(const S cs) {
    { cs.before_commits() } -> std::same_as<S>;
};

// Turns cut into steps: true between two steps of one turn. Perft counts turns by it.
template <class S>
concept CutsTurns = requires(const S cs) {
    { cs.mid_turn() } -> std::same_as<bool>;
};

// Outcomes too large for a move code, such as the order of a whole pile: reads a token and plays
// it. Takes every token parse_move takes, and leaves the state as it was when it refuses one.
template <class S>
concept PlaysTokens = requires(S s, std::string_view text) {
    { s.play(text) } -> std::same_as<void>;
};

// What hints say about moves: HasFeatures, in core/features.hpp. Moves that are one to search:
// MergesMoves, in core/merging.hpp.

// A board for people: many lines, ASCII, at most 80 columns. Offered by states and views alike.
template <class T>
concept HasDrawing = requires(const T cs) {
    { cs.drawing() } -> std::same_as<std::string>;
};

// A view whose worlds may take long to list.
template <class V>
concept ListsForLong = requires(const V cv, std::size_t limit, const ProgressCallback& progress) {
    cv.worlds(limit, progress);
};

}  // namespace moonflower
