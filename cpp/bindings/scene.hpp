// Scenes as Python's own dictionaries and lists, made without going through text.
#pragma once

#include <pybind11/pybind11.h>

#include <functional>
#include <string>

#include "core/scene.hpp"

namespace moonflower {

[[nodiscard]] pybind11::dict scene_dict(const Scene& scene,
                                        const std::function<std::string(Move)>& token);

}  // namespace moonflower
