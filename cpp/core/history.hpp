// A game as one seat saw it: the view it had at first and every event since, cut into the decisions
// of all seats. It is grown from events and nothing else, so that what the seat has not seen cannot
// be in it. Inference from play asks of each decision: which moves would have looked like this to
// the seat, and what may the one who chose have known?
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/game.hpp"
#include "core/text.hpp"

namespace moonflower {

// One choice of a seat, as another seat (or the same) saw it.
template <GameState S>
struct Decision {
    Seat seat;                // who chose
    std::string seen;         // the event, as seen_by writes it
    typename S::View before;  // what the asking seat knew a moment earlier

    // A view the one who chose may have had, from a world the asking seat held possible then.
    [[nodiscard]] typename S::View possible_view(Rng& rng) const {
        return before.sample(rng).view(seat);
    }
    // The moves of that seat in a world of `before` which the asking seat would have seen like
    // this; none where the world had somebody else on turn or no such move.
    [[nodiscard]] std::vector<Move> moves_in(const S& world) const {
        if (world.turn() != Turn::of(seat)) return {};
        if (const std::optional<Move> told = told_move(world)) return {*told};
        std::vector<Move> alike;
        const auto moves = std::make_unique<typename S::Moves>();
        world.legal_moves(*moves);
        for (const Move move : *moves)
            if (world.seen_by(before.seat(), move) == seen) alike.push_back(move);
        return alike;
    }

private:
    // Where the event tells the move there is no need to try them all.
    [[nodiscard]] std::optional<Move> told_move(const S& world) const {
        const auto tokens = words(seen);
        if (tokens.empty()) return std::nullopt;
        try {
            const Move move = world.parse_move(tokens.front());
            if (world.format(move) == tokens.front() && world.seen_by(before.seat(), move) == seen)
                return move;
        } catch (const Error&) {
            return std::nullopt;  // masked, or not to be had in this world
        }
        return std::nullopt;
    }
};

template <GameState S>
class History {
public:
    using View = typename S::View;

    explicit History(View begin) : now_(std::move(begin)) {}

    // What the seat saw next, and who acted: a seat, or negative for chance. ParseError or
    // IllegalMoveError leave the history as it was.
    void observe(int actor, std::string_view seen) {
        if (actor >= S(now_.rules()).seats())
            throw IllegalMoveError(S::Rules::facts().name + ": seat " + std::to_string(actor) +
                                   " cannot have acted; nobody sits there");
        View next = now_;
        next.observe(seen);
        if (actor >= 0)
            decisions_.push_back({static_cast<Seat>(actor), std::string(seen), std::move(now_)});
        now_ = std::move(next);
    }

    [[nodiscard]] const View& now() const { return now_; }
    // In the order in which they were made.
    [[nodiscard]] std::span<const Decision<S>> decisions() const { return decisions_; }

private:
    View now_;
    std::vector<Decision<S>> decisions_;
};

}  // namespace moonflower
