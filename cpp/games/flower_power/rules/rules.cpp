#include "games/flower_power/rules/rules.hpp"

#include <algorithm>
#include <utility>

#include "core/error.hpp"
#include "core/text.hpp"

namespace moonflower::flower_power {
namespace {

constexpr int kFewestLeft = 3;  // FP-6: cards left after the deal
constexpr int kMostAdjusted = 100;

int default_decks(int players) { return players <= 3 ? 1 : 2; }

int default_petals(int players) {
    constexpr std::array<int, 4> kPetals{20, 15, 15, 12};
    return kPetals[static_cast<std::size_t>(players - 2)];
}

// A2: three players without jokers start with one card less.
int default_base(int players, bool jokers) {
    constexpr std::array<int, 4> kBase{2, 0, 1, 1};
    return players == 3 && !jokers ? -1 : kBase[static_cast<std::size_t>(players - 2)];
}

int default_stall(int players) { return 20 * players; }

[[noreturn]] void refuse(const std::string& what) { throw OptionError("flower_power: " + what); }

std::array<std::int8_t, kMaxSeats> read_adjustments(const Options& resolved, const char* name,
                                                    int players) {
    std::array<std::int8_t, kMaxSeats> adjusted{};
    const std::string& text = resolved.text(name);
    if (text == "0") return adjusted;
    const auto parts = split(text, ',');
    const std::string accepted = "; accepted: 0 or one whole number from -" +
                                 std::to_string(kMostAdjusted) + " to " +
                                 std::to_string(kMostAdjusted) + " per seat, joined by commas";
    if (static_cast<int>(parts.size()) != players)
        refuse("option " + std::string(name) + " is " + quoted(text) + accepted);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto value = to_integer<int>(parts[i]);
        if (!value || *value < -kMostAdjusted || *value > kMostAdjusted)
            refuse("option " + std::string(name) + " is " + quoted(text) + accepted);
        adjusted[i] = static_cast<std::int8_t>(*value);
    }
    return adjusted;
}

std::string adjustments_text(const std::array<std::int8_t, kMaxSeats>& adjusted, int players) {
    if (adjusted == std::array<std::int8_t, kMaxSeats>{}) return "0";
    std::vector<std::string> parts;
    for (int i = 0; i < players; ++i)
        parts.push_back(std::to_string(adjusted[static_cast<std::size_t>(i)]));
    return join(parts, ",");
}

// FP-6: what makes a configuration playable.
void check_deal(const Rules& rules) {
    int left = rules.all_cards().size();
    for (Seat seat = 0; seat < rules.players; ++seat) {
        const int pack = rules.pack(seat);
        if (pack < 2 || pack > kMaxPack)
            refuse(seat_name(seat) + " would get " + std::to_string(pack) +
                   " petals; accepted: 2 to " + std::to_string(kMaxPack) + " per seat");
        left -= pack + rules.hand(seat);
    }
    if (left < kFewestLeft)
        refuse("the deal leaves " + std::to_string(left) + " of " +
               std::to_string(rules.all_cards().size()) +
               " cards; accepted: petals, base and handicaps that leave at least 3");
}

}  // namespace

const GameFacts& Rules::facts() {
    static const GameFacts kFacts{
        .name = "flower_power",
        .title = "Flower Power",
        .summary = "card flowers fight petal by petal; the last garden wins",
        .hides = true,
        .has_chance = true,
        .moves_together = true,
        .min_seats = 2,
        .max_seats = 5,
        .options =
            {
                OptionFact::integer("players", 2, 2, 5, "number of seats")
                    .with_bound("the rules deal for no more than five"),
                OptionFact::integer("starter", 1, 1, 5,
                                    "the seat in the first place; the others follow clockwise"),
                OptionFact::automatic("decks", 1, 2, "decks mixed: 1 for 2 or 3 seats, else 2")
                    .with_bound("a position holds the cards of two decks, FP-115"),
                OptionFact::integer("jokers", 1, 0, 1, "1: two jokers in each deck"),
                OptionFact::automatic("petals", 0, kMaxPack,
                                      "petals per seat: 20, 15, 15, 12 for 2 to 5 seats"),
                OptionFact::automatic("base", -1, 10, "base hand: 2, 0, 1, 1 for 2 to 5 seats"),
                OptionFact::text("petal_adj", "0", "0 or a number per seat added to its petals"),
                OptionFact::text("hand_adj", "0", "0 or a number per seat added to its hand"),
                OptionFact::integer("build_open", 0, 0, 1, "1: builds are seen at once"),
                OptionFact::integer("end_in_battle", 1, 0, 1,
                                    "1: the attacker may end its turn inside a battle"),
                OptionFact::integer("reply_burst", 0, 0, 1,
                                    "1: after a hand action the same seat goes on"),
                OptionFact::integer("rechoice", 1, 0, 9,
                                    "fighter changes per owner between hand actions"),
                OptionFact::integer("old_unique", 0, 0, 1,
                                    "1: a former only flower may attack again"),
                OptionFact::integer("will_one", 0, 0, 1, "1: the last will is one hand action"),
                OptionFact::choice("elim_hand", {"grave", "out"},
                                   "where the hand of an eliminated seat goes"),
                OptionFact::integer("noop_spy", 0, 0, 1, "1: a spy may look where nothing hides"),
                OptionFact::automatic("stall", 0, kMaxTurns,
                                      "turns without progress that end the game: 20 per seat"),
                OptionFact::choice("stall_win", {"petals", "share"},
                                   "who wins a stalled game: most petals, or all who live"),
                OptionFact::integer("max_turns", 2000, 1, kMaxTurns, "the game's last turn"),
            },
        .variants =
            {
                "players=3,max_turns=30",
                "players=4,petals=4,max_turns=12",
                "players=5,petals=6,base=3,max_turns=40",
                "players=5,petals=3,base=0,decks=1,max_turns=15",
                "petals=4,base=6",
                "players=3,petals=4,base=3,reply_burst=1,rechoice=2,max_turns=15",
                "players=3,petals=3,base=5,elim_hand=out,noop_spy=1,max_turns=20",
                "petals=8,jokers=0,build_open=1,end_in_battle=0,rechoice=0",
                "petals=6,base=4,petal_adj=-2,1,hand_adj=0,2,old_unique=1,will_one=1",
                "petals=5,base=3,stall=4,stall_win=share",
                "players=3,petals=4,base=1,starter=3,max_turns=15",
                "decks=2,petals=5,base=5,max_turns=30",
            },
    };
    return kFacts;
}

Rules Rules::from(const Options& resolved) {
    Rules rules;
    const int players = resolved.integer("players");
    const auto number = [&](const char* name, int fallback) {
        return resolved.is_auto(name) ? fallback : resolved.integer(name);
    };
    const auto flag = [&](const char* name) { return resolved.integer(name) != 0; };
    rules.players = static_cast<std::uint8_t>(players);
    rules.jokers = flag("jokers");
    rules.decks = static_cast<std::uint8_t>(number("decks", default_decks(players)));
    rules.petals = static_cast<std::uint8_t>(number("petals", default_petals(players)));
    rules.base = static_cast<std::int8_t>(number("base", default_base(players, rules.jokers)));
    rules.petal_adj = read_adjustments(resolved, "petal_adj", players);
    rules.hand_adj = read_adjustments(resolved, "hand_adj", players);
    rules.build_open = flag("build_open");
    rules.end_in_battle = flag("end_in_battle");
    rules.reply_burst = flag("reply_burst");
    rules.rechoice = static_cast<std::uint8_t>(resolved.integer("rechoice"));
    rules.starter = static_cast<std::uint8_t>(resolved.integer("starter") - 1);
    if (rules.starter >= rules.players)
        refuse("option starter is " + std::to_string(rules.starter + 1) + " with " +
               std::to_string(players) + " players; accepted: 1 to " + std::to_string(players));
    rules.old_unique = flag("old_unique");
    rules.will_one = flag("will_one");
    rules.elim_out = resolved.choice("elim_hand", facts()) == 1;
    rules.noop_spy = flag("noop_spy");
    rules.stall = static_cast<std::uint16_t>(number("stall", default_stall(players)));
    rules.stall_share = resolved.choice("stall_win", facts()) == 1;
    rules.max_turns = static_cast<std::uint16_t>(resolved.integer("max_turns"));
    check_deal(rules);
    return rules;
}

Options Rules::options() const {
    Options options;
    const auto automatic = [&](const char* name, int value, int fallback) {
        options.set(name, value == fallback ? std::string(kAuto) : std::to_string(value));
    };
    options.set("players", players);
    automatic("decks", decks, default_decks(players));
    options.set("jokers", jokers ? 1 : 0);
    automatic("petals", petals, default_petals(players));
    automatic("base", base, default_base(players, jokers));
    options.set("petal_adj", adjustments_text(petal_adj, players));
    options.set("hand_adj", adjustments_text(hand_adj, players));
    options.set("build_open", build_open ? 1 : 0);
    options.set("end_in_battle", end_in_battle ? 1 : 0);
    options.set("reply_burst", reply_burst ? 1 : 0);
    options.set("rechoice", rechoice);
    options.set("starter", starter + 1);
    options.set("old_unique", old_unique ? 1 : 0);
    options.set("will_one", will_one ? 1 : 0);
    options.set("elim_hand", elim_out ? "out" : "grave");
    options.set("noop_spy", noop_spy ? 1 : 0);
    automatic("stall", stall, default_stall(players));
    options.set("stall_win", stall_share ? "share" : "petals");
    options.set("max_turns", max_turns);
    return options;
}

int Rules::place(Seat seat) const { return (seat - starter + players) % players; }

int Rules::pack(Seat seat) const { return petals + petal_adj[static_cast<std::size_t>(seat)]; }

int Rules::hand(Seat seat) const {
    return std::max(0, base + place(seat) + 1 + hand_adj[static_cast<std::size_t>(seat)]);
}

CardSet Rules::all_cards() const {
    const std::uint64_t deck = jokers ? kEverySuit : kEverySuit & ~std::uint64_t{3};
    return {deck, decks == 2 ? deck : 0};
}

}  // namespace moonflower::flower_power
