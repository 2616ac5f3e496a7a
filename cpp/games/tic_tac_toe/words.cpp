#include "games/tic_tac_toe/words.hpp"

namespace moonflower::tic_tac_toe {

Phrases phrases_of(const State& state, std::string_view event) {
    return open_phrases(state, event, [](const State& now, std::string_view token) {
        return Phrase("grid.mark").seat("who", now.turn().seat()).text("cell", token);
    });
}

}  // namespace moonflower::tic_tac_toe
