"""The menu in which a new game is set up: hands and variants, each changed by a press; begin."""

from collections.abc import Mapping
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice.rules.card_display import Side
from cdgdevice.rules.requests import NewGame
from cdgdevice.rules.set_up import list_open_variants
from cdgdevice.rules.sheet_entries import Variant
from cdgdevice.rules.texts import sentences
from cdgdevice.rules.texts.words import describe_of
from cdgdevice.ui import texts
from cdgdevice.ui.intents_and_commands import BeginGame
from cdgdevice.ui.state import MenuEntry, OfferedSheet

_ChangedMenu = tuple[tuple[MenuEntry, ...], int]
"""The entries of the menu, and the number of the one that has changed it."""


class GameSetup(Struct, frozen=True):
    """What was chosen for a new game; nothing has begun yet."""

    sheet: OfferedSheet
    hands: Mapping[Side, int]
    enabled: frozenset[str]
    """The variants that are switched on."""
    few: bool = True
    """What is seldom wanted is not listed yet."""


def begin_setup(sheet: OfferedSheet) -> GameSetup:
    """Begin to set up a game: everything is as the sheet has it."""
    on = frozenset(variant.id for variant in sheet.variants if variant.default)
    return GameSetup(sheet, dict(zip(Side, sheet.default, strict=True)), on)


def list_setup_entries(setup: GameSetup) -> tuple[MenuEntry, ...]:
    """Return the entries of the menu: begin, hands, variants, and more of them."""
    sheet = setup.sheet
    names = dict(sheet.sides)
    for variant in sheet.variants:
        if variant.id in setup.enabled:
            names |= variant.names
    entries = [MenuEntry(texts.BEGIN_TITLE, finish_setup(setup))]
    for side in Side if len(sheet.hands) > 1 else ():
        title = describe_of(names[side], str(setup.hands[side]))
        entries.append(MenuEntry(title, change_menu=partial(_add_card, setup, side)))
    for variant in _list_variants(setup):
        title = texts.tick_box(variant.title, on=variant.id in setup.enabled)
        entries.append(MenuEntry(title, change_menu=partial(_switch, setup, variant)))
    if setup.few and any(variant.more for variant in sheet.variants):
        entries.append(MenuEntry(sentences.MORE_OPTIONS, change_menu=partial(_list_more, setup)))
    return tuple(entries)


def _add_card(setup: GameSetup, side: Side, at: int) -> _ChangedMenu:
    """Give a hand a card more; the largest becomes the smallest."""
    size, sheet = setup.hands[side] + 1, setup.sheet
    sizes = {**setup.hands, side: size if size in sheet.hands else sheet.hands[0]}
    return list_setup_entries(replace(setup, hands=sizes)), at


def _switch(setup: GameSetup, variant: Variant, at: int) -> _ChangedMenu:
    """Switch a variant on or off: what others are listed depends on it."""
    changed = _switch_variant(setup, variant)
    moved = _list_variants(changed).index(variant) - _list_variants(setup).index(variant)
    return list_setup_entries(changed), at + moved


def _list_more(setup: GameSetup, at: int) -> _ChangedMenu:
    return list_setup_entries(replace(setup, few=False)), at


def _list_variants(setup: GameSetup) -> tuple[Variant, ...]:
    """Return the variants that may be chosen beside those that are on; the seldom wanted last."""
    every = setup.sheet.variants
    seldom = {variant.id for variant in every if variant.more}
    listed = list_open_variants(every, setup.enabled, few=setup.few)
    return tuple(sorted(listed, key=lambda each: bool(seldom & {each.id, each.needs})))


def finish_setup(setup: GameSetup) -> BeginGame:
    """Return the command to begin this game with its guided set-up.

    All that the menu could show is said, so that the set-up does not ask for it again.
    """
    sheet = setup.sheet
    hands = (setup.hands[Side.LEFT], setup.hands[Side.RIGHT])
    may_be_on = list_open_variants(sheet.variants, setup.enabled, few=False)
    on = setup.enabled & {variant.id for variant in may_be_on}
    options = tuple(sorted((variant.id, variant.id in on) for variant in sheet.variants))
    return BeginGame(
        NewGame(sheet.id, hands if len(sheet.hands) > 1 else None, options, set_up=True)
    )


def _switch_variant(setup: GameSetup, variant: Variant) -> GameSetup:
    if variant.id in setup.enabled:
        return replace(setup, enabled=setup.enabled - {variant.id})
    group, sheet = variant.group, setup.sheet
    rivals = {other.id for other in sheet.variants if group is not None and other.group == group}
    hands = setup.hands
    if variant.hands is not None:
        hands = dict(zip(Side, variant.hands, strict=True))
    return replace(setup, enabled=(setup.enabled - rivals) | {variant.id}, hands=hands)
