// Facts about games and their options.
#include <pybind11/stl.h>

#include "bindings/handles.hpp"
#include "engine/registry.hpp"

namespace moonflower {

namespace py = pybind11;

namespace {

py::dict option_facts(const OptionFact& fact) {
    py::dict dict;
    dict["name"] = fact.name;
    switch (fact.kind) {
        case OptionFact::Kind::kInteger:
            dict["kind"] = "integer";
            break;
        case OptionFact::Kind::kChoice:
            dict["kind"] = "choice";
            break;
        case OptionFact::Kind::kText:
            dict["kind"] = "text";
            break;
    }
    dict["default"] = fact.fallback;
    dict["min"] = fact.min;
    dict["max"] = fact.max;
    dict["choices"] = py::tuple(py::cast(fact.choices));
    dict["help"] = fact.help;
    return dict;
}

py::dict game_facts(const GameFacts& facts) {
    py::dict dict;
    dict["name"] = facts.name;
    dict["title"] = facts.title;
    dict["summary"] = facts.summary;
    dict["lab"] = facts.is_lab;
    dict["hidden"] = facts.hides;
    dict["chance"] = facts.has_chance;
    dict["simultaneous"] = facts.moves_together;
    dict["min_players"] = facts.min_seats;
    dict["max_players"] = facts.max_seats;
    dict["lowest_payoff"] = facts.lowest_payoff;
    dict["highest_payoff"] = facts.highest_payoff;
    dict["payoff_sum"] = facts.payoff_sum;
    py::list options;
    for (const OptionFact& fact : facts.options) options.append(option_facts(fact));
    dict["options"] = options;
    dict["variants"] = py::tuple(py::cast(facts.variants));
    return dict;
}

}  // namespace

void bind_facts(py::module_& module) {
    module.def(
        "game_facts",
        [] {
            py::list all;
            for (const GameModule& game : game_modules()) all.append(game_facts(*game.facts));
            return all;
        },
        "Facts of every registered game, in the order of games.def.");
}

}  // namespace moonflower
