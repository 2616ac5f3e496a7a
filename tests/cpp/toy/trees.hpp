// Small trees made by hand or at random, for the solvers' own tests: no game behind them.
#pragma once

#include <array>
#include <vector>

#include "core/rng.hpp"
#include "solve/tree.hpp"

namespace moonflower::toy {

inline constexpr std::uint64_t kPlenty = 1ULL << 30U;

inline std::vector<Move> moves(std::uint32_t count) {
    std::vector<Move> list;
    for (std::uint32_t i = 0; i < count; ++i) list.push_back({i});
    return list;
}

// Both seats choose in secret; `payoff[i][j]` goes from the second to the first.
template <std::size_t N, std::size_t M>
Tree matrix_game(const std::array<std::array<double, M>, N>& payoff) {
    TreeBuilder builder(2, kPlenty);
    const TreePlace root;
    const TreeFan first = builder.add_decision(root, 0, 1, moves(N));
    for (std::size_t i = 0; i < N; ++i) {
        const TreePlace place = first.child(root, i);
        const TreeFan second = builder.add_decision(place, 1, 1, moves(M));
        for (std::size_t j = 0; j < M; ++j)
            builder.add_leaf(second.child(place, j), std::array{payoff[i][j], -payoff[i][j]});
    }
    return builder.take();
}

// Kuhn poker (1950) written down node by node.
class Kuhn {
public:
    Tree tree() {
        const TreePlace root;
        const TreeFan deals = builder_.add_chance(root, std::array{1., 1., 1., 1., 1., 1.});
        std::size_t deal = 0;
        for (first_ = 0; first_ < 3; ++first_)
            for (second_ = 0; second_ < 3; ++second_)
                if (first_ != second_) bet(deals.child(root, deal++), 0, 1);
        return builder_.take();
    }

private:
    // `story` is the bets so far as binary digits after a leading 1: 0 pass, 1 bet.
    void bet(const TreePlace& place, Seat seat, unsigned story) {
        const double winner = first_ > second_ ? 1 : -1;
        switch (story) {
            case 0b100:
                return leaf(place, winner);
            case 0b110:
                return leaf(place, 1);
            case 0b111:
            case 0b1011:
                return leaf(place, 2 * winner);
            case 0b1010:
                return leaf(place, -1);
            default:
                break;
        }
        const auto card = static_cast<std::uint64_t>(seat == 0 ? first_ : second_);
        const TreeFan fan = builder_.add_decision(place, seat, card << 8U | story, moves(2));
        for (unsigned move = 0; move < 2; ++move)
            bet(fan.child(place, move), 1 - seat, story << 1U | move);
    }
    void leaf(const TreePlace& place, double payoff) {
        builder_.add_leaf(place, std::array{payoff, -payoff});
    }

    TreeBuilder builder_{2, kPlenty};
    int first_ = 0;
    int second_ = 0;
};

// A random tree with chance, secrets and perfect recall: each seat sees its own moves and, of all
// else, a coarse random signal.
class RandomTree {
public:
    RandomTree(int seats, int depth, bool zero_sum, std::uint64_t seed)
        : builder_(seats, kPlenty), rng_(seed), seats_(seats), depth_(depth), zero_sum_(zero_sum) {}

    Tree tree() {
        grow({}, 0, {});
        return builder_.take();
    }

private:
    void grow(const TreePlace& place, int depth, std::array<std::uint64_t, kMaxSeats> seen) {
        if (depth == depth_ || (depth > 1 && rng_.below(6) == 0)) return leaf(place);
        const std::uint32_t kind = rng_.below(static_cast<std::uint32_t>(seats_) + 1);
        if (kind == static_cast<std::uint32_t>(seats_)) {
            const TreeFan fan = builder_.add_chance(place, std::array{1., 2., 3.});
            for (std::size_t i = 0; i < 3; ++i) {
                auto next = seen;
                next[rng_.below(static_cast<std::uint32_t>(seats_))] += 1;
                grow(fan.child(place, i), depth + 1, next);
            }
            return;
        }
        const auto seat = static_cast<Seat>(kind);
        const std::uint64_t signal = seen[kind] % 2;
        // The number of moves follows from what the seat knows.
        const auto count = static_cast<std::uint32_t>(2 + signal);
        const TreeFan fan = builder_.add_decision(place, seat, signal, moves(count));
        for (std::size_t i = 0; i < count; ++i) {
            auto next = seen;
            for (auto& other : next) other += rng_.below(2);
            grow(fan.child(place, i), depth + 1, next);
        }
    }
    void leaf(const TreePlace& place) {
        std::vector<double> payoffs;
        for (int seat = 0; seat < seats_; ++seat)
            payoffs.push_back(static_cast<double>(rng_.below(21)) - 10);
        if (zero_sum_) payoffs[1] = -payoffs[0];
        builder_.add_leaf(place, payoffs);
    }

    TreeBuilder builder_;
    Rng rng_;
    int seats_;
    int depth_;
    bool zero_sum_;
};

}  // namespace moonflower::toy
