from collections.abc import Callable
from pathlib import Path
from random import Random

import calibration
import classify
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.modelled_throws import EMPTY_TRAY, Bench
from firmware.simulated.light import Scene

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
                for position in range(1, 5):
                    assert self.face(face) == ("OK", (face, position))
        return self


@pytest.fixture
def player() -> Player:
    return Player()


@pytest.fixture(scope="module")
def known() -> classify.Known:
    return Bench(Random("known")).known


def test_six_faces_in_four_positions_make_a_calibration_that_knows_them(player: Player) -> None:
    verdict, numbers, known = player.all_but().taking.save()
    assert (verdict, numbers) == ("OK", ())
    assert known is not None
    player.bench.known = known
    for face in range(1, 7):
        assert player.bench.judged(player.bench.flat(face))[0] == face
    assert player.bench.judged(EMPTY_TRAY)[0] == 0


def test_the_answer_comes_well_within_two_seconds() -> None:
    assert calibration.FRAMES * 57 < 1000


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
    for _ in range(3):
        player.face(face)
    assert player.taking.save() == ("MISSING", (face,), None)


def test_a_missing_empty_tray_is_face_0(player: Player) -> None:
    assert player.taking.save() == ("MISSING", (0,), None)


def test_a_fifth_position_replaces_the_first(player: Player) -> None:
    player.empty()
    assert player.face(2, seen=5) == ("OK", (2, 1))  # the player had it wrong at first
    player.all_but(2)
    for _ in range(3):
        player.face(2)
    assert player.face(2) == ("OK", (2, 4))
    assert player.taking.save()[0] == "OK"


def test_the_empty_tray_may_be_taken_again(player: Player) -> None:
    assert player.empty(Scene(dirt=0.1)) == ("OK", ())
    _, _, known = player.all_but().taking.save()
    assert known is not None
    assert known.empty[3] < 0.05 * player.bench.white


def test_what_moves_is_to_be_taken_again(player: Player) -> None:
    player.empty()
    player.taking.want_face(4)
    gains = iter([0.5 + 0.1 * step for step in range(calibration.FRAMES)])
    assert player.frames(lambda: Scene(face=4, gain=next(gains))) == ("MOVED", ())
    assert player.face(4) == ("OK", (4, 1))


def test_a_face_without_a_die_is_to_be_taken_again(player: Player) -> None:
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


@pytest.mark.parametrize(("face", "forgotten"), [(2, 1), (5, 2), (6, 5), (4, 3)])
def test_a_die_that_was_not_turned_is_found_out(face: int, forgotten: int) -> None:
    player = Player().all_but(face)
    for _ in range(4):
        player.face(face, seen=forgotten)
    low, high = sorted((face, forgotten))
    assert player.taking.save() == ("CLOSE", (low, high), None)


def test_one_position_with_the_wrong_face_up_is_found_out(player: Player) -> None:
    player.all_but(3)
    for seen in (3, 3, 3, 6):
        player.face(3, seen=seen)
    verdict, numbers, known = player.taking.save()
    assert (verdict, known) == ("CLOSE", None)
    assert 3 in numbers


def test_a_failed_save_can_be_mended(player: Player) -> None:
    player.all_but(2)
    for _ in range(4):
        player.face(2, seen=1)
    assert player.taking.save()[0] == "CLOSE"
    for _ in range(4):
        player.face(2)
    assert player.taking.save()[0] == "OK"


def same(one: classify.Known | None, other: classify.Known | None) -> bool:
    assert one is not None
    assert other is not None
    return (one.empty, one.faces) == (other.empty, other.faces)


def test_what_is_stored_is_loaded(tmp_path: Path, known: classify.Known) -> None:
    path = tmp_path / "calibration.txt"
    calibration.store(str(path), known)
    assert same(calibration.load(str(path)), known)
    assert list(tmp_path.iterdir()) == [path]


counts = st.integers(-65535, 65535)


@given(
    st.tuples(counts, counts, counts, counts),
    st.lists(st.tuples(counts, counts, counts, counts, counts), min_size=6, max_size=6),
)
def test_any_calibration_comes_back_as_it_was(
    tmp_path_factory: pytest.TempPathFactory,
    empty: tuple[int, int, int, int],
    faces: list[tuple[int, int, int, int, int]],
) -> None:
    path = str(tmp_path_factory.getbasetemp() / "any-calibration.txt")
    known = classify.Known(empty, dict(enumerate(faces, 1)))
    calibration.store(path, known)
    assert same(calibration.load(path), known)


def test_without_a_file_nothing_is_known(tmp_path: Path) -> None:
    assert calibration.load(str(tmp_path / "calibration.txt")) is None


def test_a_damaged_file_is_as_good_as_none(tmp_path: Path, known: classify.Known) -> None:
    path = tmp_path / "calibration.txt"
    calibration.store(str(path), known)
    sound = path.read_bytes()
    for place in range(len(sound)):
        for damaged in (
            sound[:place],
            sound[:place] + sound[place + 1 :],
            sound[:place] + bytes([sound[place] ^ 1]) + sound[place + 1 :],
        ):
            path.write_bytes(damaged)
            assert calibration.load(str(path)) is None, damaged


@pytest.mark.parametrize("content", [b"", b"\n", b" ", b"\xff\xfe" * 400, b"x" * 5000])
def test_a_file_of_something_else_is_as_good_as_none(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "calibration.txt"
    path.write_bytes(content)
    assert calibration.load(str(path)) is None


def test_a_file_of_another_version_is_as_good_as_none(
    tmp_path: Path, known: classify.Known, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(tmp_path / "calibration.txt")
    with monkeypatch.context() as later:
        later.setattr(calibration, "VERSION", "cdg-calibration-2")
        calibration.store(path, known)
    assert calibration.load(path) is None


def test_a_power_cut_while_storing_leaves_the_old_calibration(
    tmp_path: Path, known: classify.Known
) -> None:
    path = tmp_path / "calibration.txt"
    calibration.store(str(path), known)
    newer = path.read_bytes()
    for written in range(len(newer)):
        # What is there when the power goes: the new file, as far as it got, under its own name.
        (tmp_path / "calibration.txt.new").write_bytes(newer[:written])
        assert same(calibration.load(str(path)), known)
    other = Bench(Random("other")).known
    calibration.store(str(path), other)
    assert same(calibration.load(str(path)), other)


def test_a_memory_that_takes_nothing_says_so_and_keeps_the_old(
    tmp_path: Path, known: classify.Known
) -> None:
    path = tmp_path / "calibration.txt"
    calibration.store(str(path), known)
    (tmp_path / "calibration.txt.new").mkdir()
    with pytest.raises(OSError, match=r"calibration\.txt\.new"):
        calibration.store(str(path), Bench(Random("other")).known)
    assert same(calibration.load(str(path)), known)
