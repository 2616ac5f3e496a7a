#include "games/hanamikoji/rules.hpp"

namespace moonflower::hanamikoji {

const GameFacts& Rules::facts() {
    static const GameFacts kFacts{
        .name = "hanamikoji",
        .title = "Hanamikoji",
        .summary = "two players court seven geishas with four actions, some of them hidden",
        .hides = true,
        .has_chance = true,
        .options = {OptionFact::integer("max_rounds", 3, 0, kMostRounds,
                                        "rounds of a match at most; 0 = no limit, a draw after 99"),
                    OptionFact::integer("starter", 0, 0, 1, "who starts round 0: 0 is p1, 1 is p2"),
                    OptionFact::choice(
                        "tiebreak", {"none", "tiers"},
                        "equal points after the last round: a draw, or the side that alone "
                        "owns in the highest tier"),
                    OptionFact::choice(
                        "cap", {"points", "draw"},
                        "no winner after the last round: points are compared, or a draw"),
                    OptionFact::integer("reveal_secret", 1, 0, 1,
                                        "1 = secrets are shown at the end of a round, 0 = never"),
                    OptionFact::integer("win_points", 11, 11, 12, "points that win the match")},
        .variants = {"max_rounds=1", "max_rounds=0,reveal_secret=0", "starter=1,reveal_secret=0",
                     "max_rounds=2,tiebreak=tiers,win_points=12", "max_rounds=1,cap=draw,starter=1",
                     "max_rounds=1,reveal_secret=0,win_points=12"},
    };
    return kFacts;
}

Rules Rules::from(const Options& resolved) {
    Rules rules;
    rules.max_rounds = static_cast<std::uint8_t>(resolved.integer("max_rounds"));
    rules.starter = static_cast<std::uint8_t>(resolved.integer("starter"));
    rules.win_points = static_cast<std::uint8_t>(resolved.integer("win_points"));
    rules.breaks_ties = resolved.text("tiebreak") == "tiers";
    rules.cap_draws = resolved.text("cap") == "draw";
    rules.reveals_secrets = resolved.integer("reveal_secret") == 1;
    return rules;
}

Options Rules::options() const {
    Options options;
    options.set("max_rounds", max_rounds)
        .set("starter", starter)
        .set("tiebreak", breaks_ties ? "tiers" : "none")
        .set("cap", cap_draws ? "draw" : "points")
        .set("reveal_secret", reveals_secrets ? 1 : 0)
        .set("win_points", win_points);
    return options;
}

namespace {

constexpr unsigned kDraw = 3;

// HK-12: the side that alone owns in the highest tier: the 5, the 4, the 3s, the 2s.
unsigned break_tie(const std::array<std::uint8_t, 2>& owned) {
    constexpr std::array<std::uint8_t, 4> kTiers{0b1000000, 0b0100000, 0b0011000, 0b0000111};
    for (const std::uint8_t tier : kTiers) {
        const bool first = (owned[0] & tier) != 0;
        const bool second = (owned[1] & tier) != 0;
        if (first != second) return first ? 1 : 2;
    }
    return kDraw;
}

}  // namespace

unsigned winners_after(const Rules& rules, int round, const std::array<std::uint8_t, 2>& owned) {
    const std::array<int, 2> points{points_of(owned[0]), points_of(owned[1])};
    for (unsigned seat = 0; seat < 2; ++seat)  // HK-11 (1): points before geishas
        if (points[seat] >= rules.win_points) return 1U << seat;
    for (unsigned seat = 0; seat < 2; ++seat)  // HK-11 (2)
        if (kWorth[owned[seat]].geishas >= kGeishasToWin) return 1U << seat;
    if (round + 1 < rules.rounds()) return 0;                          // HK-11 (4)
    if (rules.cap_draws || rules.max_rounds == 0) return kDraw;        // HK-12, HK-2
    if (points[0] != points[1]) return points[0] > points[1] ? 1 : 2;  // HK-11 (3)
    return rules.breaks_ties ? break_tie(owned) : kDraw;
}

}  // namespace moonflower::hanamikoji
