#include "games/terraflip/drawing.hpp"

namespace moonflower::terraflip {
namespace {

std::string cell_text(const Position& position, Cell cell) {
    if (cell == kCastle) return "##";
    if (!position.occupied().has(cell)) {
        if (position.open_cells(position.rules.limit + 1).has(cell)) return cell_name(cell);
        return kDiscs[position.rules.limit].has(cell) ? "." : ":";
    }
    if (!position.terrain.has(cell)) {
        const auto owner = static_cast<std::size_t>(position.owner(cell));
        std::size_t kind = 0;
        while (position.specials[owner][kind] != cell) ++kind;
        return {kSpecialLetters[kind], kColourLetters[position.face(cell)]};
    }
    const Colour under = position.underside(cell);
    return {kColourLetters[position.face(cell)], under == kNoColour ? '?' : kColourLetters[under]};
}

[[nodiscard]] bool is_drawn(Hex hex, Cells drawn) {
    return hex.distance() <= kRadius && drawn.has(hex.cell());
}

// A column runs down to the right; its letter stands where a cell above its first one would be.
[[nodiscard]] bool heads_column(Hex hex, Cells drawn) {
    for (int r = -kRadius; r <= hex.r; ++r)
        if (is_drawn({hex.q, r}, drawn)) return false;
    return is_drawn({hex.q, hex.r + 1}, drawn);
}

// Row r is shifted by half a cell for each row, so that touching cells touch on the page.
std::string row_text(const Position& position, int r, Cells drawn) {
    std::string line;
    bool has_cells = false;
    for (int q = -kRadius; q <= kRadius; ++q) {
        const Hex hex{q, r};
        std::string text;
        if (is_drawn(hex, drawn))
            text = cell_text(position, hex.cell());
        else if (heads_column(hex, drawn))
            text = static_cast<char>('a' + q + kRadius);
        else
            continue;
        has_cells |= is_drawn(hex, drawn);
        line.resize(static_cast<std::size_t>(4 * q + 2 * r + 26), ' ');
        line += text;
    }
    if (line.empty()) return "";
    if (has_cells) {
        const std::string row = std::to_string(r + kRadius + 1);
        line.replace(2 - row.size(), row.size(), row);
    }
    return line + "\n";
}

// By Phase.
constexpr std::array<std::string_view, 7> kPhaseWords{"places a tile or spies",
                                                      "may turn a tile over",
                                                      "may use its camp",
                                                      "may use its catapult",
                                                      "ends its turn",
                                                      "turns a tile over",
                                                      ""};

std::string seat_text(const Position& position, Seat seat) {
    const bool acts = !position.turn().is_over() && position.mover == seat;
    std::string line = acts ? "> " : "  ";
    line += "p" + std::to_string(seat + 1) + ' ' + kColourLetters[position.rules.colour(seat)];
    line += "  points " + std::to_string(position.total(seat));
    line += "  spies " + std::to_string(position.hand(seat).spies) + "  hand ";
    const Hand& hand = position.hand(seat);
    std::string tiles;
    unsigned known = 0;
    for (Colour back = 0; back < kColours; ++back)
        for (unsigned i = 0; i < hand.backs[back]; ++i, ++known) tiles += kColourLetters[back];
    if (known != hand.terrain) tiles = std::to_string(hand.terrain) + " hidden";
    for (std::size_t kind = 0; kind < kSpecials; ++kind)
        if (hand.has(static_cast<Special>(kind))) tiles += std::string(" ") + kSpecialLetters[kind];
    return line + (hand.empty() ? "-" : tiles) + "\n";
}

}  // namespace

std::string draw_board(const Position& position) {
    const Cells drawn = kDiscs[position.rules.limit + 1U] | position.occupied();
    std::string text;
    for (int r = -kRadius - 1; r <= kRadius; ++r) text += row_text(position, r, drawn);
    for (Seat seat = 0; seat < position.rules.players; ++seat) text += seat_text(position, seat);
    text += "turn " + std::to_string(position.turns) + ", ";
    if (position.turn().is_over()) return text + "the game is over\n";
    text += "p" + std::to_string(position.mover + 1) + ' ';
    text += kPhaseWords[static_cast<std::size_t>(position.phase)];
    if (position.origin != kNoCell) text += " from " + cell_name(position.origin);
    if (position.spied != kNoCell) text += ", a spy looks at " + cell_name(position.spied);
    return text + "\n";
}

}  // namespace moonflower::terraflip
