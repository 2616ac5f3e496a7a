// A win that is certain whatever the others hold, do or draw: proved over all worlds of a view. The
// seat chooses by what it sees; everything else is the adversary's. Sound, and blind to wins that
// are only likely.
//
// A plan is made for a few worlds and played in all others; those it fails in join the few, until
// it fails nowhere or there is none (counterexample-guided, Clarke et al. 2000). Most worlds are
// never searched, and what wins in no plan of a few is found out at once.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/moves_or_outcomes.hpp"
#include "solve/solution.hpp"

namespace moonflower {

template <GameState S>
class SureWin {
public:
    using Worlds = std::vector<S>;
    // `gives_up` ends a line without a win, such as where the seat's turn is over.
    SureWin(Seat seat, std::uint64_t most_nodes, std::function<bool(const S&)> gives_up,
            ProgressCallback progress)
        : seat_(seat),
          most_nodes_(most_nodes),
          gives_up_(std::move(gives_up)),
          progress_(std::move(progress)) {}

    // A first move after which the win is certain, in worlds that all look alike to the seat, which
    // is on turn. Nothing when there is none or the nodes run out.
    [[nodiscard]] std::optional<Move> find(const Worlds& worlds) {
        Worlds few;
        const std::size_t stride = worlds.size() / kFirstFew + 1;
        for (std::size_t i = 0; i < worlds.size(); i += stride) few.push_back(worlds[i]);
        std::size_t next = 0;  // world to try; those before it have not failed since `tried`
        for (std::size_t tried = 0; tried < worlds.size();) {
            if (tried == 0) {
                plan_.clear();
                if (!holds(few, 0)) return std::nullopt;
            }
            const std::size_t known = few.size();
            for (; tried < worlds.size() && few.size() < known + kMoreFew; ++tried) {
                if (!wins_in(worlds[next])) few.push_back(worlds[next]);
                next = (next + 1) % worlds.size();
            }
            if (few.size() > known) tried = 0;
        }
        return move_at(worlds.front());
    }
    // After a proof: the seat's move where it comes to, chosen by what it sees alone.
    [[nodiscard]] std::optional<Move> move_at(const S& state) const {
        const auto known = plan_.find(state.info_key(seat_));
        return known == plan_.end() ? std::nullopt : std::optional(known->second);
    }
    [[nodiscard]] std::uint64_t nodes() const { return nodes_ + tried_; }

private:
    static constexpr int kDeepest = 60;
    static constexpr std::size_t kFirstFew = 16;  // worlds
    static constexpr std::size_t kMoreFew = 32;

    [[nodiscard]] bool is_won(const S& state) const {
        return state.returns() == Returns::shared_by(1U << static_cast<unsigned>(seat_));
    }

    // Whether the plan wins in one world, which it may know nothing of.
    [[nodiscard]] bool wins_in(const S& state, int depth = 0) {
        progress_();
        ++tried_;
        if (state.turn().is_over()) return is_won(state);
        if (depth > 2 * kDeepest || (depth > 0 && gives_up_(state))) return false;
        std::vector<Move> moves;
        if (state.turn() == Turn::of(seat_)) {
            const std::optional<Move> planned = move_at(state);
            if (!planned) return false;
            moves = {*planned};
        } else {
            moves = moves_or_outcomes(state);
        }
        return std::ranges::all_of(moves, [&](Move move) {
            S next = state;
            next.apply(move);
            return wins_in(next, depth + 1);
        });
    }

    [[nodiscard]] bool holds(const Worlds& worlds, int depth) {
        const S& first = worlds.front();
        if (depth > kDeepest) return false;
        if (first.turn() != Turn::of(seat_)) return holds_after(worlds, {}, depth);
        for (const Move move : moves_of(first))
            if (holds_after(worlds, {move}, depth + 1)) {
                plan_[first.info_key(seat_)] = move;
                return true;
            }
        return false;
    }

    // Whether the win is certain in every world after the seat's move; without one, after whatever
    // each world's own mover or chance may do.
    [[nodiscard]] bool holds_after(const Worlds& worlds, const std::vector<Move>& own, int depth) {
        std::unordered_map<std::uint64_t, Worlds> alike;
        for (const S& world : worlds)
            for (const Move move : own.empty() ? moves_or_outcomes(world) : own) {
                progress_();
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
    ProgressCallback progress_;
    std::uint64_t nodes_ = 0;                       // of plans
    std::uint64_t tried_ = 0;                       // positions met by playing them
    std::unordered_map<std::uint64_t, Move> plan_;  // by what the seat sees
};

}  // namespace moonflower
