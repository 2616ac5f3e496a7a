// The table as data: gardens, flowers and their petals in order, hands, grave, the battle, moves.
// Of a view, cards its seat does not know are missing in the state that stands behind it.
#include "core/scene.hpp"

#include <memory>

#include "games/flower_power/view.hpp"

namespace moonflower::flower_power {
namespace {

struct Faces {
    std::array<ScenePiece, kFaces> petals;
    std::array<ScenePiece, kFaces> cards;

    Faces() {
        static constexpr std::array<std::string_view, 4> kSuits{"spades", "hearts", "diamonds",
                                                                "clubs"};
        for (std::size_t i = 0; i < kFaces; ++i) {
            const auto card = static_cast<Card>(i);
            const std::string_view suit = i < 2 ? "joker" : kSuits[(i - 2) % 4];
            const std::array<SceneAttribute, 4> facts{
                {{"suit", suit}, {"strength", strength(card)}}};
            petals[i] = {"petal", card_name(card), facts};
            cards[i] = {"card", card_name(card), facts};
        }
    }
};
const Faces& faces() {
    static const Faces kAll;
    return kAll;
}
constexpr ScenePiece kHiddenPetal{"petal", "", {}};
constexpr ScenePiece kHiddenCard{"card", "", {}};

// "5+4+3": the sizes of a build.
std::string sizes_text(int pack, int rank) {
    std::string text;
    for (const std::uint8_t part : partition_at(pack, rank))
        text += (text.empty() ? "" : "+") + std::to_string(part);
    return text;
}

std::string flower_name(const Flower& flower) { return "f" + std::to_string(flower.id); }

// Petals are numbered from the lowest one up, which stays where it is when others come and go.
std::string petal_id(const Flower& flower, int size, int petal) {
    return scene_id(flower_name(flower), size - petal);
}

}  // namespace

class ScenePainter {
public:
    ScenePainter(Scene& scene, const State& state) : scene_(scene), state_(state) {}

    void paint() {
        add_clock();
        for (Seat seat = 0; seat < state_.seats(); ++seat) add_side(seat);
        add_making();
        pile_ = scene_.add_zone("pile", "pile", -1, state_.pile_size_);
        add_open("grave", state_.zones_[Zone::kGrave]);
        add_open("out", state_.zones_[Zone::kOut]);
        if (state_.x_ != kNoFlower && state_.y_ != kNoFlower) {
            scene_.add_link("attack", flowers_[at(state_.x_)], flowers_[at(state_.y_)]);
            scene_.with("level", state_.level_);
        }
    }
    void add_moves(const State::Moves& moves) {
        for (const Move move : moves) add_move(move);
    }

private:
    void add_clock() {
        static constexpr std::array<std::string_view, 9> kPhases{
            "build",        "main",       "pick", "reply", "confirm",
            "make_regular", "make_power", "will", "over"};
        scene_.phase = kPhases[static_cast<std::size_t>(state_.phase_)];
        const bool has_mover = state_.phase_ != Phase::kBuild && state_.phase_ != Phase::kOver;
        scene_.of_all()
            .with("turn", state_.turn_)
            .with("mover", SceneValue::seat(has_mover ? state_.active_ : -1))
            .with("quiet_turns", state_.stalled_)
            .with("fresh", state_.fresh_);
        const auto scores = state_.scores();
        for (Seat seat = 0; seat < state_.seats(); ++seat)
            scene_.of_seat(seat).with("score", scores[at(seat)]).with("alive", state_.lives(seat));
    }

    void add_side(Seat seat) {
        const Garden& garden = state_.garden_;
        int petals = 0;
        for (int i = 0; i < garden.flowers(); ++i)
            if (static_cast<Seat>(garden.flower(i).owner) == seat) petals += garden.size(i);
        gardens_[at(seat)] = scene_.add_zone(scene_id(seat, "garden"), "garden", seat, petals);
        for (int i = 0; i < garden.flowers(); ++i)
            if (static_cast<Seat>(garden.flower(i).owner) == seat) add_flower(i, seat);
        if (state_.phase_ == Phase::kBuild) add_pack(seat);
        add_hand(seat);
    }

    void add_flower(int index, Seat seat) {
        const Garden& garden = state_.garden_;
        const Flower& flower = garden.flower(index);
        const int size = garden.size(index);
        const ScenePlace zone = scene_.add_zone(
            flower_name(flower), flower.power ? "power" : "flower", seat, size, gardens_[at(seat)]);
        scene_.with("number", static_cast<int>(flower.id))
            .with("spent", flower.spent != 0)
            .with("exhausted", flower.exhausted != 0);
        flowers_[at(index)] = zone;
        for (int petal = 0; petal < size; ++petal) {
            const Card card = garden.card(index, petal);
            std::string id = petal_id(flower, size, petal);
            const ScenePlace place =
                card == kNoCard ? scene_.add_hidden(std::move(id), zone, &kHiddenPetal)
                                : scene_.add_slot(std::move(id), zone, &faces().petals[card]);
            if (petal == 0) petals_[at(index)] = place;
            mark_petal(index, petal);
        }
    }
    void mark_petal(int flower, int petal) {
        const bool is_up = state_.garden_.face_up(flower, petal);
        const unsigned low = state_.garden_.marks(flower, petal) & 0x1fU;
        scene_.with("index", petal).with("up", is_up);
        if (state_.garden_.flower(flower).power) {
            if (low > 0) scene_.with("picked", low - 1);
        } else if (!is_up) {
            scene_.with("known_to", SceneValue::seats(low));
        }
    }

    void add_pack(Seat seat) {
        const int size = state_.pack_[at(seat)];
        const int build = state_.build_[at(seat)];
        packs_[at(seat)] = scene_.add_zone(scene_id(seat, "pack"), "pack", seat, size);
        scene_.with("build", build == 0 ? SceneValue() : scene_.keep(sizes_text(size, build - 1)));
    }

    void add_hand(Seat seat) {
        const std::string id = scene_id(seat, "hand");
        const CardSet cards = state_.hand(seat);
        const int hidden = state_.hidden_[at(seat)];
        const ScenePlace zone = scene_.add_zone(id, "hand", seat, cards.size() + hidden);
        hands_[at(seat)] = zone;
        const unsigned readers =
            seat_bit(seat) |
            (state_.viewer_ >= 0 && state_.masked_ ? seat_bit(state_.viewer_) : 0U);
        each_copy(id, cards, [&](std::string slot, Card card) {
            const ScenePlace place = scene_.add_slot(std::move(slot), zone, &faces().cards[card]);
            scene_.with("known_to", SceneValue::seats(readers));
            if (seat == state_.decider_ && held_[card] == 0) held_[card] = place;
        });
        for (int i = 1; i <= hidden; ++i) {
            scene_.add_hidden(scene_id(id, i), zone, &kHiddenCard);
            scene_.with("known_to", SceneValue::seats(seat_bit(seat)));
        }
    }

    void add_making() {
        const bool is_making = state_.making_ > 0;
        making_ =
            scene_.add_zone("making", "making", is_making ? state_.decider_ : -1, state_.making_);
        const int first = state_.garden_.petals() - state_.making_;
        for (int i = 0; i < state_.making_; ++i) {
            scene_.add_slot(scene_id("making", i + 1), making_,
                            &faces().cards[state_.garden_.card_at(first + i)]);
            scene_.with("known_to", SceneValue::seats(seat_bit(state_.decider_)));
        }
    }

    void add_open(const std::string& id, const CardSet& cards) {
        const ScenePlace zone =
            scene_.add_zone(id, id == "out" ? "out" : "grave", -1, cards.size());
        each_copy(id, cards, [&](std::string slot, Card card) {
            scene_.add_slot(std::move(slot), zone, &faces().cards[card]);
        });
    }
    // Open cards are told apart by face and copy.
    template <class Visit>
    static void each_copy(const std::string& id, const CardSet& cards, Visit visit) {
        Card last = kNoCard;
        cards.each([&](Card card) {
            visit(scene_id(id + "." + std::string(card_name(card)), card == last ? 2 : 1), card);
            last = card;
        });
    }

    [[nodiscard]] ScenePlace flower_of_id(int id) const {
        return flowers_[at(state_.garden_.find(id))];
    }
    [[nodiscard]] ScenePlace petal_of(int flower, int petal) const {
        return static_cast<ScenePlace>(petals_[at(flower)] + petal);
    }

    void add_move(Move move) {
        const Seat seat = state_.decider_;
        const Kind kind = kind_of(move);
        const std::string_view name = State::move_kinds()[static_cast<std::size_t>(kind)];
        const ScenePlace card = card_of(move) < kFaces ? held_[card_of(move)] : kNowhere;
        switch (kind) {
            case Kind::kBuild:
                scene_.add_move(move, name, packs_[at(seat)], gardens_[at(seat)]);
                scene_.with("parts",
                            scene_.keep(sizes_text(state_.pack_[at(seat)], rank_of(move))));
                return;
            case Kind::kDraw:
                return scene_.add_move(move, name, pile_, hands_[at(seat)]);
            case Kind::kAttack:
                return scene_.add_move(move, name, flower_of_id(attacker_of(move)),
                                       flower_of_id(target_of(move)));
            case Kind::kSpyHand:
                return scene_.add_move(move, name, card, hands_[at(index_of(move))]);
            case Kind::kPoison:
            case Kind::kFertilise:
            case Kind::kTransform:
            case Kind::kSpyFlower:
                return add_hand_action(move, name, card);
            case Kind::kMakeRegular:
            case Kind::kMakePower:
                if (card == kNowhere) return scene_.add_move(move, name);  // closes the flower
                return scene_.add_move(move, name, card, making_);
            case Kind::kChoose:
                return scene_.add_move(
                    move, name, petal_of(state_.fighting_flower(), index_of(move)), kNowhere);
            default:
                return scene_.add_move(move, name);
        }
    }
    // On a petal, above which a fertiliser is put, or on a whole flower.
    void add_hand_action(Move move, std::string_view name, ScenePlace card) {
        const int flower = state_.garden_.find(flower_of(move));
        const int petal = index_of(move);
        const bool has_petal = petal < state_.garden_.size(flower);
        scene_.add_move(move, name, card,
                        has_petal ? petal_of(flower, petal) : flowers_[at(flower)]);
        if (petal != kNoPlace) scene_.with("index", petal);
    }

    Scene& scene_;
    const State& state_;
    std::array<ScenePlace, kMaxSeats> gardens_{};
    std::array<ScenePlace, kMaxSeats> packs_{};
    std::array<ScenePlace, kMaxSeats> hands_{};
    std::array<ScenePlace, kMaxFlowers> flowers_{};
    std::array<ScenePlace, kMaxFlowers> petals_{};  // the first of each
    std::array<ScenePlace, kFaces> held_{};         // in the decider's hand; 0: none
    ScenePlace making_ = kNowhere;
    ScenePlace pile_ = kNowhere;
};

void State::fill(Scene& scene) const {
    ScenePainter painter(scene, *this);
    painter.paint();
    const bool lists = turn().is_seat() && (!masked_ || turn() == Turn::of(viewer_));
    if (!scene.wants_moves() || !lists) return;
    const auto moves = std::make_unique<Moves>();
    legal_moves(*moves);
    painter.add_moves(*moves);
}

// --- beliefs

std::vector<HiddenSlots> View::hidden_slots() const {
    std::vector<std::string> names;
    for (int card = 0; card < kFaces; ++card)
        names.emplace_back(card_name(static_cast<Card>(card)));
    std::vector<HiddenSlots> groups;
    const Garden& garden = table_.garden_;
    for (int i = 0; i < garden.flowers(); ++i)
        for (int petal = 0; petal < garden.size(i); ++petal)
            if (garden.card(i, petal) == kNoCard)
                groups.push_back({{petal_id(garden.flower(i), garden.size(i), petal)}, names});
    for (Seat seat = 0; seat < table_.seats(); ++seat)
        groups.push_back({scene_ids(seat, "hand", table_.hidden_[at(seat)]), names});
    return groups;
}

void View::count_faces(const State& world, std::span<int> counts) const {
    auto count = counts.begin();
    const auto add = [&](const CardSet& cards) { cards.each([&](Card card) { ++count[card]; }); };
    const Garden& garden = table_.garden_;
    for (int i = 0; i < garden.flowers(); ++i)
        for (int petal = 0; petal < garden.size(i); ++petal) {
            if (garden.card(i, petal) != kNoCard) continue;
            const Card card = world.garden_.card(i, petal);
            if (card == kNoCard)
                add(world.zones_[Zone::kUnseen]);  // FP-111: what chance would draw from
            else
                ++count[card];
            count += kFaces;
        }
    for (Seat seat = 0; seat < table_.seats(); ++seat, count += kFaces) {
        if (table_.hidden_[at(seat)] == 0) continue;
        CardSet cards = world.hand(seat);
        if (world.making_ > 0 && world.decider_ == seat) cards = cards + world.loose();
        add(cards - table_.hand(seat));
    }
}

}  // namespace moonflower::flower_power
