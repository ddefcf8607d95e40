"""The card image in an emulated Raspberry Pi: from the first start to "Safe to unplug".

The scenarios follow each other on one card, as an owner's evenings do: a start takes minutes here.
"""

import io
import re
import tarfile
from collections.abc import Iterator

import pytest

from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.rules.card_display import Side
from cdgdevice.service.web_page import PAIRED_BROWSERS
from tests.machine.laptop import Laptop
from tests.pi.emulated_pi import CARD, EmulatedPi
from tests.web.browser_end import COOKIE, PAIRED, Page, connected
from tools.make_splash import load_splash_picture

CONFIG = b'set_up = false\r\nsheet = "paths-of-glory-2022"\r\n'
SPLASH = load_splash_picture("splash").convert("1").tobytes()
SAFE = load_splash_picture("last_words").convert("1").tobytes()
ROUND = (Control.LEFT, Control.LEFT, Control.LEFT)
"""Roll, card, done."""
MOST_STEPS = 20
"""Steps of the knob that the page takes at once; more than any list here has."""


@pytest.fixture(scope="module")
def first(pi: EmulatedPi) -> EmulatedPi:
    """A Pi at its first start, with a boot partition that was written to in a laptop."""
    pi.put_on_boot("cdgdevice.toml", CONFIG)
    pi.put_on_boot("cdgdevice-page", b"")
    # A copy of games in which a browser was let in: all else is as on a fresh card.
    pi.put_on_boot("cdgdevice-games.tar.gz", _copy({PAIRED_BROWSERS: PAIRED}))
    pi.switch_on()
    with Laptop() as laptop:
        first_page = laptop.picture(Side.LEFT)
    pi.until("the game is on the glass", lambda: pi.picture(Side.LEFT) == first_page)
    pi.settles()
    return pi


def test_the_splash_and_then_the_game_come_to_both_panels_over_the_pi_s_own_bus(
    first: EmulatedPi,
) -> None:
    with Laptop() as laptop:
        for side in Side:
            assert SPLASH in first.seen(side)
            assert first.seen(side)[-1] == laptop.picture(side)
    assert "no splash" not in first.log()


def test_the_games_partition_fills_the_card(first: EmulatedPi) -> None:
    assert first.partition_end(3) == CARD
    assert "could not be made larger" not in first.log()


def test_nothing_failed_at_the_first_start(first: EmulatedPi) -> None:
    first.logs("Reached target multi-user.target")
    failed = re.compile(r"systemd\[1\]: .*(Failed to start|Dependency failed|failed with result)")
    assert [line for line in first.log().splitlines() if failed.search(line)] == []


@pytest.fixture(scope="module")
def page(first: EmulatedPi) -> Iterator[Page]:
    """The gadget's page in a browser that was let in, over the network on USB."""
    url = f"http://127.0.0.1:{first.port}"
    first.until("the page answers", first.answers_at_the_page)
    with connected(url, COOKIE) as page:
        yield page


@pytest.fixture(scope="module")
def round_played(first: EmulatedPi, page: Page) -> list[tuple[bytes, ...]]:
    """The pictures after each press of a round."""
    shown = []
    for control in ROUND:
        press(page, control)
        first.settles()
        shown.append(tuple(map(first.picture, Side)))
    return shown


@pytest.fixture(scope="module")
def pulled(first: EmulatedPi, round_played: list[tuple[bytes, ...]]) -> bytes:
    """The game's journal on the card, after the plug was pulled with the round on the glass."""
    first.cut_power()
    return first.journal()


def test_a_round_pressed_on_the_page_gives_the_pictures_that_it_gives_on_a_laptop(
    round_played: list[tuple[bytes, ...]], pulled: bytes
) -> None:
    with Laptop(pulled) as laptop:
        assert round_played == laptop.plays(*ROUND)


@pytest.fixture(scope="module")
def back(first: EmulatedPi, pulled: bytes, round_played: list[tuple[bytes, ...]]) -> EmulatedPi:
    """The Pi once more under power, after the plug was pulled."""
    first.switch_on()
    first.until("the game is back", lambda: first.picture(Side.LEFT) == round_played[-1][0])
    first.settles()
    return first


def test_after_a_pulled_plug_the_game_goes_on_where_it_was(
    back: EmulatedPi, round_played: list[tuple[bytes, ...]]
) -> None:
    assert tuple(map(back.picture, Side)) == round_played[-1]


@pytest.fixture(scope="module")
def off(back: EmulatedPi) -> EmulatedPi:
    """The Pi after a shutdown by the menu."""
    back.until("the page answers", back.answers_at_the_page)
    with connected(f"http://127.0.0.1:{back.port}", COOKIE) as page:
        press(page, Control.KNOB)
        back.settles()
        for _ in range(2):  # the last group of the menu, and its last entry
            for steps in (MOST_STEPS, -1):
                assert page.do(do="turn", steps=steps).status == 204
                back.settles()
            press(page, Control.KNOB)
            back.settles()
        assert page.do(do="turn", steps=-1).status == 204
        back.settles()
        press(page, Control.KNOB)
        back.waits_for_off()
    return back


def test_a_shutdown_by_the_menu_leaves_safe_to_unplug_on_both_panels(off: EmulatedPi) -> None:
    assert [off.picture(side) for side in Side] == [SAFE, SAFE]


def test_a_shutdown_leaves_a_whole_copy_of_the_games_and_the_log_on_the_boot_partition(
    off: EmulatedPi,
) -> None:
    copy = off.on_boot("cdgdevice-games.tar.gz")
    with tarfile.open(fileobj=io.BytesIO(copy)) as tar:
        kept = {
            member.name.removeprefix("./"): tar.extractfile(member).read()  # type: ignore[union-attr]
            for member in tar
            if member.isfile()
        }
    games = off.games()
    assert games.pop(PAIRED_BROWSERS) == PAIRED
    assert kept == games
    assert b"playing paths-of-glory-2022" in off.on_boot("cdgdevice-log.txt")


def press(page: Page, control: Control) -> None:
    """Press a control on the page, and let go."""
    for what in ("down", "up"):
        assert page.do(do=what, control=control.name.lower()).status == 204


def _copy(files: dict[str, bytes]) -> bytes:
    """Give a copy of games, as a shutdown leaves it on the boot partition."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as tar:
        for name, content in files.items():
            member = tarfile.TarInfo(f"./{name}")
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return made.getvalue()
