// Moves as codes: an entry of the running stage, a drawn card, or shields given by confusion.
#pragma once

#include "core/game.hpp"
#include "core/static_vector.hpp"
#include "games/shields/table.hpp"

namespace moonflower::shields {

using Moves = StaticVector<Move, 36>;  // ffau: six pairs of cards and six shield sets
using Outcomes = StaticVector<Outcome, kCardCodes>;

// The entries a living seat may make in the running stage, in the order of their texts. Needs the
// seat's own hand and previous set.
void list_entries(const Table& table, Seat seat, Moves& moves);
[[nodiscard]] Entry random_entry(const Table& table, Seat seat, Rng& rng);
[[nodiscard]] bool is_legal(const Table& table, Seat seat, Entry entry);

// The truth about the attack shown, as a claim.
[[nodiscard]] Entry honest_claim(const Table& table, Seat seat);

// A choice the seat may have made this turn, as far as the viewer can tell.
[[nodiscard]] bool may_have_chosen(const Table& table, Seat seat, Entry entry);

void list_outcomes(const Table& table, Outcomes& outcomes);
[[nodiscard]] Move random_outcome(const Table& table, Rng& rng);

// The shield sets of a bit set of masks, in the order of their texts.
using Sets = StaticVector<SuitSet, 16>;
[[nodiscard]] Sets sets_in(std::uint16_t sets);

}  // namespace moonflower::shields
