"""`python -m hardware`: what is out of date is told, and only that is written anew."""

from functools import cache
from pathlib import Path
from shutil import copy, copytree

import pytest

from hardware.__main__ import main
from hardware.making.inputs import MADE_FROM, made_from
from hardware.making.makers import MODELS, ROOT, TEXTS, Maker, differing
from hardware.making.record import DIGESTS, FOLDER, disagreeing, record
from hardware.places import FILES

AGAIN = "Run `make hardware` and commit what it changed."
LINE = Maker("a line", __name__, "made_line", {".png": f"{__name__}:same_first_letter"})
PATH = FOLDER / "line.png"


def made_line() -> dict[Path, str]:
    return {PATH: "made"}


def same_first_letter(one: bytes, other: bytes) -> bool:
    return one[0] == other[0]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """What models are made from, and what was made, in a folder of its own."""
    copytree(ROOT / "hardware", tmp_path / "hardware", ignore=lambda *_: ["__pycache__", "files"])
    copytree(ROOT / "requirements", tmp_path / "requirements")
    return tmp_path


@cache
def made_from_here() -> str:
    """Return what an unchanged checkout says."""
    return made_from(ROOT)


@pytest.mark.parametrize("maker", TEXTS, ids=lambda maker: maker.what)
def test_what_the_tables_say_is_what_is_committed(maker: Maker) -> None:
    assert not differing(maker, maker.make(), ROOT, to_the_byte=True), AGAIN


def test_the_models_and_pictures_were_made_from_what_stands_here() -> None:
    assert (ROOT / MADE_FROM).read_text(encoding="utf-8") == made_from_here(), AGAIN


def test_nothing_that_was_made_is_edited_missing_or_left_over() -> None:
    assert not disagreeing(ROOT), AGAIN


def replace(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text, file
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_a_part_s_price_makes_no_model_out_of_date(checkout: Path) -> None:
    replace(checkout / "hardware/parts/window.toml", "low = 0.5", "low = 0.6")
    assert made_from(checkout) == made_from_here()


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("hardware/parts/window.toml", "value = 2.0,", "value = 3.0,"),
        ("hardware/parts/large-screen.toml", 'VCC = "3v3"', 'VDD = "3v3"'),
        ("hardware/case.toml", "[", "# another line\n["),
        ("hardware/wires.toml", "length_mm = 200", "length_mm = 180"),
        ("hardware/case/mesh.py", "OFF = 0.02", "OFF = 0.03"),
        ("hardware/tables/headers.py", "import", "import  "),
        ("requirements/cad.txt", "\nvtk==", "\nvtk==1"),
    ],
)
def test_what_shapes_a_model_makes_it_out_of_date(
    checkout: Path, file: str, old: str, new: str
) -> None:
    replace(checkout / file, old, new)
    assert made_from(checkout) != made_from_here()


def test_line_ends_make_nothing_out_of_date(checkout: Path) -> None:
    for file in ("hardware/case.toml", "hardware/case/mesh.py"):
        (checkout / file).write_bytes((checkout / file).read_bytes().replace(b"\n", b"\r\n"))
    assert made_from(checkout) == made_from_here()


@pytest.mark.parametrize(
    "harm",
    [
        lambda file: file.unlink(),
        lambda file: file.write_bytes(file.read_bytes() + b" "),
        lambda file: copy(file, file.with_name("left-over")),
    ],
    ids=["missing", "edited", "left over"],
)
def test_a_made_file_that_is_not_as_it_was_made_is_found(checkout: Path, harm) -> None:  # type: ignore[no-untyped-def]
    assert not disagreeing(checkout)
    harm(checkout / "hardware/made/models.tsv")
    assert len(disagreeing(checkout)) == 1


def test_a_full_record_takes_away_what_nobody_makes_any_more(checkout: Path) -> None:
    old, new = checkout / FOLDER / "old.txt", checkout / FOLDER / "new.txt"
    old.write_text("old", encoding="utf-8")
    new.write_text("new", encoding="utf-8")
    record(checkout, [new.relative_to(checkout)], everything=False)
    assert disagreeing(checkout) == [old.relative_to(checkout)]
    record(checkout, [new.relative_to(checkout)], everything=True)
    assert not old.exists()
    assert not disagreeing(checkout)
    assert (checkout / DIGESTS).read_text(encoding="utf-8").count("\n") == 1


def test_what_is_not_committed_is_written_and_compared_with_nothing(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, old = FILES / "stl" / "part.stl", checkout / FILES / "stl" / "old.stl"
    old.parent.mkdir(parents=True, exist_ok=True)
    old.touch()
    makers = [Maker("a part", __name__, "made_part")]
    monkeypatch.setattr("hardware.__main__.TEXTS", makers)
    assert main(["texts", "--check"], checkout) == 0
    assert (checkout / path).read_bytes() == b"made"
    assert not old.exists()


def made_part() -> dict[Path, str]:
    return {FILES / "stl" / "part.stl": "made"}


def test_two_that_show_the_same_count_as_one_only_where_they_are_made_from_the_same(
    tmp_path: Path,
) -> None:
    (tmp_path / PATH).parent.mkdir(parents=True)
    assert differing(LINE, LINE.make(), tmp_path, to_the_byte=False) == [PATH]
    (tmp_path / PATH).write_bytes(b"m, by another tool")
    assert not differing(LINE, LINE.make(), tmp_path, to_the_byte=False)
    assert differing(LINE, LINE.make(), tmp_path, to_the_byte=True) == [PATH]
    (tmp_path / PATH).write_bytes(b"")  # its reader breaks on it
    assert differing(LINE, LINE.make(), tmp_path, to_the_byte=False) == [PATH]


def test_the_check_names_what_is_out_of_date_and_changes_nothing(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = checkout / "hardware/ELECTRICITY.md"
    page.write_text("edited by hand", encoding="utf-8")
    assert main(["texts", "--check"], checkout) == 1
    out, err = capsys.readouterr()
    assert "  hardware/ELECTRICITY.md\n" in out
    assert err == "Out of date: run `make hardware` and commit what it changed.\n"
    assert page.read_text(encoding="utf-8") == "edited by hand"
    assert main(["texts"], checkout) == 0
    assert page.read_bytes() == (ROOT / "hardware/ELECTRICITY.md").read_bytes()


def test_nobody_makes_a_file_that_another_makes() -> None:
    paths = [path for maker in TEXTS for path in maker.make()]
    assert len(paths) == len(set(paths))
    assert not any(path.is_absolute() for path in paths)
    assert {maker.what for maker in TEXTS}.isdisjoint(maker.what for maker in MODELS)


def test_nothing_is_made_of_tables_that_would_harm_a_builder(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    replace(checkout / "hardware/wires.toml", 'from = "pi.3v3.1"', 'from = "pi.5v.2"')
    page = (checkout / "hardware/BUILD.md").read_bytes()
    assert main(["texts"], checkout) == 1
    assert "reference: left_screen.VCC is wired to 5 V, not to 3.3 V." in capsys.readouterr().err
    assert (checkout / "hardware/BUILD.md").read_bytes() == page
