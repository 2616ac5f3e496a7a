#include "core/phrase.hpp"

namespace moonflower {
namespace {

std::string quoted_json(std::string_view text) {
    std::string json = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') json += '\\';
        json += c;
    }
    return json + '"';
}

}  // namespace

Phrase::Phrase(std::string_view key) : fields_("{\"key\":" + quoted_json(key)) {}

Phrase& Phrase::field(std::string_view name, const std::string& json) {
    fields_ += "," + quoted_json(name) + ":" + json;
    return *this;
}

Phrase& Phrase::number(std::string_view name, int value) {
    return field(name, std::to_string(value));
}

Phrase& Phrase::seat(std::string_view name, Seat seat) {
    return field(name, "{\"seat\":" + std::to_string(seat) + "}");
}

Phrase& Phrase::text(std::string_view name, std::string_view value) {
    return field(name, quoted_json(value));
}

Phrase& Phrase::phrase(std::string_view name, const Phrase& value) {
    return field(name, value.json());
}

Phrase& Phrase::list(std::string_view name, const std::vector<Phrase>& values) {
    return field(name, json_of(values));
}

std::string json_of(const Phrases& phrases) {
    std::string json = "[";
    for (const Phrase& phrase : phrases) json += (json.size() > 1 ? "," : "") + phrase.json();
    return json + "]";
}

}  // namespace moonflower
