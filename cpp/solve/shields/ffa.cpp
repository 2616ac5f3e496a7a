// SH-90: ffa duels. Uniform play makes both hits independent of what the opponent does, so both
// sides can force the same value; a fixed point because a turn may hit nobody.
#include "core/range.hpp"
#include "games/shields/notation.hpp"
#include "solve/shields/parts.hpp"

namespace moonflower::shields {
namespace {

constexpr int kMostDuelLives = 300;

// Any linear quantity of the duel: inner(a, b) = gain + mean of the positions after a turn. Hits
// come in quarters, so a turn changes something in `moves` of 16 cases, and inner(a, b) times
// moves^(a + b - 1) is whole.
class Recursion {
public:
    Recursion(int shields, int gain, const ProgressCallback& progress)
        : hit_(4 - shields), miss_(shields), gain_(gain), progress_(progress) {}

    // `edge(a, b)`, 0 or 1, where a or b is 0.
    template <class Edge>
    [[nodiscard]] Rational corner(std::size_t first, std::size_t second, Edge edge) const {
        const std::int64_t moves = 16 - miss_ * miss_;
        const BigInt one = hit_ * miss_;
        const BigInt both = hit_ * hit_ * moves;
        std::vector<BigInt> powers{1};  // of moves
        while (powers.size() <= first + second) powers.push_back(powers.back() * BigInt(moves));
        const auto whole = [&](std::size_t a, std::size_t b) {
            return edge(a, b) ? powers[a + b - 1] : BigInt(0);
        };
        std::vector<BigInt> row(second + 1);
        std::vector<BigInt> above(second + 1);
        for (std::size_t a = 0; a <= first; ++a) {
            row.swap(above);
            for (std::size_t b = 0; b <= second; ++b) {
                progress_();
                row[b] = a == 0 || b == 0 ? whole(a, b)
                                          : BigInt(16 * gain_) * powers[a + b - 2] +
                                                one * (above[b] + row[b - 1]) + both * above[b - 1];
            }
        }
        return {row[second], powers[first + second > 0 ? first + second - 1 : 0]};
    }

private:
    std::int64_t hit_;
    std::int64_t miss_;
    std::int64_t gain_;
    const ProgressCallback& progress_;
};

}  // namespace

FfaDuel solve_ffa_duel(int lives0, int lives1, int shields, const ProgressCallback& progress) {
    check_range("shields", shields, 1, 3);
    for (const int lives : {lives0, lives1}) check_range("lives", lives, 0, kMostDuelLives);
    using Lives = std::size_t;
    const auto first = static_cast<Lives>(lives0);
    const auto second = static_cast<Lives>(lives1);
    const Recursion odds(shields, 0, progress);
    FfaDuel duel;
    duel.win0 = odds.corner(first, second, [](Lives a, Lives b) { return a > 0 && b == 0; });
    duel.win1 = odds.corner(first, second, [](Lives a, Lives b) { return a == 0 && b > 0; });
    duel.draw = Rational(1) - duel.win0 - duel.win1;
    duel.value = duel.win0 - duel.win1;
    duel.turns =
        Recursion(shields, 1, progress).corner(first, second, [](Lives /*a*/, Lives /*b*/) {
            return false;
        });
    return duel;
}

namespace {

// With few turns left the limit counts: whoever lives then shares the win (SH-52).
Rational limited_value(int first, int second, int shields, std::uint32_t turns) {
    const auto rows = static_cast<std::size_t>(first) + 1;
    const auto columns = static_cast<std::size_t>(second) + 1;
    // Scaled by 16 each turn, so that all numbers stay whole.
    const std::int64_t hit = 4 - shields;
    const std::int64_t miss = shields;
    std::vector<std::vector<BigInt>> value(rows, std::vector<BigInt>(columns));
    BigInt scale = 1;
    const auto set_edges = [&] {
        for (std::size_t a = 1; a < rows; ++a) value[a][0] = scale;
        for (std::size_t b = 1; b < columns; ++b) value[0][b] = -scale;
    };
    set_edges();
    for (std::uint32_t turn = 0; turn < turns; ++turn) {
        for (std::size_t a = rows - 1; a > 0; --a)
            for (std::size_t b = columns - 1; b > 0; --b)
                value[a][b] = BigInt(miss * miss) * value[a][b] +
                              BigInt(hit * miss) * (value[a - 1][b] + value[a][b - 1]) +
                              BigInt(hit * hit) * value[a - 1][b - 1];
        scale = scale * BigInt(16);
        set_edges();
    }
    return {value.back().back(), scale};
}

// The chance that a duel is not over after so many turns.
double unfinished(int first, int second, int shields, std::uint32_t turns) {
    const auto rows = static_cast<std::size_t>(first) + 1;
    const auto columns = static_cast<std::size_t>(second) + 1;
    std::vector<std::vector<double>> share(rows, std::vector<double>(columns, 1.0));
    for (auto& row : share) row[0] = 0;
    share[0].assign(columns, 0.0);
    const double hit = (4 - shields) / 4.0;
    for (std::uint32_t turn = 0; turn < turns; ++turn)
        for (std::size_t a = rows - 1; a > 0; --a)
            for (std::size_t b = columns - 1; b > 0; --b)
                share[a][b] = (1 - hit) * (1 - hit) * share[a][b] +
                              hit * (1 - hit) * (share[a - 1][b] + share[a][b - 1]) +
                              hit * hit * share[a - 1][b - 1];
    return share.back().back();
}

}  // namespace

Analysis solve_ffa(const Table& table, Effort& effort) {
    constexpr std::uint32_t kFewTurns = 60;
    const auto [first, second] = duellists(table);
    const int lives0 = table.lives[first];
    const int lives1 = table.lives[second];
    const int shields = table.rules.shields;
    const std::uint32_t left = table.rules.max_turns - table.turns;
    if (lives0 > kMostDuelLives || lives1 > kMostDuelLives)
        throw OptionError("shields: an ffa duel with more than 300 lives; fewer are accepted");
    Analysis analysis{.kind = "ffa duel", .measure = "difference", .is_exact = true};
    const Rational value =
        left <= kFewTurns
            ? limited_value(lives0, lives1, shields, left)
            : solve_ffa_duel(lives0, lives1, shields, [&] { effort.progress(); }).value;
    // SH-105: far from the turn limit the value is that of the game without one; what the limit can
    // change is told as the gap.
    if (left > kFewTurns) analysis.gap = unfinished(lives0, lives1, shields, left);
    for (int i = 0; i < lives0 * lives1; ++i) effort.count_position();
    analysis.values.resize(table.rules.players);
    analysis.choices.resize(table.rules.players);
    analysis.values[first] = Figure(value);
    analysis.values[second] = Figure(-value);
    for (const std::size_t seat : {first, second}) {
        Moves moves;
        list_entries(table, static_cast<Seat>(seat), moves);
        for (const Move move : moves)
            analysis.choices[seat].push_back(
                {entry_text(table, static_cast<Entry>(move.code)),
                 Figure(Rational(1) / Rational(static_cast<std::int64_t>(moves.size()))),
                 Figure(Rational(0))});
    }
    return analysis;
}

}  // namespace moonflower::shields
