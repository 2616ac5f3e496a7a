// The engine's exceptions as Python's.
#include "bindings/handles.hpp"
#include "core/error.hpp"

namespace moonflower {

namespace py = pybind11;

void bind_errors(py::module_& module) {
    // The most special last: translators are tried in reverse order of registration.
    const auto base = py::register_exception<Error>(module, "MoonflowerError", PyExc_ValueError);
    py::register_exception<ParseError>(module, "ParseError", base);
    py::register_exception<IllegalMoveError>(module, "IllegalMoveError", base);
    py::register_exception<OptionError>(module, "OptionError", base);
    py::register_exception<UnknownGameError>(module, "UnknownGameError", base);
    py::register_exception<TooLargeError>(module, "TooLargeError", base);
    // Whatever asked for it: the request was too large, the process goes on.
    // NOLINTNEXTLINE(performance-unnecessary-value-param): as pybind11 has it
    py::register_exception_translator([](std::exception_ptr error) {
        try {
            if (error) std::rethrow_exception(error);
        } catch (const std::bad_alloc&) {
            py::set_error(
                py::module_::import("moonflower._core").attr("TooLargeError"),
                "memory: the request needs more than there is; smaller ones are accepted");
        }
    });
    py::register_exception<Stopped>(module, "StoppedError", PyExc_RuntimeError);
}

}  // namespace moonflower
