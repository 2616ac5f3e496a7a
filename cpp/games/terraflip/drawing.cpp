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

// Row r is shifted by half a cell for each row, so that touching cells touch on the page.
std::string row_text(const Position& position, int r, Cells drawn) {
    std::string line;
    for (int q = -kRadius; q <= kRadius; ++q) {
        const Hex hex{q, r};
        if (hex.distance() > kRadius || !drawn.has(hex.cell())) continue;
        line.resize(static_cast<std::size_t>(4 * q + 2 * r + 24), ' ');
        line += cell_text(position, hex.cell());
    }
    if (line.empty()) return "";
    const std::string row = std::to_string(r + kRadius + 1);
    line.replace(2 - row.size(), row.size(), row);
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
    for (int r = -kRadius; r <= kRadius; ++r) text += row_text(position, r, drawn);
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
