#include "games/hanamikoji/belief.hpp"

#include <algorithm>
#include <functional>

#include "games/hanamikoji/state.hpp"

namespace moonflower::hanamikoji {

void View::legal_moves(Moves& moves) const {
    moves.clear();
    if (turn() != Turn::of(seat_)) return;
    if (table_.phase == Phase::kAct)
        list_actions(own_.hand, table_.used[at(seat_)], moves);
    else
        list_answers(table_.offer(), moves);
}

std::uint64_t View::info_key() const { return hanamikoji::info_key(table_, own_, shown_, seat_); }

Cards View::unseen() const {
    return kDeck - (table_.placed[0] + table_.placed[1] + table_.offered() + own_.all() +
                    known_card(shown_));
}

bool View::hides_secret() const {
    return (table_.used[at(other())] & bit_of(Kind::kSecret)) != 0 && shown_ == kNoCard;
}

bool View::hides_discards() const {
    return (table_.used[at(other())] & bit_of(Kind::kDiscard)) != 0;
}

// The owners before the round are forgotten, so a tied geisha may be anybody's.
bool View::agrees(Card other_secret) const {
    if (table_.phase != Phase::kOver) return true;
    const Card first = seat_ == 0 ? own_.secret : other_secret;
    const Card second = seat_ == 0 ? other_secret : own_.secret;
    return table_.owned_with(first, second) == table_.owned;
}

State View::world(const Side& other_side, Cards rest) const {
    State state(table_, seat_, own_, other_side, rest);
    if (table_.phase == Phase::kEnd) state.settle();
    return state;
}

// HK-15: the unseen cards are shuffled and dealt to the places.
State View::sample(Rng& rng) const {
    const Cards all = unseen();
    const int size = all.size();
    const int hand_size = table_.hand_size(other());
    const bool secret = hides_secret();
    const bool discards = hides_discards();
    for (;;) {
        Draws draws(rng);
        Cards left = all;
        int count = size;
        Side side;
        side.hand = draws.take_from(left, count, hand_size);
        count -= hand_size;
        side.secret = shown_;
        if (secret) side.secret = static_cast<Card>(draws.take_from(left, count--));
        if (discards) {
            const int a = draws.take_from(left, count);
            side.discards = pair_of(a, draws.take_from(left, count - 1));
        }
        if (draws.fair() && agrees(side.secret)) return world(side, left);
    }
}

namespace {

// Lists the deals of a view place by place: secret, discards, hand; the rest is what is left.
class Deals {
public:
    using Found = std::function<bool(const Side&, Cards rest, double weight)>;

    Deals(int hand_size, Found found) : hand_size_(hand_size), found_(std::move(found)) {}

    // False as soon as `found` says so.
    bool secrets(Cards left, double weight, bool hidden, bool discards) {
        if (!hidden) return this->discards(left, weight, discards);
        for (int card = 0; card < kGeishas; ++card) {
            if (left.count(card) == 0) continue;
            side_.secret = static_cast<Card>(card);
            if (!this->discards(left - Cards::one(card), weight * left.count(card), discards))
                return false;
        }
        return true;
    }
    void know_secret(Card secret) { side_.secret = secret; }

private:
    bool discards(Cards left, double weight, bool hidden) {
        if (!hidden) return hands(left, weight, 0, hand_size_);
        for (int a = 0; a < kGeishas; ++a)
            for (int b = a; b < kGeishas; ++b) {
                if (!left.includes(Cards::one(a) + Cards::one(b))) continue;
                const int n = left.count(a);
                const double ways = a == b ? n * (n - 1) / 2 : n * left.count(b);
                side_.discards = pair_of(a, b);
                if (!hands(left - Cards::one(a) - Cards::one(b), weight * ways, 0, hand_size_))
                    return false;
            }
        return true;
    }

    bool hands(Cards left, double weight, int geisha, int missing) {
        if (missing == 0) return found_(side_, left, weight);
        if (geisha == kGeishas) return true;
        const int copies = left.count(geisha);
        double ways = 1;  // copies over count
        for (int count = 0; count <= std::min(copies, missing); ++count) {
            const Cards taken = Cards::some(geisha, static_cast<std::uint32_t>(count));
            side_.hand += taken;
            const bool go_on = hands(left - taken, weight * ways, geisha + 1, missing - count);
            side_.hand -= taken;
            if (!go_on) return false;
            ways = ways * (copies - count) / (count + 1);
        }
        return true;
    }

    int hand_size_;
    Found found_;
    Side side_;
};

}  // namespace

std::optional<std::vector<World<State>>> View::worlds(std::size_t limit) const {
    std::vector<World<State>> found;
    const auto keep = [&](const Side& side, Cards rest, double weight) {
        if (!agrees(side.secret)) return true;
        const State state = world(side, rest);
        // Only a round that has just ended forgets what made the worlds differ.
        if (table_.phase == Phase::kEnd)
            for (World<State>& known : found)
                if (known.state == state) {
                    known.weight += weight;
                    return true;
                }
        if (found.size() == limit) return false;
        found.push_back({state, weight});
        return true;
    };
    Deals deals(table_.hand_size(other()), keep);
    deals.know_secret(shown_);
    if (!deals.secrets(unseen(), 1, hides_secret(), hides_discards())) return std::nullopt;
    return found;
}

}  // namespace moonflower::hanamikoji
