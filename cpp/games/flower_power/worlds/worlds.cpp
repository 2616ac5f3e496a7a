// All worlds of a view with their shares, by laying the cards place by place.
#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "games/flower_power/worlds/belief.hpp"

namespace moonflower::flower_power {

// Lays are counted copy by copy; equal worlds add up.
class WorldLister {
public:
    WorldLister(const Sampler& sampler, std::size_t limit, const ProgressCallback& progress)
        : sampler_(sampler),
          progress_(progress),
          thirds_(sampler.thirds_),
          limit_(limit),
          course_steps_(32 * limit + 8192),
          most_steps_(sampler.mixes_copies() || sampler.retrace_ ? 16 * limit + 1024 : SIZE_MAX) {}

    std::optional<std::vector<World<State>>> list() {
        if (is_too_many()) return std::nullopt;
        lay_builds(sampler_.blank_, 0, 1.0);
        if (overflow_) return std::nullopt;
        return std::move(worlds_);
    }

private:
    // Where each card has one source the lays can be counted before listing. Exchanging equal cards
    // makes at most two lays of a world for each pair of them.
    [[nodiscard]] bool is_too_many() const {
        if (sampler_.mixes_copies() || sampler_.retrace_) return false;
        const int pairs = std::popcount(sampler_.cells_[0].two);
        return std::ldexp(sampler_.lays(), -pairs) > static_cast<double>(limit_);
    }

    using Cells = Sampler::Cells;
    using Place = Sampler::Place;
    using Groups = std::array<CardSet, Spread::kMostKinds>;

    void lay_builds(const State& world, Seat seat, double weight) {
        if (overflow_) return;
        if (world.phase_ != Phase::kBuild || seat >= world.decider_)
            return lay_seat_or_copies(world, weight);
        if (!sampler_.hides_build(seat)) return lay_builds(world, seat + 1, weight);
        for (int rank = 0; rank < partitions_of(world.pack_[at(seat)]) && !overflow_; ++rank) {
            State next = world;
            next.build_[at(seat)] = static_cast<std::uint16_t>(rank + 1);
            lay_builds(next, seat + 1, weight);
        }
    }

    void lay_seat_or_copies(const State& world, double weight) {
        if (!sampler_.mixes_copies()) return lay_seat(world, sampler_.cells_, 0, weight);
        lay_pile(world, sampler_.copies_, 0, 0, weight);
    }

    // --- one deck, or no reshuffle

    void lay_seat(const State& world, const Cells& cells, Seat seat, double weight) {
        if (overflow_) return;
        if (seat == world.seats())
            return copies_ ? weigh(world, weight) : lay_petals(world, cells, 0, weight);
        const Spread& spread = sampler_.spreads_[at(seat)];
        Groups groups;
        for (std::size_t kind = 0; kind < spread.kinds.size(); ++kind)
            groups[kind] = spread.kinds[kind].cards;
        lay_bin({world, cells, groups, spread.counts(), weight}, seat, 0);
    }

    // A lay in the making: cards and counts still to be laid.
    struct Lay {
        State world;
        Cells cells;
        Groups groups;
        Spread::Counts left;
        double weight;

        [[nodiscard]] CardSet& pool(const Spread& spread, std::size_t kind) {
            const int cell = spread.kinds[kind].cell;
            return cell < 0 ? groups[kind] : cells[at(cell)];
        }
    };

    void lay_bin(const Lay& lay, Seat seat, std::size_t bin) {
        const Spread& spread = sampler_.spreads_[at(seat)];
        if (overflow_ || spread.total(bin, lay.left) <= 0.0) return;
        if (bin == spread.bins.size()) return lay_seat(lay.world, lay.cells, seat + 1, lay.weight);
        if (spread.bins[bin].flower == kNoFlower)
            lay_hand(lay, seat, bin, 0, spread.bins[bin].size);
        else
            lay_petal(lay, seat, bin, 0);
    }

    void close_bin(const Lay& lay, Seat seat, std::size_t bin) {
        Lay next = lay;
        next.weight *= sampler_.spreads_[at(seat)].factor(bin, lay.left);
        if (next.weight > 0.0) lay_bin(next, seat, bin + 1);
    }

    // The hand as one set of each kind.
    void lay_hand(const Lay& lay, Seat seat, std::size_t bin, std::size_t kind, int room) {
        const Spread& spread = sampler_.spreads_[at(seat)];
        if (overflow_) return;
        if (kind == spread.kinds.size()) return room == 0 ? close_bin(lay, seat, bin) : void();
        const int most = spread.allows(bin, kind) ? std::min<int>(room, lay.left[kind]) : 0;
        Lay next = lay;
        for (int n = std::max(0, room - room_of_later(lay, spread, bin, kind)); n <= most; ++n) {
            next.left[kind] = static_cast<std::uint8_t>(lay.left[kind] - n);
            const CardSet from = next.pool(spread, kind);
            choose_cards(from, n, [&](const CardSet& chosen, double ways) {
                Lay more = next;
                more.weight *= ways;
                more.world.zones_.add(hand_of(seat), chosen);
                more.pool(spread, kind) = from - chosen;
                lay_hand(more, seat, bin, kind + 1, room - n);
            });
        }
    }

    // How many cards of a hand the kinds after this one can be: what they cannot be, it is.
    [[nodiscard]] static int room_of_later(const Lay& lay, const Spread& spread, std::size_t bin,
                                           std::size_t kind) {
        int room = 0;
        for (std::size_t later = kind + 1; later < spread.kinds.size(); ++later)
            if (spread.allows(bin, later)) room += lay.left[later];
        return room;
    }

    // The flower petal by petal.
    void lay_petal(const Lay& lay, Seat seat, std::size_t bin, int petal) {
        const Spread& spread = sampler_.spreads_[at(seat)];
        const int flower = spread.bins[bin].flower;
        if (overflow_) return;
        if (petal == lay.world.garden_.size(flower)) return close_bin(lay, seat, bin);
        if (lay.world.garden_.card(flower, petal) != kNoCard)
            return lay_petal(lay, seat, bin, petal + 1);
        for (std::size_t kind = 0; kind < spread.kinds.size(); ++kind) {
            if (!spread.allows(bin, kind) || lay.left[kind] == 0) continue;
            Lay next = lay;
            --next.left[kind];
            const CardSet from = next.pool(spread, kind);
            each_face(from, [&](Card card, int copies) {
                Lay more = next;
                more.weight *= copies;
                more.world.garden_.set_card(flower, petal, card);
                more.pool(spread, kind).remove(card);
                lay_petal(more, seat, bin, petal + 1);
            });
        }
    }

    void lay_petals(const State& world, const Cells& cells, std::size_t petal, double weight) {
        if (overflow_) return;
        if (petal == sampler_.petals_.size()) {
            State next = world;
            next.zones_.set(Zone::kUnseen, cells[0]);
            if (next.is_reshuffled() && next.pile_size_ > 0)
                next.zones_.set(Zone::kPile, cells.back());
            return weigh(next, weight);
        }
        each_face(cells[0], [&](Card card, int copies) {
            Cells fewer = cells;
            fewer[0].remove(card);
            State next = world;
            const Place& place = sampler_.petals_[petal];
            next.garden_.set_card(place.flower, place.petal, card);
            lay_petals(next, fewer, petal + 1, weight * copies);
        });
    }

    // --- two decks after a reshuffle

    void lay_pile(const State& world, const Sampler::Copies& copies, int part, int laid,
                  double weight) {
        const int pile = world.pile_size_;
        if (part == 2) return laid == pile ? lay_fitting(world, copies, weight) : void();
        const CardSet& from = part == 0 ? copies.both : copies.pile_only;
        const int most = std::min(pile - laid, from.size());
        for (int n = part == 0 ? 0 : pile - laid; n <= most && !overflow_; ++n)
            choose_cards(from, n, [&](const CardSet& chosen, double ways) {
                State next = world;
                next.zones_.add(Zone::kPile, chosen);
                Sampler::Copies fewer = copies;
                (part == 0 ? fewer.both : fewer.pile_only) = from - chosen;
                lay_pile(next, fewer, part + 1, laid + n, weight * ways);
            });
    }

    // Which of the copies that fit stay petals nobody knows; the others go to known places.
    void lay_fitting(const State& world, const Sampler::Copies& copies, double weight) {
        const int unseen = sampler_.unseen_petals_;
        for (int n = 0; n <= unseen && !overflow_; ++n)
            choose_cards(copies.petal_only, n, [&](const CardSet& some, double ways) {
                choose_cards(copies.both, unseen - n, [&](const CardSet& more, double others) {
                    State next = world;
                    next.zones_.set(Zone::kUnseen, some + more);
                    Sampler::Copies rest = copies;
                    rest.petal_only = rest.petal_only - some;
                    rest.both = rest.both - more;
                    lay_known_petal(next, rest, 0, weight * ways * others);
                });
            });
    }

    void lay_known_petal(const State& world, const Sampler::Copies& copies, std::size_t petal,
                         double weight) {
        if (overflow_) return;
        if (petal == sampler_.petals_.size()) {
            Cells cells;
            cells.push_back(copies.petal_only + copies.both + copies.pile_only + copies.neither);
            copies_ = true;  // petals and pile are laid
            return lay_seat(world, cells, 0, weight);
        }
        for (CardSet Sampler::Copies::* part :
             {&Sampler::Copies::petal_only, &Sampler::Copies::both})
            each_face(copies.*part, [&](Card card, int count) {
                Sampler::Copies fewer = copies;
                (fewer.*part).remove(card);
                State next = world;
                const Place& place = sampler_.petals_[petal];
                next.garden_.set_card(place.flower, place.petal, card);
                lay_known_petal(next, fewer, petal + 1, weight * count);
            });
    }

    // Two decks: where there is a log, a lay weighs what the log says, however it was come by.
    void weigh(const State& world, double weight) {
        if (!sampler_.retrace_) {
            if (!copies_ || sampler_.fits_draws(world)) lay_creation(world, weight);
            return;
        }
        if (!weighed_.insert(world.key()).second) return;
        for (const Retrace::Courses& courses : sampler_.retrace_->count(world, course_steps_)) {
            if (overflow_) return;
            State whole = world;
            if (sampler_.retrace_->recall(whole, courses.seen)) thirds_.recall(whole);
            lay_creation(whole, courses.ways);
        }
        if (course_steps_ == 0) overflow_ = true;
    }

    // --- what others do and saw

    // The cards laid so far of a creation by another seat, with the odds of Sampler::draw_creation.
    void lay_creation(const State& world, double weight) {
        if (overflow_) return;
        if (!sampler_.hides_creation()) return lay_glimpses(world, 0, weight);
        const bool power = world.phase_ == Phase::kMakePower;
        std::uint64_t steps = power ? world.power_steps() : world.regular_steps();
        const int count = std::popcount(steps);
        if (world.making_ > 0) {
            if (count > 0) weight /= 2.0;
            lay_glimpses(world, 0, weight);
        }
        for (; steps != 0; steps &= steps - 1) {
            const auto card = static_cast<Card>(std::countr_zero(steps));
            State next = world;
            next.zones_.remove(hand_of(next.decider_), card);
            next.garden_.push_loose(card);
            ++next.making_;
            lay_creation(next, weight / count);
        }
    }

    void lay_glimpses(const State& world, std::size_t pair, double weight) {
        if (overflow_) return;
        if (sampler_.retrace_) return keep(world, weight);
        if (pair == thirds_.pairs().size()) return lay_groups(world, 0, weight);
        each_knowledge(thirds_.sight(world, pair), [&](const CardSet& known, double share) {
            State next = world;
            next.knowledge_.set_known(thirds_.pairs()[pair].reader, thirds_.pairs()[pair].seat,
                                      known);
            lay_glimpses(next, pair + 1, weight * share);
        });
    }

    void lay_groups(const State& world, std::size_t index, double weight) {
        if (overflow_) return;
        const Knowledge::Groups groups = world.knowledge_.groups();
        if (index == groups.size()) return keep(world, weight);
        if (!thirds_.is_third(groups[index])) return lay_groups(world, index + 1, weight);
        each_knowledge(thirds_.sight(world, groups, index),
                       [&](const CardSet& known, double share) {
                           State next = world;
                           next.knowledge_.set_group(index, known);
                           lay_groups(next, index + 1, weight * share);
                       });
    }

    // Calls f(cards, share) for everything a reader may know, with its probability.
    template <class F>
    void each_knowledge(const ThirdSeats::Sight& sight, F f) {
        for (int n = 0; n <= sight.maybe.size() && !overflow_; ++n) {
            const double share =
                sight.ways(n) / sight.all_ways() / flower_power::choose(sight.maybe.size(), n);
            if (share == 0.0) continue;
            choose_cards(sight.maybe, n, [&](const CardSet& chosen, double lays) {
                f(sight.sure + chosen, share * lays);
            });
        }
    }

    // --- the end of a lay

    void keep(const State& world, double weight) {
        const auto [found, fresh] = index_.emplace(world.key(), worlds_.size());
        if (!fresh) {
            worlds_[found->second].weight += weight;
            return;
        }
        if (worlds_.size() == limit_) {
            overflow_ = true;
            return;
        }
        worlds_.push_back({world, weight});
    }

    void step() {
        if (++steps_ > most_steps_) overflow_ = true;
        if (progress_) progress_();
    }

    // Calls f(card, copies) for the distinct cards.
    template <class F>
    void each_face(const CardSet& from, F f) {
        for (std::uint64_t rest = from.one; rest != 0 && !overflow_; rest &= rest - 1) {
            step();
            const auto card = static_cast<Card>(std::countr_zero(rest));
            f(card, from.count(card));
        }
    }

    // Calls f(chosen, ways) for the distinct multisets of n cards, with the number of ways to
    // take them copy by copy.
    template <class F>
    void choose_cards(const CardSet& from, int n, F f) {
        choose_from(from, n, CardSet{}, 1.0, f);
    }
    template <class F>
    void choose_from(CardSet from, int n, const CardSet& chosen, double ways, F& f) {
        if (overflow_ || from.size() < n) return;
        if (n == 0) {
            step();
            return f(chosen, ways);
        }
        const auto card = static_cast<Card>(std::countr_zero(from.one));
        const int copies = from.count(card);
        from.one &= ~bit_of(card);
        from.two &= ~bit_of(card);
        CardSet more = chosen;
        for (int taken = 1; taken <= std::min(copies, n); ++taken) {
            more.add(card);
            choose_from(from, n - taken, more, ways * (copies == 2 && taken == 1 ? 2.0 : 1.0), f);
        }
        choose_from(from, n, chosen, ways, f);
    }

    const Sampler& sampler_;
    const ProgressCallback& progress_;
    const ThirdSeats& thirds_;
    std::size_t limit_;
    std::size_t course_steps_;  // left for counting courses
    std::size_t most_steps_;    // a limit where many lays may come to nothing
    std::size_t steps_ = 0;
    bool overflow_ = false;
    bool copies_ = false;
    std::unordered_map<std::uint64_t, std::size_t> index_;
    std::unordered_set<std::uint64_t> weighed_;
    std::vector<World<State>> worlds_;
};

std::optional<std::vector<World<State>>> Sampler::all(std::size_t limit,
                                                      const ProgressCallback& progress) const {
    auto worlds = WorldLister(*this, limit, progress).list();
    if (!worlds || !worlds->empty() || !retrace_) return worlds;
    // A log read from text may contradict the table: then worlds are drawn without it, and listed.
    Sampler even = *this;
    even.retrace_.reset();
    return WorldLister(even, limit, progress).list();
}

}  // namespace moonflower::flower_power
