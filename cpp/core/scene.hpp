// A position as plain data, for whoever draws it, reads it aloud or clicks on it: seats, zones,
// slots with pieces, lines between places, and the places each legal move touches. Games fill it,
// bindings translate it; docs/scenes.md and scene.schema.json say what its parts mean.
//
// Seats, zones and slots are *places*: each has an id that no other place of the scene has, and
// moves and links name places. A scene made of a view holds what its seat knows and nothing else.
#pragma once

#include <array>
#include <cassert>
#include <concepts>
#include <cstdint>
#include <forward_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/types.hpp"

namespace moonflower {

// A plain value. Texts live in static storage, but for those a scene keeps (Scene::keep).
struct SceneValue {
    enum class Kind : std::uint8_t { kNull, kFlag, kNumber, kText, kKept, kSeat, kSeats };

    Kind kind = Kind::kNull;
    std::int64_t number = 0;  // a flag, a number, a seat, or a bit for each seat
    std::string_view text;

    constexpr SceneValue() = default;
    template <std::integral T>
    constexpr SceneValue(
        T value)  // NOLINT(google-explicit-constructor): values are written plainly
        : kind(std::same_as<T, bool> ? Kind::kFlag : Kind::kNumber),
          number(static_cast<std::int64_t>(value)) {}
    constexpr SceneValue(std::string_view value)  // NOLINT(google-explicit-constructor): as above
        : kind(Kind::kText), text(value) {}
    constexpr SceneValue(const char* value)  // NOLINT(google-explicit-constructor): as above
        : SceneValue(std::string_view(value)) {}
    // "p1", or nothing for no seat (-1).
    [[nodiscard]] static constexpr SceneValue seat(Seat seat) {
        SceneValue value;
        if (seat >= 0) value.kind = Kind::kSeat;
        value.number = seat;
        return value;
    }
    // A list of seats, a bit each.
    [[nodiscard]] static constexpr SceneValue seats(unsigned mask) {
        SceneValue value(mask);
        value.kind = Kind::kSeats;
        return value;
    }
};

struct SceneAttribute {
    std::string_view key;
    SceneValue value;
};

// What can lie in a slot. A table of them in static storage, one for each face of each kind: a
// scene points at them. Without a face: something of that kind whose face is not known.
struct ScenePiece {
    std::string_view kind;
    std::string_view face;
    std::array<SceneAttribute, 4> attributes{};  // those with a key
};

// A cell of a board that never changes, in static storage as well.
struct SceneCell {
    std::string_view id;
    std::array<SceneAttribute, 6> attributes{};  // those with a key
};

using ScenePlace = std::uint16_t;
inline constexpr ScenePlace kNowhere = 0xffff;

class Scene {
public:
    // A run of a list: the attributes or steps of one entry.
    struct Run {
        std::uint32_t first = 0;
        std::uint32_t count = 0;
    };
    struct Zone {
        ScenePlace place = kNowhere;
        std::string_view kind;
        Seat owner = -1;
        int count = 0;  // pieces in it, listed as slots or not
        ScenePlace inside = kNowhere;
        Run attributes;
    };
    struct Slot {
        ScenePlace place = kNowhere;
        ScenePlace zone = kNowhere;
        const SceneCell* cell = nullptr;  // its id and attributes come from there
        const ScenePiece* piece = nullptr;
        bool hidden = false;  // the reader does not know what is there
        Run attributes;
    };
    struct Step {
        ScenePlace from = kNowhere;
        ScenePlace to = kNowhere;
    };
    struct MoveEntry {
        Move move;
        std::string_view kind;
        Run steps;
        Run attributes;
    };
    struct Link {
        std::string_view kind;
        Step ends;
        Run attributes;
    };
    struct SeatEntry {
        Run attributes;
    };

    Scene(int seats, bool with_moves) : with_moves_(with_moves) {
        static constexpr std::array<std::string_view, kMaxSeats> kSeatIds{"p1", "p2", "p3", "p4",
                                                                          "p5"};
        seats_.resize(static_cast<std::size_t>(seats));
        ids_.reserve(64);
        zones_.reserve(24);
        slots_.reserve(64);
        attributes_.reserve(128);
        for (int seat = 0; seat < seats; ++seat) ids_.emplace_back(kSeatIds[at(seat)]);
    }

    std::string_view phase;  // a word of the game's
    std::string_view game;   // its specification
    Seat reader = -1;        // whose eyes; -1 sees everything that is fixed
    Turn turn = Turn::over();
    std::optional<Returns> returns{};  // once the game is over

    [[nodiscard]] bool wants_moves() const { return with_moves_; }
    [[nodiscard]] static ScenePlace seat(Seat seat) { return static_cast<ScenePlace>(seat); }

    ScenePlace add_zone(std::string id, std::string_view kind, Seat owner, int count,
                        ScenePlace inside = kNowhere) {
        zones_.push_back({add_place(std::move(id)), kind, owner, count, inside, run()});
        last_ = &zones_.back().attributes;
        return zones_.back().place;
    }
    // An open slot; without a piece it is empty.
    ScenePlace add_slot(std::string id, ScenePlace zone, const ScenePiece* piece) {
        slots_.push_back({add_place(std::move(id)), zone, nullptr, piece, false, run()});
        last_ = &slots_.back().attributes;
        return slots_.back().place;
    }
    ScenePlace add_cell(const SceneCell& cell, ScenePlace zone, const ScenePiece* piece) {
        const ScenePlace place = add_slot(std::string(cell.id), zone, piece);
        slots_.back().cell = &cell;
        return place;
    }
    // A slot whose content the reader does not know; `piece` is what is known of it.
    ScenePlace add_hidden(std::string id, ScenePlace zone, const ScenePiece* piece) {
        const ScenePlace place = add_slot(std::move(id), zone, piece);
        slots_.back().hidden = true;
        return place;
    }
    void hide() { slots_.back().hidden = true; }  // the slot added last

    void add_link(std::string_view kind, ScenePlace from, ScenePlace to) {
        links_.push_back({kind, {from, to}, run()});
        last_ = &links_.back().attributes;
    }
    // A legal move; its steps follow.
    void add_move(Move move, std::string_view kind) {
        moves_.push_back({move, kind, {static_cast<std::uint32_t>(steps_.size()), 0}, run()});
        last_ = &moves_.back().attributes;
    }
    void add_move(Move move, std::string_view kind, ScenePlace from, ScenePlace to) {
        add_move(move, kind);
        add_step(from, to);
    }
    // Of the move added last: what is at `from` goes, or acts, to `to`; either may be nowhere.
    void add_step(ScenePlace from, ScenePlace to) {
        steps_.push_back({from, to});
        ++moves_.back().steps.count;
    }

    // For readers who see the moves but have none.
    void clear_moves() {
        moves_.clear();
        steps_.clear();
    }

    // Attributes of what was added last, of a seat, or of the whole scene.
    Scene& with(std::string_view key, SceneValue value) {
        assert(last_ != nullptr && last_->first + last_->count == attributes_.size());
        attributes_.push_back({key, value});
        ++last_->count;
        return *this;
    }
    Scene& of_seat(Seat seat) {
        seats_[at(seat)].attributes = run();
        last_ = &seats_[at(seat)].attributes;
        return *this;
    }
    Scene& of_all() {
        facts_ = run();
        last_ = &facts_;
        return *this;
    }
    // A text that lives as long as the scene.
    [[nodiscard]] SceneValue keep(std::string text) {
        SceneValue value(std::string_view(texts_.emplace_front(std::move(text))));
        value.kind = SceneValue::Kind::kKept;
        return value;
    }

    [[nodiscard]] const std::vector<std::string>& ids() const { return ids_; }
    [[nodiscard]] const std::vector<SeatEntry>& seats() const { return seats_; }
    [[nodiscard]] const std::vector<Zone>& zones() const { return zones_; }
    [[nodiscard]] const std::vector<Slot>& slots() const { return slots_; }
    [[nodiscard]] const std::vector<Link>& links() const { return links_; }
    [[nodiscard]] const std::vector<MoveEntry>& moves() const { return moves_; }
    [[nodiscard]] Run facts() const { return facts_; }
    [[nodiscard]] std::span<const SceneAttribute> of(Run run) const {
        return std::span(attributes_).subspan(run.first, run.count);
    }
    [[nodiscard]] std::span<const Step> steps(const MoveEntry& move) const {
        return std::span(steps_).subspan(move.steps.first, move.steps.count);
    }

private:
    [[nodiscard]] static std::size_t at(int index) { return static_cast<std::size_t>(index); }
    [[nodiscard]] Run run() const { return {static_cast<std::uint32_t>(attributes_.size()), 0}; }
    ScenePlace add_place(std::string id) {
        ids_.push_back(std::move(id));
        return static_cast<ScenePlace>(ids_.size() - 1);
    }

    bool with_moves_;
    std::vector<std::string> ids_;
    std::vector<SeatEntry> seats_;
    std::vector<Zone> zones_;
    std::vector<Slot> slots_;
    std::vector<Link> links_;
    std::vector<MoveEntry> moves_;
    std::vector<Step> steps_;
    std::vector<SceneAttribute> attributes_;
    std::forward_list<std::string> texts_;
    Run facts_;
    Run* last_ = nullptr;
};

// "p1.hand": the id of a place of a seat.
[[nodiscard]] inline std::string scene_id(Seat seat, std::string_view name) {
    std::string id{'p', static_cast<char>('1' + seat), '.'};
    return id += name;
}
[[nodiscard]] inline std::string scene_id(std::string_view name, int number) {
    std::string id(name);
    return (id += '.') += std::to_string(number);
}
// "p1.hand.1" and so on: the slots of a zone that are told apart by their numbers alone.
[[nodiscard]] inline std::vector<std::string> scene_ids(Seat seat, std::string_view zone,
                                                        int count) {
    std::vector<std::string> ids;
    for (int number = 1; number <= count; ++number)
        ids.push_back(scene_id(scene_id(seat, zone), number));
    return ids;
}

// Offered by states and views alike: the game's part of a scene. Whose eyes, turn, scores and
// payoffs are told by the engine.
template <class T>
concept HasScene = requires(const T cs, Scene& scene) {
    { cs.fill(scene) } -> std::same_as<void>;
};

}  // namespace moonflower
