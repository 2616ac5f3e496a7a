// SH-91: ffa games in which everybody plays at random, exactly: the losses of all joint choices are
// counted, then positions solved backwards. Not an equilibrium; a check of the rules' own law.
#include <algorithm>
#include <map>

#include "core/range.hpp"
#include "solve/shields/parts.hpp"

namespace moonflower::shields {
namespace {

using Losses = std::vector<int>;
using Law = std::map<Losses, std::int64_t>;  // joint choices that lead to the losses
using WinnerShares = std::vector<Rational>;  // by set of winners

class RandomGame {
public:
    RandomGame(std::size_t seats, int shields, const ProgressCallback& progress)
        : progress_(progress), sets_(sets_of_size(shields)), attacks_(seats), shields_(seats) {}

    WinnerShares winners(const std::vector<int>& lives) {
        const unsigned living = alive_in(lives);
        WinnerShares shares(std::size_t{1} << lives.size(), Rational(0));
        if (std::popcount(living) <= 1) {
            shares[living] = 1;
            return shares;
        }
        if (const auto found = known_.find(lives); found != known_.end()) return found->second;
        std::int64_t moving = 0;  // joint choices that hit somebody; the others change nothing
        for (const auto& [losses, count] : law_of(living)) {
            progress_();
            std::vector<int> next = lives;
            for (std::size_t i = 0; i < lives.size(); ++i)
                next[i] = std::max(0, lives[i] - losses[i]);
            if (next == lives) continue;
            moving += count;
            if (alive_in(next) == 0) {
                shares[living] += Rational(count);
                continue;
            }
            const WinnerShares then = winners(next);
            for (std::size_t set = 0; set < shares.size(); ++set)
                if (then[set].sign() != 0) shares[set] += Rational(count) * then[set];
        }
        for (Rational& share : shares) share = share / Rational(moving);
        known_.emplace(lives, shares);
        return shares;
    }

private:
    static unsigned alive_in(const std::vector<int>& lives) {
        unsigned seats = 0;
        for (std::size_t i = 0; i < lives.size(); ++i)
            if (lives[i] > 0) seats |= 1U << i;
        return seats;
    }

    const Law& law_of(unsigned living) {
        auto [found, is_new] = laws_.try_emplace(living);
        if (is_new) choose(found->second, living, 0);
        return found->second;
    }

    void choose(Law& law, unsigned living, std::size_t seat) {
        if (seat == attacks_.size()) {
            progress_();
            ++law[losses(living)];
            return;
        }
        if ((living >> seat & 1U) == 0) return choose(law, living, seat + 1);
        for (int suit = 0; suit < kSuits; ++suit)
            for (const SuitSet set : sets_) {
                attacks_[seat] = suit;
                shields_[seat] = set;
                choose(law, living, seat + 1);
            }
    }

    // SH-50: one for every attack of another living player that is not shielded.
    [[nodiscard]] Losses losses(unsigned living) const {
        Losses lost(attacks_.size());
        for (std::size_t i = 0; i < lost.size(); ++i)
            for (std::size_t other = 0; other < lost.size(); ++other)
                if (i != other && (living >> i & living >> other & 1U) != 0 &&
                    (shields_[i] >> attacks_[other] & 1U) == 0)
                    ++lost[i];
        return lost;
    }

    const ProgressCallback& progress_;
    Sets sets_;
    std::vector<int> attacks_;
    std::vector<SuitSet> shields_;
    std::map<unsigned, Law> laws_;
    std::map<std::vector<int>, WinnerShares> known_;
};

}  // namespace

std::vector<Rational> ffa_random_winners(const std::vector<int>& lives, int shields,
                                         const ProgressCallback& progress) {
    check_range("shields", shields, 1, 3);
    check_range<std::size_t>("seats", lives.size(), 1, kMaxSeats);
    for (const int count : lives) check_range("lives", count, 0, 20);
    if (std::ranges::count(lives, 0) == std::ssize(lives))
        throw OptionError("shields: nobody is alive; somebody with a life is accepted");
    return RandomGame(lives.size(), shields, progress).winners(lives);
}

}  // namespace moonflower::shields
