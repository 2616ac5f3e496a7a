// Facts about a game as data (seats, secrets, chance, options), and option values checked against
// them. Python, the protocol, the documentation and the tests read these; no game parses them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moonflower {

// The value of an option whose default depends on other options; offered only where it is the
// default.
inline constexpr std::string_view kAuto = "auto";

struct OptionFact {
    enum class Kind { kInteger, kChoice, kText };

    std::string name;
    Kind kind = Kind::kInteger;
    std::string fallback;  // the default, as text
    int min = 0;           // kInteger
    int max = 0;
    std::vector<std::string> choices;  // kChoice
    std::string help;
    std::string bound_by;  // what the range comes from, where people ask for more

    [[nodiscard]] static OptionFact integer(std::string name, int fallback, int min, int max,
                                            std::string help);
    [[nodiscard]] static OptionFact automatic(std::string name, int min, int max, std::string help);
    // The first choice is the default.
    [[nodiscard]] static OptionFact choice(std::string name, std::vector<std::string> choices,
                                           std::string help);
    [[nodiscard]] static OptionFact text(std::string name, std::string fallback, std::string help);

    [[nodiscard]] OptionFact with_bound(std::string reason) const;

    // What may be written: "whole numbers 2 to 5", "any, axial".
    [[nodiscard]] std::string accepted() const;
};

struct GameFacts {
    std::string name;   // "hanamikoji": folder, namespace and spelling everywhere
    std::string title;  // "Hanamikoji"
    std::string summary;
    bool is_lab = false;  // a small game with published values, kept out of the players' lists
    bool hides = false;   // some seat knows what another does not
    bool has_chance = false;
    bool moves_together = false;  // choices made at the same time, as secret commits
    int min_seats = 2;
    int max_seats = 2;
    // Payoffs in whole payoffs, and what they add up to in every finished game if that is fixed.
    int lowest_payoff = 0;
    int highest_payoff = 1;
    std::optional<int> payoff_sum = 1;
    std::vector<OptionFact> options;
    // Option sets worth testing beyond the defaults, as specifications ("max_rounds=1,starter=1").
    std::vector<std::string> variants;
};

// Option values by name. After `resolve` every option of the game is there and each value is in
// range; whether they go together is the game's own check.
class Options {
public:
    Options& set(std::string name, std::string value);
    Options& set(std::string name, int value);

    [[nodiscard]] bool has(std::string_view name) const;
    [[nodiscard]] const std::string& text(std::string_view name) const;
    [[nodiscard]] int integer(std::string_view name) const;
    [[nodiscard]] bool is_auto(std::string_view name) const { return text(name) == kAuto; }
    // Index of the value in the fact's list of choices.
    [[nodiscard]] int choice(std::string_view name, const GameFacts& facts) const;

    [[nodiscard]] const std::map<std::string, std::string, std::less<>>& values() const {
        return values_;
    }
    friend bool operator==(const Options&, const Options&) = default;

private:
    std::map<std::string, std::string, std::less<>> values_;
};

// The rules of a game without options derive from it: struct Rules : NoOptions<Rules>.
template <class R>
struct NoOptions {
    [[nodiscard]] static R from(const Options& /*resolved*/) { return {}; }
    [[nodiscard]] Options options() const { return {}; }
    friend bool operator==(const NoOptions&, const NoOptions&) = default;
};

// Fills in defaults, refuses unknown names and values out of range (OptionError). Numbers are
// written in their shortest form, so that equal options are equal texts.
[[nodiscard]] Options resolve(const GameFacts& facts, const Options& given);

// "key=value,key=value" of the values that are not defaults, in the order of the facts; "" if none.
[[nodiscard]] std::string specification(const GameFacts& facts, const Options& resolved);

// Reads "key=value,key=value". A comma belongs to the value unless "key=" follows it, so lists
// (bonus=3,2,1,0) need no quotes.
[[nodiscard]] Options parse_options(std::string_view text);

}  // namespace moonflower
