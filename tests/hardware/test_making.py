"""`python -m hardware`: what is out of date is told, and only that is written anew."""

from pathlib import Path
from shutil import copytree

import pytest

from hardware.__main__ import main
from hardware.making.makers import MODELS, ROOT, TEXTS, Maker, stale, write
from hardware.making.stamp import STAMP, stamp


@pytest.mark.parametrize("maker", TEXTS, ids=lambda maker: maker.what)
def test_what_the_tables_say_is_what_is_committed(maker: Maker) -> None:
    assert not list(stale(maker)), "Run `make hardware` and commit what it changed."


def test_the_models_and_pictures_were_made_from_what_stands_here() -> None:
    made_from = (ROOT / STAMP).read_text(encoding="utf-8")
    assert made_from == stamp(), "Run `make hardware` and commit what it changed."


def test_a_part_s_price_makes_no_model_out_of_date_and_its_size_does(tmp_path: Path) -> None:
    copytree(ROOT / "hardware", tmp_path / "hardware", ignore=lambda *_: ["made", "__pycache__"])
    before = stamp(tmp_path)
    part = tmp_path / "hardware" / "parts" / "window.toml"
    text = part.read_text(encoding="utf-8")
    part.write_text(text.replace("euro = { low = 0.5", "euro = { low = 0.6"), encoding="utf-8")
    assert part.read_text(encoding="utf-8") != text
    assert stamp(tmp_path) == before
    part.write_text(text.replace("value = 2.0,", "value = 3.0,"), encoding="utf-8")
    assert stamp(tmp_path) != before


def test_a_changed_line_of_the_case_makes_its_models_out_of_date(tmp_path: Path) -> None:
    copytree(ROOT / "hardware", tmp_path / "hardware", ignore=lambda *_: ["made", "__pycache__"])
    before = stamp(tmp_path)
    with (tmp_path / "hardware" / "case.toml").open("a", encoding="utf-8") as file:
        file.write("# another line\n")
    assert stamp(tmp_path) != before


def test_only_what_shows_something_else_is_written(tmp_path: Path) -> None:
    maker = TEXTS[0]
    paths = set(maker.make())
    assert set(stale(maker, tmp_path)) == paths
    assert set(write(maker, tmp_path)) == paths
    assert not list(stale(maker, tmp_path))
    edited = min(paths)
    (tmp_path / edited).write_text("edited by hand", encoding="utf-8")
    assert list(stale(maker, tmp_path)) == [edited]
    assert list(write(maker, tmp_path)) == [edited]


def test_the_check_of_what_is_committed_says_that_nothing_changed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["texts", "--check"]) == 0
    assert capsys.readouterr().out.count("nothing changed") == len(TEXTS)


def test_nobody_makes_a_file_that_another_makes() -> None:
    paths = [path for maker in TEXTS for path in maker.make()]
    assert len(paths) == len(set(paths))
    assert not any(path.is_absolute() for path in paths)
    assert {maker.what for maker in TEXTS}.isdisjoint(maker.what for maker in MODELS)
