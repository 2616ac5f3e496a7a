// The table as text: the geishas as columns, a row of cards for each side.
#include <bit>

#include "games/hanamikoji/notation.hpp"
#include "games/hanamikoji/ownership.hpp"
#include "games/hanamikoji/state.hpp"

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

std::string owner_of(const Owned& owned, int g) {
    for (const Seat seat : {0, 1})
        if ((owned[at(seat)] >> g & 1) != 0) return seat_name(seat);
    return "-";
}

std::string geisha_rows() {
    return row("geisha", [](int g) { return std::to_string(g); }) +
           row("value", [](int g) { return std::to_string(kValues[static_cast<std::size_t>(g)]); });
}

std::string owner_row(const std::string& name, const Owned& owned) {
    return row(name, [&](int g) { return owner_of(owned, g); });
}

std::string card_row(Seat seat, const Cards& cards) {
    return row(seat_name(seat) + " cards", [&](int g) {
        return cards.count(g) == 0 ? std::string(".") : std::to_string(cards.count(g));
    });
}

std::string round_name(const Table& table) {
    return "round " + std::to_string(table.round + 1) + " of " +
           std::to_string(table.rules.rounds());
}

std::string side_text(const Table& table, const SideText& side, Seat seat) {
    const bool acts = table.to_act() == Turn::of(seat);
    return seat_name(seat) + (acts ? " >" : "  ") + " hand " + side.hand + "   secret " +
           side.secret + "   discards " + side.discards + "   used " +
           used_text(table.used[at(seat)]) + "   points " +
           std::to_string(points_of(table.owned[at(seat)])) + "\n";
}

// HK-10, HK-13: cards count with the secrets, which stay out where they are never shown.
std::string round_text(const Table& table, const std::array<Card, 2>& secrets) {
    const Owned owned = table.owned_with(secrets[0], secrets[1]);
    const bool shows = table.rules.reveals_secrets;
    std::string text = round_name(table) + " is over";
    text += shows ? ", the cards with the secrets\n" : ", the cards without the secrets\n";
    text += geisha_rows();
    for (const Seat seat : {0, 1}) {
        const Cards secret = known_card(shows ? secrets[at(seat)] : kHiddenCard);
        text += card_row(seat, table.placed[at(seat)] + secret);
    }
    text += owner_row("before", table.owned) + owner_row("now", owned);
    for (const Seat seat : {0, 1}) {
        text += seat_name(seat);
        if (shows) text += " secret " + card_text(secrets[at(seat)]) + "  ";
        text += " geishas " + std::to_string(std::popcount(owned[at(seat)])) + "   points " +
                std::to_string(points_of(owned[at(seat)])) + "\n";
    }
    return text;
}

}  // namespace

std::string drawing_text(const Table& table, const std::array<SideText, 2>& sides) {
    std::string text = round_name(table) + ", turn " + std::to_string(table.turn + 1) + " of " +
                       std::to_string(kTurns) + ": " + doing(table) + "\n";
    text += geisha_rows() + owner_row("owner", table.owned);
    for (const Seat seat : {0, 1}) text += card_row(seat, table.placed[at(seat)]);
    for (const Seat seat : {0, 1}) text += side_text(table, sides[at(seat)], seat);
    return text;
}

std::string State::recap(Move move) const {
    if (!ends_round(move)) return "";
    Table end = table_;
    if (end.phase == Phase::kAnswer)
        end.answer(move);
    else
        end.play(move);
    return round_text(end, last_secrets(move));
}

}  // namespace moonflower::hanamikoji
