// A win that is certain whatever the others hold, do or draw: proved over all worlds of a view at
// once. The seat chooses by what it sees; everything else is the adversary's. Sound, and blind to
// wins that are only likely.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "solve/solution.hpp"

namespace moonflower {

template <GameState S>
class SureWin {
public:
    using Worlds = std::vector<S>;
    // `gives_up` ends a line without a win, such as where the seat's turn is over.
    SureWin(Seat seat, std::uint64_t most_nodes, std::function<bool(const S&)> gives_up, Beat beat)
        : seat_(seat),
          most_nodes_(most_nodes),
          gives_up_(std::move(gives_up)),
          beat_(std::move(beat)) {}

    // A first move after which the win is certain, in worlds that all look alike to the seat, which
    // is on turn. Nothing when there is none or the nodes run out.
    [[nodiscard]] std::optional<Move> find(const Worlds& worlds) {
        for (const Move move : moves_of(worlds.front()))
            if (holds_after(worlds, {move}, 1)) return move;
        return std::nullopt;
    }
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

private:
    static constexpr int kDeepest = 60;

    [[nodiscard]] static std::vector<Move> moves_of(const S& state) {
        std::vector<Move> all;
        if (state.turn().is_chance()) {
            const auto outcomes = std::make_unique<typename S::Outcomes>();
            state.chance(*outcomes);
            for (const Outcome& outcome : *outcomes) all.push_back(outcome.move);
            return all;
        }
        const auto moves = std::make_unique<typename S::Moves>();
        state.legal_moves(*moves);
        all.assign(moves->begin(), moves->end());
        return all;
    }
    [[nodiscard]] bool is_won(const S& state) const {
        return state.returns() == Returns::shared_by(1U << static_cast<unsigned>(seat_));
    }

    [[nodiscard]] bool holds(const Worlds& worlds, int depth) {
        const S& first = worlds.front();
        if (depth > kDeepest) return false;
        if (first.turn() != Turn::of(seat_)) return holds_after(worlds, {}, depth);
        for (const Move move : moves_of(first))
            if (holds_after(worlds, {move}, depth + 1)) return true;
        return false;
    }

    // Whether the win is certain in every world after the seat's move; without one, after whatever
    // each world's own mover or chance may do.
    [[nodiscard]] bool holds_after(const Worlds& worlds, const std::vector<Move>& own, int depth) {
        std::unordered_map<std::uint64_t, Worlds> alike;
        for (const S& world : worlds)
            for (const Move move : own.empty() ? moves_of(world) : own) {
                beat_();
                if (++nodes_ > most_nodes_) return false;
                S next = world;
                next.apply(move);
                if (next.turn().is_over() ? !is_won(next) : gives_up_(next)) return false;
                if (!next.turn().is_over()) alike[next.info_key(seat_)].push_back(next);
            }
        for (const auto& [key, group] : alike)
            if (!holds(group, depth + 1)) return false;
        return true;
    }

    Seat seat_;
    std::uint64_t most_nodes_;
    std::function<bool(const S&)> gives_up_;
    Beat beat_;
    std::uint64_t nodes_ = 0;
};

}  // namespace moonflower
