#include "bindings/move_object.hpp"

#include <array>
#include <limits>

namespace moonflower {

namespace py = pybind11;

namespace {

struct MoveObject {
    PyObject ob_base;
    std::uint32_t code;
    PyObject* text;    // null until it is asked for
    PyObject* origin;  // the state it is legal in; null where only the text is known
};

PyTypeObject* move_type = nullptr;

MoveObject* as_move(PyObject* object) { return reinterpret_cast<MoveObject*>(object); }
bool is_move(PyObject* object) { return Py_TYPE(object) == move_type; }

// Moves come and go by the dozen: the last few stay here for the next list.
#ifndef Py_GIL_DISABLED
constexpr std::size_t kMostSpare = 256;
std::array<MoveObject*, kMostSpare> spare;
std::size_t spares = 0;
#endif

MoveObject* blank_move() {
#ifndef Py_GIL_DISABLED
    if (spares > 0)
        return as_move(PyObject_Init(reinterpret_cast<PyObject*>(spare[--spares]), move_type));
#endif
    return PyObject_New(MoveObject, move_type);
}

void destroy_move(PyObject* object) {
    MoveObject* const self = as_move(object);
    Py_XDECREF(self->text);
    Py_XDECREF(self->origin);
#ifndef Py_GIL_DISABLED
    if (spares < kMostSpare)
        spare[spares++] = self;
    else
#endif
        PyObject_Free(self);
    Py_DECREF(move_type);
}

PyObject* move_with(std::uint32_t code, PyObject* text, PyObject* origin) {
    MoveObject* const self = blank_move();
    if (self == nullptr) return nullptr;
    self->code = code;
    self->text = Py_XNewRef(text);
    self->origin = Py_XNewRef(origin);
    return reinterpret_cast<PyObject*>(self);
}

PyObject* text_object(const std::string& text) {
    return PyUnicode_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size()));
}

// Borrowed.
PyObject* move_text(MoveObject* self) {
    if (self->text == nullptr) {
        try {
            self->text = text_object(state_in(self->origin).format(Move{self->code}));
        } catch (...) {
            raise_in_python();
        }
    }
    return self->text;
}

PyObject* make_move(PyTypeObject* /*type*/, PyObject* arguments, PyObject* keywords) {
    static constexpr std::array<const char*, 3> kNames{"text", "id", nullptr};
    PyObject* text = nullptr;
    PyObject* id = nullptr;
    if (PyArg_ParseTupleAndKeywords(arguments, keywords, "UO!:Move",
                                    const_cast<char**>(kNames.data()), &text, &PyLong_Type,
                                    &id) == 0)
        return nullptr;
    const unsigned long long code = PyLong_AsUnsignedLongLong(id);
    if (PyErr_Occurred() != nullptr || code > std::numeric_limits<std::uint32_t>::max()) {
        PyErr_Clear();
        PyErr_Format(PyExc_TypeError, "Move: the id %R is out of range; 0 to 4294967295 are", id);
        return nullptr;
    }
    return move_with(static_cast<std::uint32_t>(code), text, nullptr);
}

PyObject* move_token(PyObject* self) { return Py_XNewRef(move_text(as_move(self))); }
PyObject* move_number(PyObject* self) { return PyLong_FromUnsignedLong(as_move(self)->code); }
PyObject* move_shown(PyObject* self) {
    PyObject* const text = move_text(as_move(self));
    return text == nullptr ? nullptr
                           : PyUnicode_FromFormat("Move(%R, %u)", text, as_move(self)->code);
}
Py_hash_t move_hash(PyObject* self) { return static_cast<Py_hash_t>(as_move(self)->code); }

// Whether they are the same number and the same token; -1 with an error set.
int are_same(MoveObject* a, MoveObject* b) {
    if (a->code != b->code) return 0;
    if (a->origin != nullptr && a->origin == b->origin) return 1;
    PyObject* const left = move_text(a);
    PyObject* const right = left == nullptr ? nullptr : move_text(b);
    return right == nullptr ? -1 : PyObject_RichCompareBool(left, right, Py_EQ);
}

PyObject* compare_moves(PyObject* self, PyObject* other, int operation) {
    if (!is_move(other) || (operation != Py_EQ && operation != Py_NE)) Py_RETURN_NOTIMPLEMENTED;
    const int same = are_same(as_move(self), as_move(other));
    return same < 0 ? nullptr : PyBool_FromLong(operation == Py_EQ ? same : 1 - same);
}

PyObject* reduce_move(PyObject* self, PyObject* /*none*/) {
    PyObject* const text = move_text(as_move(self));
    return text == nullptr ? nullptr
                           : Py_BuildValue("O(Ok)", reinterpret_cast<PyObject*>(move_type), text,
                                           static_cast<unsigned long>(as_move(self)->code));
}

}  // namespace

PyObject* new_move(Move move, PyObject* origin) { return move_with(move.code, nullptr, origin); }

std::optional<Move> move_of(PyObject* object, PyObject* state) {
    if (!is_move(object) || as_move(object)->origin != state) return std::nullopt;
    return Move{as_move(object)->code};
}

bool load_move(PyObject* object, MoveHandle& move) {
    if (!is_move(object)) return false;
    PyObject* const text = move_text(as_move(object));
    if (text == nullptr) throw py::error_already_set();
    move.move = Move{as_move(object)->code};
    move.text = text_in(text);
    return true;
}

std::string text_in(py::handle text) {
    Py_ssize_t size = 0;
    const char* const data = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
    if (data == nullptr) throw py::error_already_set();
    return {data, static_cast<std::size_t>(size)};
}

PyObject* object_of(const MoveHandle& move) {
    PyObject* const text = text_object(move.text);
    if (text == nullptr) throw py::error_already_set();
    PyObject* const object = move_with(move.move.code, text, nullptr);
    Py_DECREF(text);
    return object;
}

void raise_in_python() {
    try {
        throw;
    } catch (py::error_already_set& error) {
        error.restore();
    } catch (...) {
        py::detail::try_translate_exceptions();
    }
}

void bind_move(py::module_& module) {
    static std::array methods{PyMethodDef{"__reduce__", reduce_move, METH_NOARGS, nullptr},
                              PyMethodDef{nullptr, nullptr, 0, nullptr}};
    static std::array slots{
        PyType_Slot{Py_tp_doc, const_cast<char*>("Move(text, id)\n--\n\nA move: str() is its "
                                                 "token, int() a stable number.")},
        PyType_Slot{Py_tp_new, slot_of(make_move)},
        PyType_Slot{Py_tp_dealloc, slot_of(destroy_move)},
        PyType_Slot{Py_tp_str, slot_of(move_token)},
        PyType_Slot{Py_tp_repr, slot_of(move_shown)},
        PyType_Slot{Py_tp_hash, slot_of(move_hash)},
        PyType_Slot{Py_tp_richcompare, slot_of(compare_moves)},
        PyType_Slot{Py_nb_int, slot_of(move_number)},
        PyType_Slot{Py_nb_index, slot_of(move_number)},
        PyType_Slot{Py_tp_methods, methods.data()},
        PyType_Slot{0, nullptr}};
    static PyType_Spec spec{"moonflower._core.Move", sizeof(MoveObject), 0,
                            Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, slots.data()};
    const auto type = py::reinterpret_steal<py::object>(PyType_FromSpec(&spec));
    if (!type) throw py::error_already_set();
    move_type = reinterpret_cast<PyTypeObject*>(type.ptr());
    module.add_object("Move", type);
}

}  // namespace moonflower
