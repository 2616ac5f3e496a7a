#include "games/shields/belief.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/hash.hpp"
#include "core/text.hpp"
#include "games/shields/notation.hpp"
#include "games/shields/state.hpp"

namespace moonflower::shields {

bool View::is_on_move() const {
    if (!table_.has_stage() || table_.is_confused() || !table_.is_alive(seat())) return false;
    if (table_.is_public_stage()) return table_.mover() == seat();
    return table_.entries()[Table::index(seat())] == kOpen;
}

Turn View::turn() const {
    if (table_.phase == Phase::kOver) return Turn::over();
    if (!table_.has_stage() || table_.is_confused()) return Turn::chance();
    if (is_on_move()) return Turn::of(seat());
    // All entries are in but not shown yet: nobody decides until the reveal.
    return table_.mover() < 0 ? Turn::chance() : Turn::of(table_.mover());
}

void View::legal_moves(Moves& moves) const {
    moves.clear();
    if (is_on_move()) list_entries(table_, seat(), moves);
}

std::string View::format(Move move) const { return move_text(table_, move); }

Move View::parse_move(std::string_view text) const {
    if (!is_on_move())
        throw IllegalMoveError("shields: " + quoted(text) + " cannot be played; " +
                               seat_name(seat()) + " is not on turn");
    return {parse_entry(table_, seat(), text)};
}

std::string View::text() const { return table_text(table_.masked(seat())); }

View View::parse(std::string_view text, Seat seat, const Rules& rules) {
    return View(parse_table(text, rules, seat));
}

std::string View::drawing() const { return table_drawing(table_); }

bool operator==(const View& a, const View& b) {
    if (!a.is_on_move() || !b.is_on_move() || a.table_.is_public_stage() ||
        a.table_.phase != b.table_.phase)
        return a.table_ == b.table_;
    const auto blind = [](const View& view) {
        Table table = view.table_;
        for (Entry& entry : table.entries())
            if (entry == kHidden) entry = kOpen;
        return table;
    };
    return blind(a) == blind(b);
}

// --- events

namespace {

[[noreturn]] void refuse_event(std::string_view token, const std::string& why) {
    throw IllegalMoveError("shields: event " + quoted(token) + " cannot be seen here; " + why);
}

void follow_refill(Table& table, std::string_view token) {
    const bool is_own = table.receiver() == table.viewer;
    if (token == "*+?") {
        if (is_own) refuse_event(token, "the viewer's own card is written out");
        table.deal_hidden();
        return;
    }
    const Move move = parse_outcome(table, token);
    if (!is_own) refuse_event(token, "a card of another seat is seen as *+?");
    table.deal(static_cast<Card>(move.code));
}

// An entry of the running stage, hidden or written out (SH-67).
void follow_entry(Table& table, std::string_view token) {
    const Seat seat = table.mover();
    if (seat < 0) refuse_event(token, "the entries must be shown first, as in =CD/HS");
    if (token == "?") {
        if (seat == table.viewer || table.is_public_stage())
            refuse_event(token, "the entry of " + seat_name(seat) + " is no secret");
        table.commit(seat, kHidden);
        return;
    }
    if (seat == table.viewer || table.is_public_stage()) {
        table.commit(seat, parse_entry(table, seat, token));
        return;
    }
    const Entry entry = read_entry(table, token);
    const bool fits = table.phase == Phase::kChoose ? may_have_chosen(table, seat, entry)
                                                    : is_legal(table, seat, entry);
    if (!fits) refuse_event(token, seat_name(seat) + " may not do so");
    table.commit(seat, entry);
}

std::vector<std::string_view> revealed_parts(const Table& table, std::string_view list) {
    if (table.phase != Phase::kClaim) return split(list, '/');
    std::vector<std::string_view> parts;
    while (!list.empty()) {
        const std::size_t size = list[0] == '-' ? 1 : table.shown_count;
        parts.push_back(list.substr(0, size));
        list.remove_prefix(std::min(size, list.size()));
    }
    return parts;
}

// "=CD/HS/-": all entries of the stage (SH-100).
void follow_reveal(Table& table, std::string_view token) {
    const bool is_due =
        table.has_stage() && table.mover() < 0 &&
        std::find(table.entries().begin(), table.entries().end(), kHidden) != table.entries().end();
    if (!is_due) refuse_event(token, "entries are shown when the last one is in");
    const auto parts = revealed_parts(table, token.substr(1));
    if (parts.size() != table.rules.players) refuse_event(token, "every seat needs an entry");
    for (Seat seat = 0; seat < table.rules.players; ++seat) {
        const std::string_view part = parts[Table::index(seat)];
        Entry& known = table.entries()[Table::index(seat)];
        if (!table.is_alive(seat)) {
            if (part != "-") refuse_event(token, "a defeated seat has no entry");
            continue;
        }
        const Entry entry = read_entry(table, part);
        const bool fits = known != kHidden                ? known == entry
                          : table.phase == Phase::kChoose ? may_have_chosen(table, seat, entry)
                                                          : is_legal(table, seat, entry);
        if (!fits) refuse_event(token, quoted(part) + " does not fit what is known");
        known = entry;
    }
    table.close_stage();
}

// "#0:CD": the shields of an accused seat (SH-100).
void follow_shields(Table& table, std::string_view token) {
    const Seat seat = token.size() > 3 && token[2] == ':' ? token[1] - '0' : -1;
    const auto set = token.size() > 3 ? read_set(token.substr(3)) : std::nullopt;
    if (seat < 0 || seat >= table.rules.players || !set)
        throw ParseError("shields: event " + quoted(token) +
                         " cannot be read; accepted: a seat and its shields, as in #0:CD");
    const bool is_due = table.phase == Phase::kAccuse && table.mover() < 0 &&
                        (table.accused() >> seat & 1U) != 0 &&
                        table.choices[Table::index(seat)] == kHidden;
    if (!is_due) refuse_event(token, "shields are shown by the accused only");
    if (!may_have_chosen(table, seat, *set)) refuse_event(token, "the set was not allowed");
    table.choices[Table::index(seat)] = *set;
    table.close_stage();
}

void follow(Table& table, std::string_view token) {
    if (table.phase == Phase::kOver) refuse_event(token, "the game is over");
    if (token.starts_with('=')) return follow_reveal(table, token);
    if (token.starts_with('#')) return follow_shields(table, token);
    if (table.phase == Phase::kRefill) return follow_refill(table, token);
    if (table.phase == Phase::kDraw)
        return table.attack(static_cast<Card>(parse_outcome(table, token).code));
    if (table.is_confused())
        return table.commit(table.mover(), static_cast<Entry>(parse_outcome(table, token).code));
    follow_entry(table, token);
}

}  // namespace

void View::observe(std::string_view text) {
    Table next = table_;
    for (const std::string_view token : words(text)) follow(next, token);
    table_ = next;
}

// --- keys

namespace {

void add_pending(Hasher& hasher, const Table& table, Seat viewer) {
    const Pending& pending = table.pending;
    std::uint64_t word = pending.attacks;
    for (std::size_t i = 0; i < kMaxSeats; ++i)
        word =
            word << 5 | static_cast<unsigned>(pending.hindered[i] << 1U | pending.own_attacks[i]);
    hasher.add(word << 8 | pending.handicapped);
    if (!pending.encore && pending.destiny == 0 && !pending.confusion) return;
    word = pending.shown;
    for (Seat seat = 0; seat < kMaxSeats; ++seat)
        word = word << 5 | table.known_previous(seat, viewer);
    hasher.add(word << 6 | static_cast<unsigned>(pending.destiny << 2) |
               (pending.confusion ? 2U : 0U) | (pending.encore ? 1U : 0U));
}

// The entries of a stage the viewer knows; others count as hidden, made or not (SH-78).
void add_known(Hasher& hasher, const Entries& entries, Seat viewer, bool is_public) {
    if (!is_public) {
        hasher.add(entries[Table::index(viewer)]);
        return;
    }
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < 4; ++i) word = word << 16 | entries[i];
    hasher.add(word).add(entries[4]);
}

void add_cards(Hasher& hasher, const Table& table, Seat viewer) {
    if (table.rules.mode == Mode::kFfa) return;
    if (table.rules.mode == Mode::kEnemy || viewer == kAll) {
        table.cards.hash_into(hasher);
    } else {
        CardCounts unseen = table.cards;
        for (Seat seat = 0; seat < table.rules.players; ++seat)
            if (seat != viewer) table.hands[Table::index(seat)].add_to(unseen);
        unseen.hash_into(hasher);
        hasher.add(table.hands[Table::index(viewer)].bits());
    }
    if (table.rules.mode == Mode::kEnemy) return;
    std::uint64_t sizes = 0;
    for (const std::uint8_t size : table.hand_sizes) sizes = sizes << 8 | size;
    hasher.add(table.aside.bits()).add(sizes);
}

std::uint64_t rules_word(const Rules& rules) {
    const auto bit = [](bool value) { return static_cast<std::uint64_t>(value); };
    std::uint64_t word =
        static_cast<std::uint64_t>(rules.mode) << 8 | rules.players << 4 | rules.shields;
    for (const bool flag :
         {rules.cheats, rules.plus_doubles, rules.skip_hinders, rules.reverses,
          rules.all_dead_draws, rules.is_open, rules.encore_fills, rules.lie_is_flat})
        word = word << 1 | bit(flag);
    const bool is_confusion_off = !rules.confuses && !rules.cheats;  // cheaters never have it
    return bit(is_confusion_off) << 63 | word << 32 | rules.max_turns;
}

}  // namespace

std::uint64_t info_key_of(const Table& table, Seat seat) {
    Hasher hasher(rules_word(table.rules));
    hasher.add(static_cast<std::uint64_t>(table.turns) << 16 |
               static_cast<unsigned>(table.phase) << 8U | static_cast<unsigned>(seat + 1));
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < 4; ++i) word = word << 16 | table.lives[i];
    hasher.add(word).add(table.lives[4]);
    add_cards(hasher, table, seat);
    add_pending(hasher, table, seat);
    if (seat == kAll) return hasher.value();  // the state adds its entries itself
    const bool are_choices_public =
        table.phase == Phase::kChoose ? table.is_public_stage() : !table.rules.cheats;
    if (table.has_stage() || table.phase == Phase::kDraw)
        add_known(hasher, table.choices, seat, are_choices_public);
    if (table.shown_count > 0) {
        word = table.shown_count;
        for (const Card card : table.shown) word = word << 8 | card;
        hasher.add(word);
    }
    if (table.phase == Phase::kClaim || table.phase == Phase::kAccuse)
        add_known(hasher, table.claims, seat, table.phase == Phase::kAccuse);
    if (table.phase == Phase::kAccuse) add_known(hasher, table.accusations, seat, false);
    return hasher.value();
}

std::uint64_t View::info_key() const { return info_key_of(table_, seat()); }

}  // namespace moonflower::shields
