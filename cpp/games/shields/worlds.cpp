// From a view to the worlds that agree with it, one at a time or all of them. Before any guess
// about play, every way of dealing the unseen cards and every legal choice is equally likely.
#include <algorithm>

#include "games/shields/belief.hpp"
#include "games/shields/state.hpp"

namespace moonflower::shields {
namespace {

// What a view leaves open about one seat.
struct Gap {
    Seat seat = 0;
    bool hand = false;
    bool previous = false;
    bool choice = false;
    bool entry = false;  // of the claim or accusation stage
};
using Gaps = StaticVector<Gap, kMaxSeats>;

// SH-102: while the viewer's own entry is open, the world is the one in which it is on move: the
// seats before it have entered, those behind have not. Else every seat up to the last entry has.
Seat last_entered(const Table& table, bool is_on_move) {
    if (is_on_move) return table.viewer - 1;
    Seat last = -1;
    for (Seat seat = 0; seat < table.rules.players; ++seat)
        if (table.entries()[Table::index(seat)] != kOpen) last = seat;
    return last;
}

// Makes the table a world but for its gaps, and lists them.
Gaps open_gaps(Table& world, bool is_on_move) {
    Gaps gaps;
    const bool is_secret_stage = world.has_stage() && !world.is_public_stage();
    const Seat last = is_secret_stage ? last_entered(world, is_on_move) : -1;
    for (Seat seat = 0; seat < world.rules.players; ++seat) {
        if (seat == world.viewer) continue;
        const std::size_t i = Table::index(seat);
        Gap gap{.seat = seat, .hand = world.hand_sizes[i] > 0};
        if (world.is_alive(seat)) {
            world.pending.previous[i] = world.known_previous(seat, world.viewer);
            gap.previous = (world.pending.previous[i] & kHiddenSet) != 0;
            gap.choice = world.rules.cheats && world.choices[i] != kOpen;
            if (is_secret_stage) {
                Entry& entry = world.entries()[i];
                if (seat > last) entry = kOpen;
                const bool is_missing = seat <= last;
                (world.phase == Phase::kChoose ? gap.choice : gap.entry) = is_missing;
            }
        }
        if (gap.hand || gap.previous || gap.choice || gap.entry) gaps.push_back(gap);
    }
    world.viewer = kAll;
    return gaps;
}

Sets previous_sets(const Table& world, Seat seat) {
    const int size = world.pending.previous[Table::index(seat)] & kAllSuits;
    Sets sets;
    for (SuitSet set = 1; set < kAllSuits; ++set)
        if (std::popcount(set) == size) sets.push_back(set);
    return sets;
}

// The entries of a seat in the stage `of`, whichever stage is running.
void list_in(Table& world, Phase of, Seat seat, Moves& moves) {
    const Phase now = world.phase;
    world.phase = of;
    list_entries(world, seat, moves);
    world.phase = now;
}

void deal_hand(Table& world, Seat seat, Rng& rng) {
    for (int i = 0; i < world.hand_sizes[Table::index(seat)]; ++i) {
        const Card card = world.cards.random(rng);
        world.cards.remove(card);
        world.hands[Table::index(seat)].add(card);
    }
}

Entry draw_from(const Moves& moves, Rng& rng) {
    return static_cast<Entry>(moves[rng.below(static_cast<std::uint32_t>(moves.size()))].code);
}

// A previous set and a choice of this turn; whoever knows the choice knows the set.
void draw_choice(Table& world, const Gap& gap, Rng& rng) {
    const std::size_t i = Table::index(gap.seat);
    if (gap.previous) {
        const Sets sets = previous_sets(world, gap.seat);
        world.pending.previous[i] = sets[rng.below(static_cast<std::uint32_t>(sets.size()))];
    }
    if (!gap.choice) return;
    Moves moves;
    list_in(world, Phase::kChoose, gap.seat, moves);
    world.choices[i] = draw_from(moves, rng);
}

double ways(int from, int take) {
    double product = 1;
    for (int i = 0; i < take; ++i) product = product * (from - i) / (i + 1);
    return product;
}

// Every world of a view with its share, depth first over the gaps.
class Lister {
public:
    Lister(const Table& view, bool is_on_move, std::size_t limit)
        : world_(view), gaps_(open_gaps(world_, is_on_move)), limit_(limit) {}

    std::optional<std::vector<World<State>>> list() {
        fill(0, 1.0);
        if (worlds_.size() > limit_) return std::nullopt;
        return std::move(worlds_);
    }

private:
    [[nodiscard]] bool is_full() const { return worlds_.size() > limit_; }

    void fill(std::size_t n, double weight) {
        if (is_full()) return;
        if (n == gaps_.size()) {
            Table done = world_;
            if (done.has_stage()) done.close_stage();
            worlds_.push_back({State(done), weight});
            return;
        }
        const Gap& gap = gaps_[n];
        if (gap.hand)
            fill_hand(n, 0, world_.hand_sizes[Table::index(gap.seat)], weight);
        else
            fill_previous(n, weight);
    }

    void fill_hand(std::size_t n, int slot, int missing, double weight) {
        if (is_full()) return;
        if (missing == 0) return fill_previous(n, weight);
        if (slot == Hand::kSlots) return;
        const Card card = Hand::card_at(slot);
        Hand& hand = world_.hands[Table::index(gaps_[n].seat)];
        const int there = world_.cards[card];
        int taken = 0;
        for (;; ++taken) {
            fill_hand(n, slot + 1, missing - taken, weight * ways(there, taken));
            if (taken == std::min(there, missing)) break;
            world_.cards.remove(card);
            hand.add(card);
        }
        for (; taken > 0; --taken) {
            world_.cards.add(card);
            hand.remove(card);
        }
    }

    void fill_previous(std::size_t n, double weight) {
        const Gap& gap = gaps_[n];
        if (!gap.previous) return fill_choice(n, weight);
        std::uint8_t& previous = world_.pending.previous[Table::index(gap.seat)];
        const std::uint8_t hidden = previous;
        for (const SuitSet set : previous_sets(world_, gap.seat)) {
            previous = set;
            fill_choice(n, weight);
        }
        previous = hidden;
    }

    void fill_choice(std::size_t n, double weight) {
        const Gap& gap = gaps_[n];
        Entry& choice = world_.choices[Table::index(gap.seat)];
        if (!gap.choice) return fill_entry(n, weight);
        Moves moves;
        list_in(world_, Phase::kChoose, gap.seat, moves);
        const Entry before = choice;
        for (const Move move : moves) {
            choice = static_cast<Entry>(move.code);
            fill_entry(n, weight / static_cast<double>(moves.size()));
        }
        choice = before;
    }

    void fill_entry(std::size_t n, double weight) {
        const Gap& gap = gaps_[n];
        if (!gap.entry) return fill(n + 1, weight);
        Moves moves;
        list_entries(world_, gap.seat, moves);
        Entry& entry = world_.entries()[Table::index(gap.seat)];
        const Entry before = entry;
        for (const Move move : moves) {
            entry = static_cast<Entry>(move.code);
            fill(n + 1, weight / static_cast<double>(moves.size()));
        }
        entry = before;
    }

    Table world_;
    Gaps gaps_;
    std::size_t limit_;
    std::vector<World<State>> worlds_;
};

}  // namespace

State View::sample(Rng& rng) const {
    Table world = table_;
    const Gaps gaps = open_gaps(world, is_on_move());
    for (const Gap& gap : gaps)
        if (gap.hand) deal_hand(world, gap.seat, rng);
    for (const Gap& gap : gaps) {
        if (gap.previous || gap.choice) draw_choice(world, gap, rng);
        if (!gap.entry) continue;
        Moves moves;
        list_entries(world, gap.seat, moves);
        world.entries()[Table::index(gap.seat)] = draw_from(moves, rng);
    }
    if (world.has_stage()) world.close_stage();
    return State(world);
}

std::optional<std::vector<World<State>>> View::worlds(std::size_t limit) const {
    return Lister(table_, is_on_move(), limit).list();
}

}  // namespace moonflower::shields
