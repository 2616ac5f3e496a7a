// All worlds of a view with their shares, by laying the cards place by place.
#include <algorithm>
#include <bit>
#include <unordered_map>
#include <utility>

#include "games/flower_power/belief.hpp"

namespace moonflower::flower_power {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

// Lays are counted copy by copy; equal worlds add up.
class WorldLister {
public:
    WorldLister(const Sampler& sampler, std::size_t limit)
        : sampler_(sampler), limit_(limit), most_lays_(64 * limit + 1024) {}

    std::optional<std::vector<World<State>>> list() {
        lay_builds(sampler_.blank(), 0, 1.0);
        if (overflow_) return std::nullopt;
        return std::move(worlds_);
    }

private:
    using Cells = Sampler::Cells;
    using Loads = Sampler::Loads;
    using Place = Sampler::Place;

    void lay_builds(const State& world, Seat seat, double weight) {
        if (overflow_) return;
        if (world.phase_ != Phase::kBuild || seat >= world.decider_)
            return lay_seat_or_copies(world, weight);
        if (world.build_[at(seat)] != 0) return lay_builds(world, seat + 1, weight);
        for (int rank = 0; rank < partitions_of(world.pack_[at(seat)]) && !overflow_; ++rank) {
            State next = world;
            next.build_[at(seat)] = static_cast<std::uint16_t>(rank + 1);
            lay_builds(next, seat + 1, weight);
        }
    }

    void lay_seat_or_copies(const State& world, double weight) {
        if (!sampler_.mixes_copies()) return lay_seat(world, sampler_.cells_, 0, weight);
        const Sampler::Copies copies = sampler_.sort_copies();
        lay_pile(world, copies, 0, 0, weight);
    }

    // --- one deck, or no reshuffle

    void lay_seat(const State& world, const Cells& cells, Seat seat, double weight) {
        if (overflow_) return;
        if (seat == world.seats())
            return copies_ ? lay_creation(world, weight) : lay_petals(world, cells, 0, weight);
        const std::size_t places = sampler_.places_[at(seat)].size();
        if (places == 0) return lay_seat(world, cells, seat + 1, weight);
        Quota quota;
        quota.groups = sampler_.grouped(seat);
        int left = static_cast<int>(places - quota.groups.size());
        quota.held.resize(cells.size());
        quota.front.resize(cells.size());
        for (std::size_t i = 1; i < cells.size(); ++i) {
            quota.held[i] = cells[i].held[at(seat)];
            quota.front[i] = sampler_.front(seat, 0, cells[i].number);
            left -= quota.held[i];
        }
        quota.held[0] = left;
        quota.front[0] = static_cast<int>(places);
        lay_place(world, cells, seat, static_cast<int>(places) - 1, quota, weight);
    }

    struct Quota {
        Loads groups;
        std::vector<int> held;  // cards still to lay of each cell
        std::vector<int> front;
    };

    // Petals of creations one by one from the oldest, the hand as one set at the end.
    void lay_place(const State& world, const Cells& cells, Seat seat, int place, const Quota& quota,
                   double weight) {
        if (overflow_) return;
        if (place < 0) return lay_seat(world, cells, seat + 1, weight);
        const Place& here = sampler_.places_[at(seat)][at(place)];
        if (here.flower == kNoFlower) {
            State next = world;
            for (const auto& load : quota.groups) next.hands_[at(seat)].add(load.card);
            return lay_hand(next, cells, seat, 0, quota.held[0], quota, weight);
        }
        for (std::size_t i = 0; i < quota.groups.size(); ++i) {
            if (quota.groups[i].front <= place) continue;
            Quota rest = quota;
            State next = world;
            sampler_.put(next, seat, here, quota.groups[i].card);
            rest.groups[i] = rest.groups.back();
            rest.groups.pop_back();
            lay_place(next, cells, seat, place - 1, rest, weight);
        }
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (quota.held[i] == 0 || quota.front[i] <= place) continue;
            cells[i].cards.each([&](Card card) {
                Quota rest = quota;
                --rest.held[i];
                Cells fewer = cells;
                fewer[i].cards.remove(card);
                State next = world;
                sampler_.put(next, seat, here, card);
                lay_place(next, fewer, seat, place - 1, rest, weight);
            });
        }
    }

    // Subsets of each cell for the hand, by their first cards.
    void lay_hand(const State& world, const Cells& cells, Seat seat, std::size_t cell, int left,
                  const Quota& quota, double weight) {
        if (overflow_) return;
        if (cell == cells.size()) return lay_seat(world, cells, seat + 1, weight);
        choose_cards(cells[cell].cards, left, [&](const CardSet& chosen, double ways) {
            State next = world;
            next.hands_[at(seat)] = next.hands_[at(seat)] + chosen;
            Cells fewer = cells;
            fewer[cell].cards = fewer[cell].cards - chosen;
            const int held = cell + 1 < cells.size() ? quota.held[cell + 1] : 0;
            lay_hand(next, fewer, seat, cell + 1, held, quota, weight * ways);
        });
    }

    void lay_petals(const State& world, const Cells& cells, std::size_t petal, double weight) {
        if (overflow_) return;
        if (petal == sampler_.petals_.size()) {
            State next = world;
            next.unseen_ = cells[0].cards;
            if (next.is_reshuffled() && next.pile_size_ > 0) next.pile_ = cells.back().cards;
            return lay_creation(next, weight);
        }
        cells[0].cards.each([&](Card card) {
            Cells fewer = cells;
            fewer[0].cards.remove(card);
            State next = world;
            const Place& place = sampler_.petals_[petal];
            next.garden_.set_card(place.flower, place.petal, card);
            lay_petals(next, fewer, petal + 1, weight);
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
                next.pile_ = next.pile_ + chosen;
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
                    next.unseen_ = some + more;
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
            cells.push_back(
                {copies.petal_only + copies.both + copies.pile_only + copies.neither, 0, {}});
            copies_ = true;  // petals and pile are laid
            return lay_seat(world, cells, 0, weight);
        }
        for (CardSet Sampler::Copies::* part :
             {&Sampler::Copies::petal_only, &Sampler::Copies::both})
            (copies.*part).each([&](Card card) {
                Sampler::Copies fewer = copies;
                (fewer.*part).remove(card);
                State next = world;
                const Place& place = sampler_.petals_[petal];
                next.garden_.set_card(place.flower, place.petal, card);
                lay_known_petal(next, fewer, petal + 1, weight);
            });
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
            next.hands_[next.decider_].remove(card);
            next.garden_.push_loose(card);
            ++next.making_;
            lay_creation(next, weight / count);
        }
    }

    void lay_glimpses(const State& world, int pair, double weight) {
        if (overflow_) return;
        const int seats = world.seats();
        if (pair == seats * seats) return lay_groups(world, 0, weight);
        const Seat reader = pair / seats;
        const Seat seat = pair % seats;
        const Knowledge::Glimpse glimpse = world.knowledge_.glimpse(reader, seat);
        const Seat viewer = sampler_.viewer_;
        if (reader == viewer || seat == viewer || glimpse.seen == 0)
            return lay_glimpses(world, pair + 1, weight);
        CardSet hand = world.hands_[at(seat)];
        if (world.making_ > 0 && seat == world.decider_) hand = hand + world.loose();
        for (int n = 0; n <= hand.size() && !overflow_; ++n) {
            const double ways = flower_power::choose(glimpse.seen, n) *
                                flower_power::choose(glimpse.fresh, hand.size() - n) /
                                flower_power::choose(hand.size(), n);
            if (ways == 0.0) continue;
            choose_cards(hand, n, [&](const CardSet& chosen, double lays) {
                State next = world;
                next.knowledge_.known(reader, seat) = chosen;
                lay_glimpses(next, pair + 1, weight * ways * lays);
            });
        }
    }

    void lay_groups(const State& world, std::size_t index, double weight) {
        if (overflow_) return;
        if (index == world.knowledge_.groups().size()) return keep(world, weight);
        const Group& group = world.knowledge_.groups()[index];
        if (group.reader == sampler_.viewer_ || group.creator == sampler_.viewer_)
            return lay_groups(world, index + 1, weight);
        CardSet cards;
        for (const Card card : Sampler::third_group_cards(world, group)) cards.add(card);
        const double share = weight / static_cast<double>(std::uint64_t{1} << cards.size());
        for (int n = 0; n <= cards.size() && !overflow_; ++n)
            choose_cards(cards, n, [&](const CardSet& chosen, double lays) {
                State next = world;
                next.knowledge_.groups()[index].cards = chosen;
                lay_groups(next, index + 1, share * lays);
            });
    }

    // --- the end of a lay

    void keep(const State& world, double weight) {
        if (++lays_ > most_lays_) overflow_ = true;
        if (copies_ && !sampler_.fits_draws(world)) return;
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

    // Calls f(chosen, ways) for the distinct multisets of n cards, with the number of ways to
    // take them copy by copy.
    template <class F>
    void choose_cards(const CardSet& from, int n, F f) {
        choose_from(from, n, CardSet{}, 1.0, f);
    }
    template <class F>
    void choose_from(CardSet from, int n, const CardSet& chosen, double ways, F& f) {
        if (overflow_ || from.size() < n) return;
        if (n == 0) return f(chosen, ways);
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
    std::size_t limit_;
    std::size_t most_lays_;
    std::size_t lays_ = 0;
    bool overflow_ = false;
    bool copies_ = false;
    std::unordered_map<std::uint64_t, std::size_t> index_;
    std::vector<World<State>> worlds_;
};

std::optional<std::vector<World<State>>> Sampler::all(std::size_t limit) const {
    return WorldLister(*this, limit).list();
}

}  // namespace moonflower::flower_power
