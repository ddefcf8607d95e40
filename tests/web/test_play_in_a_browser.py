"""The program behind a page without a gadget: what it says of games, and what it keeps of them."""

import json
import subprocess
import sys
import zlib
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from io import BytesIO
from itertools import cycle
from zipfile import ZIP_DEFLATED, ZIP_LZMA, ZipFile

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from cdgdevice.browser.browser_play import BrowserPlay, write_offered_sheets
from cdgdevice.browser.page_board import write_board
from cdgdevice.games.board_answers import STALE
from cdgdevice.games.exported_game import LARGEST_GAME_FILE
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.sheet_library import sheet_ids
from cdgdevice.games.tabletop import Games
from cdgdevice.render.draw import draw_view
from cdgdevice.rules.requests import NewGame
from tests.examples import examples
from tests.simulated_disk import SimulatedDisk
from tests.whole_gadget import Gadget, plain

NOON = datetime(2026, 11, 3, 12, tzinfo=UTC)
MOVE = st.tuples(st.integers(0, 7), st.integers(1, 6))
MOVES = st.lists(MOVE, min_size=5, max_size=60)
LONG_WALK = st.lists(MOVE, min_size=15, max_size=60)
PATHS = "paths-of-glory-2022"
TWILIGHT = "twilight-struggle-five-card"
JOURNAL = f"0001-{PATHS}.journal"


class Page:
    """A page: it asks, and shows the last board that it got."""

    def __init__(self, disk: SimulatedDisk, throw: object = lambda: 4) -> None:
        self.play = BrowserPlay(disk, throw=throw, clock=lambda: NOON)
        self.id = ""
        self.board = self.ask("board")["board"]

    def ask(self, do: str, **members: object) -> dict:
        reply = json.loads(self.play.ask(json.dumps({"do": do, **members})))
        self.board = reply.get("board") or getattr(self, "board", None)
        self.id = reply.get("id", self.id)
        return reply

    def take(self, request: dict) -> dict:
        return self.ask("answer", request=request, id=self.id)

    def undo_to(self, left: int) -> dict:
        return self.ask("undo", to=left, id=self.id)

    def requests(self) -> list[dict]:
        """Return all that the board's buttons can ask for."""
        return [
            *(each["request"] for each in self.board["choices"] if each["request"]),
            *_leaves(self.board["actions"]),
        ]


def _leaves(entries: list[dict]) -> list[dict]:
    mine = [entry["request"] for entry in entries if entry["request"]]
    return [*mine, *(leaf for entry in entries for leaf in _leaves(entry["ways"]))]


@pytest.fixture
def page() -> Page:
    page = Page(SimulatedDisk())
    page.ask("begin", sheet=PATHS, options={})
    return page


def test_the_screens_are_those_of_a_gadget_with_the_same_game(page: Page) -> None:
    config = replace(plain(sheet=PATHS), set_up=True)
    with Gadget(config=replace(config, screens=replace(config.screens, chances=False))) as gadget:
        shown = gadget.front.shown_views.items()
        same = {side.value: draw_view(view).pages() for side, view in shown}
    screens = page.ask("screens")["screens"]
    assert {each["name"]: b64decode(each["picture"]) for each in screens} == same
    page.ask("language", code="de")
    left, _ = page.ask("screens")["screens"]
    assert left["label"] == "Mittelmächte"
    assert "A: leer." in left["words"]


def play_on(page: Page, moves: list[tuple[int, int]]) -> list[dict]:
    """Take one of the plain choices after the other; return the requests."""
    taken = []
    for number, _ in moves:
        choices = [each["request"] for each in page.board["choices"] if each["request"]]
        if not choices:
            break
        taken.append(choices[number % len(choices)])
        assert "error" not in page.take(taken[-1])
    return taken


def test_a_page_asks_for_a_game_before_anything_is_kept() -> None:
    disk = SimulatedDisk()
    assert Page(disk).board is None
    assert disk.names() == ()


@pytest.mark.parametrize("sheet", sheet_ids())
@examples(1 / 8)
@given(moves=LONG_WALK)
def test_whatever_is_played_is_there_again_after_a_restart(
    sheet: str, moves: list[tuple[int, int]]
) -> None:
    disk, dice = SimulatedDisk(), cycle(die for _, die in moves)
    page = Page(disk, lambda: next(dice))
    page.ask("begin", sheet=sheet, options={})
    part = len(moves) // 4
    for first in range(0, len(moves), part):
        play_on(page, moves[first : first + part])
        assert Page(disk).board == page.board
    page.undo_to(0)
    assert page.board["answers"] == 0


def test_names_that_are_refused_are_refused_in_the_player_s_language(page: Page) -> None:
    begin = partial(page.ask, "begin", sheet=PATHS, options={}, names=["Ich", "ich"])
    assert begin()["error"].startswith("Give the sides two different names in Latin letters")
    page.ask("language", code="de")
    assert begin()["error"].startswith("Gib den Seiten zwei verschiedene Namen")


@examples(0.25)
@given(moves=MOVES)
def test_a_game_goes_to_the_gadget_and_back_unchanged(moves: list[tuple[int, int]]) -> None:
    disk, gadget, back = SimulatedDisk(), SimulatedDisk(), SimulatedDisk()
    page = Page(disk)
    page.ask("begin", sheet=PATHS, options={}, names=["Wilhelm", "Entente"])
    assert [side["name"] for side in page.board["sides"]] == ["Wilhelm", "Entente"]
    play_on(page, moves)
    games = Games(GameFolder(gadget), NewGame(PATHS), lambda: NOON, ask_first=True)
    number = games.keep(games.check(page.play.export(1), "evening.cdg"))
    games.resume(games.folder.numbered(number))
    assert write_board(games.tabletop.history)["sides"] == page.board["sides"]
    again = Page(back)
    again.board = json.loads(again.play.bring(games.folder.export(number), "evening.cdg"))["board"]
    assert again.board == page.board
    assert back.read(JOURNAL) == disk.read(JOURNAL)


@examples(0.5)
@given(moves=MOVES)
def test_every_button_of_every_board_is_taken(moves: list[tuple[int, int]]) -> None:
    page = Page(SimulatedDisk())
    page.ask("begin", sheet=PATHS, options={})
    for number, _ in moves:
        requests = page.requests()
        if not requests:
            break
        assert "error" not in page.take(requests[number * 5 % len(requests)])


@pytest.mark.parametrize("sheet", sheet_ids())
@examples(1 / 8)
@given(moves=LONG_WALK, left=st.integers(0, 59))
def test_answers_that_were_taken_back_can_be_given_again(
    sheet: str, moves: list[tuple[int, int]], left: int
) -> None:
    dice = cycle(die for _, die in moves)
    page = Page(SimulatedDisk(), lambda: next(dice))
    page.ask("begin", sheet=sheet, options={})
    for number, _ in moves:
        requests = page.requests()
        if not requests:
            break
        page.take(requests[number * 5 % len(requests)])
    shown = page.board
    assume(shown["answers"])
    for request in page.undo_to(left % shown["answers"])["undone"]:
        assert "error" not in page.take(request)
    # A roll that was corrected comes back corrected, and then asks nothing of the hands.
    assert {**page.board, "steps": []} == {**shown, "steps": []}


def test_enter_takes_only_what_decides_nothing(page: Page) -> None:
    stages = {}
    for _ in range(12):
        choice = page.board["enter"]
        stages.setdefault(page.board["stage"], set()).add(choice is not None)
        page.take(page.board["choices"][choice or 0]["request"])
    assert stages["choose"] == {False}
    assert stages["ready"] == {True}


def test_an_answer_to_an_earlier_board_changes_nothing(page: Page) -> None:
    before, first = page.board, page.id
    request = before["choices"][0]["request"]
    page.take(request)
    page.undo_to(0)
    page.take(request)
    now = page.board
    for asked in ({"do": "answer", "request": {"do": "undo"}}, {"do": "undo", "to": 0}):
        assert page.ask(**asked, id=first) == {"error": STALE}
    assert page.ask("board")["board"] == now


def test_an_answer_to_another_game_s_board_changes_neither(page: Page) -> None:
    shown = page.id
    page.ask("begin", sheet=TWILIGHT, options={})
    now = page.board
    assert page.ask("undo", to=0, id=shown) == {"error": STALE}
    assert page.ask("board")["board"] == now


def test_an_undo_tells_what_is_put_back_by_hand(page: Page) -> None:
    while page.board["stage"] != "choose":
        page.take(page.board["choices"][page.board["enter"] or 0]["request"])
    told = page.undo_to(page.board["answers"] - 1)["told"]
    assert told["title"].startswith("Undone")
    assert page.undo_to(0)["board"]["answers"] == 0


def test_a_card_that_the_roll_turned_up_is_marked_by_one_choice(page: Page) -> None:
    while page.board["stage"] != "ready":
        page.take(page.board["choices"][0]["request"])
    page.take({"do": "roll", "die": [4]})
    (marks,) = (each for each in page.board["actions"] if each["title"] == "Mark a card")
    fresh = [way for way in marks["ways"] if way["request"]]
    assert {way["request"]["card"] for way in fresh} == {"C"}
    page.take(fresh[0]["request"])
    assert page.board["sides"][0]["cards"][2]["mark"] == "combat"
    (marks,) = (each for each in page.board["actions"] if each["title"] == "Mark a card")
    assert not any(way["request"] for way in marks["ways"])


@pytest.mark.parametrize(("code", "turn"), [("en", "turn 1"), ("de", "Zug 1")])
def test_a_saved_game_stands_in_a_turn_that_is_called_as_its_sheet_calls_it(
    page: Page, code: str, turn: str
) -> None:
    play_on(page, [(0, 1)])
    page.ask("begin", sheet="wilderness-war-2018", options={})
    play_on(page, [(0, 1)])
    page.ask("language", code=code)
    assert [game["stands"] for game in page.ask("games")["games"]] == ["season 1", turn]


def test_a_side_whose_cards_nothing_counts_shows_its_hand_size(page: Page) -> None:
    page.ask("begin", sheet="commands-and-colors-samurai-2022", options={"tedorigawa": True})
    shown = [side["counted"] for side in page.board["sides"]]
    assert shown == ["Max Hand Size 6", "Max Hand Size 5"]


def test_several_games_travel_in_one_file(page: Page) -> None:
    page.ask("rename", number=1, name="My evening")
    page.ask("begin", sheet=TWILIGHT, options={})
    packed = page.play.export_all()
    with ZipFile(BytesIO(packed)) as archive:
        assert archive.namelist() == [f"0001-{PATHS}.cdg", f"0002-{TWILIGHT}.cdg"]
    other = Page(SimulatedDisk())
    for _ in range(2):  # what is here already is not added once more
        assert json.loads(other.play.bring(packed, "all.zip"))["board"]["sheet"] == TWILIGHT
        games = other.ask("games")["games"]
        assert [(game["number"], game["name"]) for game in games] == [(2, ""), (1, "My evening")]


@pytest.mark.parametrize(
    ("packed", "said"),
    [(b"PK\x03\x04", "damaged"), (b"", "evening.cdg"), (b"letters", "evening.cdg")],
)
def test_a_file_of_another_kind_is_refused_in_a_sentence(
    page: Page, packed: bytes, said: str
) -> None:
    kept = page.ask("games")
    assert said in json.loads(page.play.bring(packed, "evening.cdg"))["error"]
    assert page.ask("games") == kept


def pack(content: bytes, how: int) -> bytes:
    packed = BytesIO()
    with ZipFile(packed, "w", how) as archive:
        archive.writestr("evening.cdg", content)
    return packed.getvalue()


def lock(packed: bytes) -> bytes:
    """Set what an archive of one file says of a password, in both of its headers."""
    locked = bytearray(packed)
    locked[6] |= 1
    locked[packed.index(b"PK\x01\x02") + 8] |= 1
    return bytes(locked)


@pytest.mark.parametrize(
    ("packed", "said"),
    [
        (lock(pack(b"letters", ZIP_DEFLATED)), "without a password"),
        (pack(bytes(LARGEST_GAME_FILE + 2), ZIP_DEFLATED), "too large"),
        # It says of itself that it has one byte.
        (
            pack(bytes(LARGEST_GAME_FILE + 2), ZIP_DEFLATED).replace(
                (LARGEST_GAME_FILE + 2).to_bytes(4, "little"), (1).to_bytes(4, "little")
            ),
            "",
        ),
        (pack(b"letters", ZIP_LZMA), "packed in a way"),
    ],
)
def test_an_archive_of_too_much_or_of_another_kind_is_refused(
    page: Page, packed: bytes, said: str
) -> None:
    assert said in json.loads(page.play.bring(packed, "all.zip"))["error"]
    assert len(page.ask("games")["games"]) == 1


@given(moves=MOVES)
def test_a_shared_position_is_opened_as_one_more_game(moves: list[tuple[int, int]]) -> None:
    page, other = Page(SimulatedDisk()), Page(SimulatedDisk())
    for each in (page, other):
        each.ask("begin", sheet=PATHS, options={})
    play_on(page, moves)
    kept, shared = other.play.export(1), page.ask("share")["shared"]
    assert other.ask("open", shared=shared)["board"]["sides"] == page.board["sides"]
    assert page.ask("open", shared=shared)["board"]["answers"] == page.board["answers"]
    for each in (page, other):
        assert len(each.ask("games")["games"]) == 2
    play_on(other, moves[:3])
    assert other.play.export(1) == kept


def test_the_dice_are_counted_by_side_as_the_game_stands(page: Page) -> None:
    def counted() -> list[list[int]]:
        return [side["faces"] for side in page.ask("statistics")["sides"]]

    assert counted() == [[0] * 6, [0] * 6]
    while page.board["stage"] != "ready":
        page.take(page.board["choices"][0]["request"])
    page.take({"do": "roll", "die": [2]})
    assert counted() == [[0, 1, 0, 0, 0, 0], [0] * 6]
    page.take({"do": "correct", "die": [5]})
    assert counted() == [[0, 0, 0, 0, 1, 0], [0] * 6]
    page.undo_to(page.board["answers"] - 2)
    assert counted() == [[0] * 6, [0] * 6]
    play_on(page, [(0, 1)] * 300)
    told = page.ask("statistics")
    assert told["unlikely"]
    # The die that was taken back shows the same again.
    assert [sum(faces) for faces in zip(*counted(), strict=True)][:3] == [0, 1, 0]


def test_a_long_game_fits_into_no_link(page: Page) -> None:
    while "shared" in page.ask("share"):
        play_on(page, [(0, 4)] * 50)
    assert "Save it as a file" in page.ask("share")["error"]
    assert page.board["answers"] > 200


@pytest.mark.parametrize(
    "harm",
    [
        lambda link: "",
        lambda link: link[:-9],
        lambda link: link[:40] + "AA" + link[42:],
        lambda link: f"{link}ü",
        lambda link: link * 40,
        lambda link: urlsafe_b64encode(zlib.compress(bytes(LARGEST_GAME_FILE + 9), 9)).decode(),
        lambda link: urlsafe_b64encode(zlib.compress(b"letters")).decode(),
    ],
)
def test_a_link_that_is_not_whole_is_refused(page: Page, harm: Callable[[str], str]) -> None:
    shown = page.board
    refused = page.ask("open", shared=harm(page.ask("share")["shared"]))
    assert refused["error"].startswith("The link ")
    assert page.ask("board")["board"] == shown
    assert len(page.ask("games")["games"]) == 1


def test_a_game_that_is_not_there_is_refused_in_a_sentence(page: Page) -> None:
    refused = page.play.export(9)
    assert isinstance(refused, str)
    assert "9" in json.loads(refused)["error"]


def test_an_undo_to_where_the_game_is_changes_nothing(page: Page) -> None:
    play_on(page, [(0, 1)] * 4)
    assert page.board["answers"] == 4
    for left in (4, 5, 10**9):
        assert "error" in page.undo_to(left)
    assert page.ask("board")["board"]["answers"] == 4


def test_what_no_page_asks_for_is_refused(page: Page) -> None:
    for asked in ({"do": "dance"}, [], {"do": "resume", "number": 9}, {"do": "undo", "to": 10**9}):
        assert "error" in json.loads(page.play.ask(json.dumps(asked))), asked


def test_the_list_of_games_names_each_sheet_once() -> None:
    offered = write_offered_sheets()
    assert tuple(sheet["id"] for sheet in offered) == sheet_ids()
    assert len({(sheet["title"], sheet["edition"]) for sheet in offered}) == len(offered)


def test_the_program_loads_nothing_that_draws_or_drives_a_part() -> None:
    program = (
        "import sys, cdgdevice.browser.browser_play, cdgdevice.browser.linked_die\n"
        "print({'PIL', 'gpiozero', 'serial', 'luma', 'bottle', 'reportlab'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.stdout.strip(), done.stderr) == ("set()", "")
