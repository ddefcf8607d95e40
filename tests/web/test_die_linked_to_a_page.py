"""A Bluetooth die of the page without a gadget: what it sends, and what the game makes of it."""

from itertools import count

import pytest

from cdgdevice.bluetooth.godice import GODICE
from cdgdevice.bluetooth.pixels import PIXELS
from cdgdevice.rules.card_display import Side
from cdgdevice.ui.choices import DIE_COLOURS
from tests.bluetooth.virtual_dice import godice_rest, pixel_identity
from tests.simulated_disk import SimulatedDisk
from tests.web.test_play_in_a_browser import PATHS, Page

GODICE_NAME = "GoDice_D67B2C_K_v04"
ROLLING = b"R"
RED, BLUE = (bytes(GODICE.encode_blinks(DIE_COLOURS[side])) for side in (Side.LEFT, Side.RIGHT))


class Table:
    """A page with a game whose roll is due, and the die in the player's hand."""

    def __init__(self, sheet: str = PATHS) -> None:
        self.page = Page(SimulatedDisk())
        self.page.ask("begin", sheet=sheet, options={})
        if self.page.board["stage"] == "set-up":
            self.take("Skip the set-up")
        self._seconds = count(1)

    def take(self, title: str) -> dict:
        choice = next(each for each in self.page.board["choices"] if each["title"] == title)
        return self.page.take(choice["request"])

    def link(self, name: str = GODICE_NAME, *has: str) -> dict:
        return self.page.ask("die-linked", name=name, has=has, at=next(self._seconds))

    def hear(self, data: bytes, **how: object) -> dict:
        told = {"plays": True, "at": next(self._seconds), **how}
        return self.page.ask("die-heard", bytes=list(data), **told)

    def roll(self, face: int, **how: object) -> dict:
        self.hear(ROLLING)
        return self.hear(godice_rest(face), **how)

    def lose(self) -> dict:
        return self.page.ask("die-lost", at=next(self._seconds))


@pytest.fixture
def table() -> Table:
    return Table()


def test_a_page_learns_how_dice_are_found(table: Table) -> None:
    assert table.page.ask("die-kinds")["kinds"] == [
        {"prefix": "GoDice_", "service": GODICE.service},
        {"prefix": "", "service": PIXELS.service},
    ]


def test_a_linked_die_is_greeted_and_blinks_for_the_side_whose_roll_is_due(table: Table) -> None:
    linked = table.link()
    assert linked["notify"] == GODICE.notify
    assert linked["die"] == {"trouble": None, "write": [[3], list(RED)]}


def test_a_roll_of_the_die_is_one_that_the_player_names(table: Table) -> None:
    named = Table()
    own = named.page.board["choices"][0]["own"][4 - 1]
    named.page.take(own["request"])
    table.link()
    rolled = table.roll(4)
    assert rolled["said"] is None
    assert rolled["board"] == named.page.board
    assert table.page.play.export(1) == named.page.play.export(1), "its journal says the same"


def test_the_die_blinks_again_for_the_next_roll_in_its_side_s_colour(table: Table) -> None:
    table.link()
    assert table.roll(4)["die"]["write"] == []
    table.take(next(each["title"] for each in table.page.board["choices"]))
    done = table.page.board["choices"][0]["request"]
    assert table.page.take(done)["die"]["write"] == [list(BLUE)]
    table.page.ask("log")
    assert table.page.ask("log")["die"]["write"] == [], "once for each roll"


def test_a_roll_without_a_question_says_so_and_changes_nothing(table: Table) -> None:
    table.link()
    table.roll(4)
    before = table.page.board
    unwanted = table.roll(2)
    assert unwanted["said"].startswith("No roll is due now.")
    assert "board" not in unwanted
    assert table.page.ask("board")["board"] == before


def test_a_roll_while_no_board_is_in_sight_answers_nothing(table: Table) -> None:
    table.link()
    assert table.roll(4, plays=False)["said"] == "Choose a game first, then roll."
    assert table.page.ask("board")["board"]["die"] == []


def test_a_roll_after_an_undo_shows_what_was_taken_back_and_says_so(table: Table) -> None:
    table.link()
    before = table.page.board["answers"]
    table.roll(4)
    table.page.undo_to(before)
    again = table.roll(2)
    assert again["board"]["die"] == [4]
    assert again["said"].startswith("The roll that was taken back counts")


def test_two_dice_are_rolled_one_after_the_other() -> None:
    table = Table("paths-of-glory-2016")
    table.link()
    nominated = table.take("Nominate A")
    assert nominated["die"]["write"] == [list(RED)]
    assert table.roll(5)["die"]["write"] == [list(RED)], "the other is due"
    assert table.roll(2)["board"]["die"] == [5, 2]


def test_where_the_first_of_two_was_taken_back_the_die_blinks_for_the_second() -> None:
    table = Table("paths-of-glory-2016")
    table.link()
    table.take("Nominate A")
    before = table.page.board["answers"]
    table.roll(5)
    assert table.page.undo_to(before)["die"]["write"] == [list(RED)]


def test_a_die_that_was_only_turned_has_not_been_rolled(table: Table) -> None:
    table.link()
    turned = table.hear(b"MS" + godice_rest(3)[1:])
    assert (turned["said"], "board" in turned) == (None, False)


def test_a_pixel_counts_once_it_has_said_that_it_has_six_faces(table: Table) -> None:
    assert table.link("Anna's die", PIXELS.service)["die"]["trouble"] == "away"
    assert "board" not in table.hear(bytes([3, 1, 5]))
    told = table.hear(pixel_identity(2))
    assert (told["die"]["trouble"], told["board"]["die"]) == (None, [6])


def test_a_shell_with_other_faces_is_refused(table: Table) -> None:
    table.link("Anna's die", PIXELS.service)
    assert table.hear(pixel_identity(6))["die"]["trouble"] == "shape"
    assert "board" not in table.hear(bytes([3, 1, 5]))


def test_a_roll_in_which_the_link_broke_is_asked_for_again(table: Table) -> None:
    table.link()
    table.hear(ROLLING)
    assert table.lose()["die"]["trouble"] == "reroll"
    assert "die" not in table.page.ask("board")


def test_a_link_that_broke_at_rest_is_only_told(table: Table) -> None:
    table.link()
    assert table.lose()["die"]["trouble"] == "away"


def test_what_is_no_known_die_is_not_linked(table: Table) -> None:
    assert table.link("Headphones", "180f") == {"service": None}


@pytest.mark.parametrize("data", [b"", b"\0" * 20, b"S", bytes(range(256)), b"\2\377\1"])
def test_whatever_a_die_sends_is_no_fault(table: Table, data: bytes) -> None:
    for name in (GODICE_NAME, "A Pixel"):
        table.link(name, PIXELS.service)
        assert "error" not in table.hear(data)
