// A result of the engine as a frozen Python value: its fields, named once, give properties,
// equality, repr, pickling and copies with changes (as copy.replace makes them).
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <span>
#include <string>

namespace moonflower {

template <class Handle, class Value>
struct Field {
    const char* name;
    pybind11::object (*get)(const Handle& handle);
    void (*set)(Value& value, const pybind11::handle& from);
};

// A vector as a tuple, anything else as it is.
template <class T>
[[nodiscard]] pybind11::object frozen(const T& value) {
    pybind11::object object = pybind11::cast(value);
    return pybind11::isinstance<pybind11::list>(object)
               ? pybind11::object(pybind11::tuple(std::move(object)))
               : object;
}

// A field that is a plain member. A handle gives its value by `operator*`.
template <class Handle, class Value, auto kMember>
[[nodiscard]] constexpr Field<Handle, Value> field(const char* name) {
    return {name, [](const Handle& handle) { return frozen((*handle).*kMember); },
            [](Value& value, const pybind11::handle& from) {
                using T = std::remove_reference_t<decltype(value.*kMember)>;
                value.*kMember = from.cast<T>();
            }};
}

template <class Handle, class Value>
void bind_fields(pybind11::class_<Handle>& bound, std::span<const Field<Handle, Value>> fields) {
    namespace py = pybind11;
    for (const auto& field : fields)
        bound.def_property_readonly(field.name, py::cpp_function(field.get));
    const auto changed = [fields](Value value, const py::dict& changes) {
        const auto rest = py::reinterpret_steal<py::dict>(PyDict_Copy(changes.ptr()));
        for (const auto& field : fields) {
            if (!rest.contains(field.name)) continue;
            const py::object from = rest.attr("pop")(py::str(field.name));
            try {
                field.set(value, from);
            } catch (const py::cast_error&) {
                throw py::type_error(std::string(field.name) + ": got '" +
                                     Py_TYPE(from.ptr())->tp_name +
                                     "'; a value as the field has it is accepted");
            }
        }
        if (!rest.empty())
            throw py::type_error("no such field: " +
                                 py::repr(py::list(rest)[0]).template cast<std::string>());
        return Handle(std::move(value));
    };
    const auto as_dict = [fields](const Handle& handle) {
        py::dict dict;
        for (const auto& field : fields) dict[field.name] = field.get(handle);
        return dict;
    };
    bound.def("__replace__", [changed](const Handle& self, const py::kwargs& changes) {
        return changed(*self, changes);
    });
    bound.def("__eq__", [as_dict](const Handle& self, const py::object& other) -> py::object {
        if (!py::isinstance<Handle>(other))
            return py::reinterpret_borrow<py::object>(Py_NotImplemented);
        return py::bool_(as_dict(self).equal(as_dict(other.template cast<const Handle&>())));
    });
    bound.def("__hash__", [fields](const Handle& self) { return py::hash(fields[0].get(self)); });
    bound.def("__repr__", [fields](const Handle& handle) {
        std::string text = py::str(py::type::of<Handle>().attr("__name__"));
        for (const auto& field : fields)
            text += (&field == fields.data() ? "(" : ", ") + std::string(field.name) + "=" +
                    py::repr(field.get(handle)).template cast<std::string>();
        return text + ")";
    });
    bound.def(
        py::init([changed, fields](const py::dict& given) {
            for (const auto& field : fields)
                if (!given.contains(field.name))
                    throw py::type_error("the field '" + std::string(field.name) + "' is missing");
            return changed(Value{}, given);
        }),
        py::arg("fields"));
    bound.def("__reduce__", [as_dict](const Handle& self) {
        return py::make_tuple(py::type::of<Handle>(), py::make_tuple(as_dict(self)));
    });
}

}  // namespace moonflower
