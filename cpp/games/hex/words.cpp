#include "games/hex/words.hpp"

namespace moonflower::hex {

Phrases phrases_of(const State& state, std::string_view event) {
    return open_phrases(state, event, [](const State& now, std::string_view token) {
        return Phrase("grid.stone").seat("who", now.turn().seat()).text("cell", token);
    });
}

}  // namespace moonflower::hex
