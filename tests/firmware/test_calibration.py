from collections.abc import Callable
from random import Random

import calibration
import classify
import pytest

from bench.modelled_throws import EMPTY_TRAY, Bench
from firmware.simulated.light import WINDOW, Scene

Answer = tuple[str, tuple[int, ...]] | None


class Player:
    """Leads through a calibration in front of a modelled reader."""

    def __init__(self, seed: str = "calibration") -> None:
        self.bench = Bench(Random(seed))
        self.taking = calibration.Taking()

    def frames(self, scene: Callable[[], Scene]) -> Answer:
        for _ in range(calibration.FRAMES):
            answer = self.taking.frame(self.bench.frame(scene()))
            if answer is not None:
                return answer
        return None

    def empty(self, scene: Scene = EMPTY_TRAY) -> Answer:
        self.taking.want_empty()
        return self.frames(lambda: scene)

    def face(self, face: int, seen: int | None = None, **changes: float) -> Answer:
        """Take `face`; the die in the tray really shows `seen`."""
        lies = self.bench.flat(seen or face)
        scene = Scene(face=lies.face, gain=lies.gain, mark=lies.mark, **changes)
        self.taking.want_face(face)
        return self.frames(lambda: scene)

    def all_but(self, *left_out: int) -> "Player":
        assert self.empty() == ("OK", ())
        for face in range(1, 7):
            if face not in left_out:
                for position in range(1, 3):
                    assert self.face(face) == ("OK", (face, position))
        return self


@pytest.fixture
def player() -> Player:
    return Player()


def test_six_faces_in_two_positions_make_a_calibration_that_knows_them(player: Player) -> None:
    verdict, numbers, known = player.all_but().taking.save()
    assert (verdict, numbers) == ("OK", ())
    assert known is not None
    player.bench.known = known
    for face in range(1, 7):
        assert player.bench.judged(player.bench.flat(face))[0] == face
    assert player.bench.judged(EMPTY_TRAY)[0] == 0


def test_the_answer_comes_well_within_two_seconds() -> None:
    assert calibration.FRAMES * 100 < 1000


def test_nothing_is_said_while_nothing_is_wanted(player: Player) -> None:
    assert player.frames(lambda: EMPTY_TRAY) is None
    assert player.empty() == ("OK", ())
    assert player.frames(lambda: EMPTY_TRAY) is None


def test_an_unfinished_step_gives_way_to_the_next(player: Player) -> None:
    player.taking.want_empty()
    player.taking.frame(player.bench.frame(EMPTY_TRAY))
    assert player.face(3) == ("OK", (3, 1))


@pytest.mark.parametrize("face", range(1, 7))
def test_a_face_that_lacks_a_position_is_named(player: Player, face: int) -> None:
    player.all_but(face)
    player.face(face)
    assert player.taking.save() == ("MISSING", (face,), None)


def test_a_missing_empty_tray_is_face_0(player: Player) -> None:
    assert player.taking.save() == ("MISSING", (0,), None)


def test_a_third_position_replaces_the_first(player: Player) -> None:
    player.empty()
    assert player.face(2, seen=5) == ("OK", (2, 1))  # the player had it wrong at first
    player.all_but(2)
    player.face(2)
    assert player.face(2) == ("OK", (2, 2))
    assert player.taking.save()[0] == "OK"


def test_the_empty_tray_may_be_taken_again(player: Player) -> None:
    assert player.empty(Scene(dirt=0.1)) == ("OK", ())
    _, _, known = player.all_but().taking.save()
    assert known.empty[3] == pytest.approx(WINDOW * player.bench.white, rel=0.1)


def test_what_moves_must_be_taken_again(player: Player) -> None:
    player.empty()
    player.taking.want_face(4)
    gains = iter([0.5 + 0.1 * step for step in range(calibration.FRAMES)])
    assert player.frames(lambda: Scene(face=4, gain=next(gains))) == ("MOVED", ())
    assert player.face(4) == ("OK", (4, 1))


def test_a_face_without_a_die_must_be_taken_again(player: Player) -> None:
    player.empty()
    player.taking.want_face(4)
    assert player.frames(lambda: EMPTY_TRAY) == ("MOVED", ())


def test_flickering_light_is_no_motion(player: Player) -> None:
    stray = 0.05 * player.bench.white
    assert player.empty(Scene(stray=stray, flicker=1.0)) == ("OK", ())
    for face in range(1, 7):
        assert player.face(face, stray=stray, flicker=1.0) == ("OK", (face, 1))


@pytest.mark.parametrize("stray", [4000, 40000])
def test_too_much_light_is_named(player: Player, stray: float) -> None:
    assert player.empty(Scene(stray=stray)) == ("LIGHT", ())
    assert player.face(1, stray=stray) == ("LIGHT", ())
    assert player.face(1) == ("OK", (1, 1))


def test_light_that_the_reader_would_refuse_in_play_is_refused_by_save() -> None:
    player = Player()
    stray = player.bench.white * 0.27
    assert player.empty(Scene(stray=stray)) == ("OK", ())
    for face in range(1, 7):
        for _ in range(2):
            player.face(face, stray=stray)
    assert player.taking.save() == ("LIGHT", (), None)
    player.taking.frame(player.bench.frame(EMPTY_TRAY))  # the tray is shaded
    assert player.taking.save()[0] == "OK"


@pytest.mark.parametrize("stray", [0.02, 0.1, 0.15, 0.19, 0.22, 0.25, 0.3])
def test_what_save_takes_is_no_light_in_play_and_what_it_refuses_is(stray: float) -> None:
    player = Player()
    light = stray * player.bench.white
    player.empty(Scene(stray=light))
    for face in range(1, 7):
        for _ in range(2):
            player.face(face, stray=light)
    verdict, _, known = player.taking.save()
    if known is None:
        assert verdict == "LIGHT"
        assert stray > 0.19
    else:
        assert stray < 0.25
        assert classify.fault(player.bench.frame(Scene(stray=light)), known) is None


@pytest.mark.parametrize(("face", "forgotten"), [(2, 1), (5, 2), (6, 5), (4, 3)])
def test_a_die_that_was_not_turned_is_found_out(face: int, forgotten: int) -> None:
    player = Player().all_but(face)
    for _ in range(2):
        player.face(face, seen=forgotten)
    low, high = sorted((face, forgotten))
    assert player.taking.save() == ("CLOSE", (low, high), None)


def test_one_position_with_the_wrong_face_up_is_found_out(player: Player) -> None:
    player.all_but(3)
    for seen in (3, 6):
        player.face(3, seen=seen)
    verdict, numbers, known = player.taking.save()
    assert (verdict, known) == ("CLOSE", None)
    assert 3 in numbers


def test_a_failed_save_can_be_repaired(player: Player) -> None:
    player.all_but(2)
    for _ in range(2):
        player.face(2, seen=1)
    assert player.taking.save()[0] == "CLOSE"
    for _ in range(2):
        player.face(2)
    assert player.taking.save()[0] == "OK"
