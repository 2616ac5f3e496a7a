// The table as data: geishas, what lies on each side, the open offer, hands, and the moves.
#include "core/scene.hpp"

#include "games/hanamikoji/notation.hpp"
#include "games/hanamikoji/state.hpp"

namespace moonflower::hanamikoji {
namespace {

constexpr std::string_view kDigits = "0123456";

constexpr std::array<ScenePiece, kGeishas> pieces(std::string_view kind) {
    std::array<ScenePiece, kGeishas> table;
    for (std::size_t g = 0; g < kGeishas; ++g)
        table[g] = {kind, kDigits.substr(g, 1), {{{"geisha", g}, {"points", kValues[g]}}}};
    return table;
}
constexpr auto kGeishaPieces = pieces("geisha");
constexpr auto kCardPieces = pieces("card");
constexpr ScenePiece kHiddenPiece{"card", "", {}};

// A marker for each action, used or not (HK-3).
constexpr std::array<std::string_view, kActions> kActionNames{"secret", "discard", "gift",
                                                              "competition"};
constexpr auto kActionPieces = [] {
    std::array<std::array<ScenePiece, 2>, kActions> table;
    for (std::size_t action = 0; action < kActions; ++action)
        for (std::size_t used = 0; used < 2; ++used)
            table[action][used] = {"action", kActionNames[action], {{{"used", used == 1}}}};
    return table;
}();

// What the reader knows of a side.
struct KnownSide {
    Side side;
    bool is_open = true;        // else the hand and the discards lie face down
    bool shows_secret = false;  // to everybody
};

class Painter {
public:
    Painter(Scene& scene, const Table& table, const std::array<KnownSide, 2>& sides)
        : scene_(scene), table_(table), sides_(sides) {}

    void paint() {
        add_clock();
        add_geishas();
        for (const Seat seat : {0, 1}) add_side(seat);
        add_offer();
        add_rest();
    }
    void add_moves(const Moves& moves) {
        for (const Move move : moves) add_move(move);
    }

private:
    [[nodiscard]] const KnownSide& known(Seat seat) const { return sides_[at(seat)]; }

    void add_clock() {
        static constexpr std::array<std::string_view, 7> kPhases{"deal",   "deal", "draw", "act",
                                                                 "answer", "over", "end"};
        scene_.phase = kPhases[static_cast<std::size_t>(table_.phase)];
        scene_.of_all()
            .with("round", table_.round + 1)
            .with("rounds", table_.rules.rounds())
            .with("turn", table_.turn + 1)
            .with("turns", kTurns)
            .with("mover", SceneValue::seat(table_.phase == Phase::kOver ? -1 : table_.mover()));
    }

    void add_geishas() {
        const ScenePlace zone = scene_.add_zone("geishas", "row", -1, kGeishas);
        for (int g = 0; g < kGeishas; ++g) {
            Seat owner = -1;
            for (const Seat seat : {0, 1})
                if ((table_.owned[at(seat)] >> g & 1) != 0) owner = seat;
            scene_.add_slot(scene_id("geisha", g), zone, &kGeishaPieces[at(g)]);
            scene_.with("owner", SceneValue::seat(owner));
        }
    }

    void add_side(Seat seat) {
        const Side& side = known(seat).side;
        const unsigned used = table_.used[at(seat)];
        scene_.of_seat(seat).with("score", points_of(table_.owned[at(seat)]));
        add_actions(seat, used);
        placed_[at(seat)] = add_cards(seat, "placed", table_.placed[at(seat)]);

        const int hand_size = table_.hand_size(seat);
        const ScenePlace hand = scene_.add_zone(scene_id(seat, "hand"), "hand", seat, hand_size);
        if (known(seat).is_open)
            hands_[at(seat)] = add_copies(scene_id(seat, "hand"), hand, side.hand, seat);
        else
            add_face_down(seat, "hand", hand, hand_size);

        const bool has_secret = (used & bit_of(Kind::kSecret)) != 0;
        secret_[at(seat)] = scene_.add_zone(scene_id(seat, "secret"), "secret", seat, has_secret);
        if (has_secret) add_secret(seat, secret_[at(seat)]);

        const int discards = (used & bit_of(Kind::kDiscard)) != 0 ? 2 : 0;
        discard_[at(seat)] = scene_.add_zone(scene_id(seat, "discard"), "discard", seat, discards);
        if (!known(seat).is_open) {
            add_face_down(seat, "discard", discard_[at(seat)], discards);
        } else if (discards > 0) {
            add_copies(scene_id(seat, "discard"), discard_[at(seat)], side.discarded(), seat);
        }
    }

    void add_actions(Seat seat, unsigned used) {
        const ScenePlace zone =
            scene_.add_zone(scene_id(seat, "actions"), "markers", seat, kActions);
        for (std::size_t action = 0; action < kActions; ++action)
            scene_.add_slot(scene_id(seat, "actions.").append(kActionNames[action]), zone,
                            &kActionPieces[action][used >> action & 1U]);
    }

    void add_secret(Seat seat, ScenePlace zone) {
        const Card secret = known(seat).side.secret;
        std::string id = scene_id(seat, "secret.1");
        if (secret < kGeishas)
            scene_.add_slot(std::move(id), zone, &kCardPieces[secret]);
        else
            scene_.add_hidden(std::move(id), zone, &kHiddenPiece);
        if (!known(seat).shows_secret) know_alone(seat);
    }

    void add_offer() {
        const Move offer = table_.offer();
        const bool is_open = table_.phase == Phase::kAnswer;
        const bool is_gift = is_open && kind_of(offer) == Kind::kGift;
        const bool is_competition = is_open && kind_of(offer) == Kind::kCompetition;
        offer_ = scene_.add_zone("offer", "offer", is_open ? table_.mover() : -1,
                                 is_gift          ? 3
                                 : is_competition ? 4
                                                  : 0);
        if (is_gift) offered_[0] = add_copies("offer", offer_, table_.offered());
        for (const int pair : {0, 1}) {
            std::string id = scene_id("offer", pair + 1);
            pairs_[at(pair)] = scene_.add_zone(id, "pair", -1, is_competition ? 2 : 0, offer_);
            if (!is_competition) continue;
            const Cards cards =
                Cards::one(card_of(offer, 2 * pair)) + Cards::one(card_of(offer, 2 * pair + 1));
            offered_[at(pair)] = add_copies(id, pairs_[at(pair)], cards);
        }
    }

    // HK-3: eight draws, and the card set aside that nobody sees.
    void add_rest() {
        int draws = kDeckSize - 1 - 2 * kHandSize - table_.turn;
        if (table_.phase == Phase::kDeal0) draws += 2 * kHandSize;
        if (table_.phase == Phase::kDeal1) draws += kHandSize;
        if (table_.phase >= Phase::kAct) --draws;
        scene_.add_zone("deck", "deck", -1, draws);
        const ScenePlace aside = scene_.add_zone("aside", "aside", -1, 1);
        scene_.add_hidden("aside.1", aside, &kHiddenPiece);
        scene_.with("known_to", SceneValue::seats(0));
    }

    ScenePlace add_cards(Seat seat, std::string_view name, Cards cards) {
        const ScenePlace zone = scene_.add_zone(scene_id(seat, name), "side", seat, cards.size());
        add_copies(scene_id(seat, name), zone, cards);
        return zone;
    }
    // Open cards are told apart by face and copy, so that they keep their ids while others come
    // and go. Returns the place of the first copy of each.
    std::array<ScenePlace, kGeishas> add_copies(const std::string& id, ScenePlace zone, Cards cards,
                                                Seat holder = -1) {
        std::array<ScenePlace, kGeishas> first{};
        for (int g = 0; g < kGeishas; ++g)
            for (int copy = 0; copy < cards.count(g); ++copy) {
                const ScenePlace place = scene_.add_slot(
                    id + '.' + static_cast<char>('0' + g) + '.' + static_cast<char>('1' + copy),
                    zone, &kCardPieces[at(g)]);
                if (copy == 0) first[at(g)] = place;
                if (holder >= 0) know_alone(holder);
            }
        return first;
    }
    void add_face_down(Seat seat, std::string_view name, ScenePlace zone, int count) {
        for (int i = 1; i <= count; ++i) {
            scene_.add_hidden(scene_id(scene_id(seat, name), i), zone, &kHiddenPiece);
            know_alone(seat);
        }
    }
    void know_alone(Seat seat) { scene_.with("known_to", SceneValue::seats(1U << seat)); }

    void add_move(Move move) {
        const Kind kind = kind_of(move);
        if (kind >= Kind::kTakeCard) return add_answer(move);
        const Seat mover = table_.mover();
        scene_.add_move(move, kActionNames[static_cast<std::size_t>(kind)]);
        Cards before;
        for (int i = 0; i < cards_of(kind); ++i) {
            const int card = card_of(move, i);
            scene_.add_step(copy_of(hands_[at(mover)], card, before.count(card)),
                            target_of(kind, mover, i));
            before += Cards::one(card);
        }
    }
    [[nodiscard]] static ScenePlace copy_of(const std::array<ScenePlace, kGeishas>& first, int card,
                                            int copy) {
        return static_cast<ScenePlace>(first[at(card)] + copy);
    }
    [[nodiscard]] ScenePlace target_of(Kind kind, Seat mover, int card) const {
        if (kind == Kind::kSecret) return secret_[at(mover)];
        if (kind == Kind::kDiscard) return discard_[at(mover)];
        return kind == Kind::kGift ? offer_ : pairs_[at(card / 2)];
    }
    void add_answer(Move move) {
        const ScenePlace to = placed_[at(1 - table_.mover())];
        if (kind_of(move) == Kind::kTakeCard)
            return scene_.add_move(move, "take_card", offered_[0][at(card_of(move, 0))], to);
        const Move offer = table_.offer();
        const bool is_second =
            card_of(move, 0) != card_of(offer, 0) || card_of(move, 1) != card_of(offer, 1);
        const auto& pair = offered_[is_second ? 1 : 0];
        const bool is_double = card_of(move, 0) == card_of(move, 1);
        scene_.add_move(move, "take_pair");
        scene_.add_step(pair[at(card_of(move, 0))], to);
        scene_.add_step(copy_of(pair, card_of(move, 1), is_double ? 1 : 0), to);
    }

    Scene& scene_;
    const Table& table_;
    const std::array<KnownSide, 2>& sides_;
    std::array<std::array<ScenePlace, kGeishas>, 2> hands_{};
    std::array<std::array<ScenePlace, kGeishas>, 2> offered_{};  // a gift, or two pairs
    std::array<ScenePlace, 2> placed_{};
    std::array<ScenePlace, 2> secret_{};
    std::array<ScenePlace, 2> discard_{};
    std::array<ScenePlace, 2> pairs_{};
    ScenePlace offer_ = kNowhere;
};

template <class Position>
void paint(Scene& scene, const Position& position, const std::array<KnownSide, 2>& sides) {
    Painter painter(scene, position.table(), sides);
    painter.paint();
    if (!scene.wants_moves() || !position.turn().is_seat()) return;
    Moves moves;
    position.legal_moves(moves);
    painter.add_moves(moves);
}

}  // namespace

void State::fill(Scene& scene) const {
    const bool shown = shown_to(0) != kNoCard;
    paint(scene, *this, {KnownSide{sides_[0], true, shown}, KnownSide{sides_[1], true, shown}});
}

void View::fill(Scene& scene) const {
    const bool shown = shown_ != kNoCard;
    std::array<KnownSide, 2> sides;
    sides[at(seat_)] = {own_, true, shown};
    sides[at(other())] = {{Cards(), shown ? shown_ : kHiddenCard, kNoPair}, false, shown};
    paint(scene, *this, sides);
}

// --- beliefs

std::vector<HiddenSlots> View::hidden_slots() const {
    const std::vector<std::string> faces{"0", "1", "2", "3", "4", "5", "6"};
    return {{scene_ids(other(), "hand", table_.hand_size(other())), faces},
            {scene_ids(other(), "secret", hides_secret() ? 1 : 0), faces},
            {scene_ids(other(), "discard", hides_discards() ? 2 : 0), faces},
            {{"aside.1"}, faces}};
}

void View::count_faces(const State& world, std::span<int> counts) const {
    const Side& side = world.side(other());
    // The deck and the card set aside are alike: each of them may be the one.
    const std::array<Cards, 4> groups{side.hand, hides_secret() ? known_card(side.secret) : Cards(),
                                      hides_discards() ? side.discarded() : Cards(), world.rest()};
    auto count = counts.begin();
    for (const Cards& cards : groups)
        for (int g = 0; g < kGeishas; ++g) *count++ += cards.count(g);
}

}  // namespace moonflower::hanamikoji
