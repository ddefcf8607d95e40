"""Die readers beside a player who changes games, and a power that goes at any time."""

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cdgdevice.config.settings import DieSource
from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.drivers.reader.line import LineBuffer
from cdgdevice.drivers.reader.reader_messages import parse_message
from cdgdevice.drivers.reader.reader_port import PortClosed, PortOpened, PortReceived
from cdgdevice.games.journal_format import ThrowKey, find_throw_keys
from cdgdevice.games.journal_reader import read_journal
from cdgdevice.render.views import BoardView, MenuView
from cdgdevice.rules.card_display import Side
from cdgdevice.simulator.simulated_firmware import SimulatedFirmware
from cdgdevice.ui.state import ContextChanged, OfferedSheet
from tests.examples import examples
from tests.menu_groups import through_groups
from tests.simulated_disk import SimulatedDisk
from tests.whole_gadget import Gadget

LEFT, KNOB = Control.LEFT, Control.KNOB
SIDES = {Side.LEFT: "Axis", Side.RIGHT: "Allies"}
OFFERED = tuple(
    OfferedSheet(id_, title, range(7, 8), (7, 7), SIDES)
    for id_, title in (("paths-of-glory-2022", "First"), ("washingtons-war-2022", "Second"))
)
"""Two games to begin, of which nothing further is asked."""


class PowerCut(BaseException):
    """The power goes in the middle of something."""


class Evening:
    """A gadget that is switched off and on, two readers that stay under power, and their player."""

    def __init__(self, rng: Random | None = None) -> None:
        self.rng = rng or Random(0)
        self.disk = SimulatedDisk()
        self.devices = (SimulatedFirmware(0.0, 7), SimulatedFirmware(0.0, 8))
        self.thrown = {device.boot: 0 for device in self.devices}
        self.plugged = 0
        self.acknowledged = True
        """What the gadget says gets to the reader."""
        self._earlier = 0.0
        self.gadget = self._switched_on()

    @property
    def now(self) -> float:
        return self._earlier + self.gadget.time.now

    def restarts(self, disk: SimulatedDisk | None = None) -> None:
        """Switch the gadget off, unless it is off, and on again over this disk or its own."""
        self.gadget.stops()
        self._earlier = self.now
        self.disk = disk or self.disk
        self.gadget = self._switched_on()

    def power_goes(self) -> None:
        """Cut the power between two steps."""
        self.restarts(self.disk.cut(self.rng.randrange))

    def power_goes_soon(self, steps: int) -> None:
        """Cut the power before the disk's next step but so many."""
        left = steps

        def at_disk() -> None:
            nonlocal left
            left -= 1
            if left < 0:
                raise PowerCut

        self.disk.before_step = at_disk

    def throws(self, face: int) -> ThrowKey:
        """Throw into the reader that is plugged in; give what it calls the throw."""
        device = self.devices[self.plugged]
        self.thrown[device.boot] += 1
        self.gadget.says(device.throw(self.now, face))
        return device.boot, self.thrown[device.boot]

    def passes(self, seconds: float) -> None:
        device = self.devices[self.plugged]
        until = self.gadget.time.now + seconds
        while (due := device.deadline() - self._earlier) <= until and self.gadget.running:
            self.gadget.passes(max(due - self.gadget.time.now, 0.0))
            # The two clocks may differ in their last digit.
            self.gadget.says(device.tick(max(self.now, device.deadline())))
        self.gadget.passes(max(until - self.gadget.time.now, 0.0))

    def swaps_readers(self) -> None:
        self.gadget.time.put(PortClosed(self.gadget.time.now, "The die reader is gone."))
        self.plugged = 1 - self.plugged
        self._plugs()

    def hears(self, acknowledged: bool) -> None:
        self.acknowledged = acknowledged

    def plays_on(self) -> None:
        """Play until a throw is wanted, as far as the left button alone gets there."""
        for _ in range(15):
            self.passes(1.0)
            if not self.gadget.running or self.gadget.session.due_dice:
                break
            self.gadget.press(LEFT)

    def chooses(self, *titles: str) -> None:
        """Read what lies over the board, open the menu and go down through these entries."""
        for _ in range(40):
            self.gadget.passes(1.0)
            menu = self._menu()
            if not self.gadget.running or (menu and menu.title == "Menu"):
                break
            if menu:
                self.gadget.turn(len(menu.items))
            elif all(
                isinstance(view, BoardView) for view in self.gadget.front.shown_views.values()
            ):
                self.gadget.turn(9)
                if self._menu():
                    break
            self.gadget.press(KNOB)
        for title in through_groups(*titles):
            menu = self._menu()
            if menu is None or title not in menu.items:
                assert not self.gadget.running, (title, menu)
                return
            self.gadget.turn(menu.items.index(title) - menu.highlighted).press(KNOB)

    def begins(self, title: str) -> None:
        """Begin a game, and do all that its set-up says."""
        self.chooses("New game", title)
        self.plays_on()

    def switches(self) -> None:
        """Go on with the game that is first in the list of the others, if there is one."""
        self.chooses("Game")
        menu = self._menu()
        if menu and "Switch game" in menu.items:
            self.gadget.turn(menu.items.index("Switch game") - menu.highlighted)
            self.gadget.press(KNOB).press(KNOB)

    def _menu(self) -> MenuView | None:
        views = self.gadget.front.shown_views.values()
        return next((view for view in views if isinstance(view, MenuView)), None)

    def counted(self, disk: SimulatedDisk | None = None) -> Counter[ThrowKey]:
        """How often each throw is in the journals, of all games together."""
        disk = disk or self.disk
        journals = [name for name in disk.names() if name.endswith(".journal")]
        return Counter(
            key for name in journals for key in find_throw_keys(read_journal(disk, name).entries)
        )

    def _switched_on(self) -> Gadget:
        try:
            gadget = Gadget(disk=self.disk, die=DieSource.READER)
        except PowerCut:
            self.disk = self.disk.cut(self.rng.randrange)
            return self._switched_on()
        gadget.session.send(
            ContextChanged(replace(gadget.session.state.context, sheets=lambda: OFFERED)), 0.0
        )
        gadget.when_sent = self._hears
        gadget.__enter__()
        self.gadget = gadget
        self._plugs()
        return gadget

    def _plugs(self) -> None:
        self.gadget.time.put(PortOpened(self.gadget.time.now))
        self.gadget.passes(0.0)

    def _hears(self, line: bytes) -> None:
        """Have the plugged reader hear a line, and its answer come back."""
        if line.startswith(b"$ACK") and not self.acknowledged:
            return
        answer = self.devices[self.plugged].received(self.now, line)
        now = self.gadget.time.now
        messages = tuple(
            (now, message)
            for fields in LineBuffer().feed(answer)
            if (message := parse_message(fields)) is not None
        )
        if messages:
            self.gadget.time.put(PortReceived(now, lambda: messages))


def counted_in_the_first_game() -> Evening:
    """An evening with a throw that counts, though its reader never hears so."""
    evening = Evening()
    evening.acknowledged = False
    evening.throws(4)
    assert evening.counted() == {(7, 1): 1}
    return evening


def goes_on(evening: Evening) -> None:
    """After a restart the readers repeat what they have; the next throw of each counts, once."""
    evening.restarts()
    evening.acknowledged = True
    for _ in evening.devices:
        evening.passes(4.0)
        evening.swaps_readers()
    for _ in evening.devices:
        evening.begins("First")
        evening.passes(1.0)
        key = evening.throws(2)
        evening.passes(2.0)
        assert evening.counted()[key] == 1, "a new throw is no repeat"
        evening.swaps_readers()
    evening.gadget.stops()
    assert set(evening.counted().values()) == {1}, evening.counted()


def test_a_throw_whose_acknowledgement_was_lost_does_not_count_again_in_a_new_game() -> None:
    evening = counted_in_the_first_game()
    evening.begins("Second")
    assert evening.gadget.session.sheet.id == "washingtons-war-2022"
    evening.restarts()
    evening.acknowledged = True
    evening.passes(2.0)
    assert evening.counted() == {(7, 1): 1}
    assert "Whoever begins rolls." in evening.gadget.reads()
    evening.throws(4)
    assert evening.counted() == {(7, 1): 1, (7, 2): 1}
    evening.gadget.stops()


def test_nor_does_it_in_a_game_that_is_continued() -> None:
    evening = Evening()
    evening.begins("Second")
    evening.acknowledged = False
    evening.throws(4)
    evening.switches()
    assert evening.gadget.session.sheet.id == "paths-of-glory-2022"
    evening.restarts()
    evening.acknowledged = True
    evening.passes(2.0)
    assert evening.counted() == {(7, 1): 1}
    evening.gadget.stops()


def test_the_last_throw_of_each_of_two_readers_is_known_after_a_change_of_games() -> None:
    evening = counted_in_the_first_game()
    evening.swaps_readers()
    evening.plays_on()
    evening.throws(2)
    assert evening.counted() == {(7, 1): 1, (8, 1): 1}
    evening.begins("Second")
    evening.restarts()
    evening.acknowledged = True
    for _ in evening.devices:
        evening.passes(4.0)
        evening.swaps_readers()
    assert evening.counted() == {(7, 1): 1, (8, 1): 1}
    evening.gadget.stops()


MOVES = st.lists(
    st.one_of(
        st.integers(1, 6).map(lambda face: ("throws", face)),
        st.integers(1, 30).map(lambda tenths: ("passes", tenths / 10)),
        st.integers(0, 12).map(lambda steps: ("power_goes_soon", steps)),
        st.sampled_from(
            [
                ("plays_on",),
                ("hears", True),
                ("hears", False),
                ("restarts",),
                ("power_goes",),
                ("swaps_readers",),
                ("switches",),
                ("begins", "First"),
                ("begins", "Second"),
            ]
        ),
    ),
    max_size=30,
)


@examples(0.5)
@given(MOVES, st.randoms(use_true_random=False))
def test_no_throw_ever_counts_twice_and_no_new_one_is_taken_for_a_repeat(
    moves: list[tuple[object, ...]], rng: Random
) -> None:
    evening = Evening(rng)
    evening.acknowledged = False
    for name, *arguments in moves:
        getattr(evening, str(name))(*arguments)
        if not evening.gadget.running:
            assert isinstance(evening.gadget.error, PowerCut)
            evening.power_goes()
    evening.disk.before_step = lambda: None
    goes_on(evening)
