// No bound object is half made. `X.__new__(X)` of pybind11 gives an object around memory nobody has
// written, and so does an object whose class is exchanged; both are refused here once for every
// class of the module, whenever it is bound. Objects come from their constructors and from the
// functions that return them; those that are pickled say how by `__reduce__`.
#include <utility>

#include "bindings/handles.hpp"

namespace moonflower {

namespace py = pybind11;

namespace {

newfunc base_new = nullptr;  // pybind11's own

// pybind11 ends the process when its base class itself is called, as pickle does with classes that
// do not say how (`__reduce_ex__(0)`). Shared with other modules; classes of theirs are made as
// ever.
PyObject* make_of_base(PyTypeObject* type, PyObject* arguments, PyObject* keywords) {
    if (type->tp_base != &PyBaseObject_Type) return base_new(type, arguments, keywords);
    PyErr_Format(PyExc_TypeError, "%s: has no objects of its own; its classes are accepted",
                 type->tp_name);
    return nullptr;
}

// What `type.__call__` and pybind11 itself make objects by. Python code cannot reach it: no class
// has a `__new__` that leads here, and that of a base is refused for a class with another slot.
PyObject* make_new(PyTypeObject* type, PyObject* arguments, PyObject* keywords) {
    return base_new(type, arguments, keywords);
}

PyObject* refuse_new(PyObject* /*self*/, PyObject* arguments, PyObject* /*keywords*/) {
    PyObject* const type = PyTuple_Size(arguments) > 0 ? PyTuple_GetItem(arguments, 0) : nullptr;
    const char* const name = type != nullptr && PyType_Check(type)
                                 ? reinterpret_cast<PyTypeObject*>(type)->tp_name
                                 : "object";
    PyErr_Format(PyExc_TypeError,
                 "%s: cannot be made by __new__; its constructor and what returns it are accepted",
                 name);
    return nullptr;
}

PyMethodDef new_method{
    "__new__", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(refuse_new)),
    METH_VARARGS | METH_KEYWORDS | METH_STATIC, "Refused: objects come from their constructors."};

void refuse_new_of(PyTypeObject* type) {
    const auto method = py::reinterpret_steal<py::object>(PyCFunction_New(&new_method, nullptr));
    if (!method || PyDict_SetItemString(type->tp_dict, "__new__", method.ptr()) != 0)
        throw py::error_already_set();
}

void seal(PyTypeObject* type) {
    refuse_new_of(type);
    type->tp_new = make_new;
    type->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;  // neither its methods nor an object's class change
    type->tp_flags &= ~Py_TPFLAGS_BASETYPE;
    PyType_Modified(type);
}

}  // namespace

void seal_classes(py::module_& module) {
    auto* const base = reinterpret_cast<PyTypeObject*>(py::detail::get_internals().instance_base);
    if (base->tp_new != make_of_base) base_new = std::exchange(base->tp_new, make_of_base);
    for (const auto item : py::reinterpret_borrow<py::dict>(module.attr("__dict__"))) {
        if (PyType_Check(item.second.ptr()) == 0) continue;
        auto* const type = reinterpret_cast<PyTypeObject*>(item.second.ptr());
        if (PyType_IsSubtype(type, base) != 0)
            seal(type);
        else if ((type->tp_flags & Py_TPFLAGS_BASETYPE) == 0)  // Move, a type of its own
            refuse_new_of(type);
    }
}

}  // namespace moonflower
