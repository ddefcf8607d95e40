"""Setting up a new game: its hands and variants, each changed by a press, and then the start."""

from dataclasses import replace

from cdgdevice.gadget.desk.moment import OfferedSheet, SettingUp
from cdgdevice.gadget.desk.wishes import BeginGame
from cdgdevice.method.display import Side
from cdgdevice.method.request import New
from cdgdevice.method.sheet import Variant

BEGIN, BACK = "Begin", "Back"


def needs_setting_up(sheet: OfferedSheet) -> bool:
    """Tell whether there is anything to choose before a game of this sheet begins."""
    return len(sheet.hands) > 1 or bool(sheet.variants)


def setting_up(sheet: OfferedSheet) -> SettingUp:
    """Begin to set up a game: everything is as the sheet has it."""
    on = frozenset(variant.id for variant in sheet.variants if variant.default)
    return SettingUp(sheet, dict(zip(Side, sheet.default, strict=True)), on)


def items(setting: SettingUp) -> tuple[str, ...]:
    """Give the lines of the menu: begin, hands, variants, back."""
    sheet = setting.sheet
    names = dict(sheet.sides)
    for variant in sheet.variants:
        if variant.id in setting.on:
            names |= variant.names
    hands = (
        [f"{names[side]}: {setting.hands[side]}" for side in Side] if len(sheet.hands) > 1 else []
    )
    variants = (
        f"[{'x' if variant.id in setting.on else ' '}] {variant.title}"
        for variant in sheet.variants
    )
    return (BEGIN, *hands, *variants, BACK)


def begun(setting: SettingUp) -> BeginGame:
    """Give the wish to begin the game as it was set up; what is the sheet's own goes unsaid."""
    sheet = setting.sheet
    hands = (setting.hands[Side.LEFT], setting.hands[Side.RIGHT])
    options = tuple(
        sorted(
            (variant.id, variant.id in setting.on)
            for variant in sheet.variants
            if (variant.id in setting.on) is not variant.default
        )
    )
    return BeginGame(New(sheet.id, None if hands == sheet.default else hands, options))


def changed(setting: SettingUp) -> SettingUp:
    """Change what is highlighted: one card more in a hand, a variant on or off."""
    sheet = setting.sheet
    number = setting.highlighted - 1
    if len(sheet.hands) > 1:
        if number < len(Side):
            side = tuple(Side)[number]
            size = setting.hands[side] + 1
            sizes = {**setting.hands, side: size if size in sheet.hands else sheet.hands[0]}
            return replace(setting, hands=sizes)
        number -= len(Side)
    variant = sheet.variants[number]
    if variant.id in setting.on:
        return replace(setting, on=setting.on - {variant.id})
    rivals = {other.id for other in sheet.variants if _are_rivals(variant, other)}
    hands = setting.hands
    if variant.hands is not None:
        hands = dict(zip(Side, variant.hands, strict=True))
    return replace(setting, on=(setting.on - rivals) | {variant.id}, hands=hands)


def _are_rivals(one: Variant, other: Variant) -> bool:
    return one.group is not None and one.group == other.group
