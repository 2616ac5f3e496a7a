// The options of a search: one row each.
#include "search/settings.hpp"

#include <limits>
#include <string>
#include <type_traits>

#include "core/error.hpp"
#include "core/text.hpp"

namespace moonflower {
namespace {

using Kind = SettingFact::Kind;
using Tuning = SettingFact::Tuning;

template <class T>
struct Inner {
    using Type = T;
};
template <class T>
struct Inner<std::optional<T>> {
    using Type = T;
};

// The way to a field, whatever its type: the half of a row that a row does not spell out.
template <auto kField>
SettingFact fact(std::string_view name, std::string_view protocol, Kind kind, std::int64_t low,
                 std::int64_t high, std::string_view help,
                 std::optional<Tuning> tuning = std::nullopt) {
    using Field = std::remove_reference_t<decltype(std::declval<SearchSettings&>().*kField)>;
    using Value = typename Inner<Field>::Type;
    SettingFact row{name, protocol, kind, low, high, {}, help, tuning};
    row.get = [](const SearchSettings& settings) -> std::optional<std::int64_t> {
        if constexpr (std::is_same_v<Field, Value>)
            return static_cast<std::int64_t>(settings.*kField);
        else if (settings.*kField)
            return static_cast<std::int64_t>(*(settings.*kField));
        else
            return std::nullopt;
    };
    row.set = [](SearchSettings& settings, std::optional<std::int64_t> value) {
        if (value)
            settings.*kField = static_cast<Value>(*value);
        else
            settings.*kField = SearchSettings{}.*kField;
    };
    return row;
}

template <auto kField>
SettingFact choice(std::string_view name, std::string_view protocol,
                   std::span<const std::string_view> choices, std::string_view help) {
    const auto last = static_cast<std::int64_t>(choices.size()) - 1;
    SettingFact row = fact<kField>(name, protocol, Kind::kChoice, 0, last, help);
    row.choices = choices;
    return row;
}

template <auto kField>
SettingFact flag(std::string_view name, std::string_view protocol, std::string_view help) {
    return fact<kField>(name, protocol, Kind::kFlag, 0, 1, help);
}

using S = SearchSettings;
constexpr std::int64_t kMostSeed = std::numeric_limits<std::int64_t>::max();

const std::array kFacts{
    choice<&S::algorithm>("algorithm", "Algorithm", kAlgorithmNames, "how it thinks"),
    fact<&S::threads>("threads", "Threads", Kind::kInteger, 1, 512, "threads that search"),
    fact<&S::hash_mb>("hash_mb", "Hash", Kind::kInteger, 1, 32'000,
                      "megabytes of the search table, never exceeded"),
    fact<&S::seed>("seed", "Seed", Kind::kSeed, 0, kMostSeed, "where random numbers begin"),
    flag<&S::deterministic>("deterministic", "Deterministic",
                            "several threads, yet the same answer every time"),
    flag<&S::solve>("solve", "", "prove values in known worlds; auto asks the game's solver first"),
    flag<&S::infer>("infer", "", "draw worlds by how likely they make what others have played"),
    flag<&S::margin>("margin", "",
                     "maximise the lead in points instead of the payoff, where there are points"),
    flag<&S::greedy>("greedy", "Greedy", "play the best move even where the policy is a mixture"),
    flag<&S::smooth>("smooth", "", "Smooth UCT: a policy that mixes, in games with secrets"),
    fact<&S::redeterminize>("redeterminize", "", Kind::kInteger, 0, 100,
                            "percent of simulations that go on in a world of the next seat's view",
                            Tuning{0, 100}),
    fact<&S::pimc_worlds>("pimc_worlds", "", Kind::kInteger, 1, 100'000,
                          "worlds that pimc searches"),
    fact<&S::move_overhead_ms>("move_overhead", "MoveOverhead", Kind::kReal, 0, 10'000,
                               "seconds kept back from every clock for the way to the user"),
    choice<&S::selection>("selection", "", kSelectionNames,
                          "how a node chooses the move to follow"),
    choice<&S::leaf>("leaf", "", kLeafNames, "what a simulation is worth where it leaves the tree"),
    fact<&S::cut_off>("cut_off", "", Kind::kInteger, 0, 100'000, "moves a cut-off playout makes",
                      Tuning{1, 200, true}),
    fact<&S::greedy_percent>("greedy_percent", "", Kind::kInteger, 0, 100,
                             "percent of playout moves made by the game's greedy rule",
                             Tuning{0, 100}),
    fact<&S::exploration_milli>("exploration", "", Kind::kReal, 0, 100'000,
                                "of the selection rule, for payoffs from 0 to 1",
                                Tuning{0.05, 4.0, true}),
    flag<&S::regret_matching>("regret_matching", "", "at choices made together, up to 16 moves"),
    fact<&S::expand_at>("expand_at", "", Kind::kInteger, 0, 1'000'000,
                        "visits before a node gets moves of its own", Tuning{1, 16, true}),
    fact<&S::widen_base>("widen_base", "", Kind::kInteger, 0, 100'000,
                         "moves a node considers at first; 0: all", Tuning{1, 64, true}),
    fact<&S::widen_milli>("widen_rate", "", Kind::kReal, 0, 1'000'000,
                          "more of them, times the root of its visits", Tuning{0.25, 16.0, true}),
};

std::string shown(const SettingFact& row, std::int64_t value) {
    return row.kind == Kind::kReal ? shortest(static_cast<double>(value) / 1000)
                                   : std::to_string(value);
}

}  // namespace

std::span<const SettingFact> setting_facts() { return kFacts; }

void check_settings(const SearchSettings& settings) {
    for (const SettingFact& row : kFacts) {
        const auto value = row.get(settings);
        if (row.kind == Kind::kSeed || !value || (*value >= row.low && *value <= row.high))
            continue;
        const std::string_view numbers = row.kind == Kind::kReal ? "numbers " : "whole numbers ";
        throw OptionError(std::string(row.name) + ": " + shown(row, *value) + " is out of range; " +
                          std::string(numbers) + shown(row, row.low) + " to " +
                          shown(row, row.high));
    }
}

}  // namespace moonflower
