"""What a person is needed for: controls that are pressed, and patterns that are seen."""

from collections.abc import Collection, Iterator, Mapping
from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice.config.default_pins import SPI_WIRES
from cdgdevice.config.keys_and_defaults import ScreensConfig
from cdgdevice.drivers.gpio.control_events import (
    Cancelled,
    Control,
    Gesture,
    HeldDown,
    KnobPhase,
    Pressed,
    Released,
    ScreenTapped,
    Turned,
)
from cdgdevice.drivers.oled.panels import Panel, PanelChip
from cdgdevice.drivers.oled.screen import SPI_PREFIX
from cdgdevice.render.views import PatternView
from cdgdevice.rules.card_display import Side
from cdgdevice.selftest.findings import Finding, FindingKind

PATIENCE = 60.0
"""Seconds without a touch after which the controls that are left count as silent."""

Wiring = Mapping[Control | KnobPhase, int]
"""The GPIO number of each control and each line of the knob."""

_KEYS: dict[Control | KnobPhase, str] = {key: key.value.upper() for key in tuple(Control)[3:]}
_TO_TOUCH: dict[Control | KnobPhase, str] = {
    Control.LEFT: "left button",
    Control.RIGHT: "right button",
    Control.KNOB: "knob push",
    **_KEYS,
}
_NAMES: dict[Control | KnobPhase, str] = {
    **_TO_TOUCH,
    Control.KNOB: "knob's push",
    KnobPhase.FIRST: "knob's first line",
    KnobPhase.SECOND: "knob's second line",
    **{key: f"key {name}" for key, name in _KEYS.items()},
}
_WAYS = {1: "knob right", -1: "knob left"}


def control_name(pin: Control | KnobPhase, wiring: Wiring) -> str:
    """Name a control and its pin: `left button (GPIO5)`."""
    return f"{_NAMES[pin]} (GPIO{wiring[pin]})"


def check_idle_controls(
    wiring: Wiring, closed: Collection[Control | KnobPhase]
) -> tuple[Finding, ...]:
    """Describe which switches are closed while nobody touches them.

    The knob's two lines may be: knobs with two edges from click to click rest so in every other.
    """
    stuck = [pin for pin in wiring if pin in closed and not isinstance(pin, KnobPhase)]
    if not stuck:
        sentence = "No control is pressed while nobody touches one."
        return (Finding(FindingKind.CONTROLS_IDLE, sentence),)
    return tuple(
        Finding(
            FindingKind.CONTROLS_CLOSED,
            f"The {control_name(pin, wiring)} reads pressed while nobody touches it: it sticks, "
            "its wire touches ground, or it is wired to another pin.",
        )
        for pin in stuck
    )


class TouchProgress(Struct, frozen=True):
    """What has been touched of the controls in `wiring`."""

    wiring: Wiring
    pressed: frozenset[Control] = frozenset()
    turned: frozenset[int] = frozenset()
    """The ways in which the knob went: 1 clockwise, -1 back."""
    down: frozenset[Control] = frozenset()
    """What was pressed and not let go of yet."""
    given_up: bool = False
    """A control was held down: the player wants to end."""

    @property
    def to_do(self) -> tuple[str, ...]:
        """Name in a word or two what has not been touched yet."""
        controls = [pin for pin in self.wiring if isinstance(pin, Control)]
        presses = [_TO_TOUCH[pin] for pin in controls if pin not in self.pressed]
        ways = _WAYS if KnobPhase.FIRST in self.wiring else {}
        return (*presses, *(name for way, name in ways.items() if way not in self.turned))

    @property
    def all(self) -> int:
        """How many touches there are, done or not."""
        presses = sum(isinstance(pin, Control) for pin in self.wiring)
        return presses + (len(_WAYS) if KnobPhase.FIRST in self.wiring else 0)

    @property
    def done(self) -> int:
        """How many of them are done."""
        return self.all - len(self.to_do)

    @property
    def over(self) -> bool:
        """Nothing is left to be touched, or it was given up."""
        return self.given_up or not self.to_do


def tick_off_touch(before: TouchProgress, gesture: Gesture) -> TouchProgress:
    """Take a touch; a control that is held down gives up."""
    match gesture:
        case Pressed(_, control):
            return replace(before, pressed=before.pressed | {control}, down=before.down | {control})
        case Released(_, control) | Cancelled(_, control):
            return replace(before, down=before.down - {control})
        case Turned(_, steps):
            way = 1 if steps > 0 else -1
            return replace(before, turned=before.turned | {way})
        case HeldDown():
            return replace(before, given_up=True)
        case ScreenTapped():  # no control of the gadget
            return before


def touch_findings(touches: TouchProgress) -> tuple[Finding, ...]:
    """Describe which controls gave nothing, once the player has tried them all."""
    if touches.given_up and touches.to_do:
        sentence = (
            f"Not felt before the trial was ended: {', '.join(touches.to_do)}. If you did "
            "try one, check its wires, and [pins] in the configuration."
        )
        return (Finding(FindingKind.CONTROLS_UNTRIED, sentence),)
    silent = tuple(_silent_controls(touches))
    return silent or (Finding(FindingKind.CONTROLS_PRESSED, "Every control was felt."),)


def _silent_controls(touches: TouchProgress) -> Iterator[Finding]:
    wiring = touches.wiring
    for pin in wiring:
        if isinstance(pin, Control) and pin not in touches.pressed:
            yield Finding(
                FindingKind.CONTROLS_SILENT,
                f"No press came from the {control_name(pin, wiring)}: check its two wires, one to "
                "that pin and one to ground, and [pins] in the configuration.",
            )
    if KnobPhase.FIRST not in wiring:
        return
    first, second = f"GPIO{wiring[KnobPhase.FIRST]}", f"GPIO{wiring[KnobPhase.SECOND]}"
    if not touches.turned:
        yield Finding(
            FindingKind.KNOB_SILENT,
            f"No turn came from the knob ({first} and {second}): check these wires, and the one "
            "to ground between them.",
        )
    elif len(touches.turned) == 1:
        yield Finding(
            FindingKind.KNOB_ONE_WAY,
            "The knob turned one way only. If turning it slowly does not help, check its wires "
            f"to {first} and {second}.",
        )


class SeenPattern(Enum):
    """What a person may see; the text is what is offered, in at most 22 letters."""

    WHOLE = "Whole, on its side"
    """The pattern as it is."""
    SHIFTED = "Cut at left or right"
    """Shifted by some columns: those of its chip, or where its maker has it begin."""
    ROLLED = "Too high or too low"
    """Moved by some rows: what leaves at one edge comes in at the other, or noise does."""
    SNOW = "Snow, or a few rows"
    """An SH1106 that is driven as an SSD13xx takes one row of what it is sent."""
    UPSIDE_DOWN = "Upside down"
    """The panel is built in with its pins at the other edge."""
    MIRRORED = "In mirror writing"
    """The panel's own columns run the other way."""
    ROWS = "Every other row only"
    """The rows are wired otherwise, or are fewer than 64."""
    SWAPPED = "The other side's name"
    """Left and right are exchanged."""
    DARK = "Nothing"
    """It answers and shows nothing."""


def possible_sights(screens: int) -> tuple[SeenPattern, ...]:
    """Return what may be seen on one of so many screens: only two can be exchanged."""
    return tuple(seen for seen in SeenPattern if screens > 1 or seen is not SeenPattern.SWAPPED)


def screen_pattern(side: Side, address: str, chip: Panel) -> PatternView:
    """Return the pattern for a side's screen, whose address its bus names."""
    return PatternView(side.value, (f"{address} {chip.name.upper()}", "Press to go on."))


_JUDGED = {
    SeenPattern.WHOLE: (FindingKind.SCREENS_WHOLE, "The {0} screen shows all."),
    SeenPattern.SWAPPED: (
        FindingKind.SCREENS_SWAPPED,
        "The screens are in each other's places: exchange them, or {1} in "
        "[screens.left] and [screens.right].",
    ),
}
"""What each sight means that no key of the screen puts right; {0} is the side of the screen.

{1} are the keys that say where it is.
"""

_TO_SET = {
    SeenPattern.SHIFTED: (FindingKind.SCREENS_SHIFTED, "shows its picture cut at an edge"),
    SeenPattern.ROLLED: (FindingKind.SCREENS_SHIFTED, "shows its picture too high or too low"),
    SeenPattern.SNOW: (FindingKind.SCREENS_SNOW, "has another chip than configured"),
    SeenPattern.UPSIDE_DOWN: (FindingKind.SCREENS_UPSIDE_DOWN, "has to be turned"),
    SeenPattern.MIRRORED: (FindingKind.SCREENS_MIRRORED, "shows mirror writing"),
    SeenPattern.ROWS: (FindingKind.SCREENS_ROWS, "has rows that are wired otherwise"),
}
"""What each sight means for which there are settings to try."""


def judge_pattern(
    seen: SeenPattern, side: Side, screens: ScreensConfig, *, tried: bool = False
) -> Finding:
    """Describe what is wrong with the screen of a side that shows this.

    What there is to set was `tried`, and nothing was right.
    """
    failed = "no setting helped" if tried else "there is no setting for it"
    panel = screens.fitted[side]
    if seen is SeenPattern.UPSIDE_DOWN and not isinstance(panel.controller, PanelChip):
        line = f"rotate = {0 if panel.rotate else 180}"
        sentence = f"The {side.value} screen has to be turned: write {line} in"
        return Finding(FindingKind.SCREENS_UPSIDE_DOWN, f"{sentence} [screens.{side.value}].")
    if seen in _TO_SET:
        kind, wrong = _TO_SET[seen]
        left = f"The {side.value} screen {wrong}, and {failed}: "
        return Finding(
            kind,
            f"{left}please open an issue with what `cdgdevice report` collects.",
            f"{left}run cdgdevice report.",
        )
    if seen is SeenPattern.DARK:
        dark = _judge_dark(side, screens)
        if not tried:
            return dark
        return replace(dark, sentence=f"{dark.sentence} No setting helped: run cdgdevice report.")
    kind, sentence = _JUDGED[seen]
    return Finding(kind, sentence.format(side.value, _name_places(screens)))


def _name_places(screens: ScreensConfig) -> str:
    """Name the keys that say where the two screens are."""
    panels = screens.fitted.values()
    if len({panel.bus for panel in panels}) > 1:
        return "bus, address, chip_select and reset"
    return "the two numbers chip_select, and reset," if screens.on_spi else "the two addresses"


_MAX_CONTRAST = 255


def _judge_dark(side: Side, screens: ScreensConfig) -> Finding:
    """Describe what to do about a screen that shows nothing."""
    if screens.fitted[side].on_spi:
        told, shown = _explain_blank(side, screens)
        return Finding(FindingKind.SCREENS_BLANK, told, shown)
    if not screens.acknowledge:
        wires = f"check its four wires and its address in [screens.{side.value}]."
        sentence = f"The {side.value} screen shows nothing, and can't answer: {wires}"
        return Finding(FindingKind.SCREENS_BLANK, sentence)
    advice = "the panel is dead, or its supply is."
    if screens.fitted[side].contrast < _MAX_CONTRAST:
        advice = f"raise contrast in [screens.{side.value}]; else {advice}"
    return Finding(
        FindingKind.SCREENS_DARK, f"The {side.value} screen answers but shows nothing: {advice}"
    )


def _explain_blank(side: Side, screens: ScreensConfig) -> tuple[str, str]:
    """Describe which pins a screen on SPI is wired to; then the same for the screen."""
    panel = screens.fitted[side]
    select = SPI_WIRES["selects"][panel.chip_select]
    wires = [
        f"CS to GPIO{select}",
        f"DC to GPIO{screens.data_command}",
        *(f"RES to GPIO{pin}" for pin in [screens.reset_of(side)] if pin is not None),
        f"D0 to GPIO{SPI_WIRES['clock'][0]}",
        f"D1 to GPIO{SPI_WIRES['data'][0]}",
    ]
    if panel.bus != f"{SPI_PREFIX}0":  # the pins of another one are its overlay's
        wires = [*wires[1:-2], f"CS, D0 and D1 to the pins of {panel.bus}"]
    dark = f"The {side.value} screen shows nothing, and on SPI it can't answer"
    listed = f"{', '.join(wires[:-1])} and {wires[-1]}"
    return (
        f"{dark}: check 3.3 V and ground, {listed}, and that its board is set to SPI with 4 wires.",
        f"The {side.value} screen shows nothing: check its wires: {listed}.",
    )


def screens_unseen() -> Finding:
    """State that nobody was asked what the screens show."""
    return Finding(
        FindingKind.SCREENS_UNSEEN,
        "Nobody was asked what the screens show: `cdgdevice selftest` in a terminal asks, and so "
        "does Self-test in the gadget's menu.",
    )
