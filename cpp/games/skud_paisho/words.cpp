#include "games/skud_paisho/words.hpp"

#include "core/text.hpp"
#include "games/skud_paisho/notation.hpp"

namespace moonflower::skud_paisho {
namespace {

Phrase tile_phrase(Kind kind) { return Phrase(std::string("skud_paisho.tile.") += code(kind)); }

// The same as one of several: "a Rose".
Phrase new_phrase(Kind kind) { return Phrase(std::string("skud_paisho.new.") += code(kind)); }

// A gate by its name, any other point by its place.
Phrase point_phrase(Point p) {
    if (p == kNorthGate) return Phrase("skud_paisho.gate.north");
    if (p == kSouthGate) return Phrase("skud_paisho.gate.south");
    if (is_gate(p)) return Phrase(x_of(p) > 0 ? "skud_paisho.gate.east" : "skud_paisho.gate.west");
    return Phrase("skud_paisho.point").text("at", point_text(p));
}

Phrase accents_phrase(Seat who, std::string_view choice) {
    Phrases tiles;
    for (const Kind kind : {Kind::kRock, Kind::kWheel, Kind::kKnotweed, Kind::kBoat}) {
        int count = 0;
        for (const std::string_view name : split(choice, ',')) count += name == code(kind) ? 1 : 0;
        if (count > 0)
            tiles.push_back(
                Phrase(std::string("skud_paisho.count.") += code(kind)).number("n", count));
    }
    return Phrase("skud_paisho.accents").seat("who", who).list("tiles", tiles);
}

Phrase base_phrase(const State& state, const Play& play) {
    const Seat who = state.mover();
    if (state.phase() == Phase::kStart)
        return Phrase("skud_paisho.start")
            .seat("who", who)
            .phrase("tile", tile_phrase(play.planted()));
    if (play.is_plant())
        return Phrase("skud_paisho.plant")
            .seat("who", who)
            .phrase("tile", new_phrase(play.planted()))
            .phrase("to", point_phrase(play.to));
    const Tile taken = state.board().at(play.to);
    Phrase phrase = Phrase(taken == kNoTile ? "skud_paisho.arrange" : "skud_paisho.capture")
                        .seat("who", who)
                        .phrase("tile", tile_phrase(tile_kind(state.board().at(play.from))))
                        .phrase("from", point_phrase(play.from))
                        .phrase("to", point_phrase(play.to));
    if (taken != kNoTile) phrase.phrase("taken", tile_phrase(tile_kind(taken)));
    return phrase;
}

Phrase bonus_phrase(const Board& board, Seat who, const Bonus& bonus) {
    if (is_flower(bonus.kind))
        return Phrase("skud_paisho.bonus_plant")
            .seat("who", who)
            .phrase("tile", new_phrase(bonus.kind))
            .phrase("to", point_phrase(bonus.at));
    const bool sails = bonus.kind == Kind::kBoat;
    if (!sails)
        return Phrase("skud_paisho.bonus_accent")
            .seat("who", who)
            .phrase("tile", new_phrase(bonus.kind))
            .phrase("to", point_phrase(bonus.at));
    const Phrase target = tile_phrase(tile_kind(board.at(bonus.at)));
    Phrase phrase =
        Phrase(bonus.direction < 0 ? "skud_paisho.bonus_sink" : "skud_paisho.bonus_ship")
            .seat("who", who)
            .phrase("tile", target)
            .phrase("from", point_phrase(bonus.at));
    if (bonus.direction >= 0)
        phrase.phrase("to", point_phrase(kGrid.around[bonus.at][bonus.direction]));
    return phrase;
}

// A token may be a step or a whole turn, behind a bonus that it declines (SP-56, SP-57).
void tell(const State& state, const Play& play, Phrases& told) {
    const Seat who = state.mover();
    if (play.is_accents()) {
        told.push_back(accents_phrase(who, play_text(play)));
        return;
    }
    State now = state;
    const auto declined = [&] {
        told.push_back(Phrase("skud_paisho.decline").seat("who", now.mover()));
    };
    if (play.declines_first) {
        declined();
        now.apply(Play::decline().move());
    }
    if (play.has_base()) {
        told.push_back(base_phrase(now, play));
        const Seat mover = now.mover();
        Play base;
        base.from = play.from;
        base.to = play.to;
        now.apply(base.move());
        if (now.mid_turn()) told.push_back(Phrase("skud_paisho.earned").seat("who", mover));
    }
    if (play.declines() && (!play.has_base() || now.mid_turn())) declined();
    if (play.has_bonus()) told.push_back(bonus_phrase(now.board(), now.mover(), play.bonus()));
    if (told.empty()) told.push_back(Phrase("skud_paisho.nothing").seat("who", who));
}

}  // namespace

Phrases phrases_of(const State& state, std::string_view event) {
    Phrases told;
    State now = state;
    for (const std::string_view token : words(event)) {
        const Move move = now.parse_move(token);
        tell(now, Play::of(move), told);
        now.apply(move);
    }
    return told;
}

// SP-41, SP-42, SP-61
Phrase ending_of(const State& state) {
    const Returns returns = state.returns();
    const bool is_drawn = returns.units[kGuest] == returns.units[kHost];
    const Seat winner = returns.units[kGuest] > returns.units[kHost] ? kGuest : kHost;
    const std::array<int, kMaxSeats> scores = state.scores();
    constexpr std::array<std::string_view, 5> kEnds{"none", "ring", "midline", "stuck", "plies"};
    std::string key = is_drawn ? "skud_paisho.drawn." : "skud_paisho.won.";
    key += kEnds[static_cast<std::size_t>(state.end())];
    const auto of = [](Seat seat) { return static_cast<std::size_t>(seat); };
    return Phrase(key)
        .seat("who", winner)
        .number("n", scores[of(winner)])
        .number("other", scores[of(1 - winner)]);
}

}  // namespace moonflower::skud_paisho
