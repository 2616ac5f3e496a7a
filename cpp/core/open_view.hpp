// The view of a game without secrets: every seat sees the state itself.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/game.hpp"
#include "core/scene.hpp"
#include "core/text.hpp"

namespace moonflower {

// Events of an open game are its moves as written, so `observe` plays them.
template <class S>
class OpenView {
public:
    template <class Rules>
    OpenView(const Rules& rules, Seat seat) : state_(rules), seat_(seat) {}
    OpenView(const S& state, Seat seat) : state_(state), seat_(seat) {}

    [[nodiscard]] const S& known() const { return state_; }
    [[nodiscard]] Seat seat() const { return seat_; }
    [[nodiscard]] const auto& rules() const { return state_.rules(); }
    [[nodiscard]] Turn turn() const { return state_.turn(); }
    template <class Moves>
    void legal_moves(Moves& moves) const {
        moves.clear();
        if (state_.turn() == Turn::of(seat_)) state_.legal_moves(moves);
    }
    [[nodiscard]] std::uint64_t info_key() const { return state_.info_key(seat_); }
    [[nodiscard]] S sample(Rng& /*rng*/) const { return state_; }
    [[nodiscard]] std::optional<std::vector<World<S>>> worlds(std::size_t limit) const {
        if (limit == 0) return std::nullopt;
        return std::vector<World<S>>{{state_, 1.0}};
    }
    void observe(std::string_view text) {
        S next = state_;
        for (const std::string_view token : words(text)) {
            if (next.turn().is_over())
                throw IllegalMoveError(S::Rules::facts().name + ": " + quoted(token) +
                                       " comes after the end of the game; no event is accepted");
            next.apply(next.parse_move(token));
        }
        state_ = next;
    }
    [[nodiscard]] std::string format(Move move) const { return state_.format(move); }
    [[nodiscard]] Move parse_move(std::string_view text) const { return state_.parse_move(text); }
    [[nodiscard]] std::string text() const { return state_.text(); }
    template <class Rules>
    [[nodiscard]] static OpenView parse(std::string_view text, Seat seat, const Rules& rules) {
        return OpenView(S::parse(text, rules), seat);
    }
    [[nodiscard]] std::string drawing() const
        requires requires(const S& s) { s.drawing(); }
    {
        return state_.drawing();
    }

    void fill(Scene& scene) const
        requires requires(const S& s) { s.fill(scene); }
    {
        state_.fill(scene);
        if (turn() != Turn::of(seat_)) scene.clear_moves();
    }

    friend bool operator==(const OpenView&, const OpenView&) = default;

private:
    S state_;
    Seat seat_;
};

}  // namespace moonflower
