// SH-85: one player against a plain deck. Counting deck orders instead of probabilities keeps every
// number whole: N(c, L) orders of the cards c are survived with L lives, and N = sum over suits of
// N(c - e_i, L - hit), the shields where they save most.
#include <unordered_map>

#include "core/range.hpp"
#include "solve/shields/parts.hpp"

namespace moonflower::shields {
namespace {

// The orders in which a deck can come.
BigInt orders(const Counts& counts) {
    BigInt product = 1;
    int placed = 0;
    for (const int count : counts)
        for (int i = 1; i <= count; ++i) product = product * BigInt(++placed) / BigInt(i);
    return product;
}

class Solo {
public:
    Solo(int shields, Effort& effort) : shields_(shields), effort_(effort) {}

    const BigInt& survived(const Counts& counts, int lives) {
        static const BigInt kNone;
        if (lives <= 0) return kNone;
        const auto key = key_of(counts, lives, 0);
        if (const auto known = known_.find(key); known != known_.end()) return known->second;
        effort_.count_position();
        BigInt sum = total_of(counts) == 0 ? BigInt(1) : BigInt(0);
        std::array<BigInt, kSuits> saved;  // by a shield of the suit
        for (std::size_t suit = 0; suit < kSuits; ++suit) {
            if (counts[suit] == 0) continue;
            const Counts next = without(counts, suit);
            const BigInt hit = survived(next, lives - 1);
            saved[suit] = survived(next, lives) - hit;
            sum += hit;
        }
        std::sort(saved.begin(), saved.end());
        for (std::size_t i = kSuits - static_cast<std::size_t>(shields_); i < kSuits; ++i)
            sum += saved[i];
        return known_.emplace(key, std::move(sum)).first->second;
    }

    // Survived with the shields of this turn given.
    BigInt survived_with(const Counts& counts, int lives, SuitSet set) {
        BigInt sum;
        for (std::size_t suit = 0; suit < kSuits; ++suit)
            if (counts[suit] > 0)
                sum += survived(without(counts, suit), lives - ((set >> suit & 1U) != 0 ? 0 : 1));
        return sum;
    }

private:
    int shields_;
    Effort& effort_;
    std::unordered_map<std::uint64_t, BigInt> known_;
};

}  // namespace

Analysis solve_solo(const Table& table, Effort& effort) {
    const Counts counts = plain_counts(table);
    const int lives = table.lives[0];
    Solo solo(table.rules.shields, effort);
    const BigInt all = orders(counts);
    const BigInt best = solo.survived(counts, lives);
    Analysis analysis{.kind = "solo", .measure = "survival", .is_exact = true};
    analysis.values.emplace_back(Rational(best, all));
    bool is_first = true;  // one best choice is enough; the others show a loss of 0
    auto& choices = analysis.choices.emplace_back();
    for (const SuitSet set : sets_of_size(table.rules.shields)) {
        const BigInt loss = best - solo.survived_with(counts, lives, set);
        const bool is_played = is_first && loss.is_zero();
        if (is_played) is_first = false;
        choices.push_back(
            {set_text(set), Figure(Rational(is_played ? 1 : 0)), Figure(Rational(loss, all))});
    }
    return analysis;
}

namespace {

Rational expected_hits(const Counts& counts, int shields,
                       std::unordered_map<std::uint64_t, Rational>& known,
                       const ProgressCallback& progress) {
    progress();
    const int total = total_of(counts);
    if (total == 0) return 0;
    const auto key = key_of(counts, 0, 0);
    if (const auto found = known.find(key); found != known.end()) return found->second;
    // Hits do not change what comes, so the shields go where most cards are left.
    Counts sorted = counts;
    std::sort(sorted.begin(), sorted.end());
    std::int64_t open = 0;
    for (std::size_t i = 0; i + static_cast<std::size_t>(shields) < kSuits; ++i) open += sorted[i];
    Rational sum = open;
    for (std::size_t suit = 0; suit < kSuits; ++suit)
        if (counts[suit] > 0)
            sum += Rational(counts[suit]) *
                   expected_hits(without(counts, suit), shields, known, progress);
    sum = sum / Rational(total);
    return known.emplace(key, sum).first->second;
}

}  // namespace

Rational least_expected_hits(const Counts& counts, int shields, const ProgressCallback& progress) {
    check_range("shields", shields, 1, 3);
    for (const int count : counts) check_range("cards of a suit", count, 0, 30);
    std::unordered_map<std::uint64_t, Rational> known;
    return expected_hits(counts, shields, known, progress);
}

}  // namespace moonflower::shields
