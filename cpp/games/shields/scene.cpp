// The table as data: shields, attack cards, what has been chosen, claimed and accused, and moves.
#include "core/scene.hpp"

#include "games/shields/notation.hpp"
#include "games/shields/state.hpp"

namespace moonflower::shields {
namespace {

constexpr std::array<std::string_view, kSuits> kSuitWords{"clubs", "diamonds", "hearts", "spades"};
constexpr std::array<std::string_view, kKinds> kEffects{"plain", "encore",   "destiny", "confusion",
                                                        "skip",  "plus two", "reverse", "wild"};
constexpr std::array<std::string_view, kMaxSeats> kSeatWords{"p1", "p2", "p3", "p4", "p5"};
constexpr ScenePiece kHiddenCard{"card", "", {}};
constexpr ScenePiece kHiddenShields{"shields", "", {}};
constexpr ScenePiece kHiddenClaim{"claim", "", {}};
constexpr ScenePiece kHiddenAccusation{"accusation", "", {}};

// One claim for each card shown, in order: h for hit, s for safe.
constexpr std::size_t kClaims = 16;

struct Pieces {
    std::array<std::string, kCardCodes> card_names;
    std::array<std::string, kAllSuits + 1> set_names;
    std::array<std::array<std::string, kClaims>, 5> claim_names;
    std::array<ScenePiece, kCardCodes> cards;
    std::array<ScenePiece, kAllSuits + 1> sets;
    std::array<ScenePiece, kSuits> shields;
    std::array<std::array<ScenePiece, kClaims>, 5> claims;  // by number of cards
    std::array<ScenePiece, kMaxSeats + 1> accusations;      // nobody first

    Pieces() {
        for (std::size_t i = 0; i < kCardCodes; ++i) {
            const auto card = static_cast<Card>(i);
            card_names[i] = card_text(card);
            const SceneValue suit =
                card == kWildCard ? SceneValue() : SceneValue(kSuitWords[i / 8]);
            cards[i] = {
                "card",
                card_names[i],
                {{{"suit", suit}, {"effect", kEffects[static_cast<std::size_t>(kind_of(card))]}}}};
        }
        for (std::size_t i = 0; i <= kAllSuits; ++i) {
            set_names[i] = set_text(static_cast<SuitSet>(i));
            sets[i] = {"shields", set_names[i], {{{"count", std::popcount(i)}}}};
        }
        for (std::size_t suit = 0; suit < kSuits; ++suit)
            shields[suit] = {
                "shield", kSuitLetters.substr(suit, 1), {{{"suit", kSuitWords[suit]}}}};
        for (std::size_t count = 1; count < claims.size(); ++count)
            for (std::size_t bits = 0; bits < 1U << count; ++bits) {
                std::string& name = claim_names[count][bits];
                for (std::size_t i = 0; i < count; ++i) name += (bits >> i & 1U) != 0 ? 'h' : 's';
                claims[count][bits] = {"claim", name, {}};
            }
        accusations[0] = {"accusation", "-", {{{"accused", SceneValue()}}}};
        for (std::size_t seat = 0; seat < kMaxSeats; ++seat)
            accusations[seat + 1] = {
                "accusation", kSeatWords[seat], {{{"accused", kSeatWords[seat]}}}};
    }
};
const Pieces& pieces() {
    static const Pieces kAll;
    return kAll;
}

class Painter {
public:
    Painter(Scene& scene, const Table& table) : scene_(scene), table_(table) {}

    void paint() {
        add_clock();
        add_pile();
        add_attack();
        for (Seat seat = 0; seat < table_.rules.players; ++seat) add_side(seat);
    }
    void add_moves(Seat seat, const Moves& moves) {
        for (const Move move : moves) add_move(seat, move, static_cast<Entry>(move.code));
    }

private:
    static constexpr std::size_t at(Seat seat) { return Table::index(seat); }
    [[nodiscard]] static SceneValue set_value(SuitSet set) {
        return set == 0 ? SceneValue() : SceneValue(std::string_view(pieces().set_names[set]));
    }

    void add_clock() {
        static constexpr std::array<std::string_view, 6> kPhases{"choose", "draw",   "claim",
                                                                 "accuse", "refill", "over"};
        static constexpr std::array<std::string_view, 3> kModes{"enemy", "ffa", "ffau"};
        const Pending& pending = table_.pending;
        scene_.phase = kPhases[static_cast<std::size_t>(table_.phase)];
        scene_.of_all()
            .with("mode", kModes[static_cast<std::size_t>(table_.rules.mode)])
            .with("cheat", table_.rules.cheats)
            .with("turns", static_cast<int>(table_.turns))
            .with("attacks", pending.attacks)
            .with("encore", pending.encore)
            .with("destiny", set_value(pending.destiny))
            .with("confusion", pending.confusion);
        for (Seat seat = 0; seat < table_.rules.players; ++seat)
            scene_.of_seat(seat)
                .with("score", table_.lives[at(seat)])
                .with("lives", table_.lives[at(seat)])
                .with("alive", table_.is_alive(seat))
                .with("hindered", set_value(pending.hindered[at(seat)]))
                .with("handicapped", (pending.handicapped >> seat & 1U) != 0);
    }

    // The deck nobody has seen; its cards are counted in public, or, in hands, as far as the reader
    // does not hold them.
    void add_pile() {
        if (table_.rules.mode == Mode::kFfa) return;
        const bool is_deck = table_.rules.mode == Mode::kEnemy;
        scene_.add_zone("pile", is_deck ? "deck" : "pile", -1,
                        is_deck ? table_.cards.total() : table_.pile_size());
        scene_.with("unseen", scene_.keep(counts_text(table_.cards)));
        const auto suits = table_.cards.by_suit();
        for (std::size_t suit = 0; suit < kSuits; ++suit)
            scene_.with(kSuitWords[suit], suits[suit]);
        if (is_deck) return;
        const ScenePlace aside = scene_.add_zone("aside", "aside", -1, table_.aside.size());
        add_copies("aside", aside, table_.aside, -1);
    }

    void add_attack() {
        if (table_.rules.mode != Mode::kEnemy) return;
        const ScenePlace zone = scene_.add_zone("attack", "attack", -1, table_.shown_count);
        for (int i = 0; i < table_.shown_count; ++i) {
            const ScenePlace place = scene_.add_slot(scene_id("attack", i + 1), zone,
                                                     &pieces().cards[table_.shown[at(i)]]);
            if (i == 0) attack_ = place;
        }
    }

    void add_side(Seat seat) {
        const ScenePlace zone = scene_.add_zone(scene_id(seat, "shields"), "shields", seat, kSuits);
        const Entry choice = table_.choices[at(seat)];
        const bool is_known = choice != kOpen && choice != kHidden;
        for (std::size_t suit = 0; suit < kSuits; ++suit) {
            const ScenePlace place =
                scene_.add_slot(scene_id(seat, "shields.").append(kSuitLetters.substr(suit, 1)),
                                zone, &pieces().shields[suit]);
            scene_.with("chosen", is_known ? SceneValue((shields_of(choice) >> suit & 1U) != 0)
                                           : SceneValue());
            if (suit == 0) shields_[at(seat)] = place;
        }
        if (table_.rules.mode != Mode::kEnemy) add_hand(seat);
        add_choice(seat, choice);
        if (table_.pending.encore) add_previous(seat);
        if (table_.rules.cheats) add_words(seat);
    }

    // ffa: an attack of each suit, for ever; ffau: the cards of the hand.
    void add_hand(Seat seat) {
        const bool is_ffa = table_.rules.mode == Mode::kFfa;
        const std::string id = scene_id(seat, "hand");
        const ScenePlace zone =
            scene_.add_zone(id, "hand", seat, is_ffa ? kSuits : table_.hand_sizes[at(seat)]);
        if (is_ffa) {
            Hand all;
            for (int suit = 0; suit < kSuits; ++suit) all.add(card_of(suit, Kind::kPlain));
            add_copies(id, zone, all, seat);
        } else if (table_.sees_hand(seat)) {
            add_copies(id, zone, table_.hands[at(seat)], seat);
        } else {
            for (int i = 1; i <= table_.hand_sizes[at(seat)]; ++i) {
                scene_.add_hidden(scene_id(id, i), zone, &kHiddenCard);
                know_alone(seat);
            }
        }
    }
    void add_copies(const std::string& id, ScenePlace zone, const Hand& hand, Seat holder) {
        for (int slot = 0; slot < Hand::kSlots; ++slot) {
            const Card card = Hand::card_at(slot);
            for (int copy = 1; copy <= hand.in_slot(slot); ++copy) {
                const ScenePlace place =
                    scene_.add_slot(scene_id(id + "." + pieces().card_names[card], copy), zone,
                                    &pieces().cards[card]);
                if (holder < 0) continue;
                if (copy == 1) cards_[at(holder)][card] = place;
                if (table_.rules.mode == Mode::kFfau) know_alone(holder);
            }
        }
    }

    // SH-11, SH-49: what the seat plays this turn.
    void add_choice(Seat seat, Entry choice) {
        const bool is_made = choice != kOpen && table_.is_alive(seat);
        const bool has_shields = is_made && table_.choice_size(seat) >= 0;
        choices_[at(seat)] =
            scene_.add_zone(scene_id(seat, "choice"), "choice", seat, has_shields ? 1 : 0);
        attacks_[at(seat)] = kNowhere;
        if (is_made)
            add_slot(scene_id(seat, "choice.1"), choices_[at(seat)], choice != kHidden,
                     &pieces().sets[shields_of(choice == kHidden ? 0 : choice)], &kHiddenShields);
        if (is_made && !is_shown(seat)) know_alone(seat);
        if (table_.rules.mode == Mode::kEnemy) return;
        const int count = !is_made            ? 0
                          : choice == kHidden ? table_.attacks_due(seat)
                                              : static_cast<int>(attacks_of(choice).size());
        attacks_[at(seat)] = scene_.add_zone(scene_id(seat, "attacks"), "attacks", seat, count);
        for (int i = 0; i < count; ++i) {
            const ScenePiece* card =
                choice == kHidden ? nullptr : &pieces().cards[attacks_of(choice)[at(i)]];
            add_slot(scene_id(scene_id(seat, "attacks"), i + 1), attacks_[at(seat)],
                     choice != kHidden, card, &kHiddenCard);
            if (!is_shown(seat)) know_alone(seat);
        }
    }
    // Whether everybody sees what the seat has chosen.
    [[nodiscard]] bool is_shown(Seat /*seat*/) const {
        return table_.phase == Phase::kChoose ? table_.is_public_stage() : !table_.rules.cheats;
    }

    // SH-22: the set an encore repeats.
    void add_previous(Seat seat) {
        const std::uint8_t set = table_.pending.previous[at(seat)];
        const bool is_there = table_.is_alive(seat) && set != 0;
        const ScenePlace zone =
            scene_.add_zone(scene_id(seat, "previous"), "previous", seat, is_there ? 1 : 0);
        if (!is_there) return;
        const bool is_known = (set & kHiddenSet) == 0;
        add_slot(scene_id(seat, "previous.1"), zone, is_known, &pieces().sets[set & kAllSuits],
                 &kHiddenShields);
        if (!is_known) scene_.with("count", set & kAllSuits);
        if (table_.rules.cheats && (table_.pending.shown >> seat & 1U) == 0) know_alone(seat);
    }

    // SH-36, SH-37: claims and accusations.
    void add_words(Seat seat) {
        const Entry claim = table_.claims[at(seat)];
        const bool claims = claim != kOpen && table_.is_alive(seat) && table_.shown_count > 0;
        claims_[at(seat)] = scene_.add_zone(scene_id(seat, "claim"), "claim", seat, claims ? 1 : 0);
        if (claims) {
            add_slot(scene_id(seat, "claim.1"), claims_[at(seat)], claim != kHidden,
                     &pieces().claims[table_.shown_count][claim == kHidden ? 0 : claim],
                     &kHiddenClaim);
            if (table_.phase == Phase::kClaim) know_alone(seat);
        }
        const Entry accusation = table_.accusations[at(seat)];
        const bool accuses = accusation != kOpen && table_.is_alive(seat);
        const ScenePlace zone =
            scene_.add_zone(scene_id(seat, "accusation"), "accusation", seat, accuses ? 1 : 0);
        if (!accuses) return;
        add_slot(scene_id(seat, "accusation.1"), zone, accusation != kHidden,
                 &pieces().accusations[accusation == kHidden ? 0 : accusation], &kHiddenAccusation);
        if (table_.phase == Phase::kAccuse) know_alone(seat);
    }

    void add_slot(std::string id, ScenePlace zone, bool is_known, const ScenePiece* piece,
                  const ScenePiece* hidden) {
        if (is_known)
            scene_.add_slot(std::move(id), zone, piece);
        else
            scene_.add_hidden(std::move(id), zone, hidden);
    }
    void know_alone(Seat seat) { scene_.with("known_to", SceneValue::seats(1U << seat)); }

    void add_move(Seat seat, Move move, Entry entry) {
        if (table_.phase == Phase::kClaim) {
            scene_.add_move(move, "claim");
            for (int i = 0; i < table_.shown_count; ++i)
                if ((entry >> i & 1) != 0)
                    scene_.add_step(static_cast<ScenePlace>(attack_ + i), claims_[at(seat)]);
            return;
        }
        if (table_.phase == Phase::kAccuse) {
            if (entry == 0) return scene_.add_move(move, "trust");
            return scene_.add_move(move, "accuse", Scene::seat(seat), Scene::seat(entry - 1));
        }
        scene_.add_move(move, table_.rules.mode == Mode::kEnemy ? "shields" : "attack");
        std::array<int, kCardCodes> used{};
        for (const Card card : attacks_of(entry)) {
            const int copy = used[card]++;
            scene_.add_step(static_cast<ScenePlace>(cards_[at(seat)][card] + copy),
                            attacks_[at(seat)]);
        }
        for (std::size_t suit = 0; suit < kSuits; ++suit)
            if ((shields_of(entry) >> suit & 1U) != 0)
                scene_.add_step(static_cast<ScenePlace>(shields_[at(seat)] + suit),
                                choices_[at(seat)]);
    }

    Scene& scene_;
    const Table& table_;
    std::array<ScenePlace, kMaxSeats> shields_{};
    std::array<ScenePlace, kMaxSeats> choices_{};
    std::array<ScenePlace, kMaxSeats> attacks_{};
    std::array<ScenePlace, kMaxSeats> claims_{};
    std::array<std::array<ScenePlace, kCardCodes>, kMaxSeats> cards_{};  // the first of each
    ScenePlace attack_ = kNowhere;
};

template <class Position>
void paint(Scene& scene, const Position& position, const Table& table) {
    Painter painter(scene, table);
    painter.paint();
    if (!scene.wants_moves() || !position.turn().is_seat()) return;
    Moves moves;
    position.legal_moves(moves);
    if (!moves.empty()) painter.add_moves(position.turn().seat(), moves);
}

}  // namespace

void State::fill(Scene& scene) const { paint(scene, *this, table_); }

// SH-78: while the own entry is open, it makes no difference who has made one.
Table View::as_seen() const {
    Table table = table_.masked(seat());
    if (is_on_move() && !table.is_public_stage())
        for (Entry& entry : table.entries())
            if (entry == kHidden) entry = kOpen;
    return table;
}

void View::fill(Scene& scene) const { paint(scene, *this, as_seen()); }

// --- beliefs

namespace {

template <class Names>
std::vector<std::string> faces_of(const Names& names) {
    return {names.begin(), names.end()};
}
constexpr std::size_t kSets = kAllSuits + 1;

}  // namespace

// Seat by seat: choice, attacks, previous set, claim, accusation, hand; without slots where nothing
// is hidden.
std::vector<HiddenSlots> View::hidden_slots() const {
    const Table table = as_seen();
    std::vector<HiddenSlots> groups;
    const std::vector<std::string> sets = faces_of(pieces().set_names);
    const std::vector<std::string> cards = faces_of(pieces().card_names);
    std::vector<std::string> claims(kClaims);
    for (std::size_t bits = 0; bits < 1U << table.shown_count; ++bits)
        if (table.shown_count > 0) claims[bits] = pieces().claim_names[table.shown_count][bits];
    const std::vector<std::string> accused{"-", "p1", "p2", "p3", "p4", "p5"};
    for (Seat seat = 0; seat < table.rules.players; ++seat) {
        const std::size_t i = Table::index(seat);
        const bool hides = table.is_alive(seat);
        const bool hides_choice = hides && table.choices[i] == kHidden;
        const bool hides_attack = hides_choice && table.rules.mode != Mode::kEnemy;
        const bool hides_previous =
            hides && table.pending.encore && (table.pending.previous[i] & kHiddenSet) != 0;
        const bool hides_hand = table.rules.mode == Mode::kFfau && !table.sees_hand(seat);
        groups.push_back({scene_ids(seat, "choice", hides_choice ? 1 : 0), sets});
        groups.push_back(
            {scene_ids(seat, "attacks", hides_attack ? table.attacks_due(seat) : 0), cards});
        groups.push_back({scene_ids(seat, "previous", hides_previous ? 1 : 0), sets});
        groups.push_back(
            {scene_ids(seat, "claim", hides && table.claims[i] == kHidden ? 1 : 0), claims});
        groups.push_back(
            {scene_ids(seat, "accusation", hides && table.accusations[i] == kHidden ? 1 : 0),
             accused});
        groups.push_back({scene_ids(seat, "hand", hides_hand ? table.hand_sizes[i] : 0), cards});
    }
    return groups;
}

void View::count_faces(const State& world, std::span<int> counts) const {
    const Table& table = world.table();
    auto count = counts.begin();
    for (Seat seat = 0; seat < table.rules.players; ++seat) {
        const std::size_t i = Table::index(seat);
        const Entry choice = table.choices[i];
        const bool chose = choice != kOpen;
        if (chose) ++count[shields_of(choice)];
        count += kSets;
        if (chose && table.rules.mode != Mode::kEnemy)
            for (const Card card : attacks_of(choice)) ++count[card];
        count += kCardCodes;
        ++count[table.pending.previous[i] & kAllSuits];
        count += kSets;
        if (table.claims[i] < kClaims) ++count[table.claims[i]];
        count += kClaims;
        if (table.accusations[i] <= kMaxSeats) ++count[table.accusations[i]];
        count += kMaxSeats + 1;
        for (int slot = 0; slot < Hand::kSlots; ++slot)
            count[Hand::card_at(slot)] += table.hands[i].in_slot(slot);
        count += kCardCodes;
    }
}

}  // namespace moonflower::shields
