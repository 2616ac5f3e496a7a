// SH-91: three and more players. The game is no longer zero-sum, so nothing here is called exact:
// regret matching plus (Tammelin 2014) finds a mixture for every position, backwards from the end,
// and the gain of the best deviation from it in the whole game is measured beside it. Seats with
// equal lives play alike.
#pragma once

#include <limits>
#include <map>
#include <memory>
#include <vector>

#include "solve/shields/parts.hpp"

namespace moonflower::shields {

using PerSeat = std::array<double, kMaxSeats>;
using Lives = std::array<int, kMaxSeats>;

// Payoffs when all play the solution, and what each seat gets when it alone answers best.
struct Worth {
    PerSeat value{};
    PerSeat best{};
};

// What is left to play with: cards in mode enemy, turns in mode ffa.
struct Supply {
    static constexpr std::uint32_t kEndless = std::numeric_limits<std::uint32_t>::max();
    Counts counts{};
    std::uint32_t turns = kEndless;
};

using Shares = std::array<double, 6>;  // of up to six choices

// One seat's regrets over up to six choices.
class Learner {
public:
    explicit Learner(std::size_t choices) : count_(choices) {}

    [[nodiscard]] Shares mixture() const { return normalised(regret_); }
    void learn(const Shares& payoff, int round) {
        const auto played = mixture();
        double got = 0;
        for (std::size_t i = 0; i < count_; ++i) got += played[i] * payoff[i];
        for (std::size_t i = 0; i < count_; ++i) {
            regret_[i] = std::max(0.0, regret_[i] + payoff[i] - got);
            sum_[i] += round * played[i];
        }
    }
    [[nodiscard]] Shares average() const { return normalised(sum_); }

private:
    // As shares that add up to 1; all alike when there is nothing to share.
    [[nodiscard]] Shares normalised(const Shares& parts) const {
        double sum = 0;
        for (std::size_t i = 0; i < count_; ++i) sum += parts[i];
        Shares shares{};
        for (std::size_t i = 0; i < count_; ++i)
            shares[i] = sum > 0 ? parts[i] / sum : 1.0 / static_cast<double>(count_);
        return shares;
    }

    std::size_t count_;
    Shares regret_{};
    Shares sum_{};
};

// Seats with equal lives play alike, or rounding would drive them apart: the seat each one copies.
using Models = std::array<std::size_t, kMaxSeats>;
[[nodiscard]] Models models_of(const Lives& lives, std::size_t seats);

// The mixtures of all seats, each read from the seat it copies.
[[nodiscard]] std::vector<Shares> mixtures_of(const std::vector<Learner>& learners,
                                              const Models& models,
                                              Shares (Learner::*read)() const);

// A solved turn: mixtures, and the payoffs of each choice against the others, by living seat.
struct SeveralTurn {
    std::vector<Shares> mixtures;
    std::vector<Shares> payoffs;
    Worth worth;

    // What the best deviation within this turn gains.
    [[nodiscard]] double gain(std::size_t choices) const;
};

// The part both modes share: positions are kept by what is left, seats sorted by lives.
class Several {
public:
    Several(const Rules& rules, Effort& effort) : rules_(rules), effort_(effort) {}
    virtual ~Several() = default;
    Several(const Several&) = delete;
    Several& operator=(const Several&) = delete;

    // `before` = how many were alive when the turn began.
    Worth worth(const Supply& supply, Lives lives, int before);
    // A turn with its living seats in front, the healthiest first.
    virtual SeveralTurn turn(const Supply& supply, const Lives& lives, int alive) = 0;

    // Puts the living seats in order of lives; order[i] is the seat in place i.
    static std::array<std::size_t, kMaxSeats> sort(Lives& lives);
    [[nodiscard]] static int alive_in(const Lives& lives);

protected:
    // Lives of a seat that was out before the turn began; a seat that falls now has more than that.
    static constexpr int kNeverAlive = -1'000'000;

    [[nodiscard]] static Lives after(const Lives& lives, int alive, auto loss_of) {
        Lives next;
        next.fill(kNeverAlive);
        for (int i = 0; i < alive; ++i)
            next[static_cast<std::size_t>(i)] = lives[static_cast<std::size_t>(i)] - loss_of(i);
        return next;
    }

    // Regret matching until next to nothing is left to gain in this turn, or for long enough; the
    // best mixtures met at the end of a block count. `payoffs(mixtures)` gives those of the choices
    // of each seat that is its own model, `judged(mixtures)` the turn they make.
    static SeveralTurn learned(std::size_t choices, std::size_t seats, const Models& models,
                               auto payoffs, auto judged) {
        constexpr int kBlock = 200;
        constexpr int kMostRounds = 10'000;
        constexpr double kCloseEnough = 1e-7;
        std::vector<Learner> learners(seats, Learner(choices));
        SeveralTurn best;
        double least = std::numeric_limits<double>::infinity();
        for (int round = 1; round <= kMostRounds && least > kCloseEnough; ++round) {
            const std::vector<Shares> got =
                payoffs(mixtures_of(learners, models, &Learner::mixture));
            for (std::size_t seat = 0; seat < seats; ++seat)
                if (models[seat] == seat) learners[seat].learn(got[seat], round);
            if (round % kBlock != 0) continue;
            for (const auto read : {&Learner::average, &Learner::mixture}) {
                SeveralTurn turn = judged(mixtures_of(learners, models, read));
                const double gain = turn.gain(choices);
                if (gain >= least) continue;
                least = gain;
                best = std::move(turn);
            }
        }
        return best;
    }

    const Rules& rules_;
    Effort& effort_;

private:
    using Key = std::array<std::uint32_t, kSuits + kMaxSeats + 1>;
    static Key key_of(const Supply& supply, const Lives& lives);
    [[nodiscard]] bool is_over(const Supply& supply, int alive) const;
    [[nodiscard]] Worth finished(const Lives& lives, int alive, int before) const;

    std::map<Key, Worth> known_;
};

[[nodiscard]] std::unique_ptr<Several> against_deck(const Rules& rules, Effort& effort);
[[nodiscard]] std::unique_ptr<Several> against_each_other(const Rules& rules, Effort& effort);

}  // namespace moonflower::shields
