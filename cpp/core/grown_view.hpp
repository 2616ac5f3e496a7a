// The view of a game whose worlds can be listed: the events its seat saw, and nothing else. Its
// worlds are found by playing every history that gives these events.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/game.hpp"
#include "core/hash.hpp"
#include "core/moves_or_outcomes.hpp"
#include "core/text.hpp"

namespace moonflower {

// A state that can say which moves and outcomes led to it.
template <class S>
concept HasHistory = requires(const S cs) {
    { *cs.history().begin() } -> std::convertible_to<Move>;
};

// Events are tokens as seen_by writes them, with a space between. A seat must be able to tell who
// is on turn and, if that is itself, its legal moves: they are taken from the first world found.
// The cost of listing is the number of histories that agree with the events for a while, so large
// games write a view of their own.
template <class S>
class GrownView {
public:
    class Sampler;

    template <class Rules>
    GrownView(const Rules& rules, Seat seat) : world_(rules), seat_(seat) {}
    GrownView(const S& state, Seat seat) : GrownView(state.rules(), seat) {
        look_again(events_of(state, seat));
    }

    // All that the seat saw on the way to a state.
    [[nodiscard]] static std::string events_of(const S& state, Seat seat) {
        std::string events;
        S past(state.rules());
        for (const Move move : state.history()) {
            append(events, past.seen_by(seat, move));
            past.apply(move);
        }
        return events;
    }
    // The info key of a seat that saw these events: equal on every machine.
    [[nodiscard]] static std::uint64_t key_of(Seat seat, std::string_view events) {
        return Hasher(static_cast<std::uint64_t>(seat)).add(events).value();
    }

    [[nodiscard]] Seat seat() const { return seat_; }
    [[nodiscard]] const auto& rules() const { return world_.rules(); }
    [[nodiscard]] Turn turn() const { return world_.turn(); }
    template <class Moves>
    void legal_moves(Moves& moves) const {
        moves.clear();
        if (turn() == Turn::of(seat_)) world_.legal_moves(moves);
    }
    [[nodiscard]] std::uint64_t info_key() const { return world_.info_key(seat_); }

    // A weight is the probability of the chance outcomes on the way; choices of seats count alike.
    [[nodiscard]] std::optional<std::vector<World<S>>> worlds(
        std::size_t limit, const ProgressCallback& progress = {}) const {
        std::vector<World<S>> found;
        const auto add = [&](const S& state, double weight) {
            found.push_back({state, weight});
            return found.size() <= limit;
        };
        bool is_cut = false;
        if (!each_world(S(rules()), events_, 1.0, add, is_cut, progress)) return std::nullopt;
        return found;
    }
    [[nodiscard]] Sampler sampler() const { return Sampler(*worlds(SIZE_MAX - 1)); }
    [[nodiscard]] S sample(Rng& rng) const { return sampler().draw(rng); }

    void observe(std::string_view text) {
        std::string events = events_;
        for (const std::string_view token : words(text)) append(events, token);
        look_again(std::move(events));
    }
    [[nodiscard]] std::string format(Move move) const { return world_.format(move); }
    [[nodiscard]] Move parse_move(std::string_view text) const {
        if (turn() != Turn::of(seat_))
            throw IllegalMoveError(name() + ": " + quoted(text) +
                                   " cannot be played; this seat is not on turn");
        return world_.parse_move(text);
    }
    [[nodiscard]] std::string text() const { return events_.empty() ? "-" : events_; }
    template <class Rules>
    [[nodiscard]] static GrownView parse(std::string_view text, Seat seat, const Rules& rules) {
        GrownView view(rules, seat);
        if (text != "-") view.observe(text);
        if (view.text() != text)
            throw ParseError(name() + ": view " + quoted(text) +
                             " cannot be read; events with one space between, or -, are accepted");
        return view;
    }

    friend bool operator==(const GrownView& a, const GrownView& b) {
        return a.seat_ == b.seat_ && a.rules() == b.rules() && a.events_ == b.events_;
    }

private:
    [[nodiscard]] static const std::string& name() { return S::Rules::facts().name; }
    static void append(std::string& events, std::string_view token) {
        if (!token.empty()) events.append(events.empty() ? "" : " ").append(token);
    }

    // Takes these events for what the seat saw, if a history gives them. Whoever feeds it word by
    // word learns by a ParseError that more words belong to the last event.
    void look_again(std::string events) {
        std::optional<S> found;
        const auto stop = [&](const S& state, double /*weight*/) {
            found.emplace(state);
            return false;
        };
        bool is_cut = false;
        each_world(S(rules()), events, 1.0, stop, is_cut, {});
        if (!found && is_cut)
            throw ParseError(name() + ": " + quoted(events) +
                             " ends within what a seat sees at once; all of it is accepted");
        if (!found)
            throw IllegalMoveError(name() + ": " + quoted(events) +
                                   " is nothing this seat can see; events of a game are accepted");
        world_ = *found;
        events_ = std::move(events);
    }

    // Calls found(state, weight) for every state that play may lead to from this one while the seat
    // sees the rest of its events. False as soon as `found` says so. Notes whether the rest ends
    // somewhere within an event.
    template <class Found>
    bool each_world(const S& state, std::string_view rest, double weight, const Found& found,
                    bool& is_cut, const ProgressCallback& progress) const {
        if (progress) progress();
        if (rest.empty() && !found(state, weight)) return false;
        const std::vector<Outcome> outcomes = outcomes_of(state);
        double all = 0;
        for (const Outcome& outcome : outcomes) all += static_cast<double>(outcome.weight);
        const auto go_on = [&](Move move, double odds) {
            const std::string seen = state.seen_by(seat_, move);
            is_cut |= seen.starts_with(rest) && seen.substr(rest.size()).starts_with(' ');
            if (!rest.starts_with(seen)) return true;
            std::string_view after = rest.substr(seen.size());
            if (!seen.empty() && !after.empty()) {
                if (after.front() != ' ') return true;
                after.remove_prefix(1);
            }
            S next = state;
            next.apply(move);
            return each_world(next, after, weight * odds, found, is_cut, progress);
        };
        for (const Outcome& outcome : outcomes)
            if (!go_on(outcome.move, static_cast<double>(outcome.weight) / all)) return false;
        for (const Move move : moves_of(state))
            if (!go_on(move, 1.0)) return false;
        return true;
    }

    std::string events_;
    S world_;  // the first found, never the truth: for what every world tells alike
    Seat seat_;
};

// All worlds, listed once.
template <class S>
class GrownView<S>::Sampler {
public:
    // Weights become sums of all so far.
    explicit Sampler(std::vector<World<S>> worlds) : worlds_(std::move(worlds)) {
        double sum = 0;
        for (World<S>& world : worlds_) world.weight = sum += world.weight;
    }
    [[nodiscard]] S draw(Rng& rng) const {
        const double pick = rng.unit() * worlds_.back().weight;
        return std::upper_bound(
                   worlds_.begin(), worlds_.end() - 1, pick,
                   [](double value, const World<S>& world) { return value < world.weight; })
            ->state;
    }

private:
    std::vector<World<S>> worlds_;
};

}  // namespace moonflower
