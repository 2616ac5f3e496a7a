// SH-86: solo games and duels with effect cards, played out by the game's own mechanics with every
// draw. Exact where the deck is small enough.
#include <unordered_map>

#include "core/hash.hpp"
#include "solve/shields/stage.hpp"

namespace moonflower::shields {
namespace {

// A position between turns. Suits are alike: each is a word of its cards and of the effects that
// concern it, and the words are sorted.
struct TurnKey {
    std::array<std::uint64_t, kSuits + 2> words{};
    friend bool operator==(const TurnKey&, const TurnKey&) = default;
};
struct TurnKeyHash {
    std::size_t operator()(const TurnKey& key) const {
        Hasher hasher;
        for (const std::uint64_t word : key.words) hasher.add(word);
        return static_cast<std::size_t>(hasher.value());
    }
};

TurnKey turn_key(const Table& table) {
    const Pending& pending = table.pending;
    TurnKey key;
    for (std::size_t suit = 0; suit < kSuits; ++suit) {
        std::uint64_t word = 0;
        for (int kind = 0; kind < 7; ++kind)
            word =
                word << 8 | table.cards[card_of(static_cast<int>(suit), static_cast<Kind>(kind))];
        word = word << 1 | (pending.hindered[0] >> suit & 1U);
        word = word << 1 | (pending.destiny >> suit & 1U);
        for (const std::uint8_t previous : pending.previous)
            word = word << 1 | (previous >> suit & 1U);
        key.words[suit] = word;
    }
    std::sort(key.words.begin(), key.words.begin() + kSuits);
    for (const std::uint16_t lives : table.lives)
        if (lives > 0) key.words[kSuits] = key.words[kSuits] << 16 | lives;
    for (const std::uint16_t lives : table.lives)
        key.words[kSuits + 1] = key.words[kSuits + 1] << 1 | (lives > 0 ? 1U : 0U);
    key.words[kSuits + 1] = key.words[kSuits + 1] << 24 |
                            static_cast<unsigned>(table.cards[kWildCard]) << 16U |
                            static_cast<unsigned>(pending.handicapped) << 8U |
                            static_cast<unsigned>(pending.attacks) << 2U |
                            (pending.encore ? 2U : 0U) | (pending.confusion ? 1U : 0U);
    return key;
}

template <class Number>
class Turns {
public:
    explicit Turns(const Table& table, Effort& effort)
        : seats_(table.living()),
          is_solo_(table.rules.players == 1),
          effort_(effort),
          fractions_(effort.budget(), table.rules.players > 1) {}

    Number value(const Table& table) {
        if (table.phase == Phase::kOver) return result(table);
        const TurnKey key = turn_key(table);
        if (const auto known = known_.find(key); known != known_.end()) return known->second;
        effort_.count_position();
        Number best = solved(table);
        fractions_.check(best);
        known_.emplace(key, best);
        return best;
    }

    // The turn as a matrix of what both sides may choose; a single player has one column.
    Matrix<Number> stage(const Table& table, const Sets& rows, const Sets& columns) {
        Matrix<Number> game(rows.size(), columns.size());
        for (std::size_t i = 0; i < rows.size(); ++i)
            for (std::size_t j = 0; j < columns.size(); ++j)
                game(i, j) = drawn(with_choices(table, rows[i], columns[j]));
        return game;
    }

    [[nodiscard]] Sets rows(const Table& table) const {
        return sets_of(table, std::countr_zero(seats_));
    }
    [[nodiscard]] Sets columns(const Table& table) const {
        if (is_solo_) return sets_in(1);  // the empty set stands for nobody
        return sets_of(table, std::countr_zero(seats_ & (seats_ - 1)));
    }

    // SH-24: chance chooses for all, but for what it has chosen already.
    Number given(const Table& table) {
        const Sets first = rows(table);
        const Sets second = columns(table);
        const Matrix<Number> game = stage(table, first, second);
        typename NumberTraits<Number>::Mean mean;
        for (std::size_t i = 0; i < first.size(); ++i)
            for (std::size_t j = 0; j < second.size(); ++j) mean.add(1, game(i, j));
        return mean.over(static_cast<int>(first.size() * second.size()));
    }

private:
    Number result(const Table& table) const {
        const unsigned living = table.living();
        const int first = (living & seats_ & (0U - seats_)) != 0 ? 1 : 0;
        if (is_solo_) return first;
        return first - ((living & seats_ & (seats_ - 1)) != 0 ? 1 : 0);
    }

    // What a seat may choose, or what it has.
    static Sets sets_of(const Table& table, Seat seat) {
        const Entry made = table.choices[Table::index(seat)];
        return sets_in(made == kOpen ? table.legal_sets(seat)
                                     : static_cast<std::uint16_t>(1U << shields_of(made)));
    }

    Number solved(const Table& table) {
        if (table.pending.confusion) return given(table);
        const Matrix<Number> game = stage(table, rows(table), columns(table));
        const bool in_turn = is_solo_ || table.rules.is_open;
        return (in_turn ? solve_in_turn(game) : solve_together(game)).value;
    }

    [[nodiscard]] Table with_choices(Table table, SuitSet first, SuitSet second) const {
        table.choices = kAllOpen;
        table.choices[static_cast<std::size_t>(std::countr_zero(seats_))] = first;
        if (!is_solo_)
            table.choices[static_cast<std::size_t>(std::countr_zero(seats_ & (seats_ - 1)))] =
                second;
        table.close_stage();
        return table;
    }

    // Mean over the cards that may still come this turn.
    Number drawn(const Table& table) {
        if (table.phase != Phase::kDraw) {
            Table next = table;
            next.turns = 0;
            return value(next);
        }
        typename NumberTraits<Number>::Mean mean;
        for (std::size_t card = 0; card < kCardCodes; ++card) {
            const int count = table.cards[static_cast<Card>(card)];
            if (count == 0) continue;
            Table next = table;
            next.attack(static_cast<Card>(card));
            mean.add(count, drawn(next));
        }
        return mean.over(table.cards.total());
    }

    unsigned seats_;
    bool is_solo_;
    Effort& effort_;
    FractionLimit fractions_;
    std::unordered_map<TurnKey, Number, TurnKeyHash> known_;
};

Analysis solve_alone(const Table& table, Effort& effort) {
    Turns<Rational> turns(table, effort);
    Analysis analysis{.kind = "solo", .measure = "survival", .is_exact = true};
    if (table.pending.confusion) {
        analysis.values.emplace_back(turns.given(table));
        analysis.choices.emplace_back();
        return analysis;
    }
    const Sets sets = turns.rows(table);
    const Matrix<Rational> game = turns.stage(table, sets, turns.columns(table));
    const SolvedStage<Rational> best = solve_in_turn(game);
    analysis.values.emplace_back(best.value);
    auto& choices = analysis.choices.emplace_back();
    for (std::size_t i = 0; i < sets.size(); ++i)
        choices.push_back(
            {set_text(sets[i]), Figure(best.row[i]), Figure(best.value - game(i, 0))});
    return analysis;
}

template <class Number>
Analysis solve_both(const Table& table, Effort& effort) {
    Turns<Number> turns(table, effort);
    if (table.pending.confusion) return present_duel(table, turns.given(table));
    Table before = table;
    before.choices = kAllOpen;
    const Sets rows = turns.rows(before);
    const Sets columns = turns.columns(before);
    return present_duel(table, turns.stage(before, rows, columns), rows, columns);
}

}  // namespace

Analysis solve_with_effects(const Table& table, Effort& effort) {
    if (table.rules.players == 1) return solve_alone(table, effort);
    try {
        return solve_both<Rational>(table, effort);
    } catch (const FractionsTooLong&) {
        return solve_both<Interval>(table, effort);
    }
}

}  // namespace moonflower::shields
