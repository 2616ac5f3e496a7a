#include "core/options.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/error.hpp"
#include "core/text.hpp"

namespace moonflower {

OptionFact OptionFact::integer(std::string name, int fallback, int min, int max, std::string help) {
    OptionFact fact;
    fact.name = std::move(name);
    fact.kind = Kind::kInteger;
    fact.fallback = std::to_string(fallback);
    fact.min = min;
    fact.max = max;
    fact.help = std::move(help);
    return fact;
}

OptionFact OptionFact::automatic(std::string name, int min, int max, std::string help) {
    OptionFact fact = integer(std::move(name), 0, min, max, std::move(help));
    fact.fallback = kAuto;
    return fact;
}

OptionFact OptionFact::choice(std::string name, std::vector<std::string> choices,
                              std::string help) {
    OptionFact fact;
    fact.name = std::move(name);
    fact.kind = Kind::kChoice;
    fact.fallback = choices.front();
    fact.choices = std::move(choices);
    fact.help = std::move(help);
    return fact;
}

OptionFact OptionFact::text(std::string name, std::string fallback, std::string help) {
    OptionFact fact;
    fact.name = std::move(name);
    fact.kind = Kind::kText;
    fact.fallback = std::move(fallback);
    fact.help = std::move(help);
    return fact;
}

OptionFact OptionFact::with_bound(std::string reason) const {
    OptionFact fact = *this;
    fact.bound_by = std::move(reason);
    return fact;
}

std::string OptionFact::accepted() const {
    switch (kind) {
        case Kind::kInteger: {
            const std::string range =
                "whole numbers " + std::to_string(min) + " to " + std::to_string(max);
            return fallback == kAuto ? range + " or auto" : range;
        }
        case Kind::kChoice:
            return join(choices, ", ");
        case Kind::kText:
            return help;
    }
    return help;
}

Options& Options::set(std::string name, std::string value) {
    values_.insert_or_assign(std::move(name), std::move(value));
    return *this;
}

Options& Options::set(std::string name, int value) {
    return set(std::move(name), std::to_string(value));
}

bool Options::has(std::string_view name) const { return values_.contains(name); }

const std::string& Options::text(std::string_view name) const {
    const auto found = values_.find(name);
    if (found == values_.end())
        throw std::logic_error("option " + quoted(name) + " is not resolved");
    return found->second;
}

int Options::integer(std::string_view name) const {
    const auto value = to_integer<int>(text(name));
    if (!value) throw std::logic_error("option " + quoted(name) + " is no resolved number");
    return *value;
}

int Options::choice(std::string_view name, const GameFacts& facts) const {
    for (const OptionFact& fact : facts.options) {
        if (fact.name != name) continue;
        const auto found = std::find(fact.choices.begin(), fact.choices.end(), text(name));
        return static_cast<int>(found - fact.choices.begin());
    }
    throw std::logic_error("option " + quoted(name) + " is no fact of " + facts.name);
}

namespace {

const OptionFact& find_fact(const GameFacts& facts, const std::string& name) {
    std::vector<std::string> names;
    for (const OptionFact& fact : facts.options) {
        if (fact.name == name) return fact;
        names.push_back(fact.name);
    }
    const std::string hint = did_you_mean(name, names);
    const std::string offered =
        names.empty() ? "; it has no options" : "; options are " + join(names, ", ");
    throw OptionError(facts.name + ": unknown option " + quoted(name) +
                      (hint.empty() ? offered : hint));
}

std::string checked_value(const GameFacts& facts, const OptionFact& fact,
                          const std::string& value) {
    const auto refuse = [&](const std::string& hint) {
        throw OptionError(facts.name + ": option " + fact.name + " is " + quoted(value) +
                          "; accepted: " + fact.accepted() + hint);
    };
    if (value == fact.fallback) return value;
    if (fact.kind == OptionFact::Kind::kInteger) {
        const auto number = to_integer<int>(value);
        if (!number || *number < fact.min || *number > fact.max)
            refuse(number && !fact.bound_by.empty() ? " (" + fact.bound_by + ")" : "");
        return std::to_string(*number);
    }
    if (fact.kind == OptionFact::Kind::kChoice &&
        std::find(fact.choices.begin(), fact.choices.end(), value) == fact.choices.end())
        refuse(did_you_mean(value, fact.choices));
    return value;
}

}  // namespace

Options resolve(const GameFacts& facts, const Options& given) {
    Options resolved;
    for (const OptionFact& fact : facts.options) resolved.set(fact.name, fact.fallback);
    for (const auto& [name, value] : given.values()) {
        const OptionFact& fact = find_fact(facts, name);
        resolved.set(name, checked_value(facts, fact, value));
    }
    return resolved;
}

std::string specification(const GameFacts& facts, const Options& resolved) {
    std::string text;
    for (const OptionFact& fact : facts.options) {
        const std::string& value = resolved.text(fact.name);
        if (value == fact.fallback) continue;
        if (!text.empty()) text += ',';
        text += fact.name + '=' + value;
    }
    return text;
}

Options parse_options(std::string_view text) {
    Options options;
    if (text.empty()) return options;
    std::string name;
    std::string value;
    const auto keep = [&] {
        if (name.empty()) return;
        if (options.has(name))
            throw OptionError("options: " + quoted(name) + " is given twice; once is accepted");
        options.set(name, value);
    };
    for (const std::string_view part : split(text, ',')) {
        const std::size_t equals = part.find('=');
        if (equals == std::string_view::npos || equals == 0) {
            if (name.empty() || equals == 0)
                throw ParseError("options: " + quoted(part) +
                                 " has no key; accepted: key=value,key=value");
            value += ',';
            value += part;
            continue;
        }
        keep();
        name = std::string(part.substr(0, equals));
        value = std::string(part.substr(equals + 1));
    }
    keep();
    return options;
}

}  // namespace moonflower
