#include "engine/any_game.hpp"

#include "core/error.hpp"
#include "core/text.hpp"

namespace moonflower {

std::string AnyGame::spec() const {
    const std::string values = specification(facts(), options());
    return values.empty() ? facts().name : facts().name + ":" + values;
}

Seat AnyGame::checked_seat(int seat) const {
    if (seat < 0 || seat >= seats())
        throw OptionError(facts().name + ": nobody has the number " + std::to_string(seat) +
                          "; 0 (p1) to " + std::to_string(seats() - 1) + " (" +
                          seat_name(seats() - 1) + ") are accepted");
    return seat;
}

}  // namespace moonflower
