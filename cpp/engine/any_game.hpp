// The engine's face with the game's type hidden: a game, a state, a view. Virtual calls, one per
// command, never per move of a playout. Bindings, protocol and conformance speak to it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/features.hpp"
#include "core/hidden_slots.hpp"
#include "core/opaque_state.hpp"
#include "core/options.hpp"
#include "core/progress.hpp"
#include "core/rng.hpp"
#include "core/scene.hpp"
#include "core/types.hpp"
#include "engine/any_history.hpp"
#include "solve/solution.hpp"
#include "solve/tree.hpp"

namespace moonflower {

class AnySearch;
class AnyState;
class AnyView;
struct MaxNLimits;
struct OpenLimits;
struct ProofLimits;
struct RestrictedSet;
struct SearchSettings;

using StatePtr = std::unique_ptr<AnyState>;
using ViewPtr = std::unique_ptr<AnyView>;

struct WeightedState {
    StatePtr state;
    double weight = 1.0;
};

// Features of some moves over sampled worlds: for each move one entry per feature.
struct Measures {
    std::vector<double> means;
    std::vector<double> spreads;  // standard deviations between worlds
};

// A game with its options settled.
class AnyGame {
public:
    virtual ~AnyGame() = default;
    [[nodiscard]] virtual const GameFacts& facts() const = 0;
    [[nodiscard]] virtual const Options& options() const = 0;  // resolved
    [[nodiscard]] virtual int seats() const = 0;
    [[nodiscard]] virtual std::size_t state_bytes() const = 0;
    // Before any chance.
    [[nodiscard]] virtual StatePtr start() const = 0;
    [[nodiscard]] virtual ViewPtr start_view(Seat seat) const = 0;
    [[nodiscard]] virtual StatePtr parse(std::string_view text) const = 0;
    [[nodiscard]] virtual ViewPtr parse_view(std::string_view text, Seat seat) const = 0;
    // A search for positions of this game; engine/any_search.hpp. OptionError for bad settings.
    [[nodiscard]] virtual std::unique_ptr<AnySearch> make_search(
        const SearchSettings& settings) const = 0;
    // What hints can say about moves of this game, and the kinds of moves; both may be empty.
    [[nodiscard]] virtual std::span<const FeatureFact> features() const = 0;
    [[nodiscard]] virtual std::span<const std::string_view> move_kinds() const = 0;
    // "hanamikoji:max_rounds=1": what Python and the protocol write.
    [[nodiscard]] std::string spec() const;
    // The seat itself when the game has it, else OptionError.
    [[nodiscard]] Seat checked_seat(int seat) const;
};

using GamePtr = std::shared_ptr<const AnyGame>;

// One world. Not shared between threads while it is being played on.
class AnyState {
public:
    virtual ~AnyState() = default;
    [[nodiscard]] virtual GamePtr game() const = 0;
    [[nodiscard]] virtual StatePtr clone() const = 0;
    [[nodiscard]] virtual bool equals(const AnyState& other) const = 0;
    // A copy that what lies below the engine can work with.
    [[nodiscard]] virtual OpaqueState opaque() const = 0;

    [[nodiscard]] virtual int seats() const = 0;
    [[nodiscard]] virtual Turn turn() const = 0;
    [[nodiscard]] virtual std::vector<Move> legal_moves() const = 0;  // empty unless a seat acts
    [[nodiscard]] virtual std::vector<Outcome> outcomes() const = 0;  // empty unless chance acts
    [[nodiscard]] virtual Move random_move(Rng& rng) const = 0;       // not when over
    virtual void apply(Move move) = 0;  // a move from legal_moves, outcomes or parse_move
    virtual void play(std::string_view token) = 0;  // reads a token and plays it
    [[nodiscard]] virtual Returns returns() const = 0;
    [[nodiscard]] virtual std::optional<std::array<int, kMaxSeats>> scores() const = 0;
    [[nodiscard]] virtual std::uint64_t key() const = 0;
    [[nodiscard]] virtual bool mid_turn() const = 0;

    [[nodiscard]] virtual ViewPtr view(Seat seat) const = 0;
    [[nodiscard]] virtual std::uint64_t info_key(Seat seat) const = 0;
    [[nodiscard]] virtual std::string seen_by(Seat seat, Move move) const = 0;

    [[nodiscard]] virtual std::string format(Move move) const = 0;
    [[nodiscard]] virtual Move parse_move(std::string_view text) const = 0;
    [[nodiscard]] virtual std::string text() const = 0;
    [[nodiscard]] virtual std::string public_text() const = 0;
    [[nodiscard]] virtual std::string drawing() const = 0;
    // The position as data; `with_moves` as well the places each legal move touches.
    [[nodiscard]] virtual Scene scene(bool with_moves) const = 0;
    // What people are told of a legal move or outcome, as phrases in JSON (core/phrase.hpp).
    [[nodiscard]] virtual std::string words(std::string_view token) const = 0;
    // How a finished game was decided, as a phrase in JSON; "" where the game tells no more than
    // its payoffs.
    [[nodiscard]] virtual std::string ending() const = 0;
    // How the part of the game came out that a move about to be played ends; "" when it ends none.
    [[nodiscard]] virtual std::string recap(Move move) const = 0;
    [[nodiscard]] virtual std::string check() const = 0;

    // Sequences of `depth` moves (turns with `in_turns`); a finished game counts once.
    [[nodiscard]] virtual std::uint64_t perft(int depth, bool in_turns,
                                              ProgressTimer& progress) const = 0;
    // Plays the playout policy to the end `count` times; payoffs row by row, seats() columns.
    // Returns the number of moves made.
    virtual std::uint64_t playouts(std::size_t count, std::uint64_t seed, std::span<double> payoffs,
                                   ProgressTimer& progress) const = 0;

    // How large the game tree from here is, by random probes; always the same answer.
    [[nodiscard]] TreeEstimate tree_size(ProgressTimer& progress) const;
    // The tree as arrays for the solvers; TooLargeError with the estimate when it does not fit.
    [[nodiscard]] Tree flatten(std::uint64_t memory_limit, ProgressTimer& progress) const;
    // With all known: alpha-beta for two seats, and whether a seat can force a win.
    [[nodiscard]] Solution solve_open(const OpenLimits& limits, ProgressTimer& progress) const;
    [[nodiscard]] Solution prove(Seat attacker, const ProofLimits& limits,
                                 ProgressTimer& progress) const;
    // The same for any number of seats, each playing for itself.
    [[nodiscard]] Solution solve_max_n(const MaxNLimits& limits, ProgressTimer& progress) const;
};

// What one seat knows.
class AnyView {
public:
    virtual ~AnyView() = default;
    [[nodiscard]] virtual GamePtr game() const = 0;
    [[nodiscard]] virtual ViewPtr clone() const = 0;
    [[nodiscard]] virtual bool equals(const AnyView& other) const = 0;

    [[nodiscard]] virtual Seat seat() const = 0;
    [[nodiscard]] virtual Turn turn() const = 0;
    [[nodiscard]] virtual std::vector<Move> legal_moves() const = 0;
    [[nodiscard]] virtual std::uint64_t info_key() const = 0;
    [[nodiscard]] virtual StatePtr sample(Rng& rng) const = 0;
    // The same again and again, the way a search draws: by a sampler prepared once.
    using EachState = std::function<void(const AnyState& world)>;
    virtual void sample_many(std::size_t count, Rng& rng, const EachState& found) const = 0;
    [[nodiscard]] virtual std::optional<std::vector<WeightedState>> worlds(
        std::size_t limit, ProgressTimer& progress) const = 0;
    virtual void observe(std::string_view text) = 0;
    // The game as this seat saw it go on from here. ParseError or IllegalMoveError for an event
    // that cannot have been seen.
    [[nodiscard]] virtual HistoryPtr history(std::span<const SeenEvent> events) const = 0;
    [[nodiscard]] virtual std::string format(Move move) const = 0;
    [[nodiscard]] virtual Move parse_move(std::string_view text) const = 0;
    [[nodiscard]] virtual std::string text() const = 0;
    [[nodiscard]] virtual std::string drawing() const = 0;
    // The same as of a state, with what the seat knows and nothing else.
    [[nodiscard]] virtual Scene scene(bool with_moves) const = 0;
    // The slots of its scene whose content it does not know, and how often each face lies in each
    // group of them in a world of this view (core/hidden_slots.hpp).
    [[nodiscard]] virtual std::vector<HiddenSlots> hidden_slots() const = 0;
    virtual void count_faces(const AnyState& world, std::span<int> counts) const = 0;
    // What people are told of what the seat saw next, as phrases in JSON. Errors as of `observe`.
    [[nodiscard]] virtual std::string words(std::string_view event) const = 0;
    // Samples a world and plays it out, `count` times; returns the number of moves made.
    virtual std::uint64_t playouts(std::size_t count, std::uint64_t seed, std::span<double> payoffs,
                                   ProgressTimer& progress) const = 0;
    // Features of the seat's own legal moves, the same `count` worlds for each.
    [[nodiscard]] virtual Measures measure(std::span<const Move> moves, std::size_t count,
                                           std::uint64_t seed, ProgressTimer& progress) const = 0;
    // Index into the game's move_kinds of one of the seat's own legal moves; nothing if the game
    // tells no kinds apart.
    [[nodiscard]] virtual std::optional<std::size_t> move_kind(Move move) const = 0;
    // How many decisions its seat still has before it, about; at least 1.
    [[nodiscard]] virtual double decisions_left() const = 0;

    // The same as of a state, from all worlds of the view with their shares; TooLargeError when
    // there are more than `most_worlds`. `restricted`: where not every move is looked at.
    [[nodiscard]] TreeEstimate tree_size(std::size_t most_worlds, ProgressTimer& progress) const;
    [[nodiscard]] Tree flatten(std::size_t most_worlds, std::uint64_t memory_limit,
                               ProgressTimer& progress,
                               const RestrictedSet* restricted = nullptr) const;
};

// What a game's module.cpp hands to the registry. The game's own solvers, where it has them, are
// given positions of that game only; nothing from them leaves a position to the general solvers.
struct GameModule {
    template <class Position>
    using OwnSolver = std::optional<Solution> (*)(const Position& position,
                                                  const SolveLimits& limits,
                                                  const ProgressCallback& progress);

    const GameFacts* facts = nullptr;
    GamePtr (*make)(const Options& resolved) = nullptr;
    OwnSolver<AnyState> solve_state = nullptr;
    OwnSolver<AnyView> solve_view = nullptr;
    // What a search asks before it begins: quick, and sure or nothing (engine/exact_first.hpp).
    OwnSolver<AnyView> answer = nullptr;
};

}  // namespace moonflower
