// The site's notation (SP-51 to SP-53): points, tiles and turns as text. Reading is syntax only;
// what is legal is asked of the state.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "games/skud_paisho/moves.hpp"

namespace moonflower::skud_paisho {

[[nodiscard]] std::string point_text(Point p);
[[nodiscard]] std::string bonus_text(const Bonus& bonus);
// A step or a whole turn without its prefix; accents as "R,W,K,B".
[[nodiscard]] std::string play_text(const Play& play);

// Reads a text from the front; each reader returns nothing and stays where it is if what it looks
// for is not there.
class Scanner {
public:
    explicit Scanner(std::string_view text) : rest_(text) {}

    [[nodiscard]] bool done() const { return rest_.empty(); }
    [[nodiscard]] char peek() const { return rest_.empty() ? '\0' : rest_.front(); }
    bool eat(char c);
    // A whole number without sign and leading zeros, at most 65535.
    [[nodiscard]] std::optional<int> number();
    [[nodiscard]] std::optional<Kind> tile();
    // "(x,y)" of a point of the board.
    [[nodiscard]] std::optional<Point> point();
    [[nodiscard]] std::string_view rest() const { return rest_; }

private:
    [[nodiscard]] std::optional<int> coordinate();
    std::string_view rest_;
};

struct TurnPrefix {
    int number = 0;
    Seat seat = kGuest;
};

// A token as written: with "12G." in front or a dot behind it is a whole turn (SP-57).
struct TurnText {
    std::optional<TurnPrefix> prefix;
    Play play;
    bool is_whole = false;
};

// Throws ParseError.
[[nodiscard]] TurnText read_turn(std::string_view text);

}  // namespace moonflower::skud_paisho
