"""A Bluetooth die at the page that needs no gadget: the browser's Bluetooth is simulated.

What the dice send is as their makers' packages have it.
"""

from functools import partial
from pathlib import Path

import pytest

from tests.bluetooth.virtual_dice import godice_rest, pixel_identity
from tests.static_page.board_in_chromium import SMALL_TARGETS, SMALL_TEXT
from tests.static_page.conftest import begin_without_set_up, choice, wait_for

AIR = Path(__file__).parent / "virtual_air.js"
NOTIFY = {"notify": True}
GODICE_SERVICE = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
GODICE = {
    "id": "godice",
    "name": "GoDice_D67B2C_K_v04",
    "advertised": [],
    "services": {
        GODICE_SERVICE: {
            "6e400002-b5a3-f393-e0a9-e50e24dcca9e": {"write": True, "writeWithoutResponse": True},
            "6e400003-b5a3-f393-e0a9-e50e24dcca9e": NOTIFY,
        }
    },
}
PIXELS_SERVICE = "a6b90001-7a5a-43f2-a962-350c8edc9b5b"
PIXEL = {
    "id": "pixel",
    "name": "Anna",
    "advertised": [PIXELS_SERVICE],
    "services": {
        PIXELS_SERVICE: {
            "a6b90002-7a5a-43f2-a962-350c8edc9b5b": NOTIFY,
            "a6b90003-7a5a-43f2-a962-350c8edc9b5b": {"writeWithoutResponse": True},
        }
    },
}
ROLLS, PIXEL_ROLLS = b"R", bytes([3, 3, 0])
RED, BLUE = [255, 30, 0], [0, 60, 255]
LINK = "Roll with a Bluetooth die"


class Die:
    """A die in the player's hand, beside the page."""

    def __init__(self, page, given: dict) -> None:
        self.page, self.id = page, given["id"]
        page.evaluate("(given) => air.bring(given)", given)

    def link(self) -> None:
        press_link(self.page)
        self.page.get_by_role("alert").filter(has_text="Linked: ").wait_for()

    def send(self, *sent: bytes) -> None:
        for data in sent:
            self.page.evaluate(
                "([id, data]) => air.devices[id].notify(data)", [self.id, list(data)]
            )

    def roll(self, face: int) -> None:
        self.send(ROLLS, godice_rest(face))

    def lose(self) -> None:
        self.page.evaluate("(id) => air.devices[id].lose()", self.id)


def press_link(page, title=LINK) -> None:
    page.locator(".tool.more").click()
    page.get_by_role("dialog").get_by_role("button", name=title).click()


def said(page, sentence) -> None:
    page.get_by_role("alert").filter(has_text=sentence).wait_for()


@pytest.fixture
def ready(ready):
    """Begin a game whose first roll is due, in a browser with Bluetooth."""
    return partial(ready, script=AIR)


def test_a_godice_answers_what_is_due_and_blinks_in_its_side_s_colour(ready):
    page = ready()
    die = Die(page, GODICE)
    die.link()
    written = wait_for(
        lambda: len(page.evaluate("air.written")) > 1 and page.evaluate("air.written")
    )
    assert written == [[3], [16, 8, 50, 50, *RED, 1, 0]]
    die.roll(4)
    page.locator(".result", has_text="The die: ABC").wait_for()
    page.locator(".card.offered").first.click()
    choice(page, "Done").click()
    choice(page, "Roll").wait_for()
    wait_for(lambda: page.evaluate("air.written").count([16, 8, 50, 50, *BLUE, 1, 0]) == 1)


def test_a_pixel_says_first_that_it_has_six_faces(ready):
    page = ready()
    die = Die(page, PIXEL)
    die.link()
    wait_for(lambda: [1] in page.evaluate("air.written"))
    die.send(pixel_identity(2), PIXEL_ROLLS, bytes([3, 1, 5]))
    page.locator(".result", has_text="The die: EVENT").wait_for()


def test_a_shell_of_twenty_faces_is_refused_and_let_go(ready):
    page = ready()
    die = Die(page, PIXEL)
    die.link()
    die.send(pixel_identity(6), PIXEL_ROLLS, bytes([3, 1, 5]))
    said(page, "The die does not have six faces: choose another.")
    wait_for(lambda: not page.evaluate("air.devices.pixel.gatt.connected"))
    assert choice(page, "Roll").is_visible()


def test_a_die_that_never_says_what_it_is_is_let_go(ready):
    page = ready()
    Die(page, PIXEL).link()
    said(page, "The die does not answer.")
    assert not page.evaluate("air.devices.pixel.gatt.connected")


def test_a_roll_that_nothing_asks_for_changes_nothing(ready):
    page = ready()
    die = Die(page, GODICE)
    die.link()
    die.roll(4)
    page.locator(".card.offered").first.wait_for()
    die.roll(2)
    said(page, "No roll is due now.")
    assert "The die: ABC" in page.locator(".result").text_content()


def test_a_roll_before_a_game_is_chosen_says_so(ready):
    page = ready()
    die = Die(page, GODICE)
    die.link()
    page.get_by_role("button", name="Games").click()
    die.roll(4)
    said(page, "Choose a game first, then roll.")


def test_a_lost_link_is_said_and_a_roll_in_it_asked_for_again(ready):
    page = ready()
    die = Die(page, GODICE)
    die.link()
    die.lose()
    said(page, "The die is asleep or out of reach.")
    die.link()
    die.send(ROLLS)
    die.lose()
    said(page, "The die was out of reach while it rolled.")
    die.send(godice_rest(4))
    die.link()
    die.roll(3)
    page.locator(".result", has_text="The die: DE").wait_for()


def test_a_die_is_let_go_of_without_a_word(ready):
    page = ready()
    die = Die(page, GODICE)
    die.link()
    press_link(page, "Let go of GoDice_D67B2C_K_v04")
    wait_for(lambda: not page.evaluate("air.devices.godice.gatt.connected"))
    page.wait_for_timeout(200)
    assert page.get_by_role("alert").filter(has_text="out of reach").count() == 0
    page.locator(".tool.more").click()
    page.get_by_role("dialog").get_by_role("button", name=LINK).wait_for()


def test_what_the_browser_can_t_link_is_said(ready):
    page = ready()
    Die(page, GODICE)
    page.evaluate("air.picks = null")  # the player closes the browser's list: that needs no word
    press_link(page)
    page.wait_for_timeout(200)
    assert page.locator(".toast.shown").count() == 0
    page.evaluate("[air.picks, air.inRange] = ['godice', ['godice']]; air.works = false")
    press_link(page)
    said(page, "Bluetooth does not work here")
    page.evaluate(
        "() => { air.works = true;"
        " air.devices.godice.gatt.connect = () => Promise.reject(new Error()); }"
    )
    press_link(page)
    said(page, "The die does not answer.")


def test_a_roll_is_seen_whatever_is_open(ready):
    page = ready()
    die = Die(page, GODICE)
    die.link()
    page.keyboard.press("l")
    page.get_by_role("dialog", name="Log").wait_for()
    die.roll(4)
    page.locator(".result", has_text="The die: ABC").wait_for()
    page.get_by_role("dialog").wait_for(state="hidden")


def test_a_browser_without_bluetooth_offers_none(open_page):
    page = open_page()
    page.add_init_script("delete Navigator.prototype.bluetooth")
    page.reload()
    begin_without_set_up(page)
    page.locator(".tool.more").click()
    page.get_by_role("dialog").get_by_label("Language").wait_for()
    assert page.get_by_role("button", name=LINK).count() == 0


def test_it_fits(ready):
    page = ready()
    Die(page, GODICE).link()
    page.locator(".tool.more").click()
    page.get_by_role("button", name="Let go of").wait_for()
    for width, height in ((360, 740), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(SMALL_TARGETS) == []
        assert page.evaluate(SMALL_TEXT) == []


ENDED = """async ([kinds, linked]) => {
  const { makeBluetoothDie } = await import("./bluetooth_die.js");
  const replies = { "die-kinds": { kinds: [kinds] }, "die-linked": linked };
  let ended = false;
  const told = [];
  const die = makeBluetoothDie({
    ask: async (question) => (ended ? { error: "It has ended." } : replies[question.do]),
    words: () => ({ linked: (name) => name, troubles: {} }),
    tell: (sentence) => told.push(sentence),
    plays: () => true,
  });
  await die.press();
  ended = true;
  air.devices.godice.lose();
  await new Promise((resolve) => setTimeout(resolve, 100));
  await die.press();
  return told;
}"""


def test_that_the_program_has_ended_is_said_at_a_lost_link_and_at_a_press(open_bare):
    page = open_bare().page
    page.evaluate(AIR.read_text(encoding="utf-8"))
    Die(page, GODICE)
    command, notify = GODICE["services"][GODICE_SERVICE]
    linked = {"service": GODICE_SERVICE, "command": command, "notify": notify}
    linked["die"] = {"trouble": None, "write": []}
    kind = {"prefix": "GoDice_", "service": GODICE_SERVICE}
    told = page.evaluate(ENDED, [kind, linked])
    assert told == [GODICE["name"], "It has ended.", "It has ended."]
