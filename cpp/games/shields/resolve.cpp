// The end of a turn: what the cards cost and what they leave behind.
#include <algorithm>

#include "games/shields/table.hpp"

namespace moonflower::shields {
namespace {

using Losses = std::array<int, kMaxSeats>;

// The attack cards of one turn of mode enemy, read once for all players.
struct Attack {
    std::array<SuitSet, 4> suits{};
    std::array<int, 4> damage{};  // to a player it hits
    int count = 0;
    int handicap = -1;  // the card that handicaps those it hits
    bool swaps = false;
    Pending next;

    // Cards, a bit each, that hit somebody with this choice (SH-16, SH-21).
    [[nodiscard]] unsigned hits(Entry choice) const {
        const unsigned shields = shields_of(choice) ^ (swaps ? kAllSuits : 0U);
        unsigned found = 0;
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
            if (suits[i] != 0 && (suits[i] & shields) == 0) found |= 1U << i;
        return found;
    }
    [[nodiscard]] int loss(unsigned hit) const {
        int sum = 0;
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
            if ((hit >> i & 1U) != 0) sum += damage[i];
        return sum;
    }
};

Attack read_attack(const Table& table) {
    const Rules& rules = table.rules;
    Attack attack;
    attack.count = table.shown_count;
    Pending& next = attack.next;
    unsigned seen = 0;
    bool doubles = false;
    for (std::size_t i = 0; i < table.shown_count; ++i) {
        const Card card = table.shown[i];
        const Kind kind = kind_of(card);
        const SuitSet suit = suit_of(card);
        attack.suits[i] = suit;
        attack.damage[i] = kind == Kind::kWild ? 0 : 1;
        if ((seen >> static_cast<unsigned>(kind) & 1U) != 0) continue;  // SH-28: first of its kind
        seen |= 1U << static_cast<unsigned>(kind);
        switch (kind) {
            case Kind::kPlus:
                if (rules.plus_doubles)
                    doubles = true;  // SH-18
                else
                    attack.damage[i] = 2;  // SH-17
                break;
            case Kind::kSkip:
                if (rules.skip_hinders)
                    next.hindered.fill(suit);  // SH-20
                else
                    attack.handicap = static_cast<int>(i);  // SH-19
                break;
            case Kind::kReverse:
                attack.swaps = rules.reverses;  // SH-21
                break;
            case Kind::kEncore:
                next.encore = true;  // SH-22
                break;
            case Kind::kDestiny:
                next.destiny = suit;  // SH-23
                break;
            case Kind::kConfusion:
                next.confusion = rules.confuses;  // SH-24
                break;
            default:
                break;
        }
    }
    const bool ultimate = (seen >> static_cast<unsigned>(Kind::kWild) & 1U) != 0;
    next.attacks = ultimate ? 4 : doubles ? 2 : 1;  // SH-25, SH-29
    return attack;
}

// SH-36 to SH-46: what claims and accusations make of an attack.
struct Trial {
    Losses loss{};
    unsigned handicapped = 0;
};

Trial judge(const Table& table, const Attack& attack, unsigned accused) {
    Trial trial;
    const Rules& rules = table.rules;
    unsigned liars = 0;
    for (Seat seat = 0; seat < rules.players; ++seat) {
        const std::size_t i = Table::index(seat);
        if (!table.is_alive(seat)) continue;
        const unsigned claim = table.claims[i];
        const bool is_accused = (accused >> seat & 1U) != 0;
        const unsigned truth = is_accused ? attack.hits(table.choices[i]) : claim;
        const int claimed = attack.loss(claim);
        const int suffered = attack.loss(truth);
        if (truth != claim) {
            liars |= 1U << seat;
            trial.loss[i] += rules.lie_is_flat ? 2 : std::max(claimed, suffered) + 1;  // SH-38
        } else {
            trial.loss[i] += suffered;  // SH-39, SH-40
        }
        if (attack.handicap >= 0 && (truth >> attack.handicap & 1U) != 0)  // SH-42
            trial.handicapped |= 1U << seat;
    }
    for (Seat seat = 0; seat < rules.players; ++seat) {
        const Entry accusation = table.accusations[Table::index(seat)];
        if (!table.is_alive(seat) || accusation == 0) continue;
        if ((liars >> (accusation - 1U) & 1U) == 0) ++trial.loss[Table::index(seat)];  // SH-39
    }
    return trial;
}

}  // namespace

void Table::resolve_attack() {
    Attack attack = read_attack(*this);
    Pending& next = attack.next;
    Losses loss{};
    const unsigned shows = rules.cheats ? accused() : 0;
    if (rules.cheats) {
        const Trial trial = judge(*this, attack, shows);
        loss = trial.loss;
        next.handicapped = static_cast<std::uint8_t>(trial.handicapped);
    } else {
        for (std::size_t i = 0; i < rules.players; ++i) {
            if (lives[i] == 0) continue;
            const unsigned hit = attack.hits(choices[i]);
            loss[i] = attack.loss(hit);
            if (attack.handicap >= 0 && (hit >> attack.handicap & 1U) != 0)
                next.handicapped = static_cast<std::uint8_t>(next.handicapped | 1U << i);
        }
    }
    if (next.encore)
        for (Seat seat = 0; seat < rules.players; ++seat) {  // SH-30: as chosen, before any swap
            const std::size_t i = index(seat);
            if (!is_alive(seat)) continue;
            next.previous[i] = choices[i] == kHidden
                                   ? static_cast<std::uint8_t>(
                                         kHiddenSet | static_cast<unsigned>(choice_size(seat)))
                                   : static_cast<std::uint8_t>(shields_of(choices[i]));
            // SH-47, SH-99: shown now, or shown before and forced to be the same.
            const bool is_forced = pending.encore && (pending.shown >> seat & 1U) != 0 &&
                                   std::has_single_bit(legal_sets(seat));
            if (is_forced)
                next.previous[i] = static_cast<std::uint8_t>(std::countr_zero(legal_sets(seat)));
            if (rules.cheats && ((shows >> seat & 1U) != 0 || is_forced))
                next.shown = static_cast<std::uint8_t>(next.shown | 1U << seat);
        }
    lose(loss, next);
    claims = accusations = kAllOpen;
    shown_count = 0;
    shown = {};
    end_or_go_on();
}

// SH-13: all losses at once, never below 0; what is pending concerns the living only.
void Table::lose(const Losses& loss, Pending next) {
    for (std::size_t i = 0; i < rules.players; ++i) {
        lives[i] = static_cast<std::uint16_t>(std::max(0, lives[i] - loss[i]));
        if (lives[i] > 0) continue;
        const auto others = static_cast<std::uint8_t>(~(1U << i));
        next.handicapped &= others;
        next.shown &= others;
        next.previous[i] = 0;
        next.own_attacks[i] = 0;
        if (rules.mode == Mode::kFfau) next.hindered[i] = 0;
    }
    pending = next;
    choices = kAllOpen;
    ++turns;
}

// SH-50, SH-55 to SH-61: players attack each other.
void Table::resolve_duels() {
    Losses loss{};
    Pending next;
    unsigned reversers = 0;
    for (Seat owner = 0; owner < rules.players; ++owner) {
        if (!is_alive(owner)) continue;
        for (const Card card : attacks_of(choices[index(owner)]))
            if (kind_of(card) == Kind::kReverse && rules.reverses) reversers |= 1U << owner;
    }
    for (Seat owner = 0; owner < rules.players; ++owner) {
        if (!is_alive(owner)) continue;
        Kind before = Kind::kPlain;
        for (const Card card : attacks_of(choices[index(owner)])) {
            const Kind kind = kind_of(card);
            const bool acts = kind != before;  // SH-61: first of its kind among the owner's cards
            before = kind;
            const SuitSet suit = suit_of(card);
            const bool is_super = acts && kind == Kind::kPlus && !rules.plus_doubles;
            const bool skips = acts && kind == Kind::kSkip;
            if (kind == Kind::kPlus && rules.plus_doubles) next.own_attacks[index(owner)] = 1;
            for (Seat other = 0; other < rules.players; ++other) {
                if (other == owner || !is_alive(other)) continue;
                const std::size_t i = index(other);
                if (skips && rules.skip_hinders) next.hindered[i] |= suit;
                const bool is_swapped = (reversers & ~(1U << other)) != 0;  // SH-60
                const unsigned shields = shields_of(choices[i]) ^ (is_swapped ? kAllSuits : 0U);
                if ((suit & shields) != 0) continue;
                loss[i] += is_super ? 2 : 1;
                if (skips && !rules.skip_hinders)
                    next.handicapped = static_cast<std::uint8_t>(next.handicapped | 1U << other);
            }
        }
    }
    if (rules.mode == Mode::kFfau)
        for (Seat seat = 0; seat < rules.players; ++seat)
            if (is_alive(seat))
                for (const Card card : attacks_of(choices[index(seat)])) play_from_hand(seat, card);
    lose(loss, next);
    end_or_go_on();
}

void Table::play_from_hand(Seat seat, Card card) {
    if (sees_hand(seat))
        hands[index(seat)].remove(card);
    else
        cards.remove(card);
    --hand_sizes[index(seat)];
    aside.add(card);
}

// SH-14, SH-51, SH-52: the end test, else the next turn.
void Table::end_or_go_on() {
    const int alive = std::popcount(living());
    const bool is_last = rules.mode == Mode::kEnemy ? cards.total() == 0 : turns >= rules.max_turns;
    if (alive <= (rules.players == 1 ? 0 : 1) || is_last) {
        phase = Phase::kOver;
        aside = {};  // SH-80: the cards of the last turn are in no field
        return;
    }
    phase = Phase::kChoose;
    if (rules.mode == Mode::kFfau) {
        phase = Phase::kRefill;
        settle_refill();
    }
}

// SH-62, SH-63: draw first, return after.
void Table::settle_refill() {
    if (receiver() >= 0) return;
    aside.add_to(cards);
    aside = {};
    for (Seat seat = 0; seat < rules.players; ++seat) {
        if (is_alive(seat)) continue;
        hands[index(seat)].add_to(cards);  // empty where the hand is not seen: it is among `cards`
        hands[index(seat)] = {};
        hand_sizes[index(seat)] = 0;
    }
    phase = Phase::kChoose;
}

}  // namespace moonflower::shields
