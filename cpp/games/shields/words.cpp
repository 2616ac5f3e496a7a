#include "games/shields/words.hpp"

#include <algorithm>
#include <bit>

#include "core/text.hpp"
#include "games/shields/notation.hpp"

namespace moonflower::shields {
namespace {

Phrase suit_phrase(int suit) {
    return Phrase(std::string("shields.suit.") + kSuitLetters[static_cast<std::size_t>(suit)]);
}

Phrases suits_phrases(SuitSet set) {
    Phrases suits;
    for (int suit = 0; suit < kSuits; ++suit)
        if ((set >> suit & 1) != 0) suits.push_back(suit_phrase(suit));
    return suits;
}

// A set of shields as it stands in a sentence: "the shields of clubs and diamonds".
Phrase set_phrase(SuitSet set) {
    const Phrases suits = suits_phrases(set);
    if (suits.empty()) return Phrase("shields.no_shield");
    return Phrase(suits.size() == 1 ? "shields.one_shield" : "shields.some_shields")
        .list("suits", suits);
}

Phrase card_phrase(const Rules& rules, Card card) {
    if (card == kWildCard) return Phrase("shields.card.W");
    constexpr std::string_view kTold = "n067IPV";  // in the order of Kind
    const char kind = kTold[static_cast<std::size_t>(kind_of(card))];
    const bool is_plain = kind == 'n' || (kind == '7' && !rules.confuses) ||
                          (kind == 'V' && !rules.reverses) || rules.mode == Mode::kFfa;
    if (is_plain) return suit_phrase(card >> 3);
    std::string key = std::string("shields.card.") + kind;
    if (kind == 'P' && rules.plus_doubles) key += ".double";
    if (kind == 'I' && rules.skip_hinders) key += ".hinder";
    return Phrase(key).phrase("suit", suit_phrase(card >> 3));
}

// What a seat enters in the stage that runs. A hidden entry tells that one was made.
Phrase entry_phrase(const Table& table, Phase stage, Seat seat, Entry entry) {
    if (entry == kHidden) return Phrase("shields.entry_hidden").seat("who", seat);
    if (stage == Phase::kClaim) {
        Phrases claims;
        for (int i = 0; i < table.shown_count; ++i)
            claims.push_back(
                Phrase((entry >> i & 1) != 0 ? "shields.claim.hit" : "shields.claim.safe"));
        return Phrase("shields.claim").seat("who", seat).list("claims", claims);
    }
    if (stage == Phase::kAccuse)
        return entry == 0 ? Phrase("shields.trust").seat("who", seat)
                          : Phrase("shields.accuse").seat("who", seat).seat("target", entry - 1);
    const Phrase set = set_phrase(shields_of(entry));
    Phrases attacks;
    for (const Card card : attacks_of(entry)) attacks.push_back(card_phrase(table.rules, card));
    if (attacks.empty()) return Phrase("shields.raise").seat("who", seat).phrase("shields", set);
    return Phrase("shields.attack").seat("who", seat).list("cards", attacks).phrase("shields", set);
}

// SH-100: "=CD/HS/-", claims without separator.
void tell_reveal(const Table& table, std::string_view list, Phrases& told) {
    const bool has_parts = table.phase != Phase::kClaim;
    const auto parts = has_parts ? split(list, '/') : std::vector<std::string_view>{};
    for (Seat seat = 0; seat < table.rules.players; ++seat) {
        std::string_view part;
        if (has_parts) {
            part = parts[Table::index(seat)];
        } else {
            const std::size_t size = list[0] == '-' ? 1 : table.shown_count;
            part = list.substr(0, size);
            list.remove_prefix(size);
        }
        if (!table.is_alive(seat) || seat == table.viewer) continue;  // who knows its own
        told.push_back(entry_phrase(table, table.phase, seat, read_entry(table, part)));
    }
}

// What a card or a commit was to whom, before anything comes of it.
void tell_token(const Table& table, std::string_view token, Phrases& told) {
    if (token[0] == '=') return tell_reveal(table, token.substr(1), told);
    if (token[0] == '#') {
        const auto set = read_set(token.substr(3));
        told.push_back(Phrase("shields.shown")
                           .seat("who", token[1] - '0')
                           .phrase("shields", set_phrase(set.value_or(0))));
        return;
    }
    if (token == "*+?") {
        told.push_back(Phrase("shields.dealt_hidden").seat("who", table.receiver()));
    } else if (token.starts_with("*+")) {
        told.push_back(Phrase("shields.dealt")
                           .seat("who", table.receiver())
                           .phrase("card", card_phrase(table.rules, *read_card(token.substr(2)))));
    } else if (token.starts_with("*!")) {
        told.push_back(Phrase("shields.drawn")
                           .phrase("card", card_phrase(table.rules, *read_card(token.substr(2)))));
    } else if (token.starts_with("*~")) {
        told.push_back(Phrase("shields.confused")
                           .seat("who", table.mover())
                           .phrase("shields", set_phrase(read_set(token.substr(2)).value_or(0))));
    } else {
        const Entry entry = token == "?" ? kHidden : read_entry(table, token);
        told.push_back(entry_phrase(table, table.phase, table.mover(), entry));
    }
}

// SH-58, SH-59: what some may not do next, or all of them.
void tell_limits(const Table& table, Phrases& told) {
    const Pending& next = table.pending;
    const unsigned living = table.living();
    bool all_hindered = std::popcount(living) > 1;
    for (Seat seat = 0; seat < table.rules.players; ++seat)
        if (table.is_alive(seat))
            all_hindered &= next.hindered[Table::index(seat)] == next.hindered[0];
    const bool all_handicapped = std::popcount(living) > 1 && (next.handicapped & living) == living;
    if (all_hindered && next.hindered[0] != 0)
        told.push_back(
            Phrase("shields.next.all_hindered").list("suits", suits_phrases(next.hindered[0])));
    if (all_handicapped) told.push_back(Phrase("shields.next.all_handicapped"));
    for (Seat seat = 0; seat < table.rules.players; ++seat) {
        const std::size_t i = Table::index(seat);
        if (!table.is_alive(seat)) continue;
        if (next.hindered[i] != 0 && !all_hindered)
            told.push_back(Phrase("shields.next.hindered")
                               .seat("who", seat)
                               .list("suits", suits_phrases(next.hindered[i])));
        if ((next.handicapped >> seat & 1U) != 0 && !all_handicapped)
            told.push_back(Phrase("shields.next.handicapped").seat("who", seat));
        if (next.own_attacks[i] != 0)
            told.push_back(Phrase("shields.next.two_attacks").seat("who", seat));
    }
}

// SH-13: lives are lost by all at once; then what the turn leaves for the next (SH-26).
void tell_losses(const Table& before, const Table& after, Phrases& told) {
    if (after.turns == before.turns) return;
    bool has_lost = false;
    for (Seat seat = 0; seat < before.rules.players; ++seat) {
        const std::size_t i = Table::index(seat);
        const int lost = before.lives[i] - after.lives[i];
        if (lost <= 0) continue;
        has_lost = true;
        told.push_back(Phrase(after.lives[i] == 0 ? "shields.defeated" : "shields.lost")
                           .seat("who", seat)
                           .number("n", lost)
                           .number("left", after.lives[i]));
    }
    if (!has_lost) told.push_back(Phrase("shields.nobody_lost"));
    if (after.phase == Phase::kOver) return;
    const Pending& next = after.pending;
    if (before.rules.mode == Mode::kEnemy && next.attacks > 1)
        told.push_back(Phrase("shields.next.attacks").number("n", next.attacks));
    if (next.encore) told.push_back(Phrase("shields.next.encore"));
    if (next.confusion) told.push_back(Phrase("shields.next.confusion"));
    if (next.destiny != 0)
        told.push_back(Phrase("shields.next.destiny").list("suits", suits_phrases(next.destiny)));
    tell_limits(after, told);
}

}  // namespace

Phrases phrases_of(const State& state, std::string_view event) {
    Phrases told;
    tell_token(state.table(), event, told);
    State after = state;
    after.apply(state.parse_move(event));
    tell_losses(state.table(), after.table(), told);
    return told;
}

Phrases phrases_of(const View& view, std::string_view event) {
    Phrases told;
    View now = view;
    const auto tokens = words(event);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const std::string_view token = tokens[i];
        const bool is_shown_at_once = i + 1 < tokens.size() && token == "?";
        if (!is_shown_at_once) tell_token(now.table(), token, told);
        View next = now;
        next.observe(token);
        tell_losses(now.table(), next.table(), told);
        now = next;
    }
    return told;
}

// SH-14, SH-51, SH-52
Phrase ending_of(const State& state) {
    const Table& table = state.table();
    const Returns returns = state.returns();
    Phrases winners;
    unsigned who = 0;
    for (Seat seat = 0; seat < table.rules.players; ++seat)
        if (returns.units[Table::index(seat)] > 0) {
            winners.push_back(Phrase("seat").seat("who", seat));
            who |= 1U << seat;
        }
    const auto first = static_cast<Seat>(std::countr_zero(who | 1U << kMaxSeats));
    if (winners.empty())
        return table.rules.players == 1 ? Phrase("shields.end.fallen").seat("who", 0)
                                        : Phrase("shields.end.nobody");
    if (!table.is_alive(first)) return Phrase("shields.end.together").list("winners", winners);
    const int left = table.lives[Table::index(first)];
    if (std::popcount(table.living()) > 1)
        return Phrase(table.rules.mode == Mode::kEnemy ? "shields.end.deck" : "shields.end.turns")
            .list("winners", winners);
    const std::string_view key =
        table.rules.players == 1 ? "shields.end.outlived" : "shields.end.last";
    return Phrase(key).seat("who", first).number("left", left);
}

}  // namespace moonflower::shields
