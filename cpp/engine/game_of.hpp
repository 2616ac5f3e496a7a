// The face of any_game.hpp for any game of the contract. Included by each game's module.cpp only,
// so that compile cost is per game.
#pragma once

#include <memory>
#include <utility>

#include "core/error.hpp"
#include "core/game.hpp"
#include "core/moves_or_outcomes.hpp"
#include "core/phrase.hpp"
#include "core/playout.hpp"
#include "core/recap.hpp"
#include "core/text.hpp"
#include "engine/any_game.hpp"
#include "engine/history_of.hpp"
#include "engine/measure.hpp"
#include "engine/perft.hpp"
#include "engine/search_of.hpp"

namespace moonflower {

// What is said of a token in a game without words of its own.
[[nodiscard]] inline Phrase bare_phrase(Turn turn, std::string_view token) {
    if (!turn.is_seat()) return Phrase("game.event").text("token", token);
    return Phrase("game.move").seat("who", turn.seat()).text("token", token);
}

template <GameState S>
class GameOf final : public AnyGame {
public:
    explicit GameOf(const Options& given)
        : rules_(S::Rules::from(resolve(S::Rules::facts(), given))),
          options_(resolve(S::Rules::facts(), rules_.options())) {}

    [[nodiscard]] static GamePtr make(const Options& given) {
        return std::make_shared<GameOf>(given);
    }

    [[nodiscard]] const GameFacts& facts() const override { return S::Rules::facts(); }
    [[nodiscard]] const Options& options() const override { return options_; }
    [[nodiscard]] int seats() const override { return S(rules_).seats(); }
    [[nodiscard]] std::size_t state_bytes() const override { return sizeof(S); }
    [[nodiscard]] StatePtr start() const override;
    [[nodiscard]] ViewPtr start_view(Seat seat) const override;
    [[nodiscard]] StatePtr parse(std::string_view text) const override;
    [[nodiscard]] ViewPtr parse_view(std::string_view text, Seat seat) const override;
    [[nodiscard]] std::span<const FeatureFact> features() const override {
        if constexpr (HasFeatures<S>) return S::features();
        return {};
    }
    [[nodiscard]] std::span<const std::string_view> move_kinds() const override {
        if constexpr (HasFeatures<S>) return S::move_kinds();
        return {};
    }
    [[nodiscard]] SearchPtr make_search(const SearchSettings& settings) const override {
        check_settings(settings);
        return std::make_unique<SearchOf<S>>(settings, rules_);
    }

private:
    typename S::Rules rules_;
    Options options_;
};

// The specification of a game, asked for by every scene: made again when the rules are others.
template <GameState S>
[[nodiscard]] std::string_view spec_of(const typename S::Rules& rules) {
    thread_local std::optional<typename S::Rules> last;
    thread_local std::string spec;
    if (!last || !(*last == rules)) {
        spec = GameOf<S>(rules.options()).spec();
        last = rules;
    }
    return spec;
}

template <GameState S, class Position>
[[nodiscard]] Scene scene_of(const Position& position, const typename S::Rules& rules,
                             bool with_moves) {
    Scene scene(S(rules).seats(), with_moves);
    scene.game = spec_of<S>(rules);
    scene.turn = position.turn();
    if constexpr (HasScene<Position>) position.fill(scene);
    return scene;
}

template <GameState S>
class StateOf final : public AnyState {
public:
    explicit StateOf(const S& state) : state_(state) {}

    [[nodiscard]] const S& state() const { return state_; }

    [[nodiscard]] GamePtr game() const override {
        return GameOf<S>::make(state_.rules().options());
    }
    [[nodiscard]] StatePtr clone() const override { return std::make_unique<StateOf>(*this); }
    [[nodiscard]] bool equals(const AnyState& other) const override {
        const auto* same = dynamic_cast<const StateOf*>(&other);
        return same != nullptr && same->state_ == state_;
    }
    [[nodiscard]] OpaqueState opaque() const override { return state_; }

    [[nodiscard]] const S& inner() const { return state_; }
    [[nodiscard]] int seats() const override { return state_.seats(); }
    [[nodiscard]] Turn turn() const override { return state_.turn(); }
    [[nodiscard]] std::vector<Move> legal_moves() const override { return moves_of(state_); }
    [[nodiscard]] std::vector<Outcome> outcomes() const override { return outcomes_of(state_); }
    [[nodiscard]] Move random_move(Rng& rng) const override { return state_.random_move(rng); }
    void apply(Move move) override { state_.apply(move); }
    void play(std::string_view token) override {
        if constexpr (PlaysTokens<S>)
            state_.play(token);
        else
            state_.apply(state_.parse_move(token));
    }
    [[nodiscard]] Returns returns() const override { return state_.returns(); }
    [[nodiscard]] std::optional<std::array<int, kMaxSeats>> scores() const override {
        if constexpr (HasScores<S>) return state_.scores();
        return std::nullopt;
    }
    [[nodiscard]] std::uint64_t key() const override { return state_.key(); }
    [[nodiscard]] bool mid_turn() const override {
        if constexpr (CutsTurns<S>) return state_.mid_turn();
        return false;
    }

    [[nodiscard]] ViewPtr view(Seat seat) const override;
    [[nodiscard]] std::uint64_t info_key(Seat seat) const override { return state_.info_key(seat); }
    [[nodiscard]] std::string seen_by(Seat seat, Move move) const override {
        return state_.seen_by(seat, move);
    }

    [[nodiscard]] std::string format(Move move) const override { return state_.format(move); }
    [[nodiscard]] Move parse_move(std::string_view text) const override {
        return state_.parse_move(text);
    }
    [[nodiscard]] std::string text() const override { return state_.text(); }
    [[nodiscard]] std::string public_text() const override { return state_.public_text(); }
    [[nodiscard]] std::string drawing() const override {
        if constexpr (HasDrawing<S>) return state_.drawing();
        return state_.text() + "\n";
    }
    [[nodiscard]] Scene scene(bool with_moves) const override {
        Scene scene = scene_of<S>(state_, state_.rules(), with_moves);
        if (state_.turn().is_over()) scene.returns = state_.returns();
        return scene;
    }
    [[nodiscard]] std::string words(std::string_view token) const override {
        if constexpr (HasWords<S> && PlaysTokens<S>) return json_of(phrases_of(state_, token));
        const std::string written = state_.format(state_.parse_move(token));
        if constexpr (HasWords<S>) return json_of(phrases_of(state_, written));
        return json_of({bare_phrase(state_.turn(), written)});
    }
    [[nodiscard]] std::string ending() const override {
        if constexpr (TellsEnding<S>)
            if (state_.turn().is_over()) return ending_of(state_).json();
        return "";
    }
    [[nodiscard]] std::string recap(Move move) const override {
        if constexpr (HasRecap<S>) return state_.recap(move);
        return "";
    }
    [[nodiscard]] std::string check() const override { return state_.check(); }

    [[nodiscard]] std::uint64_t perft(int depth, bool in_turns,
                                      ProgressTimer& progress) const override {
        return Perft<S>(in_turns, progress).count(state_, depth);
    }
    std::uint64_t playouts(std::size_t count, std::uint64_t seed, std::span<double> payoffs,
                           ProgressTimer& progress) const override {
        return play_many(count, seed, payoffs, progress, state_.seats(),
                         [this](Rng& /*rng*/) { return state_; });
    }

    // The loop shared with views: `begin` gives the state each playout starts from.
    template <class Begin>
    static std::uint64_t play_many(std::size_t count, std::uint64_t seed, std::span<double> payoffs,
                                   ProgressTimer& progress, int seats, Begin begin) {
        Rng rng(seed);
        std::uint64_t moves = 0;
        auto cell = payoffs.begin();
        for (std::size_t i = 0; i < count; ++i) {
            S state = begin(rng);
            moves += play_out(state, rng);
            const Returns returns = state.returns();
            for (Seat seat = 0; seat < seats; ++seat) *cell++ = returns.payoff(seat);
            progress.tick();
        }
        return moves;
    }

private:
    S state_;
};

// The state itself if it is one of this game, else nothing: the way to what one game offers beyond
// the contract.
template <GameState S>
[[nodiscard]] const S* state_if(const AnyState& any) {
    const auto* same = dynamic_cast<const StateOf<S>*>(&any);
    return same == nullptr ? nullptr : &same->state();
}

template <GameState S>
class ViewOf final : public AnyView {
public:
    explicit ViewOf(typename S::View view) : view_(std::move(view)) {}

    [[nodiscard]] GamePtr game() const override { return GameOf<S>::make(view_.rules().options()); }
    [[nodiscard]] ViewPtr clone() const override { return std::make_unique<ViewOf>(*this); }
    [[nodiscard]] bool equals(const AnyView& other) const override {
        const auto* same = dynamic_cast<const ViewOf*>(&other);
        return same != nullptr && same->view_ == view_;
    }

    [[nodiscard]] const typename S::View& inner() const { return view_; }
    [[nodiscard]] Seat seat() const override { return view_.seat(); }
    [[nodiscard]] Turn turn() const override { return view_.turn(); }
    [[nodiscard]] std::vector<Move> legal_moves() const override {
        const auto moves = std::make_unique<typename S::Moves>();
        view_.legal_moves(*moves);
        return {moves->begin(), moves->end()};
    }
    [[nodiscard]] std::uint64_t info_key() const override { return view_.info_key(); }
    [[nodiscard]] StatePtr sample(Rng& rng) const override {
        return std::make_unique<StateOf<S>>(view_.sample(rng));
    }
    void sample_many(std::size_t count, Rng& rng, const EachState& found) const override {
        const auto sampler = sampler_of<S>(view_);
        for (std::size_t i = 0; i < count; ++i) found(StateOf<S>(sampler.draw(rng)));
    }
    [[nodiscard]] std::optional<std::vector<WeightedState>> worlds(
        std::size_t limit, ProgressTimer& progress) const override {
        const auto found = list(limit, progress);
        if (!found) return std::nullopt;
        std::vector<WeightedState> all;
        all.reserve(found->size());
        for (const World<S>& world : *found)
            all.push_back({std::make_unique<StateOf<S>>(world.state), world.weight});
        return all;
    }
    void observe(std::string_view text) override { view_.observe(text); }
    [[nodiscard]] HistoryPtr history(std::span<const SeenEvent> events) const override {
        return std::make_shared<HistoryOf<S>>(view_, events);
    }
    [[nodiscard]] std::string format(Move move) const override { return view_.format(move); }
    [[nodiscard]] Move parse_move(std::string_view text) const override {
        return view_.parse_move(text);
    }
    [[nodiscard]] std::string text() const override { return view_.text(); }
    [[nodiscard]] std::string drawing() const override {
        if constexpr (HasDrawing<typename S::View>) return view_.drawing();
        return view_.text() + "\n";
    }
    [[nodiscard]] Scene scene(bool with_moves) const override {
        Scene scene = scene_of<S>(view_, view_.rules(), with_moves);
        scene.reader = view_.seat();
        Rng rng(0);  // payoffs are public: any world tells them
        if (view_.turn().is_over()) scene.returns = view_.sample(rng).returns();
        return scene;
    }
    [[nodiscard]] std::vector<HiddenSlots> hidden_slots() const override {
        if constexpr (TellsHidden<typename S::View, S>) return view_.hidden_slots();
        return {};
    }
    void count_faces(const AnyState& world, std::span<int> counts) const override {
        if constexpr (TellsHidden<typename S::View, S>)
            view_.count_faces(static_cast<const StateOf<S>&>(world).state(), counts);
    }
    [[nodiscard]] std::string words(std::string_view event) const override {
        typename S::View after = view_;
        after.observe(event);
        if constexpr (HasWords<typename S::View>) return json_of(phrases_of(view_, event));
        return json_of({bare_phrase(Turn::chance(), event)});
    }
    std::uint64_t playouts(std::size_t count, std::uint64_t seed, std::span<double> payoffs,
                           ProgressTimer& progress) const override {
        const int seats = S(view_.rules()).seats();
        const auto sampler = sampler_of<S>(view_);
        return StateOf<S>::play_many(count, seed, payoffs, progress, seats,
                                     [&](Rng& rng) { return sampler.draw(rng); });
    }

    [[nodiscard]] Measures measure(std::span<const Move> moves, std::size_t count,
                                   std::uint64_t seed, ProgressTimer& progress) const override {
        if constexpr (HasFeatures<S>) return measure_moves<S>(view_, moves, count, seed, progress);
        return {};
    }
    [[nodiscard]] std::optional<std::size_t> move_kind(Move move) const override {
        if constexpr (HasFeatures<S>) {
            Rng rng(0);
            return view_.sample(rng).move_kind(move);  // every world tells the same
        }
        return std::nullopt;
    }
    [[nodiscard]] double decisions_left() const override {
        return moonflower::decisions_left<S>(view_);
    }

private:
    [[nodiscard]] std::optional<std::vector<World<S>>> list(std::size_t limit,
                                                            ProgressTimer& progress) const {
        if constexpr (ListsForLong<typename S::View>)
            return view_.worlds(limit, [&] { progress.tick(); });
        return view_.worlds(limit);
    }

    typename S::View view_;
};

template <GameState S>
StatePtr GameOf<S>::start() const {
    return std::make_unique<StateOf<S>>(S(rules_));
}
template <GameState S>
ViewPtr GameOf<S>::start_view(Seat seat) const {
    return std::make_unique<ViewOf<S>>(typename S::View(rules_, checked_seat(seat)));
}

// A position is one text: whatever is wrong in it, its options and moves too, makes it unreadable.
template <class Read>
auto read_whole(Read read) {
    try {
        return read();
    } catch (const ParseError&) {
        throw;
    } catch (const Error& error) {
        throw ParseError(error.what());
    }
}

template <GameState S>
StatePtr GameOf<S>::parse(std::string_view text) const {
    return read_whole([&] { return std::make_unique<StateOf<S>>(S::parse(text, rules_)); });
}
template <GameState S>
ViewPtr GameOf<S>::parse_view(std::string_view text, Seat seat) const {
    const Seat reader = checked_seat(seat);
    return read_whole(
        [&] { return std::make_unique<ViewOf<S>>(S::View::parse(text, reader, rules_)); });
}
template <GameState S>
ViewPtr StateOf<S>::view(Seat seat) const {
    return std::make_unique<ViewOf<S>>(state_.view(seat));
}

struct NoSolver {};

// `Solver` is the game's own: SolvesPosition of its states, of its views, or of both. `Answer` is
// the part of it that a search asks first: SolvesPosition of its views.
template <GameState S, class Solver = NoSolver, class Answer = NoSolver>
[[nodiscard]] GameModule module_of() {
    GameModule module{.facts = &S::Rules::facts(), .make = &GameOf<S>::make};
    if constexpr (SolvesPosition<Solver, S>)
        module.solve_state = [](const AnyState& any, const SolveLimits& limits,
                                const ProgressCallback& progress) {
            return Solver::solve(static_cast<const StateOf<S>&>(any).inner(), limits, progress);
        };
    if constexpr (SolvesPosition<Solver, typename S::View>)
        module.solve_view = [](const AnyView& any, const SolveLimits& limits,
                               const ProgressCallback& progress) {
            return Solver::solve(static_cast<const ViewOf<S>&>(any).inner(), limits, progress);
        };
    if constexpr (SolvesPosition<Answer, typename S::View>)
        module.answer = [](const AnyView& any, const SolveLimits& limits,
                           const ProgressCallback& progress) {
            return Answer::solve(static_cast<const ViewOf<S>&>(any).inner(), limits, progress);
        };
    return module;
}

}  // namespace moonflower
