#include "engine/any_game.hpp"

#include "core/error.hpp"

namespace moonflower {

std::string AnyGame::spec() const {
    const std::string values = specification(facts(), options());
    return values.empty() ? facts().name : facts().name + ":" + values;
}

Seat AnyGame::checked_seat(int seat) const {
    if (seat < 0 || seat >= seats())
        throw OptionError(facts().name + ": seat " + std::to_string(seat) +
                          " is not at the table; seats are 0 to " + std::to_string(seats() - 1));
    return seat;
}

}  // namespace moonflower
