#include "games/tic_tac_toe/words.hpp"

#include "core/text.hpp"

namespace moonflower::tic_tac_toe {

Phrases phrases_of(const State& state, std::string_view event) {
    Phrases told;
    State now = state;
    for (const std::string_view token : words(event)) {
        told.push_back(Phrase("grid.mark").seat("who", now.turn().seat()).text("cell", token));
        now.apply(now.parse_move(token));
    }
    return told;
}

Phrases phrases_of(const State::View& view, std::string_view event) {
    Rng rng(0);
    return phrases_of(view.sample(rng), event);  // nothing is hidden: the world is the view
}

}  // namespace moonflower::tic_tac_toe
