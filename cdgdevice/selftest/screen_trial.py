"""The settings that are tried on a screen whose pattern is wrong, and what has come of it."""

from collections.abc import Collection, Iterable

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice.config.menu_changes import KeepPanel
from cdgdevice.config.panel_keys import PanelConfig
from cdgdevice.drivers.oled.framebuffer import PanelFit
from cdgdevice.drivers.oled.panels import (
    CH1115,
    COLUMNS,
    COM_PINS,
    ROWS,
    SH1106,
    SH1107,
    SSD1306,
    PanelChip,
)
from cdgdevice.errors import CdgDeviceError
from cdgdevice.render.views import PatternView
from cdgdevice.rules.card_display import Side
from cdgdevice.selftest.findings import Finding, FindingKind
from cdgdevice.selftest.person_checks import SeenPattern

_COM_PINS = (COM_PINS, 0x02, 0x32, 0x22)  # the usual one first
_MOST = 9  # what is tried has a number of one digit
_ROW_STEPS = (ROWS // 2, -ROWS // 2, 11, -11, 4, -4, 1, -1)
"""Rows by which a picture is moved: each row is a few steps away, each of them better."""


def list_candidates(
    seen: SeenPattern,
    panel: PanelConfig,
    found: Iterable[PanelConfig] = (),
    tried: Collection[PanelFit] = (),
) -> tuple[PanelConfig, ...]:
    """Return what to try on a screen that shows this, the likeliest first; at most nine.

    One of them takes away the first fault that `SeenPattern` could name, or no setting does; a
    screen with two faults shows the other one then. By rows it is less wrong at first.
    None was `tried` before, and so there is an end. Screens of one gadget are mostly alike: what
    was `found` on others comes first.
    """
    chip = panel.controller
    if seen in (SeenPattern.WHOLE, SeenPattern.SWAPPED) or not isinstance(chip, PanelChip):
        return ()
    known = {panel.fit, *tried}
    likely = (*(panel.fit_as(each) for each in found), *_list_changes(seen, panel, chip))
    return tuple({each.fit: each for each in likely if each.fit not in known}.values())[:_MOST]


def _list_changes(seen: SeenPattern, panel: PanelConfig, chip: PanelChip) -> Iterable[PanelConfig]:
    # What shows a picture though it is driven as an SH1106 is more likely an SSD13xx.
    ssd13xx = replace(panel, controller=SSD1306, column_offset=0)
    doubted = ssd13xx if chip is SH1106 else None
    match seen:
        case SeenPattern.UPSIDE_DOWN | SeenPattern.MIRRORED:
            turned = replace(panel, rotate=0 if panel.rotate else 180)
            mirrored = replace(panel, mirror=not panel.mirror)
            both = replace(turned, mirror=mirrored.mirror)
            return [turned if seen is SeenPattern.UPSIDE_DOWN else mirrored, both]
        case SeenPattern.SHIFTED:
            before = _list_columns(doubted, SSD1306) if doubted else ()
            return [*before, *_list_columns(panel, chip)]
        case SeenPattern.ROLLED:
            return _list_rows(panel, chip)
        case SeenPattern.ROWS:
            own = [replace(panel, com_pins=each) for each in _COM_PINS if each in chip.com_pins]
            more = [each for each in _COM_PINS if each not in chip.com_pins]
            return [*own, *(replace(doubted, com_pins=each) for each in more if doubted)]
        case _:  # chips of the same bytes show the same
            others = (each for each in (SSD1306, SH1106, SH1107, CH1115) if each.init != chip.init)
            usual = replace(panel, column_offset=0, row_offset=0, com_pins=COM_PINS, multiplex=None)
            return [replace(usual, controller=each) for each in others]


def _list_columns(panel: PanelConfig, chip: PanelChip) -> list[PanelConfig]:
    """Return where a picture may begin: most makers have an even number of columns beside it."""
    likely = sorted(chip.column_offsets, key=lambda at: (at % 2, abs(at)))
    return [replace(panel, column_offset=at) for at in likely]


def _list_rows(panel: PanelConfig, chip: PanelChip) -> list[PanelConfig]:
    """Return at which other rows a picture may begin: 64 go round, those of an SH1107 do not."""
    rows = [panel.row_offset + step for step in _ROW_STEPS]
    if chip.columns == COLUMNS:
        rows = [row % ROWS - (ROWS if row % ROWS > ROWS // 2 else 0) for row in rows]
    return [replace(panel, row_offset=row) for row in rows if abs(row) < ROWS]


def trial_pattern(side: Side, number: int, of: int, asks: str = "Press if right.") -> PatternView:
    """Return the pattern that shows a setting, by its number; 0: nothing is changed."""
    text = f"Setting {number} of {of}" if number else "As it was"
    return PatternView(side.value, (text, asks), number)


def write_lines(panel: PanelConfig, before: PanelConfig) -> str:
    """Write what makes a screen `before` fit as this one does, on one line."""
    return ", ".join(panel.list_fit_lines(before)) or "the settings that it has"


class TriedScreen(Struct, frozen=True):
    """A screen on which a setting is right, and whether that is kept."""

    finding: Finding
    shown: tuple[str, ...]
    """The lines of the configuration, and what becomes of them, in a few words."""


def keep_setting(
    side: Side, panel: PanelConfig, before: PanelConfig, keep: KeepPanel
) -> TriedScreen:
    """Keep what was found for a screen that was configured as `before`."""
    lines = tuple(panel.list_fit_lines(before))
    if not lines:
        whole = Finding(FindingKind.SCREENS_WHOLE, f"The {side.value} screen shows all.")
        return TriedScreen(whole, (whole.sentence,))
    where, listed = f"[screens.{side.value}]", " and ".join(lines)
    right = f"The {side.value} screen is right with {listed}"
    try:
        file = keep(side, panel)
        why = f"write that under {where} in {file}."
    except CdgDeviceError as error:
        file, why = "the configuration", f"{error} Write it under {where} in the configuration."
    if not file:
        kept = f"{right} in {where}. That is kept until one of its keys is edited there."
        return TriedScreen(Finding(FindingKind.SCREENS_SET, kept), (*lines, "Kept."))
    brief = f"{right}: write that under {where}."
    unkept = Finding(FindingKind.SCREENS_NOT_KEPT, f"{right}: {why}", brief)
    return TriedScreen(unkept, (*lines, f"Not kept: write it under {where}."))
