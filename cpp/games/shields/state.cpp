#include "games/shields/state.hpp"

#include "core/error.hpp"
#include "core/hash.hpp"
#include "core/text.hpp"
#include "games/shields/notation.hpp"

namespace moonflower::shields {

State::State(const Table& table) : table_(table) {
    assert(table.viewer == kAll);
    if (table.phase != Phase::kOver) return;
    // SH-98: everybody may have been alive; in ffau those who still hold cards were.
    unsigned standing = 0;
    for (unsigned seat = 0; seat < table.rules.players; ++seat)
        if (table.hand_sizes[seat] > 0) standing |= 1U << seat;
    if (standing == 0) standing = (1U << table.rules.players) - 1;
    last_standing_ = static_cast<std::uint8_t>(standing);
}

Turn State::turn() const {
    switch (table_.phase) {
        case Phase::kOver:
            return Turn::over();
        case Phase::kDraw:
        case Phase::kRefill:
            return Turn::chance();
        default:
            return table_.is_confused() ? Turn::chance() : Turn::of(table_.mover());
    }
}

void State::legal_moves(Moves& moves) const {
    moves.clear();
    if (turn().is_seat()) list_entries(table_, table_.mover(), moves);
}

Move State::random_move(Rng& rng) const {
    if (table_.phase == Phase::kDraw || table_.phase == Phase::kRefill || table_.is_confused())
        return random_outcome(table_, rng);
    return {random_entry(table_, table_.mover(), rng)};
}

void State::apply(Move move) {
    const unsigned standing = table_.living();
    if (table_.phase == Phase::kDraw)
        table_.attack(static_cast<Card>(move.code));
    else if (table_.phase == Phase::kRefill)
        table_.deal(static_cast<Card>(move.code));
    else
        table_.commit(table_.mover(), static_cast<Entry>(move.code));
    if (table_.phase == Phase::kOver) last_standing_ = static_cast<std::uint8_t>(standing);
}

// SH-92: one payoff, split between the winners.
Returns State::returns() const { return Returns::shared_by(table_.winners(last_standing_)); }

std::array<int, kMaxSeats> State::scores() const {
    std::array<int, kMaxSeats> lives{};
    for (std::size_t seat = 0; seat < kMaxSeats; ++seat) lives[seat] = table_.lives[seat];
    return lives;
}

State State::before_commits() const {
    State before = *this;
    if (table_.has_stage() && !table_.is_public_stage()) before.table_.entries() = kAllOpen;
    return before;
}

// --- what a seat sees of a move

namespace {

// SH-100: "=CD/HS/-", every entry of a stage when its last one is in.
std::string reveal(const Table& table) {
    std::string token = "=";
    for (Seat seat = 0; seat < table.rules.players; ++seat) {
        if (seat > 0 && table.phase != Phase::kClaim) token += '/';
        token +=
            table.is_alive(seat) ? entry_text(table, table.entries()[Table::index(seat)]) : "-";
    }
    return token;
}

// SH-100: "#0:CD", the shields of each accused seat but the viewer's own, which it knows.
std::string shown_shields(const Table& table, Seat viewer) {
    std::string tokens;
    for (Seat seat = 0; seat < table.rules.players; ++seat)
        if (seat != viewer && (table.accused() >> seat & 1U) != 0)
            tokens += " #" + std::to_string(seat) + ":" +
                      set_text(shields_of(table.choices[Table::index(seat)]));
    return tokens;
}

}  // namespace

std::string State::seen_by(Seat seat, Move move) const {
    if (table_.phase == Phase::kRefill && table_.receiver() != seat) return "*+?";
    if (!table_.has_stage() || table_.is_public_stage()) return format(move);
    const Seat mover = table_.mover();
    std::string seen = mover == seat ? format(move) : "?";
    const bool stays_secret = table_.phase == Phase::kChoose && table_.rules.cheats;
    Table after = table_;
    after.entries()[Table::index(mover)] = static_cast<Entry>(move.code);
    if (stays_secret || after.mover() >= 0 || std::popcount(table_.living()) == 1) return seen;
    seen += ' ' + reveal(after);
    if (table_.phase == Phase::kAccuse) seen += shown_shields(after, seat);
    return seen;
}

// --- text

std::string State::format(Move move) const { return move_text(table_, move); }

Move State::parse_move(std::string_view text) const {
    const Turn who = turn();
    if (who.is_over())
        throw IllegalMoveError("shields: " + quoted(text) + " cannot be played; the game is over");
    if (who.is_chance()) return parse_outcome(table_, text);
    return {parse_entry(table_, who.seat(), text)};
}

std::string State::text() const { return table_text(table_); }

State State::parse(std::string_view text, const Rules& rules) {
    return State(parse_table(text, rules, kAll));
}

std::string State::public_text() const { return table_text(table_.masked(kNobody)); }

std::string State::drawing() const { return table_drawing(table_); }

std::string State::check() const {
    if (table_.viewer != kAll) return "a state with a viewer";
    return table_fault(table_);
}

// --- keys

namespace {

void add_entries(Hasher& hasher, const Entries& entries) {
    std::uint64_t word = 0;
    for (std::size_t seat = 0; seat < 4; ++seat) word = word << 16 | entries[seat];
    hasher.add(word).add(entries[4]);
}

}  // namespace

std::uint64_t State::key() const {
    Hasher hasher(info_key_of(table_, kAll));
    add_entries(hasher, table_.choices);
    if (table_.phase == Phase::kClaim || table_.phase == Phase::kAccuse) {
        add_entries(hasher, table_.claims);
        add_entries(hasher, table_.accusations);
    }
    if (table_.rules.mode == Mode::kFfau)
        for (const Hand& hand : table_.hands) hasher.add(hand.bits());
    return hasher.value();
}

std::uint64_t State::info_key(Seat seat) const { return info_key_of(table_, seat); }

}  // namespace moonflower::shields
