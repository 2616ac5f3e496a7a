// A state that remembers its moves, and the part of the contract that follows from them: for small
// games that are written quickly. A game overrides what it does better by a member of its own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/grown_view.hpp"
#include "core/hash.hpp"
#include "core/moves_or_outcomes.hpp"
#include "core/parse_listed.hpp"
#include "core/static_vector.hpp"
#include "core/text.hpp"

namespace moonflower {

// Used as class State : public KeepsHistory<State, kMostMoves>. The game's apply() calls
// remember(); left to the game are its rules, turn, legal_moves, chance, apply, returns, seen_by
// and format. Positions are written as the tokens played so far, with a space between.
template <class S, std::size_t kMostMoves>
class KeepsHistory {
public:
    using View = GrownView<S>;

    [[nodiscard]] const StaticVector<Move, kMostMoves>& history() const { return history_; }

    [[nodiscard]] int seats() const { return 2; }
    [[nodiscard]] Move random_move(Rng& rng) const {
        if (self().turn().is_chance()) return draw(rng);
        typename S::Moves moves;
        self().legal_moves(moves);
        return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    }
    [[nodiscard]] std::uint64_t key() const {
        Hasher hasher;
        for (const Move move : history_) hasher.add(move.code);
        return hasher.value();
    }

    [[nodiscard]] View view(Seat seat) const { return {self(), seat}; }
    [[nodiscard]] std::uint64_t info_key(Seat seat) const {
        return View::key_of(seat, View::events_of(self(), seat));
    }

    [[nodiscard]] Move parse_move(std::string_view text) const {
        return parse_listed(self(), text);
    }
    [[nodiscard]] std::string text() const {
        std::string text;
        each_step([&](const S& state, Move move) {
            text.append(text.empty() ? "" : " ").append(state.format(move));
        });
        return text.empty() ? "-" : text;
    }
    template <class Rules>
    [[nodiscard]] static S parse(std::string_view text, const Rules& rules) {
        S state(rules);
        if (text != "-")
            for (const std::string_view token : words(text)) state.apply(state.parse_move(token));
        if (state.text() != text)
            throw ParseError(S::Rules::facts().name + ": position " + quoted(text) +
                             " cannot be read; moves with one space between, or -, are accepted");
        return state;
    }
    // Events as all seats see them alike, ? where they see different things.
    [[nodiscard]] std::string public_text() const {
        std::string text;
        each_step([&](const S& state, Move move) {
            std::string seen = state.seen_by(0, move);
            for (Seat seat = 1; seat < self().seats(); ++seat)
                seen = in_common(seen, state.seen_by(seat, move));
            if (!seen.empty()) text.append(text.empty() ? "" : " ").append(seen);
        });
        return text.empty() ? "-" : text;
    }
    [[nodiscard]] std::string check() const {
        std::string broken;
        const S played = each_step([&](const S& state, Move move) {
            const std::vector<Move> moves = moves_or_outcomes(state);
            if (std::find(moves.begin(), moves.end(), move) == moves.end())
                broken = "a move that was not legal: " + state.format(move);
        });
        if (broken.empty() && !(played == self())) broken = "not what its moves lead to";
        return broken;
    }

    friend bool operator==(const KeepsHistory& a, const KeepsHistory& b) {
        return std::equal(a.history_.begin(), a.history_.end(), b.history_.begin(),
                          b.history_.end());
    }

protected:
    void remember(Move move) { history_.push_back(move); }

private:
    [[nodiscard]] const S& self() const { return static_cast<const S&>(*this); }

    // Calls step(state, move) for every move so far, before it is made; returns the last state.
    template <class Step>
    S each_step(const Step& step) const {
        S state(self().rules());
        for (const Move move : history_) {
            step(state, move);
            state.apply(move);
        }
        return state;
    }
    [[nodiscard]] Move draw(Rng& rng) const {
        typename S::Outcomes outcomes;
        self().chance(outcomes);
        std::uint64_t all = 0;
        for (const Outcome& outcome : outcomes) all += outcome.weight;
        std::uint64_t pick = rng.below64(all);
        const Outcome* drawn = outcomes.begin();
        for (; pick >= drawn->weight; ++drawn) pick -= drawn->weight;
        return drawn->move;
    }
    [[nodiscard]] static std::string in_common(std::string_view first, std::string_view second) {
        const auto a = words(first);
        const auto b = words(second);
        std::string common;
        for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
            const bool is_chance = a[i].starts_with('*') && b[i].starts_with('*');
            common.append(common.empty() ? "" : " ")
                .append(a[i] == b[i] ? a[i]
                        : is_chance  ? "*?"
                                     : "?");
        }
        return common;
    }

    StaticVector<Move, kMostMoves> history_;
};

}  // namespace moonflower
