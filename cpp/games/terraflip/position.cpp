#include "games/terraflip/position.hpp"

#include "core/hash.hpp"

namespace moonflower::terraflip {

Position::Position(const Rules& game) : rules(game) {
    for (auto& cells : specials) cells.fill(kNoCell);
    for (Seat seat = 0; seat < rules.players; ++seat) {
        if (rules.hand != HandMode::kBlind) hand(seat).backs = rules.backs[rules.colour(seat)];
        hand(seat).terrain = kTerrainTiles;
        hand(seat).specials = (1U << kSpecials) - 1;
        hand(seat).spies = kSpies;
    }
}

Turn Position::turn() const {
    if (phase == Phase::kOver) return Turn::over();
    if (phase == Phase::kTurning || spied != kNoCell) return Turn::chance();
    return Turn::of(mover);
}

Cells Position::flips() const {
    switch (phase) {
        case Phase::kLine:
            return surrounded(origin, sight(), rules);
        case Phase::kCamp: {  // TF-34
            const Cells near = touching(origin) & adverse();
            return rules.special_line ? near | surrounded(origin, sight(), rules) : near;
        }
        case Phase::kCatapult:  // TF-37
            return rules.special_line ? surrounded(origin, sight(), rules) : Cells{};
        default:
            return {};
    }
}

Cells Position::landings(Cell thrown) const {
    const Cells all = occupied();
    const Cells left = all - Cells::of(thrown);
    const Cells limit = kDiscs[rules.limit] - all;
    Cells group = connected(Cells::of(kCastle), left);
    Cells cells = touching(group) & limit;
    if (group == left) return cells;
    if (rules.connect == Connect::kRemoval) return {};
    // TF-36, final: the tile must land where it joins all that its removal cuts off.
    for (Cells rest = left - group; !rest.empty(); rest = rest - group) {
        group = connected(Cells::of(rest.first()), left);
        cells &= touching(group);
    }
    return cells;
}

Cells Position::spy_targets() const {
    if (hand(mover).spies == 0) return {};
    if (rules.spy == SpyTime::kBefore && phase != Phase::kPlace) return {};
    return terrain - knows[mover];
}

Colour Position::underside(Cell cell) const {
    for (Colour colour = 0; colour < kColours; ++colour)
        if (under[colour].has(cell)) return colour;
    return kNoColour;
}

Colour Position::face(Cell cell) const {
    for (Colour colour = 0; colour < kColours; ++colour)
        if (shows[colour].has(cell)) return colour;
    return kNoColour;
}

Seat Position::owner(Cell cell) const {
    Seat seat = 0;
    while (seat + 1 < rules.players && !placed[static_cast<std::size_t>(seat)].has(cell)) ++seat;
    return seat;
}

unsigned Position::mask(Cell cell) const {
    unsigned seats = 0;
    for (unsigned seat = 0; seat < rules.players; ++seat)
        if (knows[seat].has(cell)) seats |= 1U << seat;
    return seats;
}

// One face of every tile is its owner's colour, so the other one is its back.
std::array<int, kColours> Position::unseen_backs(Seat seat) const {
    const Colour colour = rules.colour(seat);
    const Cells set = placed[static_cast<std::size_t>(seat)] & terrain;
    std::array<int, kColours> left{};
    for (Colour back = 0; back < kColours; ++back) {
        const Cells seen = back == colour ? shows[back] & under[back] : shows[back] | under[back];
        left[back] = rules.backs[colour][back] - (set & seen).count();
    }
    return left;
}

void Position::apply(Move move) {
    const Step step = Step::of(move);
    switch (step.kind) {
        case Kind::kEndTurn:
            return end_turn();
        case Kind::kFlip:
            turn_over(step.cell);
            break;
        case Kind::kThrow:
            throw_tile(step.cell, step.to);
            break;
        case Kind::kSpy:
            spy(step.cell);
            break;
        case Kind::kDraw:
            return draw(step.colour);
        default:
            return place(move);
    }
    if (step.colour != kNoColour) draw(step.colour);
}

// TF-22: terrain comes to lie with the owner's colour up.
void Position::place(Move move) {
    const Step step = Step::of(move);
    Hand& from = hand(mover);
    shows[rules.colour(mover)].add(step.cell);
    placed[mover].add(step.cell);
    origin = step.cell;
    phase = Phase::kLine;
    if (step.kind == Kind::kTerrain) {
        assert(from.terrain > 0);
        --from.terrain;
        terrain.add(step.cell);
        if (step.colour != kNoColour) {
            fix(step.cell, step.colour);
            if (from.backs[step.colour] > 0) --from.backs[step.colour];
        }
        for (unsigned seat = 0; seat < rules.players; ++seat)
            if (rules.hand == HandMode::kOpen || (rules.hand == HandMode::kKnown && seat == mover))
                knows[seat].add(step.cell);
        return;
    }
    const Special kind = step.kind == Kind::kRider  ? Special::kRider
                         : step.kind == Kind::kCamp ? Special::kCamp
                                                    : Special::kCatapult;
    if (kind == Special::kCamp) phase = Phase::kCamp;
    if (kind == Special::kCatapult) phase = Phase::kCatapult;
    assert(from.has(kind));
    from.specials = static_cast<std::uint8_t>(from.specials & ~(1U << static_cast<unsigned>(kind)));
    specials[mover][static_cast<std::size_t>(kind)] = step.cell;
}

// TF-23, TF-24
void Position::turn_over(Cell cell) {
    origin = cell;
    const Colour down = underside(cell);
    if (down == kNoColour) {
        phase = Phase::kTurning;
        return;
    }
    const Colour up = face(cell);
    shows[up].remove(cell);
    under[down].remove(cell);
    shows[down].add(cell);
    under[up].add(cell);
    for (unsigned seat = 0; seat < rules.players; ++seat) knows[seat].add(cell);
    phase = down == rules.colour(mover) ? Phase::kLine : Phase::kEnd;
    if (phase == Phase::kEnd) origin = kNoCell;
}

void Position::throw_tile(Cell from, Cell to) {
    const auto carry = [&](Cells& set) {
        if (!set.has(from)) return;
        set.remove(from);
        set.add(to);
    };
    for (auto* sets : {&shows, &under, &placed, &knows})
        for (Cells& set : *sets) carry(set);
    carry(terrain);
    turn_over(to);
}

// TF-27
void Position::spy(Cell cell) {
    assert(hand(mover).spies > 0);
    --hand(mover).spies;
    if (undrawn(cell))
        spied = cell;
    else
        knows[mover].add(cell);
}

void Position::close_spy() {
    knows[mover].add(spied);
    spied = kNoCell;
}

void Position::draw(Colour back) {
    if (spied != kNoCell) {
        fix(spied, back);
        return close_spy();
    }
    assert(phase == Phase::kTurning);
    fix(origin, back);
    turn_over(origin);
}

// TF-39: seats without tiles are passed over; the game is over when nobody has any.
void Position::end_turn() {
    ++turns;
    origin = kNoCell;
    phase = Phase::kPlace;
    for (int i = 0; i < rules.players; ++i) {
        mover = static_cast<std::uint8_t>(mover + 1 == rules.players ? 0 : mover + 1);
        if (!hand(mover).empty()) return;
    }
    phase = Phase::kOver;
    mover = 0;
}

// TF-40: two points for a tile that touches another of its colour, else one; TF-41: the castle
// is nobody's neighbour.
int Position::points(Seat seat) const {
    const Cells all = shows[rules.colour(seat)];
    const Cells scoring = rules.special_score ? all : all & terrain;  // TF-31
    return scoring.count() + (scoring & touching(all)).count();
}

// TF-43
unsigned Position::winners() const {
    unsigned best = 0;
    int most = -1;
    for (Seat seat = 0; seat < rules.players; ++seat) {
        const int rank = 128 * total(seat) + tiles(seat);
        if (rank > most) best = 0;
        if (rank >= most) best |= 1U << seat;
        most = rank > most ? rank : most;
    }
    return best;
}

// Each word is mixed on its own with its place and the results are added: no chain of
// multiplications, as this runs at every tree node.
std::uint64_t Position::key() const {
    std::uint64_t sum = 0;
    std::uint64_t salt = 0;
    const auto add = [&](std::uint64_t word) {
        salt += kGoldenGamma;
        sum += mix64(word ^ salt);
    };
    const auto add_cells = [&](Cells cells) {
        add(cells.low);
        add(cells.high);
    };
    for (std::size_t i = 0; i < kColours; ++i) {
        add_cells(shows[i]);
        add_cells(under[i]);
    }
    add_cells(terrain);
    for (std::size_t seat = 0; seat < rules.players; ++seat) {
        const Hand& held = hands[seat];
        add_cells(placed[seat]);
        add_cells(knows[seat]);
        add(std::uint64_t{held.backs[0]} | std::uint64_t{held.backs[1]} << 4 |
            std::uint64_t{held.backs[2]} << 8 | std::uint64_t{held.backs[3]} << 12 |
            std::uint64_t{held.terrain} << 16 | std::uint64_t{held.specials} << 20 |
            std::uint64_t{held.spies} << 24 | std::uint64_t{specials[seat][0]} << 32 |
            std::uint64_t{specials[seat][1]} << 40 | std::uint64_t{specials[seat][2]} << 48);
    }
    add(std::uint64_t{mover} | static_cast<std::uint64_t>(phase) << 8 |
        std::uint64_t{origin} << 16 | std::uint64_t{spied} << 24 | std::uint64_t{turns} << 32);
    return mix64(sum);
}

}  // namespace moonflower::terraflip
