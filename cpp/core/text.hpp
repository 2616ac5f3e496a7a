// Reading and quoting short texts: the helpers every notation is written with.
#pragma once

#include <charconv>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace moonflower {

// The parts between separators, empty parts kept: split("a//b", '/') = {"a", "", "b"}.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);

// The words between runs of white space.
[[nodiscard]] std::vector<std::string_view> words(std::string_view text);

[[nodiscard]] std::string join(std::span<const std::string> parts, std::string_view separator);

// A whole decimal number that is the entire text and fits; nothing otherwise.
template <class Integer>
[[nodiscard]] std::optional<Integer> to_integer(std::string_view text) {
    Integer value{};
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stop != end || text.empty()) return std::nullopt;
    return value;
}

// The number with as few digits as it needs: 0.5, 10, 1e+20.
[[nodiscard]] std::string shortest(double value);

// The text in double quotes, unprintable bytes escaped, cut at 60 characters: safe in a message.
[[nodiscard]] std::string quoted(std::string_view text);

// "p1" is seat 0: what people and programs read.
[[nodiscard]] std::string seat_name(int seat);

// "1 turn", "2 turns".
[[nodiscard]] std::string counted(long long count, std::string_view noun);

// "; did you mean 'x'?" for the candidate nearest to the word, or "" when none is near.
[[nodiscard]] std::string did_you_mean(std::string_view word,
                                       std::span<const std::string> candidates);

}  // namespace moonflower
