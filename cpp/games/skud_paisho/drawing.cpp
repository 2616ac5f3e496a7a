// A board for people: State::drawing.
#include "games/skud_paisho/notation.hpp"
#include "games/skud_paisho/state.hpp"

namespace moonflower::skud_paisho {
namespace {

// Four columns a point: owner in lower case letters, then the tile. Free points show where they
// lie: gates, red and white garden, midlines and border, neutral.
std::string cell(const Board& board, Point p) {
    if (p == kNowhere) return "    ";
    const Tile tile = board.at(p);
    if (tile != kNoTile) {
        std::string text = tile_owner(tile) == kGuest ? " g" : " h";
        text += code(tile_kind(tile));
        text.resize(4, ' ');
        return text;
    }
    if (is_gate(p)) return " [] ";
    if (!kGrid.garden_allows[1][p]) return " r  ";
    if (!kGrid.garden_allows[0][p]) return " w  ";
    return x_of(p) == 0 || y_of(p) == 0 ? " +  " : " .  ";
}

std::string padded(int number) {
    const std::string text = std::to_string(number);
    return std::string(3 - text.size(), ' ') + text;
}

std::string reserve_line(const Reserve& reserve) {
    std::string text;
    for (int kind = 0; kind < kKinds; ++kind) {
        if (reserve.count[kind] == 0) continue;
        text += " " + std::string(kCodes[kind]);
        if (reserve.count[kind] > 1) text += "x" + std::to_string(reserve.count[kind]);
    }
    return text.empty() ? " -" : text;
}

}  // namespace

std::string State::drawing() const {
    std::string lines;
    for (int row = 0; row < kSide; ++row) {
        lines += padded(8 - row) + " ";
        for (int column = 0; column < kSide; ++column) lines += cell(board_, kGrid.at[row][column]);
        lines.erase(lines.find_last_not_of(' ') + 1);
        lines += '\n';
    }
    lines += "    ";
    for (int column = 0; column < kSide; ++column) lines += padded(column - 8) + " ";
    lines.pop_back();
    lines += "\n\np1 guest:" + reserve_line(reserves_[kGuest]);
    lines += "\np2 host: " + reserve_line(reserves_[kHost]);
    lines += "\nmidline harmonies: guest " + std::to_string(scores()[kGuest]) + ", host " +
             std::to_string(scores()[kHost]) + "\n";
    if (is_over()) return lines + "the game is over\n";
    const bool chooses = phase_ == Phase::kHostAccents || phase_ == Phase::kGuestAccents;
    return lines + "turn " + turn_label() + ": " + (mover() == kGuest ? "guest" : "host") +
           (chooses      ? " chooses accents\n"
            : mid_turn() ? " has a bonus\n"
                         : " moves\n");
}

}  // namespace moonflower::skud_paisho
