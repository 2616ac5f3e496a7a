#include "engine/scenes.hpp"

namespace moonflower {
namespace {

// The position string, and the moves as choices of the seat on turn.
void fill_plainly(const auto& position, Scene& scene, bool with_moves) {
    scene.phase = "play";
    scene.of_all().with("position", scene.keep(position.text()));
    if (!with_moves) return;
    for (const Move move : position.legal_moves()) {
        scene.add_move(move, "choice", Scene::seat(position.turn().seat()), kNowhere);
        scene.with("choice", scene.keep(position.format(move)));
    }
}

[[nodiscard]] Scene made(const auto& position, bool with_moves) {
    Scene scene = position.scene(with_moves);
    if (scene.phase.empty()) fill_plainly(position, scene, with_moves);
    return scene;
}

}  // namespace

Scene scene_of(const AnyState& state, bool with_moves) { return made(state, with_moves); }

Scene scene_of(const AnyView& view, bool with_moves) {
    return made(view, with_moves && view.turn() == Turn::of(view.seat()));
}

}  // namespace moonflower
