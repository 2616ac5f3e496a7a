// What seats put away, learned from the engine's own play: cards that decide a geisha rather than
// any. Given the round's log, a view weighs its worlds by how likely the other seat was to hide
// what it hides in them.
#include "core/inference.hpp"
#include "games/hanamikoji/play_weights.hpp"
#include "games/hanamikoji/state.hpp"

namespace moonflower::hanamikoji {
namespace {

constexpr std::array<std::size_t, kGeishas> kValueClass{0, 0, 0, 1, 1, 2, 3};

// A secret or a discard of a seat: what lay open then, and what the seat has shown it held since.
class Hiding {
public:
    Hiding(const Table& table, Seat seat, int turn) : kind_(kind_of(table.logged(turn))) {
        const std::array<Cards, 2> placed = placed_before(table, turn);
        for (int g = 0; g < kGeishas; ++g) {
            const int lead = placed[at(seat)].count(g) - placed[at(1 - seat)].count(g);
            scores_[static_cast<std::size_t>(g)] =
                weight(standing(g, owner(table, seat, g), lead)) +
                weight(kTurnWeights + 4 * value_class(g) + static_cast<std::size_t>(turn / 2));
        }
        for (int later = turn + 2; later < table.turn; later += 2) {
            const Move action = table.logged(later);
            const bool is_offer = kind_of(action) >= Kind::kGift;
            hides_later_ = hides_later_ || !is_offer;
            if (is_offer) later_ += cards_in_action(action);
        }
        if (table.mover() == seat) later_ += table.offered();
    }

    // The logarithm of how likely the seat, holding these, puts away what it has.
    [[nodiscard]] std::int32_t log_of(const Side& side) const {
        const bool is_secret = kind_ == Kind::kSecret;
        const Cards hidden = is_secret ? known_card(side.secret) : side.discarded();
        const Cards other = is_secret ? side.discarded() : known_card(side.secret);
        const Cards held = side.hand + later_ + hidden + (hides_later_ ? other : Cards());
        std::array<std::int32_t, kGeishas> scores = scores_;
        for (int g = 0; g < kGeishas; ++g)
            if (const int copies = held.count(g); copies > 0)
                scores[static_cast<std::size_t>(g)] +=
                    weight(kCopyWeights + 3 * value_class(g) +
                           static_cast<std::size_t>(std::min(copies, 3) - 1));
        return is_secret ? log_of_one(held, scores, side.secret)
                         : log_of_two(held, scores, side.discards);
    }

private:
    using Scores = std::array<std::int32_t, kGeishas>;
    // Where the weights of each group begin: value, owner and lead; value and copies held; value
    // and how many actions came before; value of two alike.
    static constexpr std::size_t kCopyWeights = 36;
    static constexpr std::size_t kTurnWeights = 48;
    static constexpr std::size_t kTwinWeights = 64;

    [[nodiscard]] static std::size_t value_class(int geisha) {
        return kValueClass[static_cast<std::size_t>(geisha)];
    }
    [[nodiscard]] static std::array<Cards, 2> placed_before(const Table& table, int turn) {
        std::array<Cards, 2> placed{};
        for (int before = 0; before < turn; ++before) {
            const Move offer = table.logged(before);
            if (kind_of(offer) < Kind::kGift) continue;
            const Cards taken = cards_in_answer(table.logged_answer(before));
            placed[at(1 - table.mover_of(before))] += taken;
            placed[at(table.mover_of(before))] += cards_in_action(offer) - taken;
        }
        return placed;
    }
    // Nobody, the seat, the other.
    [[nodiscard]] static std::size_t owner(const Table& table, Seat seat, int geisha) {
        if ((table.owned[at(seat)] >> geisha & 1U) != 0) return 1;
        return (table.owned[at(1 - seat)] >> geisha & 1U) != 0 ? 2 : 0;
    }
    [[nodiscard]] static std::size_t standing(int geisha, std::size_t owner, int lead) {
        return 9 * value_class(geisha) + 3 * owner +
               static_cast<std::size_t>(std::clamp(lead, -1, 1) + 1);
    }
    [[nodiscard]] std::int32_t weight(std::size_t i) const {
        return kind_ == Kind::kSecret ? kSecretWeights[i] : kDiscardWeights[i];
    }

    [[nodiscard]] static std::int32_t log_of_one(Cards held, const Scores& scores, Card chosen) {
        LogitChoice choice;
        for (int g = 0; g < kGeishas; ++g)
            if (held.count(g) > 0) choice.add(scores[static_cast<std::size_t>(g)]);
        return choice.log_of_choosing(scores[chosen]);
    }
    [[nodiscard]] std::int32_t log_of_two(Cards held, const Scores& scores, Pair chosen) const {
        LogitChoice choice;
        for (int a = 0; a < kGeishas; ++a)
            for (int b = a; held.count(a) > 0 && b < kGeishas; ++b)
                if (held.count(b) > (a == b ? 1 : 0)) choice.add(score(scores, a, b));
        return choice.log_of_choosing(score(scores, chosen & 7, chosen >> 3));
    }
    [[nodiscard]] std::int32_t score(const Scores& scores, int a, int b) const {
        return scores[static_cast<std::size_t>(a)] + scores[static_cast<std::size_t>(b)] +
               (a == b ? weight(kTwinWeights + value_class(a)) : 0);
    }

    Kind kind_;
    Scores scores_{};
    Cards later_;
    bool hides_later_ = false;
};

}  // namespace

bool View::weigh_by_play(std::span<const State> worlds, std::span<std::int32_t> logs) const {
    if (!table_.knows_log || table_.phase == Phase::kOver) return false;
    std::vector<Hiding> hidings;
    for (int turn = 0; turn < table_.turn; ++turn)
        if (kind_of(table_.logged(turn)) < Kind::kGift && table_.mover_of(turn) == other())
            hidings.emplace_back(table_, other(), turn);
    if (hidings.empty()) return false;
    for (std::size_t i = 0; i < worlds.size(); ++i) {
        logs[i] = 0;
        for (const Hiding& hiding : hidings) logs[i] += hiding.log_of(worlds[i].side(other()));
    }
    return true;
}

}  // namespace moonflower::hanamikoji
