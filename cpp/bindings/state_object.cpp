// States as Python steps through them: the base of State, whose calls cost less than a move.

#include <array>
#include <new>

#include "bindings/move_object.hpp"
#include "engine/positions.hpp"

namespace moonflower {

namespace py = pybind11;

namespace {

struct StateObject {
    PyObject ob_base;
    std::shared_ptr<const AnyState> state;
    PyObject* inner;  // the same for all other calls, made when it is first asked for
};

StateObject* as_state(PyObject* object) { return reinterpret_cast<StateObject*>(object); }

PyObject* refuse_state(PyTypeObject* /*type*/, PyObject* /*arguments*/, PyObject* /*keywords*/) {
    PyErr_SetString(PyExc_TypeError,
                    "State: got no position; Game.deal, Game.start and Game.parse make one");
    return nullptr;
}

void destroy_state(PyObject* object) {
    StateObject* const self = as_state(object);
    PyTypeObject* const type = Py_TYPE(object);
    Py_XDECREF(self->inner);
    self->state.~shared_ptr();
    type->tp_free(object);
    Py_DECREF(type);
}

PyObject* state_of_core(PyObject* type, PyObject* core) {
    try {
        if (!py::isinstance<StateHandle>(core))
            throw py::type_error(
                "State: not made of this; Game.deal, Game.start and Game.parse make one");
        const auto& handle = py::handle(core).cast<const StateHandle&>();
        PyObject* const object = new_state(reinterpret_cast<PyTypeObject*>(type), handle.state);
        if (object != nullptr) as_state(object)->inner = Py_NewRef(core);
        return object;
    } catch (...) {
        raise_in_python();
        return nullptr;
    }
}

PyObject* inner_state(PyObject* object, void* /*none*/) {
    StateObject* const self = as_state(object);
    if (self->inner == nullptr) {
        try {
            self->inner = py::cast(StateHandle{self->state}).release().ptr();
        } catch (...) {
            raise_in_python();
        }
    }
    return Py_XNewRef(self->inner);
}

PyObject* turn_of_state(PyObject* self, void* /*none*/) {
    return PyLong_FromLong(state_in(self).turn().code());
}
PyObject* is_state_over(PyObject* self, void* /*none*/) {
    return PyBool_FromLong(state_in(self).turn().is_over() ? 1 : 0);
}

PyObject* list_moves(PyObject* self, PyObject* /*none*/) {
    try {
        const std::vector<Move> moves = state_in(self).legal_moves();
        PyObject* const list = PyList_New(static_cast<Py_ssize_t>(moves.size()));
        if (list == nullptr) return nullptr;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            PyObject* const move = new_move(moves[i], self);
            if (move == nullptr) {
                Py_DECREF(list);
                return nullptr;
            }
            PyList_SET_ITEM(list, static_cast<Py_ssize_t>(i), move);
        }
        return list;
    } catch (...) {
        raise_in_python();
        return nullptr;
    }
}

// Moves of this very state are legal; anything else is read as a token.
StatePtr state_after(PyObject* self, PyObject* move) {
    const AnyState& state = state_in(self);
    if (const std::optional<Move> own = move_of(move, self)) {
        StatePtr next = state.clone();
        next->apply(*own);
        return next;
    }
    return play(state, text_in(py::str(py::handle(move))));
}

PyObject* play_move(PyObject* self, PyObject* move) {
    try {
        return new_state(Py_TYPE(self), state_after(self, move));
    } catch (...) {
        raise_in_python();
        return nullptr;
    }
}

}  // namespace

PyObject* new_state(PyTypeObject* type, std::shared_ptr<const AnyState> state) {
    PyObject* const object = type->tp_alloc(type, 0);
    if (object == nullptr) return nullptr;
    new (&as_state(object)->state) std::shared_ptr<const AnyState>(std::move(state));
    return object;
}

const AnyState& state_in(PyObject* object) { return *as_state(object)->state; }

void bind_state_base(py::module_& module) {
    static std::array methods{
        PyMethodDef{"_of", state_of_core, METH_O | METH_CLASS, nullptr},
        PyMethodDef{"legal_moves", list_moves, METH_NOARGS,
                    "legal_moves($self, /)\n--\n\n"
                    "The moves of the seat to act in a fixed order; none at a chance turn."},
        PyMethodDef{"play", play_move, METH_O,
                    "play($self, move, /)\n--\n\n"
                    "The state after a move or a chance outcome, given as such or as its token."},
        PyMethodDef{nullptr, nullptr, 0, nullptr}};
    static std::array properties{
        PyGetSetDef{"_inner", inner_state, nullptr, nullptr, nullptr},
        PyGetSetDef{"turn", turn_of_state, nullptr, "The seat to act, ``CHANCE`` or ``OVER``.",
                    nullptr},
        PyGetSetDef{"is_over", is_state_over, nullptr, "Nobody acts any more.", nullptr},
        PyGetSetDef{nullptr, nullptr, nullptr, nullptr, nullptr}};
    static std::array slots{
        PyType_Slot{Py_tp_doc, const_cast<char*>("StateBase()\n--\n\nWhat every step of a "
                                                 "loop in Python asks of a state.")},
        PyType_Slot{Py_tp_new, slot_of(refuse_state)},
        PyType_Slot{Py_tp_dealloc, slot_of(destroy_state)},
        PyType_Slot{Py_tp_methods, methods.data()},
        PyType_Slot{Py_tp_getset, properties.data()},
        PyType_Slot{0, nullptr}};
    static PyType_Spec spec{"moonflower._core.StateBase", sizeof(StateObject), 0,
                            Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_IMMUTABLETYPE,
                            slots.data()};
    const auto type = py::reinterpret_steal<py::object>(PyType_FromSpec(&spec));
    if (!type) throw py::error_already_set();
    module.add_object("StateBase", type);
}

}  // namespace moonflower
