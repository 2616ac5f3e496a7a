#include "engine/registry.hpp"

#include "core/error.hpp"
#include "core/text.hpp"

namespace moonflower {

#define GAME(name)       \
    namespace name {     \
    GameModule module(); \
    }
#include "games/games.def"
#undef GAME

const std::vector<GameModule>& game_modules() {
    static const std::vector<GameModule> kModules{
#define GAME(name) name::module(),
#include "games/games.def"
#undef GAME
    };
    return kModules;
}

const GameModule& game_module(std::string_view name) {
    std::vector<std::string> names;
    for (const GameModule& module : game_modules()) {
        if (module.facts->name == name) return module;
        names.push_back(module.facts->name);
    }
    const std::string hint = did_you_mean(name, names);
    throw UnknownGameError("unknown game " + quoted(name) +
                           (hint.empty() ? "; games are " + join(names, ", ") : hint));
}

GamePtr make_game(std::string_view name, const Options& given) {
    return game_module(name).make(given);
}

GamePtr make_game(std::string_view spec) {
    const std::size_t colon = spec.find(':');
    if (colon == std::string_view::npos) return make_game(spec, Options{});
    return make_game(spec.substr(0, colon), parse_options(spec.substr(colon + 1)));
}

}  // namespace moonflower
