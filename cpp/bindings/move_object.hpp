// Moves and states as Python meets them at every step of a loop: C types of their own, for what
// pybind11 does at each call costs more than a move of most games. A move is a number that knows
// where it is legal, and writes its token when it is first asked for it.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <optional>
#include <string>

#include "bindings/handles.hpp"

namespace moonflower {

// New references; null with Python's error set.
[[nodiscard]] PyObject* new_state(PyTypeObject* type, std::shared_ptr<const AnyState> state);
// A legal move of that state.
[[nodiscard]] PyObject* new_move(Move move, PyObject* origin);

// The state behind an object of StateBase or of a class derived from it.
[[nodiscard]] const AnyState& state_in(PyObject* object);
// The move's code if it is one and legal in that very state, else nothing.
[[nodiscard]] std::optional<Move> move_of(PyObject* object, PyObject* state);

// A text; UnicodeEncodeError, which is a ValueError, for one that UTF-8 cannot hold.
[[nodiscard]] std::string text_in(pybind11::handle text);

// A function as a type wants it.
template <class Function>
[[nodiscard]] void* slot_of(Function function) {
    return reinterpret_cast<void*>(function);
}

// In a catch (...) block: the exception as Python's.
void raise_in_python();

void bind_move(pybind11::module_& module);
void bind_state_base(pybind11::module_& module);

}  // namespace moonflower
