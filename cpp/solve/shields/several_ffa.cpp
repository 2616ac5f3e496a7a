// Three and more players against each other. By symmetry of the suits only one thing can matter:
// whether the own attack is a suit one shields (choice 0) or not (choice 1).
#include "solve/shields/several.hpp"

namespace moonflower::shields {
namespace {

class AgainstEachOther final : public Several {
public:
    AgainstEachOther(const Rules& rules, Effort& effort) : Several(rules, effort) {}

    SeveralTurn turn(const Supply& supply, const Lives& lives, int alive) override {
        const auto n = static_cast<std::size_t>(alive);
        const auto& law = law_of(alive);
        const std::size_t combos = std::size_t{1} << n;
        // Payoffs by combination of choices. Where turns are without end, the one that hits nobody
        // is left out and its chance kept: it leads back here.
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
            Supply left = supply;
            if (supply.turns != Supply::kEndless) {
                --left.turns;
            } else if (hits == 0) {
                still = chances;
                continue;
            }
            const Worth then = worth(left, next, alive);
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
    static SeveralTurn settle(std::size_t n, const Models& models, const std::vector<Worth>& moved,
                              const std::vector<double>& still) {
        return learned(
            2, n, models,
            [&](const std::vector<Shares>& mixtures) {
                const PerSeat own = stationary(n, moved, still, mixtures);
                std::vector<Shares> got(n);
                for (std::size_t seat = 0; seat < n; ++seat)
                    if (models[seat] == seat)
                        got[seat] =
                            choices(n, moved, still, mixtures, seat, &Worth::value).with(own[seat]);
                return got;
            },
            [&](std::vector<Shares> mixtures) {
                return judged(n, moved, still, std::move(mixtures));
            });
    }

    static SeveralTurn judged(std::size_t n, const std::vector<Worth>& moved,
                              const std::vector<double>& still, std::vector<Shares> mixtures) {
        SeveralTurn turn;
        turn.mixtures = std::move(mixtures);
        turn.worth.value = stationary(n, moved, still, turn.mixtures);
        for (std::size_t seat = 0; seat < n; ++seat) {
            const Choices kept = choices(n, moved, still, turn.mixtures, seat, &Worth::value);
            const Choices best = choices(n, moved, still, turn.mixtures, seat, &Worth::best);
            turn.payoffs.push_back(kept.with(turn.worth.value[seat]));
            // A deviation goes on for as long as the position stays.
            for (std::size_t i = 0; i < 2; ++i)
                turn.worth.best[seat] =
                    std::max(turn.worth.best[seat], best.moved[i] / (1 - best.still[i]));
        }
        return turn;
    }

    struct Choices {
        double moved[2] = {0, 0};
        double still[2] = {0, 0};

        // When a turn that hits nobody is worth so much.
        [[nodiscard]] Shares with(double own) const {
            return {moved[0] + still[0] * own, moved[1] + still[1] * own};
        }
    };
    static Choices choices(std::size_t n, const std::vector<Worth>& moved,
                           const std::vector<double>& still, const std::vector<Shares>& mixtures,
                           std::size_t seat, PerSeat Worth::* part) {
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
                              const std::vector<Shares>& mixtures) {
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

}  // namespace

std::unique_ptr<Several> against_each_other(const Rules& rules, Effort& effort) {
    return std::make_unique<AgainstEachOther>(rules, effort);
}

}  // namespace moonflower::shields
