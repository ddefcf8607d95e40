"""Moments of real games, each reached as a player reaches it, and both screens at that moment."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from PIL import Image

from cdgdevice.config.config_file import ConfigLayer
from cdgdevice.config.effective import resolve_config
from cdgdevice.config.keys_and_defaults import PinsConfig, ScreensConfig
from cdgdevice.config.settings import DieSource, Setting, Settings, SettingValue
from cdgdevice.drivers.gpio.control_events import Control, Pressed, Released, Turned
from cdgdevice.drivers.oled.i2c_bus import name_address
from cdgdevice.drivers.oled.panels import SSD1309
from cdgdevice.drivers.reader.reader_messages import (
    CalibrationReply,
    CalibrationStep,
    CalibrationVerdict,
    DieInRange,
    Hello,
)
from cdgdevice.errors import CdgDeviceError
from cdgdevice.render.language import load_language
from cdgdevice.render.views import PageKind, PageView
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.requests import RollDice
from cdgdevice.selftest.hardware_checks import BusScan, bus_findings
from cdgdevice.selftest.on_gadget import FittedParts, begin_self_test
from cdgdevice.selftest.person_checks import screen_pattern
from cdgdevice.service.assembly import list_offered_sheets
from cdgdevice.service.session import Session
from cdgdevice.ui.intents_and_commands import (
    CardUpdate,
    DieThrown,
    GestureTried,
    Intent,
    NoticeRaised,
    PageId,
    Press,
    ReaderAnswered,
    Scroll,
    UpdateOutcome,
)
from cdgdevice.ui.state import UiContext
from cdgdevice.ui.texts import build_farewell_page
from tests.drawn import draw_view
from tests.service.session_table import BOTH, LEFT, RIGHT, Table
from tests.simulated_disk import SimulatedDisk


def _turn_end() -> Table:
    table = Table(*[2] * 12)
    for _ in range(6):
        table.rolls().does(LEFT, LEFT).rolls(RIGHT).does(RIGHT, RIGHT)
    return table


def _told(mood: PageKind, title: str, text: str) -> Table:
    table = Table()
    table.session.send(NoticeRaised(PageId.FAULT, PageView(mood, title, (text,))), 0.0)
    return table


def _row(*dice: int, context: UiContext | None = None) -> Table:
    return Table(*dice, sheet="paths-of-glory-2016", context=context).reads_on()


def _white_thrown() -> Table:
    table = _row(context=UiContext(die=DieSource.READER)).does(LEFT, LEFT)
    table.session.send(DieThrown(RollDice(die=(6,)), None), table.now)
    return table.waits(1.0)


def _dice_asked_for() -> Table:
    return _row(context=UiContext(die=DieSource.READER)).does(LEFT)


def _calibrating(looks: int) -> Table:
    """Calibrate until so many looks are taken, and the reader is asked for the next step."""
    reader = Hello(1, 1, "cdg-reader 1.0", "E6614103E7452D2F", 7, frozenset({"cal"}))
    table = Table(context=UiContext(reader=reader)).enters("Die reader", "Calibrate")
    faces = [(face, position) for face in range(1, 7) for position in range(1, 5)]
    taken = [CalibrationReply(CalibrationStep.FACE, CalibrationVerdict.OK, face) for face in faces]
    begin, empty = (
        CalibrationReply(step, CalibrationVerdict.OK)
        for step in (CalibrationStep.BEGIN, CalibrationStep.EMPTY)
    )
    for answer in (begin, *(empty, *taken)[:looks]):
        table.session.send(ReaderAnswered(answer), table.now)
        table.does(LEFT)
    return table


def _calibrate_face() -> Table:
    table = _calibrating(5)
    table.session.send(
        ReaderAnswered(CalibrationReply(CalibrationStep.FACE, CalibrationVerdict.OK, (2, 1))),
        table.now,
    )
    return table


def _calibrate_close() -> Table:
    table = _calibrating(25)
    table.session.send(
        ReaderAnswered(CalibrationReply(CalibrationStep.SAVE, CalibrationVerdict.CLOSE, (2, 5))),
        table.now,
    )
    return table


def _combat() -> Table:
    return _row(2, 5).does(LEFT).rolls().enters("Defence: combat card").does(LEFT)


def _random_card() -> Table:
    table = Table(2, sheet="washingtons-war-2022").rolls().does(LEFT)
    return table.enters("Random discard")


def _table_right() -> Table:
    return Table().enters("Put the table right", "Central Powers: cards")


def _forced() -> Table:
    table = Table(sheet="standard-2018", hands=(1, 1))
    return table.enters("Mark a card", "Left side", "A", "Scoring")


def _enemy_turn(*dice: int) -> Table:
    """The enemy's turn without Specials: Supply 40, aggression as the first die says."""
    table = Table(*dice, sheet="last-crusade").does(Scroll(40), LEFT).rolls()
    return table.does(*[LEFT] * 3, RIGHT)


def _in_the_air(*dice: int) -> Table:
    """The turn card is gone through: no Special is played, no refit, nothing deployed."""
    return _enemy_turn(*dice).does(*[RIGHT] * 5)


def _fighters() -> Table:
    return _in_the_air(4).does(Scroll(3))


def _columns() -> Table:
    """The order and the columns' checks are rolled, and two passed."""
    return _in_the_air(3, 4, 2, 5, 1).does(*[RIGHT] * 3).rolls(RIGHT).reads_on(RIGHT)


def _assaults() -> Table:
    return _columns().does(Scroll(1), RIGHT)


def _set_up() -> Table:
    table = Table(context=UiContext(sheets=list_offered_sheets))
    return table.enters("New game", "C&C: Ancients").does(Scroll(4), LEFT)


_ABOUT = ("cdgdevice 0.1.0", "Python 3.11.2", "Games: /var/lib/cdgdevice")


def _installed() -> Table:
    return Table(context=UiContext(about=_ABOUT, shut_down=lambda: None))


def _updated(file: str, outcome: UpdateOutcome, *version: str) -> Table:
    update = CardUpdate(file, outcome, *version)
    context = UiContext(about=_ABOUT, card_updates=lambda: (update,))
    return Table(context=context).enters("Version")


def _at_the_end_of_the_menu() -> Table:
    return _installed().does(Press.MENU, Scroll(99), Scroll(-1))


def _bluetooth_dice() -> Table:
    reader = Hello(1, 3, "dice-bridge 1", "Rolly", 7, frozenset({"dice"}))
    table = Table(context=UiContext(reader=reader)).enters("Bluetooth dice")
    for die in (
        DieInRange("1", "GoDice_D67B2C_K_v04", "GoDice", 64, 0),
        DieInRange("2", "Rolly", "Pixels", None, 1),
        DieInRange("3", "Anna", "Pixels", 82, 0),
    ):
        table.session.send(ReaderAnswered(die), table.now)
    return table.does(Scroll(-2))


def _settings(*titles: str, **values: Any) -> Table:
    settings = Settings(sound=True, **values)
    return Table(context=UiContext(settings=settings)).enters("Settings", *titles)


def _not_kept() -> Table:
    def refuse(_setting: Setting, _value: SettingValue) -> None:
        raise CdgDeviceError("Brightness is not kept yet: the disk can only be read.")

    table = Table()
    around = UiContext(settings=Settings())
    table.session = Session(table.games, around, lambda: 1, 1.0, remember=refuse)
    return table.enters("Settings", "Brightness: middle", "[ ] bright")


def _misconfigured() -> Table:
    layers = (
        ConfigLayer(
            "/boot/firmware/cdgdevice.toml", "[die]\nsource = 'buton'\n[pins]\nleft_button = 2"
        ),
    )
    given = resolve_config(layers, (), Path("/var/lib/cdgdevice"), SimulatedDisk(), own=True)
    table = Table()
    page = PageView(PageKind.ERROR, "Configuration", tuple(given.complaints))
    table.session.send(NoticeRaised(PageId.CONFIGURATION, page), 0.0)
    return table


def _misnamed() -> Table:
    why = (
        "/boot/firmware/cdgdevice.toml.txt is not read: change its name to cdgdevice.toml "
        "(Windows hides .txt at its end)."
    )
    return _told(PageKind.ERROR, "Configuration", why)


def _stopped() -> Table:
    table = Table()
    table.session.send(NoticeRaised(PageId.SHUTTING_DOWN, build_farewell_page(None)), 0.0)
    return table


def _refused() -> Table:
    table = Table()
    table.does(Press.UNDO)
    return table


def _trying(*presses: Intent) -> Table:
    """Begin the self-test of the reference build, in which one thing is found amiss."""
    panels = {Side.LEFT: 0x3C, Side.RIGHT: 0x3D}
    patterns = {
        side: screen_pattern(side, name_address(address), SSD1309)
        for side, address in panels.items()
    }
    fitted = FittedParts(PinsConfig().inputs, tuple(Side), patterns, frozenset, ScreensConfig())
    steps = (lambda: bus_findings("/dev/i2c-1", BusScan(answering=(0x3C,)), panels), tuple)
    table = Table(context=UiContext(self_test=lambda: begin_self_test(fitted, steps))).enters(
        "Self-test"
    )
    return table.does(*presses).waits(0.0)


def _controls_tried() -> Table:
    table = _trying(*[LEFT] * 5)
    table.session.send(GestureTried(Turned(0.0, 1)), table.now)
    return _pressed(table, Control.LEFT)


def _pressed(table: Table, *controls: Control) -> Table:
    for control in controls:
        table.session.send(GestureTried(Pressed(0.0, control)), table.now)
        table.session.send(GestureTried(Released(0.1, control, 0.1)), table.now)
    return table


def _looked_up(steps: int) -> Table:
    table = _controls_tried()
    table.session.send(GestureTried(Turned(0.0, -1)), table.now)
    _pressed(table, Control.RIGHT, Control.KNOB)
    for _ in range(steps):
        table.waits(0.0)
    return table


def _german(*dice: int, die: DieSource = DieSource.BUTTON) -> Table:
    return Table(*dice, context=UiContext(die=die, language=load_language("de")))


def _large(*dice: int, code: str = "en") -> Table:
    settings = Settings(large_type=True)
    return Table(*dice, context=UiContext(settings=settings, language=load_language(code)))


MOMENTS: Mapping[str, Callable[[], Table]] = {
    "german-ready": lambda: _german(),
    "german-choose-event": lambda: _german(6).rolls(),
    "german-carry-out": lambda: _german(6).rolls().does(LEFT),
    "german-refill-and-waiting": lambda: _german(4).rolls().does(LEFT, LEFT),
    "german-put-back": lambda: _german(4).rolls().does(LEFT, LEFT, Press.UNDO),
    "german-menu": lambda: _german(4).rolls().does(Press.MENU, Scroll(1)),
    "german-note": lambda: _german().enters("Notes", "Rules", "Draw phase"),
    "german-out-of-turn": lambda: _german().does(RIGHT),
    "large-flip": lambda: _large(4).rolls(),
    "large-choose": lambda: _large(4).rolls().does(LEFT),
    "large-choose-detail": lambda: _large(4).rolls().does(LEFT, Scroll(1)),
    "large-refill-and-waiting": lambda: _large(4).rolls().does(LEFT, LEFT, LEFT),
    "large-german-choose": lambda: _large(4, code="de").rolls().does(LEFT),
    "large-german-refill": lambda: _large(4, code="de").rolls().does(LEFT, LEFT, LEFT),
    "ready": lambda: Table(),
    "other-ways": lambda: Table().does(Scroll(1)),
    "throw-the-die": lambda: Table(context=UiContext(die=DieSource.READER)).does(LEFT),
    "result-abc": lambda: Table(4).does(LEFT),
    "result-jr": lambda: Table(1).does(LEFT),
    "result-event": lambda: Table(6).does(LEFT),
    "choose": lambda: Table(4).rolls().does(Scroll(2)),
    "choose-jr": lambda: Table(1).rolls(),
    "choose-event": lambda: Table(6).rolls(),
    "choose-jr-open": lambda: Table(1, sheet="washingtons-war-2022").rolls().does(LEFT),
    "past-the-last-card": lambda: Table(4).rolls().does(Scroll(3)),
    "turn-up": lambda: (
        Table(2, 2, 6).rolls().does(LEFT, LEFT).rolls(RIGHT).does(RIGHT, RIGHT).rolls()
    ),
    "carry-out": lambda: Table(4).rolls().does(LEFT),
    "carry-out-event": lambda: Table(6).rolls().does(LEFT),
    "combat-card": lambda: Table(4).rolls().does(LEFT).enters("Combat card", "Allied Powers", "B"),
    "refill-and-waiting": lambda: Table(4).rolls().does(LEFT, LEFT),
    "out-of-turn": lambda: Table().does(RIGHT),
    "put-back": lambda: Table(4).rolls().does(LEFT, LEFT, Press.UNDO),
    "corrected": lambda: Table(4).rolls().enters("Correct the die", "2: A or B"),
    "nominate": lambda: _row(),
    "nominate-other-ways": lambda: _row().does(Scroll(5)),
    "two-dice": lambda: _row(2, 5).does(LEFT, LEFT),
    "white-thrown": _white_thrown,
    "dice-asked-for": _dice_asked_for,
    "calibrate-face": _calibrate_face,
    "calibrate-close": _calibrate_close,
    "dice-stay": lambda: _row(2, 5).does(LEFT).rolls().does(Press.UNDO, Press.KNOB),
    "row-moves": lambda: _row(2, 5).does(LEFT).rolls().does(LEFT),
    "combat-defence": _combat,
    "random-card": _random_card,
    "marked-and-forced": _forced,
    "answer": lambda: Table(sheet="twilight-struggle-five-card").reads_on().does(Scroll(1)),
    "aggression": lambda: Table(sheet="last-crusade").does(LEFT),
    "assaults": _assaults,
    "go-on": lambda: _columns().does(RIGHT),
    "how-many": _fighters,
    "set-up-list": _set_up,
    "read-on": lambda: Table(sheet="illusions-of-glory-2022"),
    "which-card-differs": lambda: _table_right().does(Scroll(2)),
    "how-it-is-on-the-table": lambda: _table_right().does(Scroll(2), Press.KNOB, Scroll(2)),
    "turn-end": _turn_end,
    "menu": lambda: Table(4).rolls().does(Press.MENU),
    "menu-of-the-installed": _at_the_end_of_the_menu,
    "version": lambda: _installed().enters("Version"),
    "version-kept": lambda: _updated("", UpdateOutcome.RUNS, "0.1.0", "2026-12-01"),
    "version-refused": lambda: _updated("cdgdevice-0.2.0-arm64.update", UpdateOutcome.SIGNATURE),
    "shut-down": lambda: _installed().enters("Shut down"),
    "shutting-down": lambda: _installed().enters("Shut down", "Yes"),
    "bluetooth-dice": _bluetooth_dice,
    "bluetooth-dice-missing": lambda: _bluetooth_dice().does(Scroll(2), Press.KNOB),
    "settings": _settings,
    "settings-brightness": lambda: _settings("Brightness: middle", "[ ] bright"),
    "settings-brightness-of-its-own": lambda: _settings("Brightness: 100 of 255", brightness=100),
    "settings-sleep": lambda: _settings("Sleep: 15 min"),
    "settings-die": lambda: _settings("Die: button"),
    "settings-not-kept": _not_kept,
    "misconfigured": _misconfigured,
    "misconfigured-2": lambda: _misconfigured().does(LEFT),
    "misconfigured-3": lambda: _misconfigured().does(LEFT, LEFT),
    "misnamed": _misnamed,
    "stopped": _stopped,
    "error": _refused,
    "try-screens": _trying,
    "try-seen": lambda: _trying(LEFT, Scroll(1)),
    "try-setting": lambda: _trying(LEFT, Scroll(1), LEFT),
    "try-as-it-was": lambda: _trying(LEFT, Scroll(1), LEFT, Scroll(4)),
    "try-kept": lambda: _trying(LEFT, Scroll(1), LEFT, LEFT, LEFT),
    "try-lamps": lambda: _trying(*[LEFT] * 3),
    "try-controls": _controls_tried,
    "try-the-rest": lambda: _looked_up(1),
    "tried": lambda: _looked_up(3),
    "tried-fault": lambda: _looked_up(3).does(LEFT),
    "fault": lambda: _told(PageKind.FAULT, "Fault", "The screen at 0x3D does not answer."),
}
"""By name: what leads there."""


def sheet(name: str) -> Image.Image:
    """Give the left screen over the right one, a grey line between them."""
    views = MOMENTS[name]().session.views(BOTH)
    both = Image.new("L", (128, 129), 128)
    for place, side in enumerate(Side):
        both.paste(draw_view(views[side]), (0, 65 * place))
    return both
