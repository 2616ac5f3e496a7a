#include "games/flower_power/play/merge.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/text.hpp"
#include "games/flower_power/view.hpp"

namespace moonflower::flower_power {
namespace {

Rules rules(std::string_view options) {
    return Rules::from(resolve(Rules::facts(), parse_options(options)));
}

// A position with flowers named by what they look like instead of their ids: equal for positions
// that differ by an exchange of look-alikes.
std::string nameless(const State& state) {
    std::string result;
    std::map<std::string, std::string> looks;
    const std::string text = state.text();
    const auto fields = words(text);
    for (const std::string_view seat : split(fields[1], '/')) {
        std::vector<std::string> flowers;
        for (const std::string_view flower : split(seat, ';')) {
            const std::size_t end = std::min(flower.find_first_not_of("0123456789"), flower.size());
            const std::string look(flower.substr(end));
            looks[std::string(flower.substr(0, end))] = look;
            flowers.push_back(look);
        }
        std::sort(flowers.begin(), flowers.end());
        result += join(flowers, ";") + "/";
    }
    for (std::size_t i = 2; i < fields.size(); ++i) {
        if (i != 6) {
            result += " " + std::string(i < 6 ? fields[i] : fields[i].substr(0, 2));
            continue;
        }
        std::string number;
        char before = ' ';
        for (const char c : std::string(fields[i]) + " ") {
            if (c >= '0' && c <= '9') {
                number += c;
                continue;
            }
            const bool is_id = c == '>' || before == '>';  // only ids stand beside an arrow
            result += is_id && looks.contains(number) ? looks[number] : number;
            number.clear();
            result += before = c;
        }
    }
    return result;
}

}  // namespace

TEST_CASE("equal untouched flowers attack and are attacked once") {
    Rng rng(1);
    State state(rules(""));
    while (state.turn().is_chance()) state.apply(state.random_move(rng));
    state.apply(state.parse_move("B4+4+4+4+4"));
    state.apply(state.parse_move("B4+4+4+4+4"));
    State::Moves moves;
    state.legal_moves(moves);
    merge(state, moves);
    const auto attacks = std::count_if(moves.begin(), moves.end(),
                                       [](Move move) { return kind_of(move) == Kind::kAttack; });
    CHECK(attacks == 1);
}

TEST_CASE("marks, sizes and knowledge keep flowers apart") {
    const Rules two = rules("");
    const State state = State::parse(
        "FP1 1r:?,?;2r:?,?;3r*:?,?;4r:?,?,?/5r:?,?;6r:2H,?;7r:?,? 5C/- #2 - "
        "t9.1.0.0.00.11.20 main %KS,KH,KD,KC,QS,QH,QD,QC,JS,JH,JD,JC,TS,TH,TD,TC",
        two);
    State::Moves moves;
    state.legal_moves(moves);
    merge(state, moves);
    std::set<std::string> tokens;
    for (const Move move : moves) tokens.insert(state.format(move));
    // Flower 3 is spent and cannot attack; 6 shows a petal; 2 and 7 are like 1 and 5.
    CHECK(tokens.contains("a1>5"));
    CHECK_FALSE(tokens.contains("a2>5"));
    CHECK_FALSE(tokens.contains("a1>7"));
    CHECK(tokens.contains("a1>6"));
    CHECK(tokens.contains("a4>5"));
    CHECK(tokens.contains("s5C>3"));
    CHECK_FALSE(tokens.contains("s5C>2"));
}

TEST_CASE("a move and the one that stands for it lead to the same position but for names") {
    Rng rng(7);
    for (const char* options : {"", "players=3", "petals=8,base=6"}) {
        for (int game = 0; game < 6; ++game) {
            State state(rules(options));
            while (!state.turn().is_over()) {
                if (state.turn().is_seat() && state.phase() != Phase::kBuild) {
                    State::Moves moves;
                    state.legal_moves(moves);
                    const Merger merger(state);
                    for (const Move move : moves) {
                        const Move other = merger.representative(move);
                        REQUIRE(state.is_legal(other));
                        if (other == move) continue;
                        State one = state;
                        State two = state;
                        one.apply(move);
                        two.apply(other);
                        CHECK(nameless(one) == nameless(two));
                    }
                }
                state.apply(state.random_move(rng));
            }
        }
    }
}

}  // namespace moonflower::flower_power
