// The board as data: cells, tiles and what lies under them, hands, and the moves.
#include "core/scene.hpp"

#include "games/terraflip/state.hpp"

namespace moonflower::terraflip {
namespace {

constexpr std::array<std::string_view, kColours> kTerrains{"desert", "forest", "mountain", "river"};
constexpr std::array<std::string_view, kSpecials> kSpecialNames{"rider", "camp", "catapult"};
constexpr std::array<std::string_view, kMostPlayers> kSets{"p1", "p2", "p3", "p4"};

constexpr std::string_view letter(std::size_t colour) { return kColourLetters.substr(colour, 1); }

constexpr auto kTiles = [] {
    std::array<std::array<ScenePiece, kMostPlayers>, kColours> table;
    for (std::size_t colour = 0; colour < kColours; ++colour)
        for (std::size_t seat = 0; seat < kMostPlayers; ++seat)
            table[colour][seat] = {
                "tile", letter(colour), {{{"terrain", kTerrains[colour]}, {"set", kSets[seat]}}}};
    return table;
}();
constexpr auto kBacks = [] {
    std::array<ScenePiece, kColours> table;
    for (std::size_t colour = 0; colour < kColours; ++colour)
        table[colour] = {"back", letter(colour), {{{"terrain", kTerrains[colour]}}}};
    return table;
}();
constexpr auto kSpecialTiles = [] {
    std::array<std::array<std::array<ScenePiece, kMostPlayers>, kColours>, kSpecials> table;
    for (std::size_t kind = 0; kind < kSpecials; ++kind)
        for (std::size_t colour = 0; colour < kColours; ++colour)
            for (std::size_t seat = 0; seat < kMostPlayers; ++seat)
                table[kind][colour][seat] = {
                    kSpecialNames[kind],
                    kSpecialLetters.substr(kind, 1),
                    {{{"terrain", kTerrains[colour]}, {"set", kSets[seat]}}}};
    return table;
}();
constexpr ScenePiece kCastlePiece{"castle", "#", {}};
constexpr ScenePiece kHiddenBack{"back", "", {}};

// The names of the cells, and the cells themselves, made once.
struct Board {
    std::array<std::string, kSlots> names;
    std::array<SceneCell, kSlots> cells;

    Board() {
        for (const Cell cell : kBoard) {
            names[cell] = cell_name(cell);
            const Hex hex = hex_of(cell);
            cells[cell] = {names[cell],
                           {{{"q", hex.q}, {"r", hex.r}, {"distance", hex.distance()}}}};
        }
    }
};
const Board& board() {
    static const Board kAll;
    return kAll;
}

std::string under_id(Cell cell) { return board().names[cell] + ".under"; }

class Painter {
public:
    Painter(Scene& scene, const Position& position) : scene_(scene), position_(position) {}

    void paint() {
        add_clock();
        add_board();
        add_undersides();
        for (Seat seat = 0; seat < position_.rules.players; ++seat) add_hand(seat);
    }
    void add_moves(const MoveList& moves) {
        for (const Move move : moves) add_move(Step::of(move), move);
    }

private:
    static constexpr std::size_t at(Seat seat) { return static_cast<std::size_t>(seat); }

    void add_clock() {
        static constexpr std::array<std::string_view, 7> kPhases{
            "place", "line", "camp", "catapult", "end", "turning", "over"};
        const auto name = [](Cell cell) {
            return cell == kNoCell ? SceneValue() : SceneValue(board().cells[cell].id);
        };
        scene_.phase = kPhases[static_cast<std::size_t>(position_.phase)];
        scene_.of_all()
            .with("turns", position_.turns)
            .with("limit", position_.rules.limit)
            .with("origin", name(position_.origin))
            .with("spied", name(position_.spied));
        for (Seat seat = 0; seat < position_.rules.players; ++seat) {
            const Colour colour = position_.rules.colour(seat);
            scene_.of_seat(seat)
                .with("score", position_.total(seat))
                .with("bonus", position_.rules.bonus[at(seat)])
                .with("colour", letter(colour))
                .with("terrain", kTerrains[colour])
                .with("spies", position_.hand(seat).spies);
        }
    }

    [[nodiscard]] const ScenePiece* piece(Cell cell) const {
        if (cell == kCastle) return &kCastlePiece;
        if (!position_.occupied().has(cell)) return nullptr;
        const auto owner = at(position_.owner(cell));
        const Colour face = position_.face(cell);
        if (position_.terrain.has(cell)) return &kTiles[face][owner];
        std::size_t kind = 0;
        while (position_.specials[owner][kind] != cell) ++kind;
        return &kSpecialTiles[kind][face][owner];
    }

    // The cells tiles can come to, and those where tiles lie.
    void add_board() {
        const Cells shown = kDiscs[position_.rules.limit + 1U] | position_.occupied();
        const ScenePlace zone = scene_.add_zone("board", "hexes", -1, position_.occupied().count());
        for (const Cell cell : shown)
            cells_[cell] = scene_.add_cell(board().cells[cell], zone, piece(cell));
    }

    void add_undersides() {
        const ScenePlace zone =
            scene_.add_zone("undersides", "undersides", -1, position_.terrain.count());
        for (const Cell cell : position_.terrain) {
            const Colour under = position_.underside(cell);
            under_[cell] = under == kNoColour
                               ? scene_.add_hidden(under_id(cell), zone, &kHiddenBack)
                               : scene_.add_slot(under_id(cell), zone, &kBacks[under]);
            scene_.with("under", board().cells[cell].id);
            const unsigned seats = position_.mask(cell);
            if (seats != position_.rules.everybody())
                scene_.with("known_to", SceneValue::seats(seats));
        }
    }

    void add_hand(Seat seat) {
        const Hand& hand = position_.hand(seat);
        const std::string id = scene_id(seat, "hand");
        const int specials = std::popcount(hand.specials);
        const ScenePlace zone = scene_.add_zone(id, "hand", seat, hand.terrain + specials);
        int known = 0;
        for (std::size_t back = 0; back < kColours; ++back)
            for (int copy = 1; copy <= hand.backs[back]; ++copy, ++known) {
                const ScenePlace place = scene_.add_slot(
                    scene_id(id + '.' + std::string(letter(back)), copy), zone, &kBacks[back]);
                know_hand(seat);
                if (copy == 1 && seat == position_.mover) backs_[back] = place;
            }
        for (int i = 1; known + i <= hand.terrain; ++i) {
            const ScenePlace place = scene_.add_hidden(scene_id(id, i), zone, &kHiddenBack);
            know_hand(seat);
            if (i == 1 && seat == position_.mover) backs_[kNoColour] = place;
        }
        for (std::size_t kind = 0; kind < kSpecials; ++kind) {
            if (!hand.has(static_cast<Special>(kind))) continue;
            const ScenePlace place =
                scene_.add_slot(id + '.' + std::string(kSpecialNames[kind]), zone,
                                &kSpecialTiles[kind][position_.rules.colour(seat)][at(seat)]);
            if (seat == position_.mover) specials_[kind] = place;
        }
        const ScenePlace spies =
            scene_.add_zone(scene_id(seat, "spies"), "spies", seat, hand.spies);
        if (seat == position_.mover) spies_ = spies;
    }
    // TF-9 to TF-11
    void know_hand(Seat seat) {
        if (position_.rules.hand == HandMode::kOpen) return;
        const bool is_blind = position_.rules.hand == HandMode::kBlind;
        scene_.with("known_to", SceneValue::seats(is_blind ? 0 : 1U << seat));
    }

    void add_move(const Step& step, Move move) {
        const ScenePlace cell = step.cell == kNoCell ? kNowhere : cells_[step.cell];
        switch (step.kind) {
            case Kind::kEndTurn:
                return scene_.add_move(move, "end");
            case Kind::kCamp:
                return scene_.add_move(move, "camp", specials_[1], cell);
            case Kind::kFlip:
                return scene_.add_move(move, "flip", under_[step.cell], cell);
            case Kind::kRider:
                return scene_.add_move(move, "rider", specials_[0], cell);
            case Kind::kSpy:
                return scene_.add_move(move, "spy", spies_, under_[step.cell]);
            case Kind::kTerrain:
                return scene_.add_move(move, "terrain", backs_[step.colour], cell);
            case Kind::kThrow:
                return scene_.add_move(move, "throw", cell, cells_[step.to]);
            case Kind::kCatapult:
                return scene_.add_move(move, "catapult", specials_[2], cell);
            case Kind::kDraw:
                return;
        }
    }

    Scene& scene_;
    const Position& position_;
    std::array<ScenePlace, kSlots> cells_{};
    std::array<ScenePlace, kSlots> under_{};
    std::array<ScenePlace, kColours + 1> backs_{};  // of the mover's hand; the last: not known
    std::array<ScenePlace, kSpecials> specials_{};
    ScenePlace spies_ = kNowhere;
};

void fill_scene(Scene& scene, const Position& position, bool has_moves) {
    Painter painter(scene, position);
    painter.paint();
    if (!has_moves || !scene.wants_moves()) return;
    MoveList moves;
    list_moves(position, moves);
    painter.add_moves(moves);
}

}  // namespace

void State::fill(Scene& scene) const { fill_scene(scene, position_, true); }
void View::fill(Scene& scene) const { fill_scene(scene, known_, turn() == Turn::of(seat_)); }

// --- beliefs

std::vector<HiddenSlots> View::hidden_slots() const {
    std::vector<std::string> faces;
    for (std::size_t colour = 0; colour < kColours; ++colour) faces.emplace_back(letter(colour));
    std::vector<HiddenSlots> groups;
    for (const Cell cell : known_.terrain)
        if (known_.underside(cell) == kNoColour) groups.push_back({{under_id(cell)}, faces});
    for (Seat seat = 0; seat < known_.rules.players; ++seat)
        groups.push_back({scene_ids(seat, "hand", hidden_in_hand(seat)), faces});
    return groups;
}

int View::hidden_in_hand(Seat seat) const {
    const Hand& hand = known_.hand(seat);
    int known = 0;
    for (const std::uint8_t count : hand.backs) known += count;
    return hand.terrain - known;
}

void View::count_faces(const State& world, std::span<int> counts) const {
    const Position& position = world.position();
    auto count = counts.begin();
    const auto add_pool = [&](Seat owner) {  // TF-10: what chance would draw from
        const auto pool = position.unseen_backs(owner);
        for (std::size_t colour = 0; colour < kColours; ++colour) count[colour] += pool[colour];
    };
    for (const Cell cell : known_.terrain) {
        if (known_.underside(cell) != kNoColour) continue;
        const Colour under = position.underside(cell);
        if (under == kNoColour)
            add_pool(position.owner(cell));
        else
            ++count[under];
        count += kColours;
    }
    for (Seat seat = 0; seat < known_.rules.players; ++seat, count += kColours) {
        if (hidden_in_hand(seat) == 0) continue;
        if (position.rules.hand == HandMode::kBlind) {
            add_pool(seat);
            continue;
        }
        for (std::size_t colour = 0; colour < kColours; ++colour)
            count[colour] += position.hand(seat).backs[colour];
    }
}

}  // namespace moonflower::terraflip
