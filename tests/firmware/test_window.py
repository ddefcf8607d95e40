from random import Random

import pytest
from window import FRAMES, Window

from bench.modelled_throws import EMPTY_TRAY, Bench
from firmware.simulated.light import Scene


class Watched:
    """A window that is watched over a modelled reader."""

    def __init__(self) -> None:
        self.bench = Bench(Random("window"))
        self.window = Window(self.bench.known)

    def look(self, scene: Scene, frames: int = 2 * FRAMES) -> bool:
        for _ in range(frames):
            label, _, colours, _ = self.bench.judged(scene)
            self.window.frame(label, colours)
        return self.window.dirty


@pytest.fixture
def watched() -> Watched:
    return Watched()


def test_a_clean_window_is_clean(watched: Watched) -> None:
    assert not watched.look(EMPTY_TRAY)


def test_dirt_is_noticed_on_an_empty_tray_within_four_seconds(watched: Watched) -> None:
    assert watched.look(Scene(dirt=0.03))
    assert 2 * FRAMES * 100 < 4000


def test_a_wiped_window_is_clean_again(watched: Watched) -> None:
    watched.look(Scene(dirt=0.03))
    assert not watched.look(EMPTY_TRAY)


def test_dirt_on_the_brink_does_not_come_and_go(watched: Watched) -> None:
    watched.look(Scene(dirt=0.03))
    assert watched.look(Scene(dirt=0.016), 40 * FRAMES)


def test_a_dusty_window_of_the_usual_kind_is_clean(watched: Watched) -> None:
    assert not watched.look(Scene(dirt=0.01), 40 * FRAMES)


@pytest.mark.parametrize("mains", [100.0, 120.0])
def test_flickering_light_is_no_dirt(watched: Watched, mains: float) -> None:
    scene = Scene(stray=0.1 * watched.bench.white, flicker=1.0, mains=mains)
    assert not watched.look(scene, 40 * FRAMES)


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_is_no_dirt(watched: Watched, face: int) -> None:
    assert not watched.look(watched.bench.flat(face))
    assert watched.look(Scene(dirt=0.03))
    assert watched.look(watched.bench.flat(face))
