"""Games that a page saves as files, and games that it brings, checked as by the command."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue

import pytest
from msgspec.structs import replace

from cdgdevice.config.keys_and_defaults import Config
from cdgdevice.games.disk import FolderDisk
from cdgdevice.games.exported_game import pack_game
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.journal_format import encode_line
from cdgdevice.games.open_game import OpenGame
from cdgdevice.rules.requests import NewGame, RollDice
from cdgdevice.service.assembly import assemble_gadget
from cdgdevice.service.loop import LoopEvent, Stop
from cdgdevice.simulator.simulation import Simulation
from cdgdevice.web.requests_and_answers import LARGEST_BROUGHT
from tests.web.browser_end import Answer, Page, ask, connected

FILE = {"Content-Type": "application/octet-stream"}


@contextmanager
def gadget(folder: Path, sheet: str = "standard-2018") -> Iterator[Page]:
    config, queue = Config(folder, sheet=sheet, set_up=False), SimpleQueue[LoopEvent]()

    def take(event: LoopEvent) -> None:
        """Have the gadget take an event at once, in the thread of who puts it."""
        queue.put(event)
        queue.put(Stop())
        service.run()

    with (
        Simulation(config) as simulation,
        simulation.page(0, take) as page,
        assemble_gadget(
            config,
            replace(simulation.world, reader=None),
            queue,
            log=lambda _: None,
            watch=page.show,
        ) as service,
        connected(page.url) as browser,
    ):
        page.show(service)
        yield browser


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Page]:
    with gadget(tmp_path / "gadget") as browser:
        yield browser


@pytest.fixture
def carried(tmp_path: Path) -> bytes:
    """The file of a game from a laptop, after its first roll."""
    disk = FolderDisk(tmp_path / "laptop")
    game = OpenGame.new(GameFolder(disk), NewGame("paths-of-glory-2018"))
    game.answer(RollDice(game.history.now.active, (4,)), "hand")
    disk.release()
    return pack_game(next((tmp_path / "laptop").glob("*.journal")).read_bytes())


def bring(browser: Page, packed: bytes, **headers: str) -> Answer:
    sent = FILE | {"X-Panel-Hand": browser.hand} | headers
    return ask(browser.url, "/game", "POST", packed, sent)


def games(browser: Page) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(ask(browser.url, "/games").body)
    return found


def journals(tmp_path: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (tmp_path / "gadget").glob("*.journal")}


def test_a_game_is_brought_kept_beside_the_others_and_saved_again_byte_for_byte(
    tmp_path: Path, browser: Page, carried: bytes
) -> None:
    before = journals(tmp_path)
    assert json.loads(bring(browser, carried).body) == {"number": 2}
    assert journals(tmp_path) | before == journals(tmp_path), "no other game is touched"
    saved = ask(browser.url, "/game?number=2")
    assert saved.body == carried
    assert saved.headers["Content-Disposition"] == 'attachment; filename="game-2.cdg"'


def test_the_games_are_listed_with_the_one_that_is_played_and_the_menu_has_the_new_one(
    browser: Page, carried: bytes
) -> None:
    assert [(game["number"], game["current"]) for game in games(browser)] == [(1, True)]
    bring(browser, carried)
    told = {game["number"]: game for game in games(browser)}
    assert (told[2]["title"], told[2]["stands"]) == ("Paths of Glory 2018 book", "turn 1")
    assert [told[number]["current"] for number in (1, 2)] == [True, False]


def test_a_game_that_the_player_named_is_listed_by_that_name(tmp_path: Path) -> None:
    disk = FolderDisk(tmp_path)
    kept = GameFolder(disk)
    game = OpenGame.new(kept, NewGame("standard-2018"))
    game.answer(RollDice(game.history.now.active, (4,)), "hand")
    kept.rename(game.name, "With Anna")
    disk.release()
    with gadget(tmp_path) as browser:
        assert [told["name"] for told in games(browser)] == ["With Anna"]


@pytest.mark.parametrize("at", [0, 20, 90, 300, -2])
def test_a_damaged_file_is_refused_in_the_command_s_words_and_changes_nothing(
    tmp_path: Path, browser: Page, carried: bytes, at: int
) -> None:
    before, whole = journals(tmp_path), bytearray(carried)
    whole[at] ^= 1
    answer = bring(browser, bytes(whole))
    assert answer.status == 409
    assert answer.sentence in (
        "The file holds no game that cdgdevice exported.",
        "The file is damaged; export the game once more.",
    )
    assert journals(tmp_path) == before


def test_a_game_whose_sheet_is_not_here_is_refused(tmp_path: Path, browser: Page) -> None:
    header = {"journal": 1, "request": {"do": "new", "sheet": "my-own"}, "facts": {}}
    answer = bring(browser, pack_game(encode_line(0, header)))
    assert (answer.status, "my-own" in answer.sentence) == (409, True)
    assert len(journals(tmp_path)) == 1


def test_a_file_larger_than_the_gadget_can_take_is_refused_before_it_is_read(
    browser: Page,
) -> None:
    sent = FILE | {"X-Panel-Hand": browser.hand, "Content-Length": str(LARGEST_BROUGHT + 1)}
    answer = ask(browser.url, "/game", "POST", b"", sent)
    assert answer.status == 413
    assert "games import" in answer.sentence


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"X-Panel-Hand": ""}, 410),
        ({"X-Panel-Hand": "somebody"}, 410),
        ({"Content-Type": "multipart/form-data"}, 415),
        ({"Content-Type": "text/plain"}, 415),
        ({"Origin": "http://elsewhere.example"}, 403),
        ({"Host": "elsewhere.example"}, 403),
    ],
)
def test_no_other_site_and_no_page_that_is_not_open_brings_a_game(
    tmp_path: Path, browser: Page, carried: bytes, headers: dict[str, str], status: int
) -> None:
    assert bring(browser, carried, **headers).status == status
    assert len(journals(tmp_path)) == 1


@pytest.mark.parametrize(
    "asked", ["", "?number=", "?number=-1", "?number=../1", "?number=9999999999"]
)
def test_what_is_no_number_saves_nothing(browser: Page, asked: str) -> None:
    assert ask(browser.url, f"/game{asked}").status == 400


def test_a_game_that_is_not_there_is_refused_in_a_sentence(browser: Page) -> None:
    assert ask(browser.url, "/game?number=77").sentence.startswith("There is no game 77")
