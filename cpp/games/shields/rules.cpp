#include "games/shields/rules.hpp"

#include <algorithm>
#include <array>

#include "core/error.hpp"
#include "core/text.hpp"
#include "core/types.hpp"

namespace moonflower::shields {
namespace {

// SH-94: every option once, and every deck.
std::vector<std::string> tested_variants() {
    return {
        "players=1",
        "players=1,deck=uno44,wilds=4,lives=20",
        "players=3,deck=uno44,wilds=2,lives=20,plus2=double,skip=hindrance,encore=fill",
        "players=4,k=1,deck=faces52,order=open,all_dead=none,rev=0",
        "players=5,k=3,deck=cards64,lives=5",
        "players=3,deck=uno,lives=15,skip=hindrance",
        "deck=cards52,lives=5,cheat=1",
        "players=3,deck=faces32,lives=6,cheat=1,lie=flat",
        "players=3,deck=faces64,lives=6",
        "players=2,deck=uno44,wilds=1,lives=6,cheat=1",
        "players=2,deck=uno44,lives=8,confusion=0",
        "players=3,lives=12,cheat=1,plus2=double,deck=n:3,3,3,3;P:2,2,2,2;I:2,2,2,2;0:2,2,2,2;W:2",
        "mode=ffa",
        "mode=ffa,players=3,k=1,lives=5,max_turns=6,all_dead=none",
        "mode=ffa,players=5,k=3,lives=4",
        "mode=ffau",
        "mode=ffau,players=3,plus2=double,skip=hindrance,lives=6",
        "mode=ffau,players=5,k=1,rev=0,lives=4",
        "mode=ffau,players=2,k=3,lives=4,plus2=double,deck=n:1,1,1,1;P:1,1,0,0;I:1,0,0,1;V:0,1,1,0",
    };
}

}  // namespace

const GameFacts& Rules::facts() {
    static const GameFacts kFacts{
        .name = "shields",
        .title = "Shields!",
        .summary = "choose your shields before the attack shows, against a deck or each other",
        .is_lab = false,
        .hides = true,
        .has_chance = true,
        .moves_together = true,
        .min_seats = 1,
        .max_seats = kMaxSeats,
        .lowest_payoff = 0,
        .highest_payoff = 1,
        .payoff_sum = std::nullopt,
        .options =
            {
                OptionFact::choice("mode", {"enemy", "ffa", "ffau"},
                                   "who attacks: a common deck, each other, each other by cards"),
                OptionFact::integer("players", 2, 1, kMaxSeats, "seats; 1 only in mode enemy")
                    .with_bound("a position holds five players, SH-93"),
                OptionFact::integer("lives", 10, 1, kMostLives, "lives of each player"),
                OptionFact::text(
                    "deck", "auto",
                    "auto, cards32, cards52, cards64, faces32, faces52, "
                    "faces64, uno, uno44 or attack cards such as n:7,7,7,7;P:1,1,1,1;W:4"),
                OptionFact::integer("wilds", 0, 0, 4, "W cards added to uno44"),
                OptionFact::integer("k", 2, 1, 3, "shields per turn"),
                OptionFact::integer("cheat", 0, 0, 1, "1: private shields, claims, accusations"),
                OptionFact::choice("plus2", {"super", "double"},
                                   "a +2 hits twice, or two attacks follow"),
                OptionFact::choice("skip", {"handicap", "hindrance"},
                                   "a skip costs those hit a shield, or all of them its suit"),
                OptionFact::integer("rev", 1, 0, 1, "0: reverse cards are plain"),
                OptionFact::choice("all_dead", {"draw", "none"},
                                   "who wins when the last players fall together"),
                OptionFact::choice("order", {"simultaneous", "open"},
                                   "shields chosen together, or in seat order for all to see"),
                OptionFact::choice("encore", {"exact", "fill"},
                                   "encore after a turn with fewer shields"),
                OptionFact::choice("lie", {"more", "flat"},
                                   "an accused liar loses one more than the hit, or always 2"),
                OptionFact::automatic("confusion", 0, 1,
                                      "0: confusion cards are plain, as they are with cheat=1"),
                OptionFact::integer("max_turns", 1'000, 1, kMostTurns,
                                    "turns after which the living share the win (ffa, ffau)"),
            },
        .variants = tested_variants(),
    };
    return kFacts;
}

Deck Rules::usual_deck() const {
    if (mode == Mode::kFfau) return Deck::kUno;
    // SH-48: eight cards each; five players need more than 32.
    if (mode == Mode::kFfa && players > 4) return Deck::kCards52;
    return Deck::kCards32;
}

namespace {

void read_deck(const std::string& text, Rules& rules) {
    const auto name = std::find(kDeckNames.begin(), kDeckNames.end() - 1, text);
    if (name != kDeckNames.end() - 1) {
        rules.deck = static_cast<Deck>(name - kDeckNames.begin());
        if (rules.deck == Deck::kAuto) rules.deck = rules.usual_deck();
        return;
    }
    const auto counts = read_counts(text);
    if (!counts) {
        const std::vector<std::string> names(kDeckNames.begin(), kDeckNames.end() - 1);
        throw OptionError(
            "shields: option deck is " + quoted(text) + "; accepted: " + join(names, ", ") +
            " or attack cards such as n:7,7,7,7;P:1,1,1,1;W:4" + did_you_mean(text, names));
    }
    rules.deck = Deck::kCustom;
    rules.custom = *counts;
}

}  // namespace

Rules Rules::from(const Options& resolved) {
    const GameFacts& known = facts();
    Rules rules;
    rules.mode = static_cast<Mode>(resolved.choice("mode", known));
    rules.players = static_cast<std::uint8_t>(resolved.integer("players"));
    rules.lives = static_cast<std::uint16_t>(resolved.integer("lives"));
    rules.wilds = static_cast<std::uint8_t>(resolved.integer("wilds"));
    rules.shields = static_cast<std::uint8_t>(resolved.integer("k"));
    rules.cheats = resolved.integer("cheat") == 1;
    rules.plus_doubles = resolved.text("plus2") == "double";
    rules.skip_hinders = resolved.text("skip") == "hindrance";
    rules.reverses = resolved.integer("rev") == 1;
    rules.all_dead_draws = resolved.text("all_dead") == "draw";
    rules.is_open = resolved.text("order") == "open";
    rules.encore_fills = resolved.text("encore") == "fill";
    rules.lie_is_flat = resolved.text("lie") == "flat";
    rules.confuses =
        resolved.is_auto("confusion") ? !rules.cheats : resolved.integer("confusion") == 1;
    rules.max_turns = static_cast<std::uint32_t>(resolved.integer("max_turns"));
    read_deck(resolved.text("deck"), rules);
    const std::string wrong = rules.conflict();
    if (!wrong.empty()) throw OptionError("shields: " + wrong);
    return rules;
}

Options Rules::options() const {
    Options options;
    options.set("mode", std::string(kModeNames[static_cast<std::size_t>(mode)]));
    options.set("players", players).set("lives", lives).set("wilds", wilds).set("k", shields);
    options.set("cheat", cheats ? 1 : 0).set("rev", reverses ? 1 : 0);
    options.set("plus2", plus_doubles ? "double" : "super");
    options.set("skip", skip_hinders ? "hindrance" : "handicap");
    options.set("all_dead", all_dead_draws ? "draw" : "none");
    options.set("order", is_open ? "open" : "simultaneous");
    options.set("encore", encore_fills ? "fill" : "exact");
    options.set("lie", lie_is_flat ? "flat" : "more");
    options.set("confusion", confuses != cheats ? std::string(kAuto) : confuses ? "1" : "0");
    options.set("max_turns", static_cast<int>(max_turns));
    std::string name(kDeckNames[static_cast<std::size_t>(deck)]);
    if (deck == usual_deck()) name = "auto";
    if (deck == Deck::kCustom) {
        name = counts_text(custom);
        std::replace(name.begin(), name.end(), '=', ':');  // '=' would end an option
    }
    return options.set("deck", name);
}

std::span<const std::string_view> carried_options(Mode mode) {
    static constexpr std::array<std::string_view, 10> kEnemy{
        "k", "cheat", "plus2", "skip", "rev", "all_dead", "order", "encore", "lie", "confusion"};
    static constexpr std::array<std::string_view, 3> kFfa{"k", "all_dead", "max_turns"};
    static constexpr std::array<std::string_view, 6> kFfau{"k",   "plus2",    "skip",
                                                           "rev", "all_dead", "max_turns"};
    if (mode == Mode::kEnemy) return kEnemy;
    if (mode == Mode::kFfa) return kFfa;
    return kFfau;
}

namespace {

// An option with another value than its default that the mode does not know.
std::string foreign_option(const Rules& rules) {
    const Options options = rules.options();
    const auto carried = carried_options(rules.mode);
    for (const OptionFact& fact : Rules::facts().options) {
        if (fact.name == "mode" || fact.name == "players" || fact.name == "lives" ||
            fact.name == "deck" || fact.name == "wilds")
            continue;
        if (options.text(fact.name) == fact.fallback) continue;
        if (std::find(carried.begin(), carried.end(), fact.name) == carried.end()) return fact.name;
    }
    return "";
}

std::string deck_conflict(const Rules& rules) {
    const std::string name(kDeckNames[static_cast<std::size_t>(rules.deck)]);
    const std::string seats = std::to_string(rules.players) + " players";
    if (rules.wilds > 0 && rules.deck != Deck::kUno44)
        return "wilds=" + std::to_string(rules.wilds) + " with deck " + name +
               "; wilds are accepted with uno44, a custom deck writes W:4";
    if (rules.mode == Mode::kFfa) {
        const bool is_pack = rules.deck >= Deck::kCards32 && rules.deck <= Deck::kCards64;
        if (!is_pack)
            return "deck " + name + " in mode ffa; cards32, cards52, cards64 are accepted";
        const int most = rules.deck == Deck::kCards32 ? 4 : rules.deck == Deck::kCards52 ? 6 : 8;
        if (rules.players > most)
            return seats + " with deck " + name + " in mode ffa; at most " + std::to_string(most) +
                   ", each needs 8 cards";
        return "";
    }
    if (rules.mode == Mode::kFfau && rules.deck != Deck::kUno && rules.deck != Deck::kCustom)
        return "deck " + name + " in mode ffau; uno and custom counts are accepted";
    if (rules.deck != Deck::kCustom && rules.players > most_players(rules.deck))
        return seats + " with deck " + name + "; it has shields for " +
               std::to_string(most_players(rules.deck));
    const CardCounts cards = rules.start_cards();
    if (cards.total() == 0) return "a deck without attack cards; at least one is needed";
    if (rules.mode == Mode::kFfau)
        for (const Kind kind : {Kind::kEncore, Kind::kDestiny, Kind::kConfusion, Kind::kWild})
            if (cards.has_kind(kind))
                return "cards of variant 5 in mode ffau; n, P, I and V are accepted";
    return "";
}

}  // namespace

std::string Rules::conflict() const {
    const std::string mode_name(kModeNames[static_cast<std::size_t>(mode)]);
    if (mode != Mode::kEnemy && players < 2)
        return "mode " + mode_name + " with 1 player; at least 2 are needed";
    const std::string foreign = foreign_option(*this);
    if (!foreign.empty()) {
        const auto carried = carried_options(mode);
        const std::vector<std::string> names(carried.begin(), carried.end());
        return "option " + foreign + " means nothing in mode " + mode_name +
               "; accepted there: " + join(names, ", ");
    }
    if (cheats && players < 2) return "cheat=1 with 1 player; at least 2 are needed";
    if (cheats && confuses)
        return "cheat=1 with confusion=1; shields given at random leave nothing to lie about, "
               "confusion=0 is accepted and is what cheaters get";
    if (cheats && is_open) return "cheat=1 with order=open; private shields need simultaneous";
    return deck_conflict(*this);
}

CardCounts Rules::start_cards() const {
    if (mode == Mode::kFfa) return {};
    if (deck == Deck::kCustom) return custom;
    return attack_cards(deck, players, wilds);
}

}  // namespace moonflower::shields
