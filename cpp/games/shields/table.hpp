// What lies on the table: everything a position string holds. The same mechanics serve the truth
// (viewer kAll: nothing is hidden) and what one seat knows of it (hidden entries are marked so).
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "core/types.hpp"
#include "games/shields/deck.hpp"
#include "games/shields/rules.hpp"

namespace moonflower::shields {

enum class Phase : std::uint8_t { kChoose, kDraw, kClaim, kAccuse, kRefill, kOver };

// An entry of the running stage. In kChoose the shields and up to two attack cards; in kClaim a bit
// for each card, set for "hit"; in kAccuse the accused seat plus one, 0 for nobody.
using Entry = std::uint16_t;
inline constexpr Entry kOpen = 0xffff;    // not made yet; also of the defeated
inline constexpr Entry kHidden = 0xfffe;  // made, but not known to the viewer
using Entries = std::array<Entry, kMaxSeats>;
inline constexpr Entries kAllOpen{kOpen, kOpen, kOpen, kOpen, kOpen};

[[nodiscard]] constexpr SuitSet shields_of(Entry entry) {
    return static_cast<SuitSet>(entry & kAllSuits);
}
[[nodiscard]] constexpr Entry with_card(Entry entry, Card card) {
    const unsigned shift = entry >> 4U == 0 ? 4 : 10;
    return static_cast<Entry>(entry | (card + 1U) << shift);
}
using Attacks = StaticVector<Card, 2>;
[[nodiscard]] constexpr Attacks attacks_of(Entry entry) {
    Attacks attacks;
    for (unsigned rest = entry >> 4U; rest != 0; rest >>= 6U)
        attacks.push_back(static_cast<Card>((rest & 63U) - 1));
    return attacks;
}

// A previous set that the viewer does not know; its size is public.
inline constexpr std::uint8_t kHiddenSet = 0x10;

// What this turn's cards do to the next (SH-26, SH-71).
struct Pending {
    std::uint8_t attacks = 1;                           // enemy: cards of the next attack
    std::array<std::uint8_t, kMaxSeats> own_attacks{};  // ffau: one more than 1
    std::array<SuitSet, kMaxSeats> hindered{};
    std::uint8_t handicapped = 0;  // seats
    bool encore = false;
    std::array<std::uint8_t, kMaxSeats> previous{};  // encore: a set, or kHiddenSet | size
    std::uint8_t shown = 0;  // encore with cheat: seats whose previous set everybody saw
    SuitSet destiny = 0;
    bool confusion = false;

    friend bool operator==(const Pending&, const Pending&) = default;
};

inline constexpr int kAll = -1;     // the truth
inline constexpr int kNobody = -2;  // what everybody sees

struct Table {
    Rules rules;
    std::int8_t viewer = kAll;
    Phase phase = Phase::kChoose;
    std::uint8_t shown_count = 0;
    std::array<Card, 4> shown{};  // attack cards of this turn in order
    std::array<std::uint16_t, kMaxSeats> lives{};
    std::uint32_t turns = 0;
    Entries choices = kAllOpen;
    Entries claims = kAllOpen;
    Entries accusations = kAllOpen;
    Pending pending;
    CardCounts cards;  // enemy: the deck; ffau: the pile, with all hands the viewer does not see
    std::array<Hand, kMaxSeats> hands{};  // ffau: of seats whose hand is seen
    std::array<std::uint8_t, kMaxSeats> hand_sizes{};
    Hand aside;  // ffau: cards played this turn

    explicit Table(const Rules& with, int seen_by = kAll);

    // --- questions
    [[nodiscard]] bool is_alive(Seat seat) const { return lives[index(seat)] > 0; }
    [[nodiscard]] unsigned living() const;
    [[nodiscard]] bool sees_hand(Seat seat) const { return viewer == kAll || viewer == seat; }
    // Chance gives the shields of this turn (SH-24).
    [[nodiscard]] bool is_confused() const { return phase == Phase::kChoose && pending.confusion; }
    // Entries of the running stage show at once: open order or confusion.
    [[nodiscard]] bool is_public_stage() const {
        return phase == Phase::kChoose && (rules.is_open || pending.confusion);
    }
    [[nodiscard]] bool has_stage() const {
        return phase == Phase::kChoose || phase == Phase::kClaim || phase == Phase::kAccuse;
    }
    [[nodiscard]] const Entries& entries() const;
    [[nodiscard]] Entries& entries();
    // The first living seat whose entry is open, or -1.
    [[nodiscard]] Seat mover() const;
    // Shield sets a seat may choose, a bit for each mask (SH-31 to SH-34); its previous set known.
    [[nodiscard]] std::uint16_t legal_sets(Seat seat) const;
    // How many shields the seat's choice has, as everybody can tell.
    [[nodiscard]] int choice_size(Seat seat) const;
    // Attack cards the seat must play now (ffau; 1 in ffa).
    [[nodiscard]] int attacks_due(Seat seat) const;
    // Cards nobody holds.
    [[nodiscard]] int pile_size() const;
    // SH-77: the seat the next card goes to, or -1 when nobody gets one.
    [[nodiscard]] Seat receiver() const;
    // Seats that win a finished game; `last_standing` = alive when its last turn began.
    [[nodiscard]] unsigned winners(unsigned last_standing) const;
    // Nothing hidden is left that this stage must show before it can end.
    [[nodiscard]] bool is_ready() const;
    [[nodiscard]] unsigned accused() const;

    // --- the game goes on
    void commit(Seat seat, Entry entry);  // then close_stage
    void close_stage();                   // to the next stage once every entry is in and shown
    void attack(Card card);
    void deal(Card card);
    void deal_hidden();  // to a seat whose hand is not seen

    // What `seat` may know of the truth, or of its own view; kNobody for the public part.
    [[nodiscard]] Table masked(int seat) const;
    // The previous set of `of` as `seat` knows it: a set, kHiddenSet | size, or 0 for none.
    [[nodiscard]] std::uint8_t known_previous(Seat of, int seat) const;

    friend bool operator==(const Table&, const Table&) = default;

    [[nodiscard]] static constexpr std::size_t index(Seat seat) {
        return static_cast<std::size_t>(seat);
    }

private:
    void resolve_attack();
    void resolve_duels();
    void lose(const std::array<int, kMaxSeats>& loss, Pending next);
    void end_or_go_on();
    void settle_refill();
    void play_from_hand(Seat seat, Card card);
};

}  // namespace moonflower::shields
