// What is known about the root's moves: more than the tree keeps, for reports. Each thread writes
// its own account; whoever reports adds them up, in order.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/types.hpp"
#include "search/threads/atomic.hpp"
#include "search/tree/node.hpp"

namespace moonflower {

// Sums over the simulations that began with one move.
struct RootMove {
    std::uint64_t visits = 0;
    std::array<std::int64_t, kMaxSeats> units{};  // payoffs of every seat
    std::uint64_t utility = 0;                    // of the searching seat
    std::uint64_t squares = 0;                    // of its utility
    std::uint64_t wins = 0;                       // in utility units: kTop each
    std::uint64_t draws = 0;
    // Left by earlier searches, of the searching seat only.
    std::uint64_t kept_visits = 0;
    std::uint64_t kept_utility = 0;
    // Proven bounds of that utility.
    std::uint16_t low = 0;
    std::uint16_t high = kTop;

    [[nodiscard]] bool is_proven() const { return low == high; }
    [[nodiscard]] std::uint64_t all_visits() const { return visits + kept_visits; }
};

// One thread's account. Written by that thread alone, read by any.
class RootAccount {
public:
    RootAccount(std::size_t moves, int seats, Seat seat)
        : moves_(moves), seats_(static_cast<std::size_t>(seats)), seat_(seat) {}

    // A simulation that began with `move`; `utility` is the searching seat's. Not exact: a guess
    // at a leaf, counted as that share of a win; so is the payoff of a seat that plays alone.
    void add(std::size_t move, const Returns& returns, std::uint32_t utility, bool is_exact) {
        Sums& sums = moves_[move];
        sums.visits.add(1);
        for (std::size_t i = 0; i < seats_; ++i) sums.units[i].add(returns.units[i]);
        sums.utility.add(utility);
        sums.squares.add(std::uint64_t{utility} * utility);
        const Shares shares = is_exact && seats_ > 1 ? outcome(returns) : Shares{utility, 0};
        sums.wins.add(shares.win);
        sums.draws.add(shares.draw);
    }

    void add_to(std::span<RootMove> totals) const {
        for (std::size_t move = 0; move < moves_.size(); ++move) {
            const Sums& sums = moves_[move];
            RootMove& total = totals[move];
            total.visits += sums.visits.get();
            for (std::size_t i = 0; i < seats_; ++i) total.units[i] += sums.units[i].get();
            total.utility += sums.utility.get();
            total.squares += sums.squares.get();
            total.wins += sums.wins.get();
            total.draws += sums.draws.get();
        }
    }

private:
    struct alignas(kCacheLine) Sums {  // written all the time: not beside another thread's
        Relaxed<std::uint64_t> visits;
        std::array<Relaxed<std::int64_t>, kMaxSeats> units;
        Relaxed<std::uint64_t> utility;
        Relaxed<std::uint64_t> squares;
        Relaxed<std::uint64_t> wins;
        Relaxed<std::uint64_t> draws;
    };
    struct Shares {
        std::uint64_t win;
        std::uint64_t draw;
    };
    // A sole win, or the top shared with somebody.
    [[nodiscard]] Shares outcome(const Returns& returns) const {
        const std::int32_t own = returns.units[static_cast<std::size_t>(seat_)];
        bool shared = false;
        for (std::size_t i = 0; i < seats_; ++i) {
            if (static_cast<Seat>(i) == seat_) continue;
            if (returns.units[i] > own) return {0, 0};
            shared = shared || returns.units[i] == own;
        }
        return shared ? Shares{0, kTop} : Shares{kTop, 0};
    }

    std::vector<Sums> moves_;
    std::size_t seats_;
    Seat seat_;
};

}  // namespace moonflower
