#include "games/shields/notation.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/text.hpp"

namespace moonflower::shields {
namespace {

std::string attacks_text(Entry entry) {
    std::string text;
    for (const Card card : attacks_of(entry)) {
        if (!text.empty()) text += '+';
        text += card_text(card);
    }
    return text.empty() ? "-" : text;
}

std::string claim_text(Entry claim, int letters) {
    std::string text;
    for (int i = 0; i < letters; ++i) text += (claim >> i & 1) != 0 ? 'h' : 's';
    return text;
}

[[noreturn]] void unreadable(std::string_view text, const std::string& accepted) {
    throw ParseError("shields: " + quoted(text) + " cannot be read here; accepted: " + accepted);
}

std::string examples(const Table& table) {
    if (table.phase == Phase::kClaim)
        return table.shown_count == 1 ? "h or s" : "a letter h or s for each card";
    if (table.phase == Phase::kAccuse) return "- or a and a seat, as in a1";
    if (table.rules.mode == Mode::kEnemy) return "a shield set such as CD";
    return table.rules.mode == Mode::kFfa ? "attack and shields, as in H:CD"
                                          : "attack cards and shields, as in HP:CD or C+HP:CD";
}

Entry read_choice(const Table& table, std::string_view text) {
    const bool attacks = table.rules.mode != Mode::kEnemy;
    const std::size_t colon = text.find(':');
    if (attacks != (colon != std::string_view::npos)) unreadable(text, examples(table));
    const auto set = read_set(attacks ? text.substr(colon + 1) : text);
    if (!set) unreadable(text, examples(table));
    Entry entry = 0;
    if (attacks && text.substr(0, colon) != "-") {
        std::vector<Card> cards;
        for (const std::string_view part : split(text.substr(0, colon), '+')) {
            const auto card = read_card(part);
            if (!card || !Hand::holds(*card) || cards.size() == 2)
                unreadable(text, examples(table));
            cards.push_back(*card);
        }
        std::sort(cards.begin(), cards.end());
        for (const Card card : cards) entry = with_card(entry, card);
    }
    return static_cast<Entry>(entry | *set);
}

Entry read_claim(const Table& table, std::string_view text) {
    if (text.size() != table.shown_count || text.find_first_not_of("hs") != std::string_view::npos)
        unreadable(text, examples(table));
    unsigned letters = 0;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] == 'h') letters |= 1U << i;
    return static_cast<Entry>(letters);
}

Entry read_accusation(const Table& table, std::string_view text) {
    if (text == "-") return 0;
    if (text.size() != 2 || text[0] != 'a' || text[1] < '0' || text[1] >= '0' + table.rules.players)
        unreadable(text, examples(table));
    return static_cast<Entry>(text[1] - '0' + 1);
}

// What everybody may know: with hands, which entries there are tells what is held.
std::string accepted_entries(const Table& table, Seat seat) {
    if (table.rules.cheats || table.rules.mode == Mode::kFfau)
        return "what the cards of the seat and the rules allow";
    Moves moves;
    list_entries(table, seat, moves);
    std::vector<std::string> texts;
    for (const Move move : moves) texts.push_back(entry_text(table, static_cast<Entry>(move.code)));
    constexpr std::size_t kEnough = 12;
    const bool cut = texts.size() > kEnough;
    if (cut) texts.resize(kEnough);
    return join(texts, " ") + (cut ? " ..." : "");
}

}  // namespace

std::string entry_text(const Table& table, Entry entry) {
    if (table.phase == Phase::kClaim) return claim_text(entry, table.shown_count);
    if (table.phase == Phase::kAccuse) return entry == 0 ? "-" : "a" + std::to_string(entry - 1);
    if (table.rules.mode == Mode::kEnemy) return set_text(shields_of(entry));
    return attacks_text(entry) + ":" + set_text(shields_of(entry));
}

std::string move_text(const Table& table, Move move) {
    switch (table.phase) {
        case Phase::kDraw:
            return "*!" + card_text(static_cast<Card>(move.code));
        case Phase::kRefill:
            return "*+" + card_text(static_cast<Card>(move.code));
        default:
            return (table.is_confused() ? "*~" : "") +
                   entry_text(table, static_cast<Entry>(move.code));
    }
}

Entry read_entry(const Table& table, std::string_view text) {
    if (table.phase == Phase::kClaim) return read_claim(table, text);
    if (table.phase == Phase::kAccuse) return read_accusation(table, text);
    return read_choice(table, text);
}

Entry parse_entry(const Table& table, Seat seat, std::string_view text) {
    const Entry entry = read_entry(table, text);
    if (!is_legal(table, seat, entry))
        throw IllegalMoveError("shields: " + quoted(text) + " cannot be played by " +
                               moonflower::seat_name(seat) +
                               "; accepted: " + accepted_entries(table, seat));
    return entry;
}

Move parse_outcome(const Table& table, std::string_view text) {
    const bool confused = table.is_confused();
    const std::string_view prefix = confused ? "*~" : table.phase == Phase::kDraw ? "*!" : "*+";
    const std::string accepted =
        std::string(prefix) + (confused ? "CD, a shield set" : "HP, a card of the pile");
    if (!text.starts_with(prefix)) unreadable(text, accepted);
    const std::string_view rest = text.substr(prefix.size());
    bool can_come = false;
    Move move;
    if (confused) {
        const auto set = read_set(rest);
        if (!set) unreadable(text, accepted);
        move = {*set};
        can_come = (table.legal_sets(table.mover()) >> *set & 1U) != 0;
    } else {
        const auto card = read_card(rest);
        if (!card) unreadable(text, accepted);
        move = {*card};
        can_come = table.cards[*card] > 0;
    }
    if (!can_come)
        throw IllegalMoveError("shields: " + quoted(text) + " cannot come here; accepted: " +
                               (confused ? "shield sets allowed this turn" : "cards of the pile"));
    return move;
}

namespace {

std::string options_text(const Rules& rules) {
    const Options options = rules.options();
    std::string text;
    for (const std::string_view name : carried_options(rules.mode)) {
        const auto& facts = Rules::facts().options;
        const auto fact = std::find_if(facts.begin(), facts.end(),
                                       [&](const OptionFact& f) { return f.name == name; });
        if (options.text(name) == fact->fallback) continue;
        if (!text.empty()) text += ';';
        text += fact->name + '=' + options.text(name);
    }
    return text.empty() ? "-" : text;
}

// One text per seat, with '/' between.
template <class Text>
std::string per_seat(const Table& table, Text text_of, std::string_view separator = "/") {
    std::string text;
    for (Seat seat = 0; seat < table.rules.players; ++seat) {
        if (seat > 0) text += separator;
        text += text_of(seat);
    }
    return text;
}

std::string cards_text(const Table& table) {
    if (table.rules.mode == Mode::kFfa) return "-";
    if (table.rules.mode == Mode::kEnemy) return counts_text(table.cards);
    return (table.viewer == kAll ? "" : "U") + counts_text(table.cards) + "|" +
           per_seat(
               table,
               [&](Seat seat) {
                   const std::size_t i = Table::index(seat);
                   if (table.sees_hand(seat) || table.hand_sizes[i] == 0)
                       return hand_text(table.hands[i]);
                   return "?" + std::to_string(table.hand_sizes[i]);
               },
               "|");
}

std::string previous_text(const Table& table, Seat seat) {
    const std::uint8_t previous = table.pending.previous[Table::index(seat)];
    if ((previous & kHiddenSet) == 0) return set_text(previous);
    const int size = previous & kAllSuits;
    return size == table.rules.shields ? "?" : "?" + std::to_string(size);
}

std::string pending_text(const Table& table) {
    constexpr std::string_view kHex = "0123456789abcdef";
    const Pending& pending = table.pending;
    std::vector<std::string> items;
    const auto mask = [&](char letter, unsigned seats) {
        std::string digits;
        if (seats >= 16) digits += kHex[seats >> 4U];
        items.push_back(letter + digits + kHex[seats & 15U]);
    };
    const bool is_enemy = table.rules.mode == Mode::kEnemy;
    if (is_enemy) items.push_back("a" + std::to_string(pending.attacks));
    if (!is_enemy && pending.own_attacks != Pending{}.own_attacks)
        items.push_back("a" + per_seat(
                                  table,
                                  [&](Seat seat) {
                                      const int more = pending.own_attacks[Table::index(seat)];
                                      return std::to_string(1 + more);
                                  },
                                  ","));
    if (pending.hindered != Pending{}.hindered)
        items.push_back("h" +
                        (is_enemy ? set_text(pending.hindered[0]) : per_seat(table, [&](Seat seat) {
                            return set_text(pending.hindered[Table::index(seat)]);
                        })));
    if (pending.handicapped != 0) mask('x', pending.handicapped);
    if (pending.encore)
        items.push_back("e" +
                        per_seat(table, [&](Seat seat) { return previous_text(table, seat); }));
    if (pending.shown != 0) mask('v', pending.shown);
    if (pending.destiny != 0) items.push_back("d" + set_text(pending.destiny));
    if (pending.confusion) items.emplace_back("c");
    return items.empty() ? "-" : join(items, ";");
}

std::string stage_text(const Table& table, const Entries& entries, Phase of,
                       std::string_view separator = "/") {
    Table as_then = table;  // entries are written as in their own phase
    as_then.phase = of;
    return per_seat(
        table,
        [&](Seat seat) -> std::string {
            const Entry entry = entries[Table::index(seat)];
            if (!table.is_alive(seat)) return "-";
            if (entry == kOpen) return ".";
            return entry == kHidden ? "?" : entry_text(as_then, entry);
        },
        separator);
}

std::string phase_text(const Table& table) {
    if (table.phase == Phase::kOver) return "-";
    if (table.phase == Phase::kRefill)
        return table.aside.empty() ? "R" : "R:" + hand_text(table.aside);
    const std::string choices = stage_text(table, table.choices, Phase::kChoose);
    if (table.phase == Phase::kChoose) return table.choices == kAllOpen ? "S" : "S:" + choices;
    std::string text = choices;
    for (std::size_t i = 0; i < table.shown_count; ++i)
        text += (i == 0 ? "!" : "+") + card_text(table.shown[i]);
    if (table.phase == Phase::kDraw) return "D:" + text;
    const std::string claims = stage_text(table, table.claims, Phase::kClaim, "");
    if (table.phase == Phase::kClaim)
        return "C:" + text + (table.claims == kAllOpen ? "" : ":" + claims);
    text = "A:" + text + ":" + claims;
    if (table.accusations == kAllOpen) return text;
    return text + ":" + stage_text(table, table.accusations, Phase::kAccuse);
}

}  // namespace

std::string table_text(const Table& table) {
    std::string text = "sh1 ";
    text += kModeNames[static_cast<std::size_t>(table.rules.mode)];
    text += ' ' + options_text(table.rules) + ' ';
    text +=
        per_seat(table, [&](Seat seat) { return std::to_string(table.lives[Table::index(seat)]); });
    text += ' ' + cards_text(table) + ' ' + pending_text(table) + ' ';
    return text + std::to_string(table.turns) + ' ' + phase_text(table);
}

}  // namespace moonflower::shields
