// What cannot lie on a table. Positions read from text pass through here, and so does every state
// of a debug or conformance run.
#include <algorithm>

#include "games/shields/notation.hpp"

namespace moonflower::shields {
namespace {

std::string end_fault(const Table& table) {
    const bool is_enemy = table.rules.mode == Mode::kEnemy;
    const int alive = std::popcount(table.living());
    const bool is_last = is_enemy ? table.cards.total() == 0 && table.shown_count == 0
                                  : table.turns >= table.rules.max_turns;
    const bool is_decided = alive <= (table.rules.players == 1 ? 0 : 1);
    if (table.phase == Phase::kOver) return is_decided || is_last ? "" : "the game is not over";
    if (is_decided) return "too few players are alive for the game to go on";
    if (is_last) return is_enemy ? "the deck is empty" : "the last turn is over";
    return "";
}

std::string draw_fault(const Table& table) {
    const bool is_drawing = table.phase == Phase::kDraw;
    const bool is_judging = table.phase == Phase::kClaim || table.phase == Phase::kAccuse;
    if (table.shown_count > 0 && !is_drawing && !is_judging) return "attack cards out of phase";
    const bool is_done = table.shown_count > 0 &&
                         (table.shown_count >= table.pending.attacks || table.cards.total() == 0);
    if (is_drawing && is_done) return "the attack is already complete";
    if (is_judging && (!is_done || table.shown_count > table.pending.attacks))
        return "the attack does not have the cards that were pending";
    return "";
}

std::string pending_fault(const Table& table) {
    const Pending& pending = table.pending;
    const unsigned living = table.living();
    if ((pending.handicapped & ~living) != 0) return "a defeated seat is handicapped";
    if ((pending.shown & ~living) != 0 || (pending.shown != 0 && !pending.encore))
        return "shown sets without an encore";
    if (pending.encore)
        for (Seat seat = 0; seat < table.rules.players; ++seat) {
            const std::uint8_t previous = pending.previous[Table::index(seat)];
            if (table.is_alive(seat) != (previous != 0)) return "an encore needs previous sets";
            const bool is_hidden = (previous & kHiddenSet) != 0;
            const bool is_shown = (pending.shown >> seat & 1U) != 0;
            if (is_hidden && (is_shown || table.viewer == kAll || table.viewer == seat))
                return "a previous set is hidden that should be known";
        }
    return pending.confusion && !table.rules.confuses ? "confusion in a game without it" : "";
}

// One entry of a stage; `is_current` when the stage is still running, `may_hide` for its secrets.
std::string entry_fault(const Table& table, Seat seat, Entry entry, bool is_current,
                        bool may_hide) {
    if (!table.is_alive(seat)) return entry == kOpen ? "" : "an entry of a defeated seat";
    if (entry == kOpen) return is_current ? "" : "an entry is missing";
    if (entry != kHidden) return "";
    return may_hide && table.viewer != kAll && table.viewer != seat ? ""
                                                                    : "an entry should be known";
}

std::string choices_fault(const Table& table) {
    const bool is_current = table.phase == Phase::kChoose;
    const bool may_hide = table.rules.cheats || (is_current && !table.is_public_stage());
    for (Seat seat = 0; seat < table.rules.players; ++seat) {
        const Entry entry = table.choices[Table::index(seat)];
        std::string fault = entry_fault(table, seat, entry, is_current, may_hide);
        if (!fault.empty()) return fault;
        if (entry != kOpen && entry != kHidden && !may_have_chosen(table, seat, entry))
            return "a choice that was not allowed";
    }
    return "";
}

std::string judging_fault(const Table& table) {
    const bool is_claiming = table.phase == Phase::kClaim;
    for (Seat seat = 0; seat < table.rules.players; ++seat) {
        const std::size_t i = Table::index(seat);
        std::string fault = entry_fault(table, seat, table.claims[i], is_claiming, is_claiming);
        if (fault.empty() && !is_claiming)
            fault = entry_fault(table, seat, table.accusations[i], true, true);
        if (!fault.empty()) return fault;
        const Entry accusation = table.accusations[i];
        if (!is_claiming && accusation != kOpen && accusation != kHidden &&
            !is_legal(table, seat, accusation))
            return "an accusation that was not allowed";
    }
    return "";
}

// SH-72: entries are made in seat order and the stage ends with the last.
std::string order_fault(const Table& table) {
    const Entries& made = table.entries();
    const Seat mover = table.mover();
    if (mover < 0) return "the stage is over";
    const bool is_secret = table.viewer != kAll && !table.is_public_stage();
    const bool waits =
        is_secret && table.is_alive(table.viewer) && made[Table::index(table.viewer)] == kOpen;
    for (Seat seat = mover; seat < table.rules.players; ++seat) {
        const Entry entry = made[Table::index(seat)];
        if (entry == kOpen || (is_secret && entry == kHidden)) continue;
        if (!is_secret) return "entries are made in seat order";
        if (waits && seat > table.viewer) return "a later entry is known too early";
    }
    return "";
}

std::string hands_fault(const Table& table) {
    CardCounts all = table.cards;
    int hidden = 0;
    for (Seat seat = 0; seat < table.rules.players; ++seat) {
        const std::size_t i = Table::index(seat);
        if (table.hand_sizes[i] > kHandSize) return "a hand is too large";
        if (table.phase == Phase::kChoose && !table.is_alive(seat) && table.hand_sizes[i] > 0)
            return "a defeated seat holds cards";
        if (!table.sees_hand(seat)) {
            hidden += table.hand_sizes[i];
            if (!table.hands[i].empty()) return "a hand should be hidden";
            continue;
        }
        if (table.hands[i].size() != table.hand_sizes[i]) return "a hand is miscounted";
        table.hands[i].add_to(all);
    }
    table.aside.add_to(all);
    if (hidden > table.cards.total()) return "too few unseen cards for the hands";
    for (std::size_t card = 0; card < kCardCodes; ++card) {
        const std::uint8_t count = all[static_cast<Card>(card)];
        if (count > CardCounts::kMost) return "too many cards of a kind";
        if (count > 0 && !Hand::holds(static_cast<Card>(card))) return "a card of variant 5";
    }
    if (table.phase == Phase::kRefill && table.receiver() < 0) return "nobody needs a card";
    return "";
}

}  // namespace

std::string table_fault(const Table& table) {
    std::string fault = end_fault(table);
    if (fault.empty()) fault = pending_fault(table);
    if (fault.empty() && table.rules.mode == Mode::kEnemy) fault = draw_fault(table);
    if (fault.empty() && table.rules.mode == Mode::kFfau) fault = hands_fault(table);
    const bool has_choices = table.has_stage() || table.phase == Phase::kDraw;
    if (fault.empty() && has_choices) fault = choices_fault(table);
    const bool is_judging = table.phase == Phase::kClaim || table.phase == Phase::kAccuse;
    if (fault.empty() && is_judging) fault = judging_fault(table);
    if (fault.empty() && table.has_stage()) fault = order_fault(table);
    return fault;
}

}  // namespace moonflower::shields
