"""An evening at the gadget, written down step by step as its disk and its glass saw it.

What was shown stands in the course as marks, made when bytes reach a panel: so a test takes from
the recording, and not from belief, what a player has seen by the time the power goes.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from msgspec.structs import replace

from cdgdevice.config.config_file import ConfigLayer
from cdgdevice.config.effective import ConfigKeeper, EffectiveConfig, resolve_config
from cdgdevice.config.keys_and_defaults import DieConfig
from cdgdevice.config.settings import DieSource, Setting, Settings
from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.drivers.reader.line import LineBuffer
from cdgdevice.games.disk import Disk
from cdgdevice.games.sheet_library import sheet_ids
from cdgdevice.render.views import BoardView, MenuView
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.facts import write_facts
from cdgdevice.rules.game import SettingUp
from cdgdevice.rules.history import GameHistory
from cdgdevice.simulator.simulated_firmware import SimulatedFirmware
from cdgdevice.ui.state import MenuLayer
from cdgdevice.ui.texts import READ_ON
from cdgdevice.ui.update import NAME_SECONDS
from tests.menu_groups import through_groups
from tests.recorded_disk import Course, Mark, RecordedDisk, Wear, wear
from tests.simulated_disk import SimulatedDisk
from tests.whole_gadget import ADDRESSES, Gadget

SHEET = "paths-of-glory-2022"
BOOT = 7
KNOB = Control.KNOB
BUTTONS = {Side.LEFT: Control.LEFT, Side.RIGHT: Control.RIGHT}
DICE = (3, 4, 2, 5, 1, 6)


@dataclass(frozen=True, slots=True)
class SwitchedOn:
    """The gadget was switched on, for the so-manieth time."""

    time: int


@dataclass(frozen=True, slots=True)
class Shown:
    """Bytes reached a panel while a game stood so: whoever looks has seen it."""

    game: str | None
    """Its file."""
    answers: int
    facts: str
    """What lay on the table, as JSON."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """A die came to rest in the die reader."""

    sequence: int
    face: int


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """The gadget told the die reader that it may forget a throw."""

    line: bytes

    @property
    def sequence(self) -> int:
        (fields,) = LineBuffer().feed(self.line)
        return int(fields[2])


@dataclass(frozen=True, slots=True)
class SetTo:
    """Bytes reached a panel while the brightness was this, which the player set in the menu."""

    brightness: int


@dataclass(frozen=True, slots=True)
class Configured:
    """The start has kept a configuration without mistakes, told here by one of its values."""

    off_after: int


class Evening:
    """A player with a gadget, which is switched off and on again, and a die reader."""

    def __init__(self) -> None:
        self.recorded = RecordedDisk(SimulatedDisk())
        self._device = SimulatedFirmware(0.0, BOOT)
        self._throws = self._starts = 0
        self._brightness = Settings().brightness
        self._seen: tuple[GameHistory, str] | None = None

    @contextmanager
    def switched_on(self, die: DieSource, off_after: int = 900) -> Iterator[None]:
        """Switch it on with a file that says when the screens go dark."""
        self._starts += 1
        self.recorded.mark(SwitchedOn(self._starts))
        found, kept = starts(self.recorded, f"[sleep]\noff_after_s = {off_after}\n")
        set_before = found.changes.get(Setting.BRIGHTNESS)
        if set_before is not None:
            assert set_before.value == self._brightness == found.config.screens.left.contrast
        config = replace(found.config, sheet=SHEET, set_up=False, die=DieConfig(die))
        self.gadget = Gadget(
            *DICE * 20, config=config, disk=self.recorded, remember=kept.keep_change
        )
        self.gadget.bus.listen(self._glass)
        self._glass(ADDRESSES[Side.LEFT])  # shows its first picture already
        self.gadget.when_sent = self._hears
        with self.gadget:
            assert kept.keep_good(played=False) == ()
            self.recorded.mark(Configured(off_after))
            if die is DieSource.READER:
                self.gadget.plug_reader(device=self._device)
            yield

    def plays(self, answers: int) -> None:
        """Do what is waited for, so many times."""
        for number in range(answers):
            session = self.gadget.session
            if session.needs_reader and session.due_dice:
                self.throws(DICE[number % len(DICE)])
            else:
                self.gadget.press(BUTTONS[next(iter(session.lit_sides))])
            self.gadget.passes(1.2)

    def throws(self, face: int) -> None:
        self._throws += 1
        self.recorded.mark(Thrown(self._throws, face))
        self.gadget.throw(face)

    def takes_back(self) -> None:
        self.gadget.press(KNOB, 1.0).passes(0.5)

    def chooses(self, *titles: str) -> None:
        """Open the menu and go down through these entries."""
        for _ in range(20):
            self.gadget.passes(0.5)
            menu = self._menu()
            if menu and menu.title == "Menu":
                break
            if menu:
                self.gadget.turn(len(menu.items))
            elif all(
                isinstance(view, BoardView) for view in self.gadget.front.shown_views.values()
            ):
                self.gadget.turn(9)
                if self._menu():
                    continue
            self.gadget.press(KNOB)
        top = self._menu()
        # Once a game is over, what begins another comes first, in no group.
        at_once = top is not None and any(item.startswith(titles[0]) for item in top.items)
        for title in titles if at_once else through_groups(*titles):
            menu = self._menu()
            assert menu, title
            entry = next(item for item in menu.items if item.startswith(title))
            self.gadget.turn(menu.items.index(entry) - menu.highlighted).press(KNOB)
        self.gadget.passes(NAME_SECONDS)  # a new game's name lies over its board

    def skips_set_up(self) -> None:
        """Leave the set-up to who knows it: the second choice of its board.

        What is to be done on the table is read, page by page.
        """
        self.reads_on()
        now = self.gadget.games.tabletop.history.now
        if isinstance(now.stage, SettingUp) or now.sheet.set_up_list is not None:
            self.gadget.turn(1)
            self.gadget.press(BUTTONS[next(iter(self.gadget.session.lit_sides))]).passes(1.2)
            self.reads_on()
        while any(
            isinstance(view, BoardView) and view.chosen == READ_ON and not view.quiet
            for view in self.gadget.front.shown_views.values()
        ):
            self.gadget.press(BUTTONS[next(iter(self.gadget.session.lit_sides))]).passes(1.2)

    def reads_on(self) -> None:
        """Turn the pages that lie over the board."""
        while not any(
            isinstance(view, BoardView) for view in self.gadget.front.shown_views.values()
        ):
            self.gadget.press(KNOB).passes(0.5)

    def _menu(self) -> MenuView | None:
        layer = self.gadget.session.state.layer
        if isinstance(layer, MenuLayer):
            # Also where it is shown on the cards themselves.
            titles = tuple(entry.title for entry in layer.entries)
            return MenuView(layer.title, titles, layer.highlighted)
        views = self.gadget.front.shown_views.values()
        return next((view for view in views if isinstance(view, MenuView)), None)

    def _glass(self, _address: int) -> None:
        tabletop = self.gadget.games.tabletop
        if self._seen is None or self._seen[0] is not tabletop.history:
            self._seen = tabletop.history, json.dumps(write_facts(tabletop.history))
        self.recorded.mark(Shown(tabletop.name, tabletop.answers, self._seen[1]))
        settings = self.gadget.session.state.context.settings
        assert settings is not None
        if settings.brightness != self._brightness:
            self._brightness = settings.brightness
            self.recorded.mark(SetTo(settings.brightness))

    def _hears(self, line: bytes) -> None:
        if line.startswith(b"$ACK"):
            self.recorded.mark(Acknowledged(line))


def starts(disk: Disk, text: str) -> tuple[EffectiveConfig, ConfigKeeper]:
    """Read a configuration, and what is kept beside the games, as a start does."""
    files, state = (ConfigLayer("cdgdevice.toml", text),), Path("games")
    found = resolve_config(files, sheet_ids(), state, disk, own=True)
    return found, ConfigKeeper(found, state, disk)


def costs(course: Course) -> Iterator[tuple[bool, Wear]]:
    """Give what each thing that was shown had cost the disk, and whether it was an answer only."""
    since: Course = []
    before: object = None
    for step in course:
        since.append(step)
        if not isinstance(step, Mark) or isinstance(step.what, Thrown | Acknowledged):
            continue
        match before, step.what:
            case Shown(game, answers), Shown(same, more):
                yield game == same and more == answers + 1, wear(since)
            case _:
                yield False, wear(since)
        since = []
        if isinstance(step.what, Shown | SwitchedOn):
            before = step.what


@cache
def evening() -> Course:
    """Play four games, setting this and that, and give all that was done to the disk and shown."""
    at = Evening()
    with at.switched_on(DieSource.BUTTON):
        at.plays(5)
        at.takes_back()
        at.plays(2)
        at.chooses("Undo")
        at.plays(1)
        at.chooses("Correct the die", "5")
        at.plays(3)
        at.chooses("Put the table right", "Central Powers: cards", "B:", "Face-down")
        at.plays(1)
        at.chooses("New game", "C&C: Ancients", "Left side", "Left side", "Begin")
        at.skips_set_up()
        at.plays(4)
        at.chooses("Settings", "Brightness", "[ ] darkest")
        at.chooses("Switch game", "Paths")
        at.plays(2)
        at.chooses("End the game", "Yes")
    with at.switched_on(DieSource.READER, off_after=600):
        at.chooses("New game", "Paths of Glory leaflet")
        at.skips_set_up()
        at.plays(9)
        at.chooses("Settings", "Brightness", "[ ] brightest")
        at.takes_back()
        at.chooses("Switch game", "C&C")
        at.plays(5)
        at.chooses("End the game", "Yes")
        at.chooses("New game", "The Last Crusade")
        at.skips_set_up()
        at.plays(3)
        at.chooses("Put the table right", "Enemy Supply", "30")
        at.plays(4)
    return at.recorded.course


def device_at(marks: Course) -> SimulatedFirmware:
    """Give the die reader as it is after these marks: what was not acknowledged it repeats."""
    device = SimulatedFirmware(0.0, BOOT)
    for mark in marks:
        match getattr(mark, "what", None):
            case Thrown(face=face):
                device.throw(0.0, face)
            case Acknowledged(line):
                device.received(0.0, line)
    return device
