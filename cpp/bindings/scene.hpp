// Scenes as Python's own dictionaries and lists, made without going through text.
#pragma once

#include <pybind11/pybind11.h>

#include <functional>
#include <string>

#include "core/scene.hpp"

namespace moonflower {

// `with_moves`: a list, empty where no seat may move; else none.
[[nodiscard]] pybind11::dict scene_dict(const Scene& scene, bool with_moves,
                                        const std::function<std::string(Move)>& token);

}  // namespace moonflower
