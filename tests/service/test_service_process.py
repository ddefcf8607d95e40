"""The real program in a process of its own, and the world around it in this one."""

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from cdgdevice.config.effective import USES_DEFAULTS
from cdgdevice.drivers.oled import splash
from cdgdevice.games.disk import FolderDisk, replace_file
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.tabletop import Games
from cdgdevice.render.views import DiceView, PageKind, PageView, View
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.requests import NewGame, RollDice
from cdgdevice.service.session import Session
from cdgdevice.simulator.simulated_reader import SimulatedReader
from cdgdevice.ui.intents_and_commands import DieThrown
from cdgdevice.ui.state import UiContext
from tests.patience import PATIENCE
from tests.running_gadget import ADDRESSES, GOODBYE, Running, command
from tests.simulated_disk import SimulatedDisk

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs FIFOs and signals")


@pytest.fixture
def reader() -> Iterator[SimulatedReader]:
    with SimulatedReader() as plugged:
        yield plugged


def _views(result: DieResult | None = None) -> dict[Side, View]:
    """What the screens show of a fresh game, or of one in which this was rolled."""
    games = Games(GameFolder(SimulatedDisk()), NewGame("paths-of-glory-2022"))
    session = Session(games, UiContext(), lambda: 1, 0.0)
    if result is not None:
        session.send(DieThrown(RollDice(result=result), None), 0.0)
        session.tick(1.0)
    return dict(session.views(tuple(Side)))


def test_it_says_ready_lives_and_goes_down_in_good_order(tmp_path: Path) -> None:
    with Running(tmp_path) as gadget:
        assert gadget.says() == "READY=1\nSTATUS=Playing paths-of-glory-2022."
        gadget.shows(Side.RIGHT, _views()[Side.RIGHT])
        assert [gadget.says() for _ in range(3)] == ["WATCHDOG=1"] * 3
        gadget.process.send_signal(signal.SIGTERM)
        gadget.waits_for("STOPPING=1")
        gadget.shows(Side.LEFT, GOODBYE)
        gadget.shows(Side.RIGHT, GOODBYE)
        assert gadget.process.wait(PATIENCE) == 0


def test_ctrl_c_ends_it_as_well(tmp_path: Path) -> None:
    with Running(tmp_path) as gadget:
        gadget.says()
        assert gadget.signal(signal.SIGINT) == 0


def test_killed_after_a_throw_it_shows_the_same_game_again(
    tmp_path: Path, reader: SimulatedReader
) -> None:
    with Running(tmp_path, reader.url) as gadget:
        gadget.says()
        reader.throw(4)
        gadget.shows(Side.LEFT, DiceView(DieResult.ABC))
        assert gadget.signal(signal.SIGKILL) == -signal.SIGKILL
    with Running(tmp_path, reader.url) as gadget:
        assert gadget.says().startswith("READY=1")
        gadget.shows(Side.LEFT, _views(DieResult.ABC)[Side.LEFT])


def test_killed_while_the_die_falls_the_throw_counts_once_whenever_that_was(
    tmp_path: Path,
) -> None:
    for number in range(2):
        folder = tmp_path / str(number)
        with SimulatedReader() as reader:
            with Running(folder, reader.url) as gadget:
                gadget.says()
                gadget.shows(Side.LEFT, _views()[Side.LEFT])
                reader.throw(4)
                # Killed before, in the midst of or after its journey through the program.
                gadget.signal(signal.SIGKILL)
            with Running(folder, reader.url) as gadget:
                gadget.shows(Side.LEFT, DiceView(DieResult.ABC), _views(DieResult.ABC)[Side.LEFT])
        journal = next((folder / "games").glob("*.journal")).read_bytes()
        assert journal.count(b'"do":"roll"') + journal.count(b'"do": "roll"') == 1


def test_a_log_that_nobody_reads_stops_no_game(tmp_path: Path, reader: SimulatedReader) -> None:
    reads, writes = os.pipe()
    with Running(tmp_path, reader.url, stderr=writes) as gadget:
        os.close(reads)
        os.close(writes)
        gadget.says()
        reader.throw(4)
        gadget.shows(Side.LEFT, DiceView(DieResult.ABC))
        assert gadget.signal(signal.SIGTERM) == 0


def test_a_second_gadget_on_the_same_games_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with Running(tmp_path) as gadget:
        gadget.says()
        second = subprocess.run(
            command(tmp_path),
            env=os.environ | {"NOTIFY_SOCKET": ""},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert second.returncode == 1
        assert second.stderr == (
            "Another cdgdevice is playing from this folder; stop that one first.\n"
        )


def test_a_mistake_of_the_configuration_is_on_the_screen_and_in_the_log(tmp_path: Path) -> None:
    with Running(tmp_path, more="[sleep]\ndim_after = 60\n") as gadget:
        assert gadget.says().startswith("READY=1")
        told = gadget.process.stderr.readline().decode().rstrip("\n")
        assert "config.toml" in told
        assert "dim_after_s" in told
        gadget.shows(Side.LEFT, PageView(PageKind.ERROR, "Configuration", (told, USES_DEFAULTS)))


def test_sheets_that_are_left_out_are_counted_on_the_screen_and_in_the_log(
    tmp_path: Path,
) -> None:
    (tmp_path / "sheets").mkdir()
    for name in ("one.toml", "two.toml"):
        (tmp_path / "sheets" / name).write_text("?")
    with Running(tmp_path) as gadget:
        text = ("2 sheets of yours are left out.", "`cdgdevice sheets` tells why.")
        gadget.shows(Side.LEFT, PageView(PageKind.ERROR, "Your sheets", text))
        assert gadget.process.stderr is not None
        log = [gadget.process.stderr.readline().decode().rstrip("\n") for _ in text]
        assert log == list(text), "and no word of the player's is in it"


def test_a_game_that_can_t_be_continued_is_told_on_the_screen_as_an_error(tmp_path: Path) -> None:
    disk = FolderDisk(tmp_path / "games")
    replace_file(disk, "0001-paths-of-glory-2022.journal", b"?")
    notice = Games(GameFolder(disk), NewGame("paths-of-glory-2022")).notice
    disk.release()
    assert notice is not None
    with Running(tmp_path) as gadget:
        gadget.shows(Side.LEFT, PageView(PageKind.ERROR, "Another game", (notice.text,)))


def test_the_splash_comes_first_at_every_start_though_the_games_are_elsewhere(
    tmp_path: Path,
) -> None:
    more = f'[games]\nfolder = "{tmp_path / "elsewhere"}"\n'
    for _ in range(2):
        with Running(tmp_path, more=more, folder_named=False) as gadget:
            gadget.says()
            # The splash's own contrast, which the screens' is not.
            assert b"3c 00817f" in gadget.screens.await_lines()
            gadget.signal(signal.SIGTERM)
        assert len(splash.recall_places(str(tmp_path / "screens"))) == 2
    assert list((tmp_path / "elsewhere").glob("*.journal"))


def test_the_end_of_a_shutdown_is_told_where_the_screens_are(
    tmp_path: Path,
) -> None:
    run = tmp_path / "run"
    with Running(tmp_path, environment={"RUNTIME_DIRECTORY": str(run)}) as gadget:
        gadget.says()
        gadget.signal(signal.SIGTERM)
    assert splash.recall_places(str(run / "screens")) == [
        ("ssd1309", f"record:{tmp_path / 'glass'}", address, 0) for address in ADDRESSES.values()
    ]
