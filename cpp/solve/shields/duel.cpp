// SH-87, SH-88: two players against a plain deck, by backward induction over suit counts and lives
// with a matrix game in each position.
#include <chrono>
#include <mutex>
#include <unordered_map>

#include "solve/shields/stage.hpp"

namespace moonflower::shields {
namespace {

template <class Number>
using Known = std::unordered_map<std::uint64_t, Number>;

template <class Number>
class Duel {
public:
    Duel(int shields, bool is_open, Known<Number>& known, Effort& effort)
        : sets_(sets_of_size(shields)),
          is_open_(is_open),
          effort_(effort),
          fractions_(effort.budget(), true),
          known_(known) {}

    Number value(const Counts& counts, int first, int second) {
        if (first <= 0 || second <= 0) return (first > 0 ? 1 : 0) - (second > 0 ? 1 : 0);
        if (total_of(counts) == 0) return 0;
        if (!is_open_) {  // the seats are alike
            if (first == second) return 0;
            if (first < second) return -value(counts, second, first);
        }
        const auto key = key_of(counts, first, second);
        if (const auto known = known_.find(key); known != known_.end()) return known->second;
        effort_.count_position();
        Number result = solved(stage(counts, first, second)).value;
        fractions_.check(result);
        known_.emplace(key, result);
        return result;
    }

    Matrix<Number> stage(const Counts& counts, int first, int second) {
        struct Next {
            std::array<std::array<Number, 2>, 2> after;  // by who is hit
        };
        std::array<Next, kSuits> next;
        for (std::size_t suit = 0; suit < kSuits; ++suit)
            for (int hit = 0; hit < 4 && counts[suit] > 0; ++hit)
                next[suit]
                    .after[static_cast<std::size_t>(hit >> 1)][static_cast<std::size_t>(hit & 1)] =
                    value(without(counts, suit), first - (hit >> 1), second - (hit & 1));
        Matrix<Number> game(sets_.size(), sets_.size());
        for (std::size_t i = 0; i < sets_.size(); ++i)
            for (std::size_t j = 0; j < sets_.size(); ++j) {
                typename NumberTraits<Number>::Mean mean;
                for (std::size_t suit = 0; suit < kSuits; ++suit) {
                    if (counts[suit] == 0) continue;
                    const std::size_t hit0 = (sets_[i] >> suit & 1U) != 0 ? 0 : 1;
                    const std::size_t hit1 = (sets_[j] >> suit & 1U) != 0 ? 0 : 1;
                    mean.add(counts[suit], next[suit].after[hit0][hit1]);
                }
                game(i, j) = mean.over(total_of(counts));
            }
        return game;
    }

    [[nodiscard]] SolvedStage<Number> solved(const Matrix<Number>& game) const {
        return is_open_ ? solve_in_turn(game) : solve_together(game);
    }
    [[nodiscard]] const Sets& sets() const { return sets_; }

private:
    Sets sets_;
    bool is_open_;
    Effort& effort_;
    FractionLimit fractions_;
    Known<Number>& known_;
};

template <class Number>
Analysis solve_as(const Table& table, Known<Number>& known, Effort& effort) {
    const auto [first, second] = duellists(table);
    Duel<Number> duel(table.rules.shields, table.rules.is_open, known, effort);
    const Matrix<Number> game =
        duel.stage(plain_counts(table), table.lives[first], table.lives[second]);
    return present_duel(table, game, duel.sets(), duel.sets());
}

}  // namespace

Analysis solve_duel(const Table& table, Effort& effort) {
    try {
        Known<Rational> known;
        return solve_as<Rational>(table, known, effort);
    } catch (const FractionsTooLong&) {
        Known<Interval> known;
        return solve_as<Interval>(table, known, effort);
    }
}

// What a stop leaves unfinished is still right as far as it goes, so the next call goes on there.
Analysis solve_duel_again(const Table& table, Effort& effort) {
    constexpr std::size_t kMostKept = 1'000'000;
    static std::timed_mutex lock;
    static std::array<std::array<Known<Interval>, 2>, kSuits> kept;  // by shields and open order
    std::unique_lock held(lock, std::defer_lock);
    while (!held.try_lock_for(std::chrono::milliseconds(1))) effort.progress();
    Known<Interval>& known =
        kept[static_cast<std::size_t>(table.rules.shields)][table.rules.is_open ? 1 : 0];
    if (known.size() > kMostKept) known.clear();
    return solve_as<Interval>(table, known, effort);
}

}  // namespace moonflower::shields
