// Three and more players against a common deck. Shields matter only suit by suit, so the chance
// that a seat covers a suit is all the others need to know.
#include "solve/shields/several.hpp"

namespace moonflower::shields {
namespace {

class AgainstDeck final : public Several {
public:
    AgainstDeck(const Rules& rules, Effort& effort)
        : Several(rules, effort), sets_(sets_of_size(rules.shields)) {}

    SeveralTurn turn(const Supply& supply, const Lives& lives, int alive) override {
        const auto n = static_cast<std::size_t>(alive);
        Attack attack{supply.counts, n, {}};
        for (std::size_t suit = 0; suit < kSuits; ++suit)
            for (unsigned hit = 0; hit < 1U << n && attack.counts[suit] > 0; ++hit)
                attack.next[suit].push_back(worth(
                    {without(attack.counts, suit)},
                    after(lives, alive, [&](int i) { return static_cast<int>(hit >> i & 1U); }),
                    alive));
        const Models models = models_of(lives, n);
        return learned(
            sets_.size(), n, models,
            [&](const std::vector<Shares>& mixtures) {
                const OpenShares open = open_shares(mixtures);
                std::vector<Shares> got(n);
                for (std::size_t seat = 0; seat < n; ++seat)
                    if (models[seat] == seat)
                        got[seat] = payoffs(attack, open, seat, &Worth::value);
                return got;
            },
            [&](std::vector<Shares> mixtures) { return judged(attack, std::move(mixtures)); });
    }

private:
    struct Attack {
        Counts counts;
        std::size_t seats;
        std::array<std::vector<Worth>, kSuits> next;  // by the seats hit
    };
    using OpenShares = std::vector<std::array<double, kSuits>>;

    [[nodiscard]] SeveralTurn judged(const Attack& attack, std::vector<Shares> mixtures) const {
        SeveralTurn turn;
        turn.mixtures = std::move(mixtures);
        const OpenShares open = open_shares(turn.mixtures);
        for (std::size_t seat = 0; seat < attack.seats; ++seat) {
            turn.payoffs.push_back(payoffs(attack, open, seat, &Worth::value));
            const Shares deviating = payoffs(attack, open, seat, &Worth::best);
            for (std::size_t i = 0; i < sets_.size(); ++i)
                turn.worth.value[seat] += turn.mixtures[seat][i] * turn.payoffs[seat][i];
            turn.worth.best[seat] = *std::max_element(
                deviating.begin(), deviating.begin() + static_cast<int>(sets_.size()));
        }
        return turn;
    }

    // The chance that each seat leaves a suit open.
    [[nodiscard]] OpenShares open_shares(const std::vector<Shares>& mixtures) const {
        OpenShares open(mixtures.size());
        for (std::size_t seat = 0; seat < mixtures.size(); ++seat)
            for (std::size_t i = 0; i < sets_.size(); ++i)
                for (std::size_t suit = 0; suit < kSuits; ++suit)
                    if ((sets_[i] >> suit & 1U) == 0) open[seat][suit] += mixtures[seat][i];
        return open;
    }

    [[nodiscard]] Shares payoffs(const Attack& attack, const OpenShares& open, std::size_t seat,
                                 PerSeat Worth::* part) const {
        Shares sums{};
        for (std::size_t suit = 0; suit < kSuits; ++suit) {
            if (attack.counts[suit] == 0) continue;
            double got[2] = {0, 0};  // the seat safe, the seat hit
            for (unsigned hit = 0; hit < 1U << attack.seats; ++hit) {
                double chance = 1;
                for (std::size_t other = 0; other < attack.seats; ++other)
                    if (other != seat)
                        chance *=
                            (hit >> other & 1U) != 0 ? open[other][suit] : 1 - open[other][suit];
                got[hit >> seat & 1U] += chance * (attack.next[suit][hit].*part)[seat];
            }
            const double share = static_cast<double>(attack.counts[suit]) / total_of(attack.counts);
            for (std::size_t i = 0; i < sets_.size(); ++i)
                sums[i] += share * got[(sets_[i] >> suit & 1U) != 0 ? 0 : 1];
        }
        return sums;
    }

    Sets sets_;
};

}  // namespace

std::unique_ptr<Several> against_deck(const Rules& rules, Effort& effort) {
    return std::make_unique<AgainstDeck>(rules, effort);
}

}  // namespace moonflower::shields
