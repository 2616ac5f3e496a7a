#include "games/flower_power/words.hpp"

#include <bit>

#include "core/text.hpp"

namespace moonflower::flower_power {
namespace {

Phrase card_phrase(Card card) {
    if (card == kNoCard) return Phrase("flower_power.some_card");
    if (card < 2) return Phrase(card == kBlackJoker ? "flower_power.BJ" : "flower_power.RJ");
    const std::string_view name = card_name(card);
    const int rank = strength(card);
    const Phrase suit(std::string("flower_power.suit.") += name[1]);
    if (rank > 10)
        return Phrase("flower_power.court")
            .phrase("rank", Phrase(std::string("flower_power.rank.") += name[0]))
            .phrase("suit", suit);
    return Phrase("flower_power.card").number("rank", rank).phrase("suit", suit);
}

// "KS,7D" or "KS.7C.": what events write.
Phrases cards_phrases(std::string_view list, char separator) {
    Phrases cards;
    for (const std::string_view name : split(list, separator))
        if (const auto card = card_named(name)) cards.push_back(card_phrase(*card));
    return cards;
}

// "5+5+3": flowers of one size together.
Phrases build_phrases(std::string_view sizes) {
    Phrases flowers;
    const auto parts = split(sizes, '+');
    for (std::size_t i = 0; i < parts.size();) {
        std::size_t end = i;
        while (end < parts.size() && parts[end] == parts[i]) ++end;
        flowers.push_back(Phrase("flower_power.flowers_of")
                              .number("n", static_cast<int>(end - i))
                              .number("size", to_integer<int>(parts[i]).value_or(0)));
        i = end;
    }
    return flowers;
}

}  // namespace

// What one token means on this table.
class Teller {
public:
    explicit Teller(const State& table) : t_(table) {}

    [[nodiscard]] Phrase token(std::string_view text) const {
        const std::string_view rest = text.substr(1);
        switch (text[0]) {
            case 'B':
                if (rest == "?") return mine("flower_power.build_hidden");
                return mine("flower_power.build").list("flowers", build_phrases(rest));
            case '=':
                return Phrase("flower_power.opens")
                    .seat("who", rest[0] - '1')
                    .list("flowers", build_phrases(rest.substr(2)));
            case '@':
                return Phrase("flower_power.hand_out")
                    .seat("who", rest[0] - '1')
                    .list("cards", cards_phrases(rest.substr(2), ','));
            case '*':
                return outcome(rest);
            case 'f':
                return regular(rest);
            case 'w':
                return power(rest);
            case 's':
                if (rest.find('@') != std::string_view::npos) return spy_hand(text);
                break;
            default:
                break;
        }
        return move(t_.read_move(text));
    }

    // What came of it: the battle, a tie, seats that are out.
    void changes(std::string_view text, const State& after, Phrases& told) const {
        const bool is_battle = t_.x_ != kNoFlower && t_.y_ != kNoFlower;
        if (is_battle && after.x_ == kNoFlower) {
            const bool is_decided = text == "P" || text == "K" || text[0] == 'c';
            const std::string_view won = t_.garden_.size(t_.y_) > 1 ? "flower_power.battle_won"
                                                                    : "flower_power.battle_won_all";
            const bool is_won = after.zones_[Zone::kGrave].size() > t_.zones_[Zone::kGrave].size();
            if (text != "E")
                told.push_back(Phrase(!is_decided ? "flower_power.battle_broken"
                                      : is_won    ? won
                                                  : "flower_power.battle_lost")
                                   .seat("who", t_.active_)
                                   .phrase("attacker", flower_at(t_.x_))
                                   .phrase("defender", flower_at(t_.y_)));
        } else if (is_battle && after.level_ > t_.level_) {
            told.push_back(Phrase("flower_power.tie"));
        }
        for (Seat seat = 0; seat < t_.seats(); ++seat)
            if (t_.lives(seat) && !after.lives(seat))
                told.push_back(Phrase("flower_power.eliminated").seat("who", seat));
    }

private:
    [[nodiscard]] Phrase mine(std::string_view key) const {
        return Phrase(key).seat("who", t_.decider_);
    }
    [[nodiscard]] Phrase flower_at(int index) const {
        const Flower& flower = t_.garden_.flower(index);
        return Phrase(flower.power ? "flower_power.power_flower" : "flower_power.flower")
            .seat("who", static_cast<Seat>(flower.owner))
            .number("id", static_cast<int>(flower.id));
    }
    [[nodiscard]] Phrase flower(int id) const { return flower_at(t_.garden_.find(id)); }

    // FP-112, FP-113
    [[nodiscard]] Phrase outcome(std::string_view text) const {
        if (text[0] == 'R') return Phrase("flower_power.reshuffle");
        const Move move = t_.read_outcome("*" + std::string(text));
        const Card card = card_of(move);
        if (kind_of(move) == Kind::kDeal) {
            const bool is_hidden = card == kNoCard;
            Phrase phrase(is_hidden ? "flower_power.draws_hidden" : "flower_power.draws");
            phrase.seat("who", index_of(move));
            return is_hidden ? phrase : phrase.phrase("card", card_phrase(card));
        }
        const bool is_spied = t_.task_ == Task::kSpy;
        const std::string_view key = card == kNoCard ? "flower_power.petal_hidden"
                                     : is_spied      ? "flower_power.petal_spied"
                                                     : "flower_power.petal_shown";
        return mine(key)
            .phrase("flower", flower(flower_of(move)))
            .phrase("place", place_phrase(flower_of(move), index_of(move)))
            .phrase("card", card_phrase(card));
    }

    // A petal by its place from the top.
    [[nodiscard]] Phrase place_phrase(int id, int index) const {
        const int flower = t_.garden_.find(id);
        if (index == 0) return Phrase("flower_power.place.top");
        if (index + 1 == t_.garden_.size(flower)) return Phrase("flower_power.place.bottom");
        return Phrase("flower_power.place.nth").number("n", index + 1);
    }

    // FP-44: fKS, f., and of another seat f? and f#3
    [[nodiscard]] Phrase regular(std::string_view rest) const {
        if (rest == "?") return mine("flower_power.creates_hidden");
        if (rest == ".") return mine("flower_power.created").number("n", t_.making_);
        if (rest[0] == '#')
            return mine("flower_power.created")
                .number("n", to_integer<int>(rest.substr(1)).value_or(0));
        return mine(t_.making_ == 0 ? "flower_power.creates" : "flower_power.adds_petal")
            .phrase("card", card_phrase(*card_named(rest)));
    }
    // FP-45: wKS, w., and of another seat w? and wKS.7C.4H.2D.
    [[nodiscard]] Phrase power(std::string_view rest) const {
        if (rest == "?") return mine("flower_power.creates_power_hidden");
        if (rest == ".") return mine("flower_power.created_power").number("n", t_.making_);
        if (rest.size() > 2)
            return mine("flower_power.created_power_of").list("cards", cards_phrases(rest, '.'));
        return mine(t_.making_ == 0 ? "flower_power.creates_power" : "flower_power.adds_petal")
            .phrase("card", card_phrase(*card_named(rest)));
    }
    // FP-43: s5C>@2, and what the spy sees behind "="
    [[nodiscard]] Phrase spy_hand(std::string_view text) const {
        const std::size_t equals = text.find('=');
        Phrase phrase = mine(equals == std::string_view::npos ? "flower_power.spy_hand"
                                                              : "flower_power.spied_hand");
        phrase.phrase("card", card_phrase(*card_named(text.substr(1, 2))))
            .seat("target", text[5] - '1');
        if (equals != std::string_view::npos)
            phrase.list("cards", cards_phrases(text.substr(equals + 1), ','));
        return phrase;
    }

    [[nodiscard]] Phrase move(Move move) const {
        const int id = flower_of(move);
        const auto by_hand = [&](std::string_view key) {
            return mine(key)
                .phrase("card", card_phrase(card_of(move)))
                .phrase("flower", flower(id));
        };
        switch (kind_of(move)) {
            case Kind::kDraw:
                return mine("flower_power.draw");
            case Kind::kEnd:
                return mine(t_.x_ != kNoFlower ? "flower_power.break_off" : "flower_power.end");
            case Kind::kPass:
                return mine("flower_power.pass");
            case Kind::kKeep:
                return mine("flower_power.keep");
            case Kind::kAttack:
                return mine("flower_power.attack")
                    .phrase("attacker", flower(attacker_of(move)))
                    .phrase("defender", flower(target_of(move)));
            case Kind::kPoison:
                return by_hand("flower_power.poison")
                    .phrase("petal",
                            card_phrase(t_.garden_.card(t_.garden_.find(id), index_of(move))));
            case Kind::kFertilise:
                return fertilise(move);
            case Kind::kTransform:
                return by_hand("flower_power.transform");
            case Kind::kSpyFlower:
                return by_hand("flower_power.spy_flower");
            default: {
                const int flower = t_.fighting_flower();
                return mine("flower_power.choose")
                    .phrase("flower", flower_at(flower))
                    .phrase("card", card_phrase(t_.garden_.card(flower, index_of(move))));
            }
        }
    }
    // FP-41
    [[nodiscard]] Phrase fertilise(Move move) const {
        const int id = flower_of(move);
        const int place = index_of(move);
        const int size = t_.garden_.size(t_.garden_.find(id));
        const std::string_view key = place == kNoPlace ? "flower_power.fertilise"
                                     : place == 0      ? "flower_power.fertilise_top"
                                     : place == size   ? "flower_power.fertilise_bottom"
                                                       : "flower_power.fertilise_under";
        return mine(key)
            .number("n", place)
            .phrase("card", card_phrase(card_of(move)))
            .phrase("flower", flower(id));
    }

    const State& t_;
};

Phrases phrases_of(const State& state, std::string_view event) {
    State after = state;
    after.play(event);
    const Teller teller(state);
    Phrases told{teller.token(event)};
    teller.changes(event, after, told);
    return told;
}

Phrases phrases_of(const View& view, std::string_view event) {
    Phrases told;
    View now = view;
    for (const std::string_view token : words(event)) {
        View next = now;
        next.observe(token);
        const Teller teller(now.table());
        told.push_back(teller.token(token));
        teller.changes(token, next.table(), told);
        now = next;
    }
    return told;
}

// FP-92, FP-95
Phrase ending_of(const State& state) {
    const Returns returns = state.returns();
    Phrases winners;
    Seat first = -1;
    int living = 0;
    for (Seat seat = 0; seat < state.seats(); ++seat) {
        living += state.lives(seat) ? 1 : 0;
        if (returns.units[at(seat)] == 0) continue;
        winners.push_back(Phrase("seat").seat("who", seat));
        if (first < 0) first = seat;
    }
    const int petals = state.scores()[at(first)];
    if (winners.size() > 1)
        return Phrase("flower_power.end.shared").list("winners", winners).number("petals", petals);
    return Phrase(living > 1 ? "flower_power.end.petals" : "flower_power.end.last")
        .seat("who", first)
        .number("petals", petals);
}

}  // namespace moonflower::flower_power
