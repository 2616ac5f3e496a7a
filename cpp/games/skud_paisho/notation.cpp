#include "games/skud_paisho/notation.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/text.hpp"

namespace moonflower::skud_paisho {

std::string point_text(Point p) {
    return "(" + std::to_string(x_of(p)) + "," + std::to_string(y_of(p)) + ")";
}

std::string bonus_text(const Bonus& bonus) {
    std::string text = "+" + std::string(code(bonus.kind)) + point_text(bonus.at);
    if (bonus.direction >= 0) text += "-" + point_text(kGrid.around[bonus.at][bonus.direction]);
    return text;
}

namespace {

std::string accents_text(int choice) {
    std::string text;
    for (int i = 0; i < kAccentKinds; ++i)
        for (int copy = 0; copy < kChoices[choice][i]; ++copy) {
            if (!text.empty()) text += ',';
            text += kCodes[kFlowerKinds + i];
        }
    return text;
}

}  // namespace

std::string play_text(const Play& play) {
    if (play.is_accents()) return accents_text(play.at);
    std::string text;
    if (play.is_plant())
        text = std::string(code(play.planted())) + point_text(play.to);
    else if (play.has_base())
        text = point_text(play.from) + "-" + point_text(play.to);
    if (play.declines()) text += ".";
    if (play.has_bonus()) text += bonus_text(play.bonus());
    return text;
}

bool Scanner::eat(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
}

std::optional<int> Scanner::number() {
    constexpr std::size_t kLongest = 5;
    std::size_t digits = 0;
    while (digits < rest_.size() && rest_[digits] >= '0' && rest_[digits] <= '9') ++digits;
    if (digits == 0 || digits > kLongest || (digits > 1 && rest_[0] == '0')) return std::nullopt;
    const auto value = to_integer<std::uint16_t>(rest_.substr(0, digits));
    if (!value) return std::nullopt;
    rest_.remove_prefix(digits);
    return *value;
}

std::optional<Kind> Scanner::tile() {
    // Two letters first: "R3" is a flower, "R(" an accent.
    for (int kind = 0; kind < kKinds; ++kind)
        if (rest_.starts_with(kCodes[kind])) {
            rest_.remove_prefix(kCodes[kind].size());
            return kind_of(kind);
        }
    return std::nullopt;
}

std::optional<int> Scanner::coordinate() {
    const bool negative = eat('-');
    const auto value = number();
    if (!value || (negative && *value == 0)) return std::nullopt;
    return negative ? -*value : *value;
}

std::optional<Point> Scanner::point() {
    const std::string_view start = rest_;
    if (eat('(')) {
        const auto x = coordinate();
        const bool comma = x && eat(',');
        const auto y = comma ? coordinate() : std::nullopt;
        if (y && eat(')') && is_playable(*x, *y)) return point_at(*x, *y);
    }
    rest_ = start;
    return std::nullopt;
}

namespace {

class TurnScanner {
public:
    explicit TurnScanner(std::string_view text) : text_(text), in_(text) {}

    TurnText read() {
        if (in_.peek() >= '0' && in_.peek() <= '9') read_prefix();
        if (in_.peek() == '+' || in_.peek() == '_') {
            if (turn_.prefix) refuse("has a bonus without its arrange");
            read_bonus();
        } else if (in_.eat('.')) {
            if (turn_.prefix) refuse("has a declined bonus without its arrange");
            turn_.play = Play::decline();
        } else if (in_.peek() == '(') {
            read_arrange();
        } else {
            read_tiles();
        }
        if (!in_.done()) refuse("goes on with " + quoted(in_.rest()));
        return turn_;
    }

private:
    [[noreturn]] void refuse(const std::string& why) const {
        throw ParseError("skud_paisho: " + quoted(text_) + " " + why +
                         "; accepted: R,W,K,B or R4(8,0) or (0,-8)-(2,-5) or +R(3,2) or "
                         "+B(1,6)-(2,7) or . or a turn such as 12G.(0,-8)-(2,-5)+L(0,8)");
    }
    Point point() {
        const auto found = in_.point();
        if (!found) refuse("has no point of the board at " + quoted(in_.rest()));
        return *found;
    }

    void read_prefix() {  // SP-51
        const auto number = in_.number();
        const Seat seat = in_.peek() == 'H' ? kHost : kGuest;
        if (!number || !in_.eat(kSeatLetters[seat]) || !in_.eat('.'))
            refuse("has no prefix such as 12G.");
        turn_.prefix = TurnPrefix{*number, seat};
        turn_.is_whole = true;
    }

    void read_arrange() {
        const Point from = point();
        if (!in_.eat('-')) refuse("does not say where the flower goes");
        turn_.play = Play::arrange(from, point());
        if (in_.peek() == '+' || in_.peek() == '_')
            read_bonus();
        else if (in_.eat('.'))
            turn_.is_whole = true;
    }

    void read_bonus() {  // SP-53
        if (!in_.eat('+')) in_.eat('_');
        const auto kind = in_.tile();
        if (!kind) refuse("names no tile for the bonus");
        Bonus bonus{*kind, point()};
        if (*kind == Kind::kBoat && in_.eat('-')) {
            const Point to = point();
            const auto& around = kGrid.around[bonus.at];
            const auto found = std::find(around.begin(), around.end(), to);
            if (found == around.end()) refuse("sends a flower further than one point");
            bonus.direction = static_cast<int>(found - around.begin());
        }
        turn_.play.say(bonus);
    }

    // A plant or the choice of accents.
    void read_tiles() {
        const auto kind = in_.tile();
        if (!kind) refuse("is no move");
        if (is_basic(*kind)) {
            turn_.play = Play::plant(*kind, point());
            return;
        }
        if (!is_accent(*kind)) refuse("plants a special flower, which only a bonus can do");
        AccentCounts counts{};  // SP-55: read in any order
        ++counts[index(*kind) - kFlowerKinds];
        while (in_.eat(',')) {
            const auto next = in_.tile();
            if (!next || !is_accent(*next)) refuse("names something else than an accent");
            if (++counts[index(*next) - kFlowerKinds] > kCopies[index(*next)])
                refuse("chooses an accent more than twice");
        }
        const auto choice = std::find(kChoices.begin(), kChoices.end(), counts);
        if (choice == kChoices.end()) refuse("does not choose four accents");
        turn_.play = Play::accents(static_cast<int>(choice - kChoices.begin()));
    }

    std::string_view text_;
    Scanner in_;
    TurnText turn_;
};

}  // namespace

TurnText read_turn(std::string_view text) { return TurnScanner(text).read(); }

}  // namespace moonflower::skud_paisho
