// Speed of Hanamikoji and the figures of section 6 of its rule book, as lines "name value". CPU
// time of one thread. Run by bench/hanamikoji_figures.py; the first argument is the number of
// matches.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "core/playout.hpp"
#include "games/hanamikoji/state.hpp"

namespace moonflower::hanamikoji {
namespace {

constexpr int kRuns = 7;  // the best of these is reported: the others had company on the machine

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

template <class Work>
void report_rate(const char* name, int count, Work work) {
    double best = 0;
    for (int run = 0; run < kRuns; ++run) {
        const double start = cpu_seconds();
        for (int i = 0; i < count; ++i) work();
        best = std::max(best, count / (cpu_seconds() - start));
    }
    std::printf("%s_per_second %.0f\n", name, best);
}

// Mean and most of a number of choices.
struct Spread {
    double sum = 0;
    double count = 0;
    std::size_t most = 0;

    void add(std::size_t n) {
        sum += static_cast<double>(n);
        ++count;
        most = std::max(most, n);
    }
};

struct Tally {
    std::array<int, 4> rounds{};  // by rounds played
    std::array<int, 3> winners{};
    int points = 0;
    int geishas = 0;
    int score = 0;
    int draws = 0;

    void add(const State& end) {
        const Table& table = end.table();
        ++rounds[table.round + 1U];
        const unsigned winners_mask = table.winners();
        ++winners[winners_mask - 1];
        const auto most = [&](auto worth) {
            return std::max(worth(table.owned[0]), worth(table.owned[1]));
        };
        if (most([](auto set) { return kWorth[set].points; }) >= table.rules.win_points)
            ++points;
        else if (most([](auto set) { return kWorth[set].geishas; }) >= kGeishasToWin)
            ++geishas;
        else
            ++(winners_mask == 3 ? draws : score);
    }

    void report(const char* policy, int matches) const {
        const auto percent = [&](const char* name, int n) {
            std::printf("%s_%s %.3f\n", policy, name, 100.0 * n / matches);
        };
        percent("one_round", rounds[1]);
        percent("two_rounds", rounds[2]);
        percent("three_rounds", rounds[3]);
        std::printf("%s_rounds %.4f\n", policy,
                    static_cast<double>(rounds[1] + 2 * rounds[2] + 3 * rounds[3]) / matches);
        percent("points", points);
        percent("geishas", geishas);
        percent("score", score);
        percent("draw", draws);
        percent("seat0", winners[0]);
        percent("seat1", winners[1]);
    }
};

class Bench {
public:
    explicit Bench(int matches) : matches_(matches) {}

    void speed() {
        Rules one_round;
        one_round.max_rounds = 1;
        State dealt(one_round);
        while (dealt.turn().is_chance()) dealt.apply(dealt.random_move(rng_));
        const View view = dealt.view(dealt.turn().seat());
        const State start{Rules{}};
        report_rate("sample_and_round", 200'000, [&] {
            State world = view.sample(rng_);
            play_out(world, rng_);
            keep(world);
        });
        report_rate("sample_and_round_by_moves", 200'000, [&] {
            State world = view.sample(rng_);
            while (!world.turn().is_over()) world.apply(world.random_move(rng_));
            keep(world);
        });
        report_rate("random_match", 100'000, [&] {
            State state = start;
            play_out(state, rng_);
            keep(state);
        });
        report_rate("enumerated_match", 20'000, [&] { keep(enumerate(start)); });
        report_rate("info_key", 1'000'000,
                    [&] { sum_ += dealt.info_key(static_cast<Seat>(sum_ & 1U)); });
    }

    void figures() {
        const State start{Rules{}};
        Tally by_move;
        counting_ = true;
        for (int i = 0; i < matches_; ++i) by_move.add(enumerate(start));
        by_move.report("uniform", matches_);
        for (std::size_t i = 0; i < actions_.size(); ++i)
            std::printf("actions_%zu_mean %.3f\nactions_%zu_most %zu\n", 2 * i,
                        actions_[i].sum / actions_[i].count, 2 * i, actions_[i].most);
        for (std::size_t i = 0; i < answers_.size(); ++i)
            std::printf("answers_%zu_mean %.3f\nanswers_%zu_most %zu\n", 2 * i,
                        answers_[i].sum / answers_[i].count, 2 * i, answers_[i].most);
        Tally by_kind;
        for (int i = 0; i < matches_; ++i) {
            State state = start;
            play_out(state, rng_);
            by_kind.add(state);
        }
        by_kind.report("kind", matches_);
    }

    [[nodiscard]] std::uint64_t sum() const { return sum_; }

private:
    void keep(const State& state) { sum_ += static_cast<std::uint64_t>(state.returns().units[0]); }

    // A match with every legal move listed and one of them drawn.
    State enumerate(State state) {
        Moves moves;
        while (!state.turn().is_over()) {
            if (state.turn().is_chance()) {
                state.apply(state.random_move(rng_));
                continue;
            }
            state.legal_moves(moves);
            if (counting_) {
                const Table& table = state.table();
                auto& spreads = table.phase == Phase::kAct ? actions_ : answers_;
                spreads[table.turn / 2U].add(moves.size());
            }
            state.apply(moves[rng_.below(static_cast<std::uint32_t>(moves.size()))]);
        }
        return state;
    }

    int matches_;
    Rng rng_{1};
    std::uint64_t sum_ = 0;
    bool counting_ = false;
    std::array<Spread, kTurns / 2> actions_;  // by pairs of turns
    std::array<Spread, kTurns / 2> answers_;
};

}  // namespace
}  // namespace moonflower::hanamikoji

int main(int argc, char** argv) {
    const int matches = argc > 1 ? std::atoi(argv[1]) : 200'000;
    if (matches < 1) {
        std::fputs("hanamikoji_bench: the number of matches is a whole number from 1\n", stderr);
        return 2;
    }
    moonflower::hanamikoji::Bench bench(matches);
    bench.speed();
    bench.figures();
    return bench.sum() == 0 ? 1 : 0;
}
