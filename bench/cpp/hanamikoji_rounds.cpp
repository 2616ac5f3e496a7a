// Makes cpp/games/hanamikoji/round_table.cpp, the table of round values, and writes it to standard
// output; what it is worth goes to standard error.
//
// Self-play: from every ownership class a number of rounds is played by the greedy policy, which
// counts cards and knows who owns whom; the classes they end in are counted. Backward from the last
// round the value of a class is then the mean over where its rounds led, for every way a match may
// end. Arguments: rounds per class (default 8,000), policy (greedy or random).
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "games/hanamikoji/round_table.hpp"
#include "games/hanamikoji/round_value.hpp"
#include "games/hanamikoji/state.hpp"

namespace moonflower::hanamikoji {
namespace {

struct OwnershipClass {
    Owned owned{};
    bool is_known = false;
    std::vector<std::uint32_t> ends;  // how many rounds ended in each class
};
using Classes = std::vector<OwnershipClass>;

// An ownership of each class.
Classes all_classes() {
    Classes classes(kOwnershipClasses);
    for (unsigned first = 0; first < 128; ++first)
        for (unsigned second = 0; second < 128; ++second) {
            if ((first & second) != 0) continue;
            const Owned owned{static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(second)};
            OwnershipClass& entry = classes[ownership_class(owned)];
            if (!entry.is_known) entry.owned = owned;
            entry.is_known = true;
        }
    return classes;
}

Rules rules_of(std::size_t ending, std::size_t rounds) {
    Rules rules;
    rules.max_rounds = static_cast<std::uint8_t>(rounds);
    rules.win_points = ending % 2 == 0 ? 11 : 12;
    rules.breaks_ties = ending / 2 == 1;
    rules.cap_draws = ending / 2 == 2;
    return rules;
}

// Seat 0 starts. The owners after the round.
Owned play_round(const Owned& owned, bool greedily, Rng& rng) {
    Table table(rules_of(1, 2));  // 12 points win, so the fewest classes end the match
    table.owned = owned;
    State state(table, 0, Side{}, Side{}, kDeck);
    while (state.table().round == 0 && !state.turn().is_over())
        state.apply(greedily && state.turn().is_seat() ? state.greedy_move(rng)
                                                       : state.random_move(rng));
    return state.table().owned;
}

void play(Classes& classes, int rounds, bool greedily) {
    for (std::size_t index = 0; index < classes.size(); ++index) {
        OwnershipClass& entry = classes[index];
        if (winners_after(rules_of(1, 2), 0, entry.owned) != 0) continue;
        Rng rng(index);
        entry.ends.resize(kOwnershipClasses);
        for (int i = 0; i < rounds; ++i)
            ++entry.ends[ownership_class(play_round(entry.owned, greedily, rng))];
    }
}

double value_of_end(const Rules& rules, const Owned& owned, const std::vector<double>& next) {
    switch (winners_after(rules, 0, owned)) {
        case 1:
            return 1;
        case 2:
            return 0;
        case 3:
            return 0.5;
        default:  // the other seat starts the next round
            return 1 - next[ownership_class({owned[1], owned[0]})];
    }
}

std::vector<double> values(const Classes& classes, const Rules& rules,
                           const std::vector<double>& next, int rounds, double& worst_error) {
    std::vector<double> result(kOwnershipClasses);
    for (std::size_t index = 0; index < classes.size(); ++index) {
        if (winners_after(rules_of(rules.win_points == 11 ? 0 : 1, 2), 0, classes[index].owned) !=
            0)
            continue;
        double sum = 0;
        double squares = 0;
        for (std::size_t end = 0; end < classes.size(); ++end) {
            const double count = classes[index].ends[end];
            if (count == 0) continue;
            const double value = value_of_end(rules, classes[end].owned, next);
            sum += count * value;
            squares += count * value * value;
        }
        result[index] = sum / rounds;
        worst_error = std::max(
            worst_error, std::sqrt((squares / rounds - result[index] * result[index]) / rounds));
    }
    return result;
}

void write_row(const std::vector<double>& row) {
    std::printf("        {{");
    for (std::size_t i = 0; i < row.size(); ++i)
        std::printf("%s%ld,", i % 18 == 0 ? "\n            " : " ",
                    std::lround(row[i] * kTableUnit));
    std::printf("\n        }},\n");
}

void write(const Classes& classes, int rounds) {
    std::printf(
        "// Made by bench/cpp/hanamikoji_rounds.cpp; not to be changed by hand.\n"
        "#include \"games/hanamikoji/round_table.hpp\"\n\n"
        "namespace moonflower::hanamikoji {\n\n"
        "// clang-format off\n"
        "const std::array<std::array<RoundTable, kTabledRounds>, kTabledEndings> kRoundTables{{\n");
    for (std::size_t ending = 0; ending < kTabledEndings; ++ending) {
        std::printf("    {{\n");
        std::vector<double> next;
        for (std::size_t left = 1; left <= kTabledRounds; ++left) {
            double error = 0;
            const std::vector<double> row =
                values(classes, rules_of(ending, left), next, rounds, error);
            double change = 0;
            for (std::size_t i = 0; i < next.size(); ++i)
                change = std::max(change, std::abs(next[i] - row[i]));
            std::fprintf(stderr,
                         "ending %zu, %zu left: start %.4f, largest standard error %.4f, largest "
                         "change from one round fewer %.4f\n",
                         ending, left, row[0], error, change);
            write_row(row);
            next = row;
        }
        std::printf("    }},\n");
    }
    std::printf("}};\n// clang-format on\n\n}  // namespace moonflower::hanamikoji\n");
}

}  // namespace
}  // namespace moonflower::hanamikoji

int main(int argc, char** argv) {
    using namespace moonflower::hanamikoji;
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 8'000;
    const bool greedily = argc <= 2 || std::string_view(argv[2]) != "random";
    Classes classes = all_classes();
    play(classes, rounds, greedily);
    write(classes, rounds);
    return 0;
}
