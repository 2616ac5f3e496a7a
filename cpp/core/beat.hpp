// A heartbeat handed to long work: called often, it may throw to end the work. An empty one never
// does.
#pragma once

#include <functional>

namespace moonflower {

using Beat = std::function<void()>;

}  // namespace moonflower
