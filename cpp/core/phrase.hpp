// What people are told of a move or an event, before it has a language: a key of the catalogue
// (python/moonflower/words) with named arguments. A game makes phrases from what stands on the
// table and in the token, so that a masked token makes a masked phrase.
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

#include "core/types.hpp"

namespace moonflower {

// Kept as the JSON it is handed over in: {"key":"hanamikoji.draw","who":{"seat":0},"n":2}.
class Phrase {
public:
    explicit Phrase(std::string_view key);

    Phrase& number(std::string_view name, int value);
    Phrase& seat(std::string_view name, Seat seat);
    Phrase& text(std::string_view name, std::string_view value);
    Phrase& phrase(std::string_view name, const Phrase& value);
    Phrase& list(std::string_view name, const std::vector<Phrase>& values);

    [[nodiscard]] std::string json() const { return fields_ + "}"; }

private:
    Phrase& field(std::string_view name, const std::string& json);

    std::string fields_;
};

// What was done comes first, what came of it after.
using Phrases = std::vector<Phrase>;

[[nodiscard]] std::string json_of(const Phrases& phrases);

// A game that has words, in its words.hpp. For a state the event is a token as it formats it; for a
// view it is what `observe` takes, and it has been observed without complaint.
template <class Position>
concept HasWords = requires(const Position& position, std::string_view event) {
    { phrases_of(position, event) } -> std::same_as<Phrases>;
};

// How a finished game was decided.
template <class S>
concept TellsEnding = requires(const S& state) {
    { ending_of(state) } -> std::same_as<Phrase>;
};

}  // namespace moonflower
