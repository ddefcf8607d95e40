"""The command `print`: what it lists, writes and refuses."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cdgdevice.cli.parser import run_command
from cdgdevice.errors import MissingPackageError
from cdgdevice.games.sheet_library import sheet_ids
from cdgdevice.printing.products_and_sizes import Product
from tests.patience import PATIENCE
from tests.printing.looking import texts

GAME = "washingtons-war-2022"


def test_without_a_name_it_lists_what_can_be_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["print"]) == 0
    lines = capsys.readouterr().out.splitlines()
    names = ["WHAT", *(each.value for each in Product), "all"]
    assert [line.split()[0] for line in lines[: len(names)]] == names
    assert all(len(line) <= 80 for line in lines)


def test_all_writes_every_product_and_says_where(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "to" / "print"
    assert run_command(["print", "all", "--sheet", GAME, "--out", str(folder)]) == 0
    files = sorted(file.name for file in folder.iterdir())
    assert files == [
        f"chits-{GAME}.pdf",
        "conversion.pdf",
        f"mat-{GAME}.pdf",
        "plain-stickers.pdf",
        f"quick-sheet-{GAME}.pdf",
        "stickers.pdf",
        "test-strip.pdf",
    ]
    said = capsys.readouterr().out
    for file in folder.iterdir():
        pages = len(texts(file.read_bytes()))
        assert f"{file}: {pages} page{'' if pages == 1 else 's'} of A4." in said


@pytest.mark.parametrize(
    "id_", ["last-crusade", "twilight-struggle-five-card", "commands-and-colors-samurai-2022"]
)
def test_all_leaves_the_chits_out_where_no_cards_are_counted(
    id_: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["print", "all", id_, "--out", str(tmp_path)]) == 0
    assert "counts no cards: no chits are printed." in capsys.readouterr().out
    assert not list(tmp_path.glob("chits*"))
    assert run_command(["print", "chits", id_, "--out", str(tmp_path)]) == 0


def test_all_leaves_the_mat_out_where_there_is_no_display(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["print", "all", "last-crusade", "--out", str(tmp_path)]) == 0
    assert "The Last Crusade has no card display: no mat is printed." in capsys.readouterr().out
    assert not list(tmp_path.glob("mat*"))
    assert run_command(["print", "mat", "last-crusade", "--out", str(tmp_path)]) == 1


def test_one_product_is_written_for_the_paper_the_die_and_the_cards_that_are_named(
    tmp_path: Path,
) -> None:
    out = ["--paper", "letter", "--out", str(tmp_path)]
    assert run_command(["print", "stickers", "--die-mm", "20", *out]) == 0
    text = texts((tmp_path / "stickers.pdf").read_bytes())[0]
    assert "18 mm stickers for a die of 20 mm" in text
    assert "4 in" in text
    assert run_command(["print", "mat", "standard-2018", "--card-mm", "41", "63", *out]) == 0
    assert len(texts((tmp_path / "mat-standard-2018.pdf").read_bytes())) == 2
    a4 = ["--out", str(tmp_path)]
    assert run_command(["print", "chits", "standard-2018", "--chit-inch", "5/8", *a4]) == 0
    # Twelve of them are wider than the paper: a page for each set.
    assert len(texts((tmp_path / "chits-standard-2018.pdf").read_bytes())) == 2


def test_the_standard_rules_are_printed_unless_a_sheet_is_named(tmp_path: Path) -> None:
    assert run_command(["print", "quick-sheet", "--out", str(tmp_path)]) == 0
    assert [file.name for file in tmp_path.iterdir()] == ["quick-sheet-standard-2018.pdf"]


def test_a_configuration_gives_its_conversion_its_sheet_and_the_player_s_own_sheets(
    tmp_path: Path,
) -> None:
    config = tmp_path / "cdgdevice.toml"
    config.write_text(
        f'sheet = "{GAME}"\n[die]\n'
        'conversion = { 1 = "EVENT", 2 = "AB", 3 = "DE", 4 = "ABC", 5 = "CDE", 6 = "JR" }\n'
    )
    here = ["--config", str(config), "--out", str(tmp_path / "own")]
    usual = ["--out", str(tmp_path / "usual")]
    assert run_command(["print", "conversion", *here]) == 0
    assert run_command(["print", "conversion", *usual]) == 0
    own, standard = ((tmp_path / each / "conversion.pdf") for each in ("own", "usual"))
    words = texts(own.read_bytes())[0]
    assert words.index("a face-up card as its event") < words.index("A or B")
    assert own.read_bytes() != standard.read_bytes()
    (tmp_path / "sheets").mkdir()
    own_sheet = tmp_path / "sheets" / "my-game.toml"
    assert run_command(["sheets", "new", str(own_sheet)]) == 0
    assert run_command(["print", "quick-sheet", "my-game", *here]) == 0
    assert run_command(["print", "chits", *here]) == 0
    assert {file.name for file in (tmp_path / "own").iterdir()} == {
        "conversion.pdf",
        "quick-sheet-my-game.pdf",
        f"chits-{GAME}.pdf",
    }


def test_this_computer_s_configuration_is_gone_by_where_none_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "etc" / "cdgdevice.toml"
    config.parent.mkdir()
    config.write_text(
        f'sheet = "{GAME}"\n[die]\n'
        'conversion = { 1 = "EVENT", 2 = "AB", 3 = "DE", 4 = "ABC", 5 = "CDE", 6 = "JR" }\n'
    )
    monkeypatch.setattr("cdgdevice.config.effective.SYSTEM_CONFIG", str(config))
    assert run_command(["print", "quick-sheet", "--out", str(tmp_path)]) == 0
    assert (tmp_path / f"quick-sheet-{GAME}.pdf").exists()
    said = "".join(capsys.readouterr().out.split())
    assert f"1EVENT,2AB,3DE,4ABC,5CDE,6JR,as{config}says." in said


def test_which_conversion_is_printed_is_said_where_one_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    numbers = "The numbers of an ordinary die: 1 JR, 2 AB, 3 DE, 4 ABC, 5 CDE, 6 EVENT,"
    assert run_command(["print", "conversion", "--out", str(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert " ".join(lines[:2]) == f"{numbers} which is usual."
    assert all(len(line) <= 80 for line in lines[:2])
    assert run_command(["print", "stickers", "--out", str(tmp_path)]) == 0
    assert "ordinary die" not in capsys.readouterr().out


def test_a_pipe_for_a_configuration_is_refused_and_not_waited_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert run_command(["print", "conversion", "--config", str(pipe)]) == 1
    assert "can't be read (it is no ordinary file); name another." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["stickers", "--die-mm", "40"], "stickers for dice of 12 to 25 mm, not of 40 mm"),
        (["mat", "--card-mm", "200", "88"], "not 200 by 88 mm; give another size with --card-mm"),
        (["mat", "nope"], 'There is no sheet "nope".'),
        (["stickers", "--config", "no-such.toml"], "The configuration no-such.toml can't be read"),
        (["stickers", "--out", "a-file/below"], "name another folder with --out"),
    ],
)
def test_what_can_t_be_printed_is_one_sentence(
    arguments: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a-file").touch()
    assert run_command(["print", *arguments]) == 1
    error = capsys.readouterr().err
    assert sentence in error
    assert len(error.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments",
    [["poster"], ["mat", GAME, "--sheet", sheet_ids()[0]], ["stickers", "--paper", "a5"]],
)
def test_what_is_misused_is_told_with_the_usage(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["print", *arguments]) == 2
    assert "usage: cdgdevice print" in capsys.readouterr().err


def test_without_reportlab_it_lists_and_says_how_to_install_it(tmp_path: Path) -> None:
    program = (
        "import sys; sys.modules['reportlab'] = None\n"
        "from cdgdevice.cli.parser import run_command\n"
        "assert run_command(['print']) == 0\n"
        f"sys.exit(run_command(['print', 'stickers', '--out', {str(tmp_path)!r}]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 1
    assert done.stderr == f"{MissingPackageError('Printing', 'reportlab')}\n"


def test_the_list_loads_nothing_that_draws() -> None:
    program = (
        "import sys; from cdgdevice.cli.parser import run_command; run_command(['print'])\n"
        "sys.exit(any(name.split('.')[0] == 'reportlab' for name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.returncode == 0
