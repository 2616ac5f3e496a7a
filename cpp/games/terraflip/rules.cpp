#include "games/terraflip/rules.hpp"

#include <numeric>

#include "core/error.hpp"
#include "core/text.hpp"

namespace moonflower::terraflip {
namespace {

constexpr std::string_view kColoursHelp =
    "one letter of D, F, M, R for each seat, all different, such as RD; auto is DFMR cut to the "
    "players";
constexpr std::string_view kBonusHelp =
    "one whole number 0 to 99 for each seat, such as 3,2,1,0; auto is 3,0 or 3,1,0 or 3,1,2,0";
constexpr std::string_view kBacksHelp =
    "owner:counts joined by /, nine backs each, such as D:F5M2R2/F:D9; auto, and for an owner left "
    "out, is three of each other colour";

template <auto Field>
constexpr TravellingOption travelling(std::string_view name,
                                      std::array<std::string_view, 3> values) {
    return {name, values, [](const Rules& rules) { return static_cast<int>(rules.*Field); },
            [](Rules& rules, int value) {
                using Value = std::remove_reference_t<decltype(rules.*Field)>;
                rules.*Field = static_cast<Value>(value);
            }};
}

// Switches are on by default: 1 comes first among the values.
template <auto Field>
constexpr TravellingOption travelling_switch(std::string_view name) {
    return {name,
            {"1", "0"},
            [](const Rules& rules) { return rules.*Field ? 0 : 1; },
            [](Rules& rules, int value) { rules.*Field = value == 0; }};
}

[[noreturn]] void refuse(std::string_view name, std::string_view value, std::string_view accepted) {
    throw OptionError("terraflip: option " + std::string(name) + " is " + quoted(value) +
                      "; accepted: " + std::string(accepted));
}

// TF-8: three of each other colour.
std::array<BackCounts, kColours> default_backs() {
    std::array<BackCounts, kColours> backs{};
    for (std::size_t owner = 0; owner < kColours; ++owner)
        for (std::size_t back = 0; back < kColours; ++back)
            backs[owner][back] = owner == back ? 0 : 3;
    return backs;
}

// TF-42: the odd order for four is the book's own.
std::array<std::int8_t, kMostPlayers> default_bonus(int players) {
    if (players == 4) return {3, 1, 2, 0};
    if (players == 3) return {3, 1, 0, 0};
    return {3, 0, 0, 0};
}

// TF-7
std::uint8_t default_limit(int players) { return players == 4 ? 4 : 3; }

std::array<Colour, kMostPlayers> default_colours(int players) {
    std::array<Colour, kMostPlayers> colours{};
    for (int seat = 0; seat < players; ++seat)
        colours[static_cast<std::size_t>(seat)] = static_cast<Colour>(seat);
    return colours;
}

std::array<Colour, kMostPlayers> read_colours(const std::string& text, int players) {
    if (text == kAuto) return default_colours(players);
    std::array<Colour, kMostPlayers> colours{};
    unsigned used = 0;
    if (text.size() != static_cast<std::size_t>(players)) refuse("colours", text, kColoursHelp);
    for (std::size_t seat = 0; seat < text.size(); ++seat) {
        const auto colour = colour_of(text[seat]);
        if (!colour || (used >> *colour & 1U) != 0) refuse("colours", text, kColoursHelp);
        used |= 1U << *colour;
        colours[seat] = *colour;
    }
    return colours;
}

std::array<std::int8_t, kMostPlayers> read_bonus(const std::string& text, int players) {
    if (text == kAuto) return default_bonus(players);
    std::array<std::int8_t, kMostPlayers> bonus{};
    const auto parts = split(text, ',');
    if (parts.size() != static_cast<std::size_t>(players)) refuse("bonus", text, kBonusHelp);
    for (std::size_t seat = 0; seat < parts.size(); ++seat) {
        const auto points = to_integer<int>(parts[seat]);
        if (!points || *points < 0 || *points > 99) refuse("bonus", text, kBonusHelp);
        bonus[seat] = static_cast<std::int8_t>(*points);
    }
    return bonus;
}

// "F5M2R2": a letter and one digit each, every colour at most once, nine in all.
std::optional<BackCounts> read_counts(std::string_view text) {
    BackCounts counts{};
    int total = 0;
    if (text.size() % 2 != 0) return {};
    for (std::size_t i = 0; i < text.size(); i += 2) {
        const auto colour = colour_of(text[i]);
        if (!colour || text[i + 1] < '1' || text[i + 1] > '9' || counts[*colour] != 0) return {};
        counts[*colour] = static_cast<std::uint8_t>(text[i + 1] - '0');
        total += counts[*colour];
    }
    if (total != kTerrainTiles) return {};
    return counts;
}

std::array<BackCounts, kColours> read_backs(const std::string& text) {
    auto backs = default_backs();
    if (text == kAuto) return backs;
    unsigned named = 0;
    for (const std::string_view part : split(text, '/')) {
        const auto owner = part.size() > 2 && part[1] == ':' ? colour_of(part[0]) : std::nullopt;
        const auto counts = owner ? read_counts(part.substr(2)) : std::nullopt;
        if (!counts || (named >> *owner & 1U) != 0) refuse("backs", text, kBacksHelp);
        named |= 1U << *owner;
        backs[*owner] = *counts;
    }
    return backs;
}

std::string backs_text(const std::array<BackCounts, kColours>& backs) {
    const auto usual = default_backs();
    std::string text;
    for (std::size_t owner = 0; owner < kColours; ++owner) {
        if (backs[owner] == usual[owner]) continue;
        if (!text.empty()) text += '/';
        text += kColourLetters[owner];
        text += ':';
        for (std::size_t back = 0; back < kColours; ++back)
            if (backs[owner][back] != 0)
                text += kColourLetters[back] + std::to_string(backs[owner][back]);
    }
    return text.empty() ? std::string(kAuto) : text;
}

std::vector<OptionFact> option_facts() {
    std::vector<OptionFact> facts{
        OptionFact::integer("players", 2, 2, kMostPlayers, "number of seats"),
        OptionFact::text("colours", std::string(kAuto), std::string(kColoursHelp))};
    const auto choice = [&](std::string name, std::vector<std::string> values, std::string help) {
        facts.push_back(OptionFact::choice(std::move(name), std::move(values), std::move(help)));
    };
    choice("lines", {"any", "axial"}, "lines in every direction, or along the six axes only");
    choice("stop", {"own", "own_target"},
           "what stops a line: the mover's colour, or also a second tile of the target's colour");
    choice("hand", {"known", "blind", "open"},
           "who knows the backs in a hand: the owner, nobody, or everybody");
    choice("special_line", {"1", "0"}, "camp and catapult may flip by a line instead");
    choice("connect", {"removal", "final"},
           "a throw must leave the board connected at once, or only when the tile has landed");
    choice("special_score", {"1", "0"}, "special tiles score like terrain, or nothing");
    choice("spy", {"any", "before"}, "spies at any moment of the turn, or before the placement");
    choice("edge", {"one", "both"}, "tiles needed where a line runs along an edge");
    facts.push_back(OptionFact::text("backs", std::string(kAuto), std::string(kBacksHelp)));
    facts.push_back(OptionFact::text("bonus", std::string(kAuto), std::string(kBonusHelp)));
    facts.push_back(OptionFact::automatic(
        "limit", 3, 4, "farthest cell from the castle; auto is 4 with four players, else 3"));
    return facts;
}

}  // namespace

const std::array<TravellingOption, 8>& travelling_options() {
    static constexpr std::array<TravellingOption, 8> kOptions{
        travelling<&Rules::lines>("lines", {"any", "axial"}),
        travelling<&Rules::stop>("stop", {"own", "own_target"}),
        travelling<&Rules::hand>("hand", {"known", "blind", "open"}),
        travelling_switch<&Rules::special_line>("special_line"),
        travelling<&Rules::connect>("connect", {"removal", "final"}),
        travelling_switch<&Rules::special_score>("special_score"),
        travelling<&Rules::spy>("spy", {"any", "before"}),
        travelling<&Rules::edge>("edge", {"one", "both"}),
    };
    return kOptions;
}

const GameFacts& Rules::facts() {
    static const GameFacts kFacts{
        .name = "terraflip",
        .title = "TerraFlip",
        .summary = "hex tiles with hidden undersides; surround, flip and chain",
        .hides = true,
        .has_chance = true,
        .min_seats = 2,
        .max_seats = kMostPlayers,
        .options = option_facts(),
        .variants = {"players=3", "players=4,colours=RMFD", "hand=blind,players=3",
                     "hand=open,edge=both", "lines=axial,stop=own_target,spy=before",
                     "special_line=0,special_score=0,connect=final,limit=4",
                     "colours=MF,bonus=1,4,backs=M:F9/F:D1F3M4R1", "hand=blind,backs=D:F5M4"},
    };
    return kFacts;
}

Rules Rules::from(const Options& resolved) {
    Rules rules;
    const int players = resolved.integer("players");
    rules.players = static_cast<std::uint8_t>(players);
    rules.colours = read_colours(resolved.text("colours"), players);
    for (const TravellingOption& option : travelling_options())
        option.set(rules, resolved.choice(option.name, facts()));
    rules.backs = read_backs(resolved.text("backs"));
    rules.bonus = read_bonus(resolved.text("bonus"), players);
    rules.limit = resolved.is_auto("limit") ? default_limit(players)
                                            : static_cast<std::uint8_t>(resolved.integer("limit"));
    if (players == 4 && rules.limit == 3)  // TF-59
        throw OptionError(
            "terraflip: option limit is \"3\" with four players, who would run out of cells; "
            "accepted: 4 or auto");
    return rules;
}

Options Rules::options() const {
    Options options;
    options.set("players", players);
    if (colours != default_colours(players)) {
        std::string letters;
        for (int seat = 0; seat < players; ++seat) letters += kColourLetters[colour(seat)];
        options.set("colours", letters);
    }
    for (const TravellingOption& option : travelling_options())
        options.set(std::string(option.name),
                    std::string(option.values[static_cast<std::size_t>(option.get(*this))]));
    options.set("backs", backs_text(backs));
    if (bonus != default_bonus(players)) {
        std::string points;
        for (std::size_t seat = 0; seat < players; ++seat)
            points += (seat == 0 ? "" : ",") + std::to_string(bonus[seat]);
        options.set("bonus", points);
    }
    if (limit != default_limit(players)) options.set("limit", limit);
    return options;
}

Rules Rules::seated(const std::array<Colour, kMostPlayers>& seats, int count) const {
    Rules rules = *this;
    rules.colours = seats;
    if (count == players) return rules;
    rules.players = static_cast<std::uint8_t>(count);
    rules.bonus = default_bonus(count);
    rules.limit = default_limit(count);
    return rules;
}

std::optional<Seat> Rules::seat_of(Colour wanted) const {
    for (Seat seat = 0; seat < players; ++seat)
        if (colour(seat) == wanted) return seat;
    return {};
}

}  // namespace moonflower::terraflip
