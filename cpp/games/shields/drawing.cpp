// The table as text: what is left to fear, what is pending, a line for each seat.
#include <algorithm>

#include "games/shields/notation.hpp"
#include "games/shields/state.hpp"

namespace moonflower::shields {
namespace {

constexpr std::array<std::string_view, kSuits> kSuitNames{"clubs", "diamonds", "hearts", "spades"};

std::string suits_text(const CardCounts& cards) {
    std::string line;
    const std::array<int, kSuits> suits = cards.by_suit();
    for (std::size_t suit = 0; suit < kSuits; ++suit)
        line += (suit == 0 ? "" : "   ") + std::string(1, kSuitLetters[suit]) + " " +
                std::string(kSuitNames[suit]) + " " + std::to_string(suits[suit]);
    return line;
}

std::string doing(const Table& table) {
    switch (table.phase) {
        case Phase::kChoose:
            return table.is_confused() ? "confusion gives out shields" : "everybody chooses";
        case Phase::kDraw:
            return "the attack is drawn";
        case Phase::kClaim:
            return "everybody claims to be hit or safe";
        case Phase::kAccuse:
            return "everybody may accuse";
        case Phase::kRefill:
            return "cards are dealt";
        default:
            return "the game is over";
    }
}

// What the last turn left behind, in words.
std::string pending_lines(const Table& table) {
    const Pending& pending = table.pending;
    std::string lines;
    if (table.rules.mode == Mode::kEnemy && pending.attacks > 1)
        lines += "next attack: " + std::to_string(pending.attacks) + " cards at once\n";
    if (pending.encore) lines += "encore: everybody plays the same shields again\n";
    if (pending.destiny != 0) lines += "destiny: " + set_text(pending.destiny) + " is a must\n";
    for (Seat seat = 0; seat < table.rules.players; ++seat) {
        const std::size_t i = Table::index(seat);
        const std::string name = "p" + std::to_string(seat + 1);
        if (table.is_alive(seat) && pending.hindered[i] != 0)
            lines += name + " may not play " + set_text(pending.hindered[i]) + "\n";
        if ((pending.handicapped >> seat & 1U) != 0) lines += name + " has one shield less\n";
        if (pending.own_attacks[i] != 0) lines += name + " plays two attack cards\n";
    }
    return lines;
}

// The book numbers seats from 0: where there are accusations they name seats so.
std::string seat_name(const Table& table, Seat seat) {
    const std::string number = table.rules.cheats ? " (seat " + std::to_string(seat) + ")" : "";
    return "p" + std::to_string(seat + 1) + number;
}

std::string accused_name(Entry accusation) {
    return accusation == 0 ? "nobody" : "p" + std::to_string(accusation);
}

// Nothing for an entry that is not made yet.
std::string entry_line(const Table& table, Phase stage, const char* verb, Entry made) {
    if (made == kOpen) return "";
    Table as_then = table;
    as_then.phase = stage;
    const bool accuses = stage == Phase::kAccuse && made != kHidden;
    const std::string text = accuses           ? accused_name(made)
                             : made == kHidden ? "?"
                                               : entry_text(as_then, made);
    return std::string("  ") + verb + " " + text;
}

std::string attack_line(const Table& table) {
    if (table.shown_count == 0) return "";
    std::string line = "attack       ";
    for (std::size_t i = 0; i < table.shown_count; ++i) line += ' ' + card_text(table.shown[i]);
    return line + '\n';
}

std::string seat_line(const Table& table, Seat seat) {
    const std::size_t i = Table::index(seat);
    std::string line = seat_name(table, seat) + (seat == table.viewer ? " you" : "    ") +
                       " lives " + std::to_string(table.lives[i]);
    if (table.rules.mode == Mode::kFfau)
        line +=
            "  hand " + (table.sees_hand(seat) ? hand_text(table.hands[i])
                                               : std::to_string(table.hand_sizes[i]) + " hidden");
    line += entry_line(table, Phase::kChoose, "shields", table.choices[i]);
    if (table.phase == Phase::kClaim || table.phase == Phase::kAccuse)
        line += entry_line(table, Phase::kClaim, "claims", table.claims[i]);
    if (table.phase == Phase::kAccuse)
        line += entry_line(table, Phase::kAccuse, "accuses", table.accusations[i]);
    if (!table.is_alive(seat)) line += "  defeated";
    return line + "\n";
}

// A turn with all its entries and cards, and what it has cost. SH-35: with `cheat` shields are
// shown of the accused alone.
std::string turn_drawing(const Table& played, const Table& after) {
    std::string lines = "turn " + std::to_string(played.turns + 1) + " is over\n";
    lines += attack_line(played);
    for (Seat seat = 0; seat < played.rules.players; ++seat) {
        if (!played.is_alive(seat)) continue;
        const std::size_t i = Table::index(seat);
        const bool is_shown = !played.rules.cheats || (played.accused() >> seat & 1U) != 0;
        const Entry shields = is_shown ? played.choices[i] : kHidden;
        lines += seat_name(played, seat) + entry_line(played, Phase::kChoose, "shields", shields) +
                 entry_line(played, Phase::kClaim, "claims", played.claims[i]) +
                 entry_line(played, Phase::kAccuse, "accuses", played.accusations[i]);
        lines += "  lives " + std::to_string(played.lives[i]);
        if (after.lives[i] != played.lives[i]) lines += " -> " + std::to_string(after.lives[i]);
        lines += after.is_alive(seat) ? "\n" : "  defeated\n";
    }
    return lines;
}

}  // namespace

std::string table_drawing(const Table& table) {
    std::string lines = "turn " + std::to_string(table.turns + 1) + ": " + doing(table) + "\n";
    if (table.rules.mode != Mode::kFfa) {
        const bool is_deck = table.viewer == kAll || table.rules.mode == Mode::kEnemy;
        lines += is_deck ? "cards left    " : "cards unseen  ";
        lines += suits_text(table.cards) + "\n";
        const std::string counts = counts_text(table.cards);
        if (counts.find(';') != std::string::npos) lines += "by kind       " + counts + "\n";
        if (table.cards.has_kind(Kind::kConfusion) && !table.rules.confuses)
            lines += "              7 is a plain attack here, without confusion\n";
    }
    lines += attack_line(table);
    if (!table.aside.empty()) lines += "played        " + hand_text(table.aside) + "\n";
    lines += pending_lines(table);
    for (Seat seat = 0; seat < table.rules.players; ++seat) lines += seat_line(table, seat);
    return lines;
}

std::string State::recap(Move move) const {
    State after = *this;
    after.apply(move);
    if (after.table_.turns == table_.turns) return "";
    Table played = table_;
    if (table_.phase == Phase::kDraw)
        played.shown[played.shown_count++] = static_cast<Card>(move.code);
    else
        played.entries()[Table::index(played.mover())] = static_cast<Entry>(move.code);
    return turn_drawing(played, after.table_);
}

}  // namespace moonflower::shields
