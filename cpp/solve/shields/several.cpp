// SH-91: three and more players. The game is no longer zero-sum, so nothing here is called exact:
// regret matching plus (Tammelin 2014) finds a mixture for every position, backwards from the end,
// and the gain of the best deviation from it in the whole game is measured beside it. Seats with
// equal lives play alike.
#include <cmath>
#include <map>

#include "games/shields/notation.hpp"
#include "solve/shields/parts.hpp"

namespace moonflower::shields {
namespace {

constexpr int kRounds = 600;  // of regret matching in each position

using PerSeat = std::array<double, kMaxSeats>;
using Lives = std::array<int, kMaxSeats>;

// Payoffs when all play the solution, and what each seat gets when it alone answers best.
struct Worth {
    PerSeat value{};
    PerSeat best{};
};

[[nodiscard]] int alive_in(const Lives& lives) {
    return static_cast<int>(std::count_if(lives.begin(), lives.end(), [](int l) { return l > 0; }));
}

// One seat's regrets over up to six choices.
class Learner {
public:
    explicit Learner(std::size_t choices) : count_(choices) {}

    [[nodiscard]] std::array<double, 6> mixture() const {
        double sum = 0;
        for (std::size_t i = 0; i < count_; ++i) sum += regret_[i];
        std::array<double, 6> mixture{};
        for (std::size_t i = 0; i < count_; ++i)
            mixture[i] = sum > 0 ? regret_[i] / sum : 1.0 / static_cast<double>(count_);
        return mixture;
    }
    void learn(const std::array<double, 6>& payoff, int round) {
        const auto played = mixture();
        double got = 0;
        for (std::size_t i = 0; i < count_; ++i) got += played[i] * payoff[i];
        for (std::size_t i = 0; i < count_; ++i) {
            regret_[i] = std::max(0.0, regret_[i] + payoff[i] - got);
            sum_[i] += round * played[i];
        }
    }
    [[nodiscard]] std::array<double, 6> average() const {
        double sum = 0;
        for (std::size_t i = 0; i < count_; ++i) sum += sum_[i];
        std::array<double, 6> mixture{};
        for (std::size_t i = 0; i < count_; ++i) mixture[i] = sum_[i] / sum;
        return mixture;
    }

private:
    std::size_t count_;
    std::array<double, 6> regret_{};
    std::array<double, 6> sum_{};
};

// Seats with equal lives play alike, or rounding would drive them apart: the seat each one copies.
using Models = std::array<std::size_t, kMaxSeats>;
[[nodiscard]] Models models_of(const Lives& lives, std::size_t seats) {
    Models models{};
    for (std::size_t i = 1; i < seats; ++i)
        models[i] = lives[i] == lives[i - 1] ? models[i - 1] : i;
    return models;
}

// The mixtures of all seats, each read from the seat it copies.
[[nodiscard]] std::vector<std::array<double, 6>> mixtures_of(const std::vector<Learner>& learners,
                                                             const Models& models, auto read) {
    std::vector<std::array<double, 6>> mixtures;
    for (std::size_t i = 0; i < learners.size(); ++i) mixtures.push_back(read(learners[models[i]]));
    return mixtures;
}
[[nodiscard]] std::array<double, 6> current(const Learner& learner) { return learner.mixture(); }
[[nodiscard]] std::array<double, 6> mean(const Learner& learner) { return learner.average(); }

// What a turn is to the learners: the payoffs of a seat's choices against the others' mixtures.
struct Position {
    std::vector<std::array<double, 6>> mixtures;  // by living seat
    std::vector<std::array<double, 6>> payoffs;   // of each choice against the others
    Worth worth;
};

// Keeps positions by their suit counts and lives, seats sorted by lives.
class Solved {
public:
    using Key = std::array<int, kSuits + kMaxSeats>;

    // Puts the living seats in order of lives; order[i] is the seat in place i.
    static std::array<std::size_t, kMaxSeats> sort(Lives& lives) {
        std::array<std::size_t, kMaxSeats> order{};
        for (std::size_t i = 0; i < kMaxSeats; ++i) order[i] = i;
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return lives[a] > lives[b]; });
        Lives sorted{};
        for (std::size_t i = 0; i < kMaxSeats; ++i) sorted[i] = lives[order[i]];
        lives = sorted;
        return order;
    }
    static Key key(Counts counts, const Lives& lives) {
        std::sort(counts.begin(), counts.end());
        Key key{};
        std::copy(counts.begin(), counts.end(), key.begin());
        std::copy(lives.begin(), lives.end(), key.begin() + kSuits);
        return key;
    }
    std::map<Key, Worth> worth;
};

// The part both modes share.
class Several {
public:
    Several(const Rules& rules, Effort& effort) : rules_(rules), effort_(effort) {}
    virtual ~Several() = default;

    Worth worth(const Counts& counts, Lives lives, int before) {
        const int alive = alive_in(lives);
        if (alive <= 1 || (rules_.mode == Mode::kEnemy && total_of(counts) == 0))
            return finished(lives, alive, before);
        for (int& left : lives) left = std::max(left, 0);
        const auto order = Solved::sort(lives);
        const auto key = Solved::key(counts, lives);
        auto known = solved_.worth.find(key);
        if (known == solved_.worth.end()) {
            effort_.count_position();
            known = solved_.worth.emplace(key, position(counts, lives, alive).worth).first;
        }
        Worth result;
        for (std::size_t i = 0; i < kMaxSeats; ++i) {
            result.value[order[i]] = known->second.value[i];
            result.best[order[i]] = known->second.best[i];
        }
        return result;
    }

    // A position with its living seats in front.
    virtual Position position(const Counts& counts, const Lives& lives, int alive) = 0;

protected:
    // SH-92; `before` = how many were alive when the turn began.
    [[nodiscard]] Worth finished(const Lives& lives, int alive, int before) const {
        Worth result;
        for (std::size_t i = 0; i < kMaxSeats; ++i)
            if (lives[i] > 0) result.value[i] = 1.0 / alive;
        if (alive == 0 && rules_.all_dead_draws)
            for (std::size_t i = 0; i < kMaxSeats; ++i)
                if (lives[i] > kNeverAlive) result.value[i] = 1.0 / before;
        result.best = result.value;
        return result;
    }
    // Lives of a seat that was out before the turn began; a seat that falls now has more than that.
    static constexpr int kNeverAlive = -1'000'000;

    [[nodiscard]] static Lives after(const Lives& lives, int alive, auto loss_of) {
        Lives next;
        next.fill(kNeverAlive);
        for (int i = 0; i < alive; ++i)
            next[static_cast<std::size_t>(i)] = lives[static_cast<std::size_t>(i)] - loss_of(i);
        return next;
    }

    const Rules& rules_;
    Effort& effort_;
    Solved solved_;
};

// --- a common deck: shields matter only suit by suit, so the chance that a seat covers a suit is
// all the others need to know

class AgainstDeck final : public Several {
public:
    AgainstDeck(const Rules& rules, Effort& effort)
        : Several(rules, effort), sets_(sets_of_size(rules.shields)) {}

    Position position(const Counts& counts, const Lives& lives, int alive) override {
        const auto n = static_cast<std::size_t>(alive);
        Turn turn{counts, n, {}};
        for (std::size_t suit = 0; suit < kSuits; ++suit)
            for (unsigned hit = 0; hit < 1U << n && counts[suit] > 0; ++hit)
                turn.next[suit].push_back(worth(
                    without(counts, suit),
                    after(lives, alive, [&](int i) { return static_cast<int>(hit >> i & 1U); }),
                    alive));
        const Models models = models_of(lives, n);
        std::vector<Learner> learners(n, Learner(sets_.size()));
        for (int round = 1; round <= kRounds; ++round) {
            const auto mixtures = mixtures_of(learners, models, current);
            const auto open = open_shares(mixtures);
            for (std::size_t seat = 0; seat < n; ++seat)
                if (models[seat] == seat)
                    learners[seat].learn(payoffs(turn, open, seat, &Worth::value), round);
        }
        Position result;
        result.mixtures = mixtures_of(learners, models, mean);
        const auto open = open_shares(result.mixtures);
        for (std::size_t seat = 0; seat < n; ++seat) {
            result.payoffs.push_back(payoffs(turn, open, seat, &Worth::value));
            const auto deviating = payoffs(turn, open, seat, &Worth::best);
            for (std::size_t i = 0; i < sets_.size(); ++i)
                result.worth.value[seat] += result.mixtures[seat][i] * result.payoffs[seat][i];
            result.worth.best[seat] = *std::max_element(
                deviating.begin(), deviating.begin() + static_cast<int>(sets_.size()));
        }
        return result;
    }

    [[nodiscard]] const Sets& sets() const { return sets_; }

private:
    struct Turn {
        Counts counts;
        std::size_t seats;
        std::array<std::vector<Worth>, kSuits> next;  // by the seats hit
    };
    using OpenShares = std::vector<std::array<double, kSuits>>;

    // The chance that each seat leaves a suit open.
    [[nodiscard]] OpenShares open_shares(const std::vector<std::array<double, 6>>& mixtures) const {
        OpenShares open(mixtures.size());
        for (std::size_t seat = 0; seat < mixtures.size(); ++seat)
            for (std::size_t i = 0; i < sets_.size(); ++i)
                for (std::size_t suit = 0; suit < kSuits; ++suit)
                    if ((sets_[i] >> suit & 1U) == 0) open[seat][suit] += mixtures[seat][i];
        return open;
    }

    [[nodiscard]] std::array<double, 6> payoffs(const Turn& turn, const OpenShares& open,
                                                std::size_t seat, PerSeat Worth::* part) const {
        std::array<double, 6> sums{};
        for (std::size_t suit = 0; suit < kSuits; ++suit) {
            if (turn.counts[suit] == 0) continue;
            double got[2] = {0, 0};  // the seat safe, the seat hit
            for (unsigned hit = 0; hit < 1U << turn.seats; ++hit) {
                double chance = 1;
                for (std::size_t other = 0; other < turn.seats; ++other)
                    if (other != seat)
                        chance *=
                            (hit >> other & 1U) != 0 ? open[other][suit] : 1 - open[other][suit];
                got[hit >> seat & 1U] += chance * (turn.next[suit][hit].*part)[seat];
            }
            const double share = static_cast<double>(turn.counts[suit]) / total_of(turn.counts);
            for (std::size_t i = 0; i < sets_.size(); ++i)
                sums[i] += share * got[(sets_[i] >> suit & 1U) != 0 ? 0 : 1];
        }
        return sums;
    }

    Sets sets_;
};

// --- players against each other: by symmetry of the suits only one thing can matter, whether the
// own attack is a suit one shields (choice 0) or not (choice 1)

class AgainstEachOther final : public Several {
public:
    AgainstEachOther(const Rules& rules, Effort& effort) : Several(rules, effort) {}

    Position position(const Counts& counts, const Lives& lives, int alive) override {
        const auto n = static_cast<std::size_t>(alive);
        const auto& law = law_of(alive);
        const std::size_t combos = std::size_t{1} << n;
        // Payoffs by combination of choices but for the turn that hits nobody, and its chance.
        std::vector<Worth> moved(combos);
        std::vector<double> still(combos);
        for (const auto& [losses, chances] : law) {
            int code = losses;
            int hits = 0;
            const Lives next = after(lives, alive, [&](int) {
                const int loss = code % kMaxSeats;
                code /= kMaxSeats;
                hits += loss;
                return loss;
            });
            if (hits == 0) {
                still = chances;
                continue;
            }
            const Worth then = worth(counts, next, alive);
            for (std::size_t combo = 0; combo < combos; ++combo)
                for (std::size_t seat = 0; seat < n; ++seat) {
                    moved[combo].value[seat] += chances[combo] * then.value[seat];
                    moved[combo].best[seat] += chances[combo] * then.best[seat];
                }
        }
        return settle(n, models_of(lives, n), moved, still);
    }

private:
    using Law = std::map<int, std::vector<double>>;  // losses (base 5) -> chance by combination

    // The chances of all losses for each combination of inside and outside attacks.
    const Law& law_of(int alive) {
        auto [found, is_new] = laws_.try_emplace(alive);
        if (is_new) {
            std::vector<int> attacks(static_cast<std::size_t>(alive));
            std::vector<SuitSet> shields(static_cast<std::size_t>(alive));
            enumerate(found->second, attacks, shields, 0, 0, 1.0);
        }
        return found->second;
    }
    void enumerate(Law& law, std::vector<int>& attacks, std::vector<SuitSet>& shields,
                   std::size_t seat, std::size_t combo, double chance) {
        if (seat == attacks.size()) {
            int code = 0;
            for (std::size_t i = seat; i-- > 0;) {
                int loss = 0;
                for (std::size_t other = 0; other < seat; ++other)
                    if (other != i && (shields[i] >> attacks[other] & 1U) == 0) ++loss;
                code = code * kMaxSeats + loss;
            }
            auto& chances = law[code];
            chances.resize(std::size_t{1} << seat);
            chances[combo] += chance;
            return;
        }
        const Sets sets = sets_of_size(rules_.shields);
        // Suits are alike: the first attack may be taken as clubs.
        const int suits = seat == 0 ? 1 : kSuits;
        for (int suit = 0; suit < suits; ++suit)
            for (const SuitSet set : sets) {
                const bool is_outside = (set >> suit & 1U) == 0;
                const int inside_sets = static_cast<int>(sets.size()) * rules_.shields / kSuits;
                const int alike =
                    is_outside ? static_cast<int>(sets.size()) - inside_sets : inside_sets;
                attacks[seat] = suit;
                shields[seat] = set;
                enumerate(law, attacks, shields, seat + 1,
                          combo | (is_outside ? std::size_t{1} << seat : 0),
                          chance / alike / suits);
            }
    }

    // Regret matching where a turn may leave everything as it was: its worth is what the position
    // itself is worth, which is found along with the mixtures.
    static Position settle(std::size_t n, const Models& models, const std::vector<Worth>& moved,
                           const std::vector<double>& still) {
        std::vector<Learner> learners(n, Learner(2));
        PerSeat own{};
        for (int round = 1; round <= kRounds; ++round) {
            const auto mixtures = mixtures_of(learners, models, current);
            own = stationary(n, moved, still, mixtures);
            for (std::size_t seat = 0; seat < n; ++seat) {
                if (models[seat] != seat) continue;
                const Choices choice = choices(n, moved, still, mixtures, seat, &Worth::value);
                std::array<double, 6> payoff{};
                for (std::size_t i = 0; i < 2; ++i)
                    payoff[i] = choice.moved[i] + choice.still[i] * own[seat];
                learners[seat].learn(payoff, round);
            }
        }
        Position result;
        result.mixtures = mixtures_of(learners, models, mean);
        result.worth.value = stationary(n, moved, still, result.mixtures);
        for (std::size_t seat = 0; seat < n; ++seat) {
            const Choices kept = choices(n, moved, still, result.mixtures, seat, &Worth::value);
            const Choices best = choices(n, moved, still, result.mixtures, seat, &Worth::best);
            std::array<double, 6> payoff{};
            for (std::size_t i = 0; i < 2; ++i) {
                payoff[i] = kept.moved[i] + kept.still[i] * result.worth.value[seat];
                // A deviation goes on for as long as the position stays.
                result.worth.best[seat] =
                    std::max(result.worth.best[seat], best.moved[i] / (1 - best.still[i]));
            }
            result.payoffs.push_back(payoff);
        }
        return result;
    }

    struct Choices {
        double moved[2] = {0, 0};
        double still[2] = {0, 0};
    };
    static Choices choices(std::size_t n, const std::vector<Worth>& moved,
                           const std::vector<double>& still,
                           const std::vector<std::array<double, 6>>& mixtures, std::size_t seat,
                           PerSeat Worth::* part) {
        Choices result;
        for (std::size_t combo = 0; combo < moved.size(); ++combo) {
            double chance = 1;
            for (std::size_t other = 0; other < n; ++other)
                if (other != seat) chance *= mixtures[other][combo >> other & 1U];
            const std::size_t own = combo >> seat & 1U;
            result.moved[own] += chance * (moved[combo].*part)[seat];
            result.still[own] += chance * still[combo];
        }
        return result;
    }
    static PerSeat stationary(std::size_t n, const std::vector<Worth>& moved,
                              const std::vector<double>& still,
                              const std::vector<std::array<double, 6>>& mixtures) {
        PerSeat own{};
        double stays = 0;
        for (std::size_t combo = 0; combo < moved.size(); ++combo) {
            double chance = 1;
            for (std::size_t seat = 0; seat < n; ++seat)
                chance *= mixtures[seat][combo >> seat & 1U];
            stays += chance * still[combo];
            for (std::size_t seat = 0; seat < n; ++seat)
                own[seat] += chance * moved[combo].value[seat];
        }
        for (double& value : own) value /= 1 - stays;
        return own;
    }

    std::map<int, Law> laws_;
};

// One choice as the solution tells it.
Choice told(std::string token, double share, double value, double payoff) {
    return {std::move(token), Figure(share), Figure(std::max(0.0, value - payoff))};
}

}  // namespace

Solution solve_equilibrium(const Table& table, Effort& effort) {
    const bool is_ffa = table.rules.mode == Mode::kFfa;
    AgainstDeck against_deck(table.rules, effort);
    AgainstEachOther against_each_other(table.rules, effort);
    Several& several = is_ffa ? static_cast<Several&>(against_each_other) : against_deck;
    Lives lives{};
    for (std::size_t i = 0; i < kMaxSeats; ++i) lives[i] = table.lives[i];
    const auto order = Solved::sort(lives);
    const int alive = alive_in(lives);
    const Counts counts = is_ffa ? Counts{} : plain_counts(table);
    const Position position = several.position(counts, lives, alive);
    Solution solution{.kind = "equilibrium", .measure = "payoff"};
    solution.values.resize(table.rules.players);
    solution.choices.resize(table.rules.players);
    for (std::size_t i = 0; i < static_cast<std::size_t>(alive); ++i) {
        const std::size_t seat = order[i];
        const double value = position.worth.value[i];
        solution.values[seat] = Figure(value);
        solution.gap = std::max(solution.gap, position.worth.best[i] - value);
        Moves moves;
        list_entries(table, static_cast<Seat>(seat), moves);
        const double inside = static_cast<double>(moves.size()) * table.rules.shields / kSuits;
        const double alike[2] = {inside, static_cast<double>(moves.size()) - inside};
        for (std::size_t m = 0; m < moves.size(); ++m) {
            const auto entry = static_cast<Entry>(moves[m].code);
            const std::string token = entry_text(table, entry);
            if (!is_ffa) {
                solution.choices[seat].push_back(
                    told(token, position.mixtures[i][m], value, position.payoffs[i][m]));
                continue;
            }
            const std::size_t kind =
                (suit_of(attacks_of(entry)[0]) & shields_of(entry)) != 0 ? 0 : 1;
            solution.choices[seat].push_back(told(token, position.mixtures[i][kind] / alike[kind],
                                                  value, position.payoffs[i][kind]));
        }
    }
    return solution;
}

}  // namespace moonflower::shields
