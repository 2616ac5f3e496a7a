// The table as text: the geishas as columns, a row of cards for each side.
#include "games/hanamikoji/notation.hpp"

namespace moonflower::hanamikoji {
namespace {

std::string seat_name(Seat seat) { return "p" + std::to_string(seat + 1); }

template <class Cell>
std::string row(std::string name, const Cell& cell) {
    name.resize(9, ' ');
    for (int g = 0; g < kGeishas; ++g) {
        std::string text = cell(g);
        text.resize(4, ' ');
        name += text;
    }
    name.erase(name.find_last_not_of(' ') + 1);
    return name + "\n";
}

std::string doing(const Table& table) {
    const std::string mover = seat_name(table.mover());
    switch (table.phase) {
        case Phase::kAct:
            return mover + " plays one of its actions";
        case Phase::kAnswer:
            return seat_name(1 - table.mover()) + " answers " + move_text(table.offer());
        case Phase::kDraw:
            return mover + " draws";
        case Phase::kOver:
            return "the match is over";
        case Phase::kEnd:
            return "the round is over";
        default:
            return "hands are dealt";
    }
}

std::string owner_of(const Table& table, int g) {
    for (const Seat seat : {0, 1})
        if ((table.owned[at(seat)] >> g & 1) != 0) return seat_name(seat);
    return "-";
}

std::string side_text(const Table& table, const SideText& side, Seat seat) {
    const bool acts = table.to_act() == Turn::of(seat);
    return seat_name(seat) + (acts ? " >" : "  ") + " hand " + side.hand + "   secret " +
           side.secret + "   discards " + side.discards + "   used " +
           used_text(table.used[at(seat)]) + "   points " +
           std::to_string(points_of(table.owned[at(seat)])) + "\n";
}

}  // namespace

std::string drawing_text(const Table& table, const std::array<SideText, 2>& sides) {
    std::string text = "round " + std::to_string(table.round + 1) + " of " +
                       std::to_string(table.rules.rounds()) + ", turn " +
                       std::to_string(table.turn + 1) + " of " + std::to_string(kTurns) + ": " +
                       doing(table) + "\n";
    text += row("geisha", [](int g) { return std::to_string(g); });
    text +=
        row("value", [](int g) { return std::to_string(kValues[static_cast<std::size_t>(g)]); });
    text += row("owner", [&](int g) { return owner_of(table, g); });
    for (const Seat seat : {0, 1})
        text += row(seat_name(seat) + " cards", [&](int g) {
            const int count = table.placed[at(seat)].count(g);
            return count == 0 ? std::string(".") : std::to_string(count);
        });
    for (const Seat seat : {0, 1}) text += side_text(table, sides[at(seat)], seat);
    return text;
}

}  // namespace moonflower::hanamikoji
