// The board as data: points, tiles, harmonies, reserves, and the moves.
#include "core/scene.hpp"

#include "games/skud_paisho/notation.hpp"
#include "games/skud_paisho/ring.hpp"
#include "games/skud_paisho/state.hpp"

namespace moonflower::skud_paisho {
namespace {

constexpr std::array<std::string_view, kKinds> kTileNames{
    "rose",        "chrysanthemum", "rhododendron", "jasmine", "lily",     "white_jade",
    "white_lotus", "orchid",        "rock",         "wheel",   "knotweed", "boat"};

// By kind and owner; basic and special flowers say how far they walk.
constexpr auto kTilePieces = [] {
    std::array<std::array<ScenePiece, kPlayers>, kKinds> table;
    for (int kind = 0; kind < kKinds; ++kind)
        for (Seat owner = 0; owner < kPlayers; ++owner) {
            ScenePiece& piece = table[kind][owner];
            piece = {is_accent(kind_of(kind)) ? "accent" : "flower",
                     kCodes[kind],
                     {{{"name", kTileNames[kind]}, {"owner", SceneValue::seat(owner)}}}};
            if (kind < kFlowerKinds) piece.attributes[2] = {"walks", kDistance[kind]};
        }
    return table;
}();

// SP-3: where basic flowers may stop.
constexpr std::string_view garden_of(Point p) {
    if (is_gate(p)) return "gate";
    if (!kGrid.garden_allows[0][p]) return "white";
    if (!kGrid.garden_allows[1][p]) return "red";
    const int x = x_of(p);
    const int y = y_of(p);
    return (x < 0 ? -x : x) + (y < 0 ? -y : y) <= 7 ? "both" : "neutral";
}

// The points and their names, made once.
struct PointCells {
    std::array<std::string, kPoints> names;
    std::array<SceneCell, kPoints> cells;

    PointCells() {
        for (Point p = 0; p < kPoints; ++p) {
            names[p] = point_text(p);
            cells[p] = {names[p], {{{"x", x_of(p)}, {"y", y_of(p)}, {"garden", garden_of(p)}}}};
        }
    }
};
const PointCells& points() {
    static const PointCells kAll;
    return kAll;
}

// Harmonies without which the ring would be open; none where there is no ring.
Harmonies ring_of(Harmonies harmonies) {
    if (!has_ring(harmonies)) return {};
    for (std::size_t i = harmonies.size(); i-- > 0;) {
        Harmonies fewer;
        for (std::size_t k = 0; k < harmonies.size(); ++k)
            if (k != i) fewer.push_back(harmonies[k]);
        if (has_ring(fewer)) harmonies = fewer;
    }
    return harmonies;
}

bool holds(const Harmonies& harmonies, const Harmony& harmony) {
    for (const Harmony& other : harmonies)
        if (other.first == harmony.first && other.second == harmony.second) return true;
    return false;
}

class Painter {
public:
    Painter(Scene& scene, const State& state) : scene_(scene), state_(state) {}

    void paint() {
        static constexpr std::array<std::string_view, 6> kPhaseWords{"accents", "accents", "start",
                                                                     "turn",    "bonus",   "over"};
        static constexpr std::array<std::string_view, 5> kEndWords{"", "ring", "midline", "stuck",
                                                                   "plies"};
        scene_.phase = kPhaseWords[static_cast<std::size_t>(state_.phase())];
        scene_.of_all().with("plies", state_.ply()).with("limit", state_.rules().max_plies);
        if (state_.is_over()) scene_.with("end", kEndWords[static_cast<std::size_t>(state_.end())]);
        const auto scores = state_.scores();
        for (Seat seat = 0; seat < kPlayers; ++seat)
            scene_.of_seat(seat)
                .with("role", seat == kHost ? "host" : "guest")
                .with("score", scores[static_cast<std::size_t>(seat)]);
        add_board();
        for (Seat seat = 0; seat < kPlayers; ++seat) add_reserve(seat);
        for (Seat seat = 0; seat < kPlayers; ++seat) add_harmonies(seat);
    }
    void add_moves() {
        State::Moves moves;
        state_.legal_moves(moves);
        for (const Move move : moves) add_move(move);
    }

private:
    void add_board() {
        const Board& board = state_.board();
        int tiles = 0;
        for (Point p = 0; p < kPoints; ++p) tiles += board.is_free(p) ? 0 : 1;
        const ScenePlace zone = scene_.add_zone("board", "points", -1, tiles);
        for (Point p = 0; p < kPoints; ++p) {
            const Tile tile = board.at(p);
            const ScenePiece* piece =
                tile == kNoTile ? nullptr : &kTilePieces[index(tile_kind(tile))][tile_owner(tile)];
            points_[p] = scene_.add_cell(points().cells[p], zone, piece);
            if (tile == kNoTile || !is_flower(tile_kind(tile))) continue;
            if (board.is_trapped(p, tile_owner(tile))) scene_.with("trapped", true);
            if (!is_gate(p) && board.is_drained(p)) scene_.with("drained", true);
        }
    }

    void add_reserve(Seat seat) {
        const Reserve& reserve = state_.reserve(seat);
        int tiles = 0;
        for (const int count : reserve.count) tiles += count;
        const std::string id = scene_id(seat, "reserve");
        const ScenePlace zone = scene_.add_zone(id, "reserve", seat, tiles);
        for (int kind = 0; kind < kKinds; ++kind)
            for (int copy = 1; copy <= reserve.count[kind]; ++copy) {
                const ScenePlace place =
                    scene_.add_slot(scene_id(id + '.' + std::string(kCodes[kind]), copy), zone,
                                    &kTilePieces[kind][seat]);
                if (copy == 1) reserves_[seat][kind] = place;
            }
    }

    void add_harmonies(Seat seat) {
        const Harmonies harmonies = harmonies_of(state_.board(), seat);
        const Harmonies ring = ring_of(harmonies);
        for (const Harmony& harmony : harmonies) {
            scene_.add_link("harmony", points_[harmony.first], points_[harmony.second]);
            scene_.with("owner", SceneValue::seat(seat))
                .with("crosses_midline", harmony.crosses_midline())
                .with("in_ring", holds(ring, harmony));
        }
    }

    void add_move(Move move) {
        const Play play = Play::of(move);
        const auto& reserve = reserves_[state_.mover()];
        scene_.add_move(move, State::move_kinds()[state_.move_kind(move)]);
        if (play.is_accents()) return add_accents(kChoices[play.at], reserve);
        if (play.has_base())
            scene_.add_step(play.is_plant() ? reserve[index(play.planted())] : points_[play.from],
                            points_[play.to]);
        if (!play.has_bonus()) return;
        const Bonus bonus = play.bonus();
        scene_.add_step(reserve[index(bonus.kind)], points_[bonus.at]);
        if (bonus.direction >= 0)
            scene_.add_step(points_[bonus.at], points_[kGrid.around[bonus.at][bonus.direction]]);
    }
    // Those that are kept; copies follow each other.
    void add_accents(const AccentCounts& chosen, const std::array<ScenePlace, kKinds>& reserve) {
        for (int accent = 0; accent < kAccentKinds; ++accent)
            for (int copy = 0; copy < chosen[accent]; ++copy)
                scene_.add_step(static_cast<ScenePlace>(reserve[kFlowerKinds + accent] + copy),
                                kNowhere);
    }
    static constexpr ScenePlace kNowhere = moonflower::kNowhere;

    Scene& scene_;
    const State& state_;
    std::array<ScenePlace, kPoints> points_{};
    std::array<std::array<ScenePlace, kKinds>, kPlayers> reserves_{};
};

}  // namespace

void State::fill(Scene& scene) const {
    Painter painter(scene, *this);
    painter.paint();
    if (scene.wants_moves() && !is_over()) painter.add_moves();
}

}  // namespace moonflower::skud_paisho
