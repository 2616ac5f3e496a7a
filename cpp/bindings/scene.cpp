#include "bindings/scene.hpp"

#include <array>
#include <initializer_list>
#include <unordered_map>
#include <utility>
#include <vector>

namespace moonflower {

namespace py = pybind11;

namespace {

// A new reference, or the error Python has set.
[[nodiscard]] py::object own(PyObject* made) {
    if (made == nullptr) throw py::error_already_set();
    return py::reinterpret_steal<py::object>(made);
}

[[nodiscard]] py::object text_of(std::string_view text) {
    return own(PyUnicode_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size())));
}

void put(const py::object& dict, const py::object& key, const py::object& value) {
    if (PyDict_SetItem(dict.ptr(), key.ptr(), value.ptr()) != 0) throw py::error_already_set();
}

// What never changes is translated once: words by their place in static storage, pieces and cells
// as dictionaries that are copied. Lives as long as the process.
class Templates {
public:
    [[nodiscard]] static Templates& all() {
        static auto* const kAll = new Templates;  // never freed: Python may be gone by then
        return *kAll;
    }

    [[nodiscard]] const py::object& word(std::string_view word) {
        Word& known = words_[std::hash<const char*>()(word.data()) / 2 % words_.size()];
        if (!known.object || known.text.data() != word.data() || known.text.size() != word.size())
            known = {word, own(PyUnicode_InternFromString(std::string(word).c_str()))};
        return known.object;
    }
    [[nodiscard]] py::object piece(const ScenePiece& piece) {
        py::object& known = pieces_[&piece];
        if (!known) known = make_piece(piece);
        return own(PyDict_Copy(known.ptr()));
    }
    // A slot with nothing in it yet.
    [[nodiscard]] py::object cell(const SceneCell& cell, const py::object& id,
                                  const py::object& zone) {
        py::object& known = cells_[&cell];
        if (!known) known = make_cell(cell, id, zone);
        return own(PyDict_Copy(known.ptr()));
    }

private:
    template <class Attributes>
    void put_all(const py::object& dict, const Attributes& attributes);
    [[nodiscard]] py::object make_piece(const ScenePiece& piece);
    [[nodiscard]] py::object make_cell(const SceneCell& cell, const py::object& id,
                                       const py::object& zone);

    struct Word {
        std::string_view text;
        py::object object;
    };
    std::array<Word, 1024> words_;  // each at the place its address gives; the last one stays
    std::unordered_map<const ScenePiece*, py::object> pieces_;
    std::unordered_map<const SceneCell*, py::object> cells_;
};

[[nodiscard]] const py::object& word(std::string_view text) { return Templates::all().word(text); }

[[nodiscard]] const py::object& seat_id(Seat seat) {
    static constexpr std::array<std::string_view, kMaxSeats> kIds{"p1", "p2", "p3", "p4", "p5"};
    return word(kIds[static_cast<std::size_t>(seat)]);
}

[[nodiscard]] py::object seats_of(std::int64_t mask) {
    py::list seats;
    for (Seat seat = 0; seat < kMaxSeats; ++seat)
        if ((mask >> seat & 1) != 0) seats.append(seat_id(seat));
    return seats;
}

[[nodiscard]] py::object object_of(const SceneValue& value) {
    switch (value.kind) {
        case SceneValue::Kind::kNull:
            return py::none();
        case SceneValue::Kind::kFlag:
            return py::bool_(value.number != 0);
        case SceneValue::Kind::kNumber:
            return py::int_(value.number);
        case SceneValue::Kind::kText:
            return word(value.text);
        case SceneValue::Kind::kKept:
            return text_of(value.text);
        case SceneValue::Kind::kSeat:
            return seat_id(static_cast<Seat>(value.number));
        case SceneValue::Kind::kSeats:
            return seats_of(value.number);
    }
    return py::none();
}

template <class Attributes>
void Templates::put_all(const py::object& dict, const Attributes& attributes) {
    for (const SceneAttribute& attribute : attributes)
        if (!attribute.key.empty()) put(dict, word(attribute.key), object_of(attribute.value));
}

py::object Templates::make_piece(const ScenePiece& piece) {
    py::dict dict;
    put(dict, word("kind"), word(piece.kind));
    put(dict, word("face"), piece.face.empty() ? py::none() : py::object(text_of(piece.face)));
    put_all(dict, piece.attributes);
    return dict;
}

py::object Templates::make_cell(const SceneCell& cell, const py::object& id,
                                const py::object& zone) {
    py::dict dict;
    put(dict, word("id"), id);
    put(dict, word("zone"), zone);
    put(dict, word("piece"), py::none());
    put(dict, word("hidden"), py::bool_(false));
    put_all(dict, cell.attributes);
    return dict;
}

// The keys every scene has, and entries that have them all.
struct Keys {
    py::object id = word("id");
    py::object zone = word("zone");
    py::object piece = word("piece");
    py::object hidden = word("hidden");
    py::object kind = word("kind");
    py::object owner = word("owner");
    py::object inside = word("inside");
    py::object count = word("count");
    py::object move = word("move");
    py::object from = word("from");
    py::object to = word("to");
    py::object a_slot = entry({&id, &zone, &piece, &hidden});
    py::object a_zone = entry({&id, &kind, &owner, &inside, &count});
    py::object a_move = entry({&move, &kind, &from, &to});
    py::object a_link = entry({&kind, &from, &to});
    py::object yes = py::bool_(true);
    py::object no = py::bool_(false);
    py::object none = py::none();

    [[nodiscard]] static const Keys& all() {
        static const auto* const kAll = new Keys;  // never freed, like the templates
        return *kAll;
    }

private:
    [[nodiscard]] static py::object entry(std::initializer_list<const py::object*> keys) {
        py::dict dict;
        for (const py::object* key : keys) put(dict, *key, py::none());
        return dict;
    }
};

[[nodiscard]] py::object copy_of(const py::object& entry) { return own(PyDict_Copy(entry.ptr())); }

class Translation {
public:
    Translation(const Scene& scene, const std::function<std::string(Move)>& token)
        : scene_(scene), token_(token) {
        ids_.reserve(scene.ids().size());
        for (const std::string& id : scene.ids()) ids_.push_back(text_of(id));
    }

    [[nodiscard]] py::dict whole(bool with_moves) {
        py::dict dict;
        put(dict, word("schema"), word("moonflower.scene/1"));
        put(dict, word("game"), text_of(scene_.game));
        put(dict, word("reader"), object_of(SceneValue::seat(scene_.reader)));
        put(dict, word("turn"), turn());
        put(dict, word("phase"), word(scene_.phase));
        put(dict, word("facts"), with_attributes(py::dict(), scene_.facts()));
        put(dict, word("seats"), list_of(scene_.seats(), &Translation::seat));
        put(dict, word("zones"), list_of(scene_.zones(), &Translation::zone));
        put(dict, word("slots"), list_of(scene_.slots(), &Translation::slot));
        put(dict, word("links"), list_of(scene_.links(), &Translation::link));
        put(dict, word("moves"),
            with_moves ? list_of(scene_.moves(), &Translation::move) : py::none());
        return dict;
    }

private:
    template <class Entry>
    [[nodiscard]] py::object list_of(const std::vector<Entry>& entries,
                                     py::object (Translation::*translate)(const Entry&)) {
        py::object list = own(PyList_New(static_cast<Py_ssize_t>(entries.size())));
        Py_ssize_t index = 0;
        for (const Entry& entry : entries)
            PyList_SET_ITEM(list.ptr(), index++, (this->*translate)(entry).release().ptr());
        return list;
    }
    [[nodiscard]] const py::object& id(ScenePlace place) const {
        return place == kNowhere ? keys_.none : ids_[place];
    }
    [[nodiscard]] py::object with_attributes(py::object dict, Scene::Run run) const {
        for (const SceneAttribute& attribute : scene_.of(run))
            put(dict, word(attribute.key), object_of(attribute.value));
        return dict;
    }
    [[nodiscard]] py::object turn() const {
        if (scene_.turn.is_seat()) return seat_id(scene_.turn.seat());
        return word(scene_.turn.is_chance() ? "chance" : "over");
    }

    [[nodiscard]] py::object seat(const Scene::SeatEntry& entry) {
        const auto number = static_cast<Seat>(&entry - scene_.seats().data());
        py::dict dict;
        put(dict, word("id"), ids_[static_cast<std::size_t>(number)]);
        put(dict, word("acts"), py::bool_(scene_.turn.code() == number));
        put(dict, word("payoff"), payoff(number));
        return with_attributes(std::move(dict), entry.attributes);
    }
    [[nodiscard]] py::object payoff(Seat seat) const {
        if (!scene_.returns) return py::none();
        return py::float_(scene_.returns->payoff(seat));
    }
    [[nodiscard]] py::object zone(const Scene::Zone& zone) {
        py::object dict = copy_of(keys_.a_zone);
        put(dict, keys_.id, ids_[zone.place]);
        put(dict, keys_.kind, word(zone.kind));
        if (zone.owner >= 0) put(dict, keys_.owner, seat_id(zone.owner));
        if (zone.inside != kNowhere) put(dict, keys_.inside, ids_[zone.inside]);
        put(dict, keys_.count, py::int_(zone.count));
        return with_attributes(std::move(dict), zone.attributes);
    }
    [[nodiscard]] py::object slot(const Scene::Slot& slot) {
        py::object dict = slot.cell != nullptr
                              ? Templates::all().cell(*slot.cell, ids_[slot.place], ids_[slot.zone])
                              : copy_of(keys_.a_slot);
        if (slot.cell == nullptr) {
            put(dict, keys_.id, ids_[slot.place]);
            put(dict, keys_.zone, ids_[slot.zone]);
            put(dict, keys_.hidden, slot.hidden ? keys_.yes : keys_.no);
        } else if (slot.hidden) {
            put(dict, keys_.hidden, keys_.yes);
        }
        if (slot.piece != nullptr) put(dict, keys_.piece, Templates::all().piece(*slot.piece));
        return with_attributes(std::move(dict), slot.attributes);
    }
    [[nodiscard]] py::object link(const Scene::Link& link) {
        py::object dict = copy_of(keys_.a_link);
        put(dict, keys_.kind, word(link.kind));
        put(dict, keys_.from, id(link.ends.from));
        put(dict, keys_.to, id(link.ends.to));
        return with_attributes(std::move(dict), link.attributes);
    }
    [[nodiscard]] py::object move(const Scene::MoveEntry& move) {
        const auto steps = scene_.steps(move);
        const auto count = static_cast<Py_ssize_t>(steps.size());
        const py::object from = own(PyList_New(count));
        const py::object to = own(PyList_New(count));
        Py_ssize_t index = 0;
        for (const Scene::Step& step : steps) {
            PyList_SET_ITEM(from.ptr(), index, id(step.from).inc_ref().ptr());
            PyList_SET_ITEM(to.ptr(), index++, id(step.to).inc_ref().ptr());
        }
        py::object dict = copy_of(keys_.a_move);
        put(dict, keys_.move, text_of(token_(move.move)));
        put(dict, keys_.kind, word(move.kind));
        put(dict, keys_.from, from);
        put(dict, keys_.to, to);
        return with_attributes(std::move(dict), move.attributes);
    }

    const Keys& keys_ = Keys::all();
    const Scene& scene_;
    const std::function<std::string(Move)>& token_;
    std::vector<py::object> ids_;
};

}  // namespace

py::dict scene_dict(const Scene& scene, bool with_moves,
                    const std::function<std::string(Move)>& token) {
    return Translation(scene, token).whole(with_moves);
}

}  // namespace moonflower
