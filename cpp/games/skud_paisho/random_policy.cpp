// The playout policies: steps drawn without listing them.
#include "games/skud_paisho/policy.hpp"

namespace moonflower::skud_paisho {
namespace {

int draw(Rng& rng, int bound) {
    return static_cast<int>(rng.below(static_cast<std::uint32_t>(bound)));
}

Point draw_free_gate(const Board& board, Rng& rng) {
    int skip = draw(rng, board.free_gates());
    for (const Point gate : kGatePoints)
        if (board.is_free(gate) && skip-- == 0) return gate;
    return kNowhere;
}

Kind draw_basic(const Reserve& reserve, Rng& rng) {
    int skip = draw(rng, reserve.basic_kinds());
    for (int kind = 0; kind < kBasicKinds; ++kind)
        if (reserve.count[kind] > 0 && skip-- == 0) return kind_of(kind);
    return Kind::kRose;
}

Play draw_plant(const State& state, Rng& rng) {
    const Point gate = draw_free_gate(state.board(), rng);  // drawn apart: arguments have no order
    return Play::plant(draw_basic(state.reserve(state.mover()), rng), gate);
}

using FlowerList = StaticVector<Point, 20>;
FlowerList flowers_of(const Arranger& arranger) {
    FlowerList flowers;
    arranger.for_each_flower([&](Kind /*kind*/, Point from) { flowers.push_back(from); });
    return flowers;
}

// A flower that can move, then where to; nothing if none can.
bool draw_arrange(const State& state, Rng& rng, Play& play) {
    const Arranger arranger = state.arranger();
    FlowerList flowers = flowers_of(arranger);
    while (!flowers.empty()) {
        Point& from = flowers[rng.below(static_cast<std::uint32_t>(flowers.size()))];
        const PointSet targets = arranger.targets(from);
        const int count = targets.count();
        if (count > 0) {
            play = Play::arrange(from, targets.nth(draw(rng, count)));
            return true;
        }
        from = flowers.back();
        flowers.pop_back();
    }
    return false;
}

// --- bonuses: the kind, then uniform over its places; rejection first, the full list if unlucky

constexpr int kTries = 24;

bool draw_wheel(const Board& board, Rng& rng, Play& play) {
    const PointSet free = board.free_points();
    const int count = free.count();
    for (int i = 0; i < kTries; ++i) {
        const Point p = free.nth(draw(rng, count));
        if (!may_turn(board, p)) continue;
        play = Play::of(Bonus{Kind::kWheel, p});
        return true;
    }
    const PointSet legal = wheel_points(board);
    if (legal.empty()) return false;
    play = Play::of(Bonus{Kind::kWheel, legal.nth(draw(rng, legal.count()))});
    return true;
}

bool draw_boat(const Board& board, Rng& rng, Play& play) {
    PointSet tiles = kOpenSet;
    tiles.subtract(board.free_points());
    const int count = tiles.count();
    for (int i = 0; i < kTries; ++i) {
        const Point p = tiles.nth(draw(rng, count));
        const int direction = draw(rng, kDirections);
        const bool accent = is_accent(tile_kind(board.at(p)));
        // An accent is one choice, a flower up to eight.
        if (accent ? direction != 0 || !may_sink(board, p) : !may_ship(board, p, direction))
            continue;
        play = Play::of(Bonus{Kind::kBoat, p, accent ? -1 : direction});
        return true;
    }
    int seen = 0;
    for_each_boat(board, [&](const Bonus& bonus) {
        if (draw(rng, ++seen) == 0) play = Play::of(bonus);
    });
    return seen > 0;
}

Play draw_bonus(const State& state, Rng& rng) {
    const Board& board = state.board();
    const Reserve& reserve = state.reserve(state.mover());
    StaticVector<int, 8> kinds;  // -1 declined, -2 a basic flower, else a kind
    kinds.push_back(-1);
    const bool has_gate = board.free_gates() > 0;
    if (has_gate && !board.grows(state.mover())) kinds.push_back(-2);
    for (int kind = kBasicKinds; kind < kKinds; ++kind)
        if (reserve.count[kind] > 0 && (has_gate || kind >= kFlowerKinds)) kinds.push_back(kind);
    while (true) {
        int& chosen = kinds[rng.below(static_cast<std::uint32_t>(kinds.size()))];
        if (chosen == -1) return Play::decline();
        if (chosen == -2)
            return Play::of(Bonus{draw_basic(reserve, rng), draw_free_gate(board, rng)});
        const Kind kind = kind_of(chosen);
        if (is_flower(kind)) return Play::of(Bonus{kind, draw_free_gate(board, rng)});
        if (kind == Kind::kRock || kind == Kind::kKnotweed) {
            const PointSet free = board.free_points();
            return Play::of(Bonus{kind, free.nth(draw(rng, free.count()))});
        }
        Play play;
        if (kind == Kind::kWheel ? draw_wheel(board, rng, play) : draw_boat(board, rng, play))
            return play;
        chosen = kinds.back();  // no place for it: another kind
        kinds.pop_back();
    }
}

Play draw_opening(const State& state, Rng& rng) {
    if (state.phase() == Phase::kStart)
        return Play::plant(kind_of(draw(rng, kBasicKinds)), kSouthGate);
    return Play::accents(draw(rng, kAccentChoices));
}

}  // namespace

Move random_by_kinds(const State& state, Rng& rng) {
    if (state.phase() < Phase::kBase) return draw_opening(state, rng).move();
    if (state.mid_turn()) return draw_bonus(state, rng).move();
    const bool can_plant = state.board().free_gates() > 0;
    Play play;
    if (can_plant && rng.coin()) return draw_plant(state, rng).move();
    if (draw_arrange(state, rng, play)) return play.move();
    return draw_plant(state, rng).move();
}

Move random_by_steps(const State& state, Rng& rng) {
    if (state.phase() < Phase::kBase) return draw_opening(state, rng).move();
    if (state.mid_turn()) return draw_bonus(state, rng).move();
    const int plants = state.board().free_gates() * state.reserve(state.mover()).basic_kinds();
    const Arranger arranger = state.arranger();
    const FlowerList flowers = flowers_of(arranger);
    std::array<PointSet, FlowerList::capacity()> targets;
    std::array<int, FlowerList::capacity()> counts{};
    int total = plants;
    for (std::size_t i = 0; i < flowers.size(); ++i) {
        targets[i] = arranger.targets(flowers[i]);
        counts[i] = targets[i].count();
        total += counts[i];
    }
    int skip = draw(rng, total);
    for (std::size_t i = 0; i < flowers.size(); ++i) {
        if (skip < counts[i]) return Play::arrange(flowers[i], targets[i].nth(skip)).move();
        skip -= counts[i];
    }
    return draw_plant(state, rng).move();
}

Move State::random_move(Rng& rng) const { return random_by_kinds(*this, rng); }

}  // namespace moonflower::skud_paisho
