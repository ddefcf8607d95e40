"""The file of a calibration: what is stored comes back, whole or not at all."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import IO

import calibration
import classify
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.modelled_throws import Bench


@pytest.fixture(scope="module")
def known() -> classify.Known:
    return Bench(Random("known")).known


def same(one: classify.Known | None, other: classify.Known | None) -> bool:
    if one is None or other is None:
        return one is other
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


class Flash:
    """A file system that loses its power at the `dies`-th thing that it is asked to do.

    What is written is there at once, as far as it got: the worst that a disk may do.
    """

    def __init__(self, dies: int) -> None:
        self._left = dies

    def _goes_on(self) -> None:
        self._left -= 1
        if self._left == 0:
            raise PowerError

    def open(self, path: str, mode: str) -> "OpenFile":
        self._goes_on()
        file = Path(path).open(mode)  # noqa: SIM115
        return OpenFile(file, self._goes_on)

    def rename(self, old: str, new: str) -> None:
        self._goes_on()
        Path(old).rename(new)
        self._goes_on()


class OpenFile:
    def __init__(self, file: IO[bytes], goes_on: Callable[[], None]) -> None:
        self._file = file
        self._goes_on = goes_on

    def write(self, data: bytes) -> None:
        for place in range(len(data)):
            self._file.flush()
            self._goes_on()
            self._file.write(data[place : place + 1])

    def __enter__(self) -> "OpenFile":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._file.close()
        if kind is None:
            self._goes_on()


class PowerError(Exception):
    """There is no power any more."""


def straight(path: str, known: classify.Known) -> None:
    """Store as nobody should: over what is there."""
    calibration.store(path + ".aside", known)
    with calibration.open(path, "wb") as file:  # type: ignore[attr-defined]  # the `Flash`
        file.write(Path(path + ".aside").read_bytes())


def after_every_cut(
    store: Callable[[str, classify.Known], None],
    path: Path,
    old: classify.Known | None,
    new: classify.Known,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[classify.Known | None]:
    """Store `new` over `old` and cut the power at each thing that is done; give what is loaded."""
    dies = 0
    while True:
        dies += 1
        path.unlink(missing_ok=True)
        if old is not None:
            calibration.store(str(path), old)
        flash = Flash(dies)
        with monkeypatch.context() as patch:
            patch.setattr(calibration, "open", flash.open, raising=False)
            patch.setattr(calibration, "os", flash)
            try:
                store(str(path), new)
            except PowerError:
                pass
            else:
                break
        yield calibration.load(str(path))
    assert dies > 100, "the power was never cut in the middle"
    yield calibration.load(str(path))


@pytest.mark.parametrize("was_calibrated", [True, False])
def test_a_power_cut_while_storing_leaves_the_old_calibration_or_the_new(
    tmp_path: Path, known: classify.Known, was_calibrated: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, new = tmp_path / "calibration.txt", Bench(Random("other")).known
    old = known if was_calibrated else None
    found = list(after_every_cut(calibration.store, path, old, new, monkeypatch))
    renamed = next(cut for cut, loaded in enumerate(found) if same(loaded, new))
    assert all(same(loaded, old) for loaded in found[:renamed])
    assert all(same(loaded, new) for loaded in found[renamed:])


def test_a_store_over_the_old_file_would_be_found_out(
    tmp_path: Path, known: classify.Known, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, new = tmp_path / "calibration.txt", Bench(Random("other")).known
    assert None in list(after_every_cut(straight, path, known, new, monkeypatch))


def test_a_memory_that_takes_nothing_says_so_and_keeps_the_old(
    tmp_path: Path, known: classify.Known
) -> None:
    path = tmp_path / "calibration.txt"
    calibration.store(str(path), known)
    (tmp_path / "calibration.txt.new").mkdir()
    with pytest.raises(OSError, match=r"calibration\.txt\.new"):
        calibration.store(str(path), Bench(Random("other")).known)
    assert same(calibration.load(str(path)), known)
