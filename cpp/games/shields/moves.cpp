#include "games/shields/moves.hpp"

#include <algorithm>

namespace moonflower::shields {
namespace {

// Every shield set in the order of its text: -, C, CD, CDH, CDHS, CDS, CH, ...
constexpr auto kSetOrder = [] {
    std::array<SuitSet, 16> order{};
    for (std::size_t i = 0; i < 16; ++i) order[i] = static_cast<SuitSet>(i);
    // Texts compare as the lists of suits do: the lower first difference wins, then the shorter.
    const auto before = [](SuitSet a, SuitSet b) {
        while (a != 0 && b != 0) {
            const int suit_a = std::countr_zero(a);
            const int suit_b = std::countr_zero(b);
            if (suit_a != suit_b) return suit_a < suit_b;
            a = static_cast<SuitSet>(a & (a - 1));
            b = static_cast<SuitSet>(b & (b - 1));
        }
        return a == 0 && b != 0;
    };
    std::sort(order.begin(), order.end(), before);
    return order;
}();

// The attacks a seat may combine with its shields, as entries without shields.
using AttackChoices = StaticVector<Entry, 6>;

AttackChoices attack_choices(const Table& table, Seat seat) {
    AttackChoices choices;
    if (table.rules.mode == Mode::kEnemy) {
        choices.push_back(0);
        return choices;
    }
    if (table.rules.mode == Mode::kFfa) {
        for (int suit = 0; suit < kSuits; ++suit)
            choices.push_back(with_card(0, card_of(suit, Kind::kPlain)));
        return choices;
    }
    const Hand& hand = table.hands[Table::index(seat)];
    const int due = table.attacks_due(seat);
    if (due == 0) choices.push_back(0);  // SH-54
    for (int first = 0; due > 0 && first < Hand::kSlots; ++first) {
        if (hand.in_slot(first) == 0) continue;
        const Entry one = with_card(0, Hand::card_at(first));
        if (due == 1) choices.push_back(one);
        for (int second = first; due == 2 && second < Hand::kSlots; ++second)
            if (hand.in_slot(second) > (second == first ? 1 : 0))
                choices.push_back(with_card(one, Hand::card_at(second)));
    }
    return choices;
}

Entry random_attack(const Table& table, Seat seat, Rng& rng) {
    if (table.rules.mode == Mode::kEnemy) return 0;
    if (table.rules.mode == Mode::kFfa)
        return with_card(0, card_of(static_cast<int>(rng.below(kSuits)), Kind::kPlain));
    Hand hand = table.hands[Table::index(seat)];
    int size = table.hand_sizes[Table::index(seat)];
    const int due = table.attacks_due(seat);
    if (due == 0) return 0;
    const Card first = hand.at(static_cast<int>(rng.below(static_cast<std::uint32_t>(size))));
    if (due == 1) return with_card(0, first);
    hand.remove(first);
    --size;
    const Card second = hand.at(static_cast<int>(rng.below(static_cast<std::uint32_t>(size))));
    return with_card(with_card(0, std::min(first, second)), std::max(first, second));
}

std::uint32_t claim_count(const Table& table) { return 1U << table.shown_count; }

// SH-37: seats that `seat` may accuse.
unsigned suspects(const Table& table, Seat seat) { return table.living() & ~(1U << seat); }

}  // namespace

Sets sets_in(std::uint16_t sets) {
    Sets found;
    for (const SuitSet set : kSetOrder)
        if ((sets >> set & 1U) != 0) found.push_back(set);
    return found;
}

void list_entries(const Table& table, Seat seat, Moves& moves) {
    moves.clear();
    switch (table.phase) {
        case Phase::kChoose: {
            const Sets sets = sets_in(table.legal_sets(seat));
            for (const Entry attack : attack_choices(table, seat))
                for (const SuitSet set : sets)
                    moves.push_back({static_cast<std::uint32_t>(attack | set)});
            return;
        }
        case Phase::kClaim:
            for (std::uint32_t letters = 0; letters < claim_count(table); ++letters)
                moves.push_back({claim_count(table) - 1 - letters});
            return;
        case Phase::kAccuse:
            moves.push_back({0});
            for (unsigned rest = suspects(table, seat); rest != 0; rest &= rest - 1)
                moves.push_back({static_cast<std::uint32_t>(std::countr_zero(rest)) + 1});
            return;
        default:
            return;
    }
}

Entry random_entry(const Table& table, Seat seat, Rng& rng) {
    switch (table.phase) {
        case Phase::kClaim:
            return static_cast<Entry>(rng.below(claim_count(table)));
        case Phase::kAccuse: {
            const unsigned seats = suspects(table, seat);
            const std::uint32_t pick =
                rng.below(static_cast<std::uint32_t>(std::popcount(seats)) + 1);
            return static_cast<Entry>(pick == 0 ? 0 : nth_bit(seats, pick - 1) + 1);
        }
        default: {
            const std::uint16_t sets = table.legal_sets(seat);
            const auto count = static_cast<std::uint32_t>(std::popcount(sets));
            const auto set = static_cast<Entry>(count == 1 ? std::countr_zero(sets)
                                                           : nth_bit(sets, rng.below(count)));
            return static_cast<Entry>(random_attack(table, seat, rng) | set);
        }
    }
}

bool is_legal(const Table& table, Seat seat, Entry entry) {
    Moves moves;
    list_entries(table, seat, moves);
    return std::find(moves.begin(), moves.end(), Move{entry}) != moves.end();
}

namespace {

// The cards nobody has shown: without those that seats of unseen hands are known to play now.
CardCounts unplayed(const Table& table, Seat except) {
    CardCounts unseen = table.cards;
    for (Seat seat = 0; seat < table.rules.players; ++seat) {
        const Entry entry = table.choices[Table::index(seat)];
        if (seat == except || table.sees_hand(seat) || entry == kOpen || entry == kHidden) continue;
        for (const Card card : attacks_of(entry))
            if (unseen[card] > 0) unseen.remove(card);
    }
    return unseen;
}

}  // namespace

bool may_have_chosen(const Table& table, Seat seat, Entry entry) {
    Table then = table;
    then.phase = Phase::kChoose;
    const std::uint8_t previous = table.pending.previous[Table::index(seat)];
    if (table.pending.encore && (previous & kHiddenSet) != 0) {
        for (SuitSet set = 1; set < kAllSuits; ++set) {
            then.pending.previous[Table::index(seat)] = set;
            if (std::popcount(set) == (previous & kAllSuits) && is_legal(then, seat, entry))
                return true;
        }
        return false;
    }
    if (table.rules.mode != Mode::kFfau || table.sees_hand(seat))
        return is_legal(then, seat, entry);
    if ((table.legal_sets(seat) >> shields_of(entry) & 1U) == 0) return false;
    const Attacks attacks = attacks_of(entry);
    if (static_cast<int>(attacks.size()) != table.attacks_due(seat)) return false;
    CardCounts unseen = unplayed(table, seat);
    for (const Card card : attacks) {
        if (unseen[card] == 0) return false;
        unseen.remove(card);
    }
    return true;
}

void list_outcomes(const Table& table, Outcomes& outcomes) {
    outcomes.clear();
    if (table.is_confused()) {
        for (const SuitSet set : sets_in(table.legal_sets(table.mover())))
            outcomes.push_back({{set}, 1});
        return;
    }
    for (std::size_t card = 0; card < kCardCodes; ++card) {
        const std::uint8_t count = table.cards[static_cast<Card>(card)];
        if (count > 0) outcomes.push_back({{static_cast<std::uint32_t>(card)}, count});
    }
}

Move random_outcome(const Table& table, Rng& rng) {
    if (!table.is_confused()) return {table.cards.random(rng)};
    const std::uint16_t sets = table.legal_sets(table.mover());
    return {static_cast<std::uint32_t>(
        nth_bit(sets, rng.below(static_cast<std::uint32_t>(std::popcount(sets)))))};
}

}  // namespace moonflower::shields
