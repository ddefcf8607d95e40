"""Set up a new game: its hands and variants, each changed by a press, and then the start."""

from msgspec.structs import replace

from cdgdevice.rules.card_display import Side
from cdgdevice.rules.requests import NewGame
from cdgdevice.rules.set_up import list_open_variants
from cdgdevice.rules.sheet_entries import Variant
from cdgdevice.rules.texts import sentences
from cdgdevice.rules.texts.words import describe_of
from cdgdevice.ui import texts
from cdgdevice.ui.intents_and_commands import (
    Advance,
    BeginGame,
    Confirm,
    Intent,
    PickSpace,
    PressSide,
    PressUndo,
    PushKnob,
    Scroll,
    ToggleMenu,
)
from cdgdevice.ui.state import NewGameLayer, OfferedSheet, Transition, UiState, step_index


def begin_setup(sheet: OfferedSheet) -> NewGameLayer:
    """Begin to set up a game: everything is as the sheet has it."""
    on = frozenset(variant.id for variant in sheet.variants if variant.default)
    return NewGameLayer(sheet, dict(zip(Side, sheet.default, strict=True)), on)


def list_setup_lines(setting: NewGameLayer) -> tuple[str, ...]:
    """Return the lines of the menu: begin, hands, variants, more of them, back."""
    sheet = setting.sheet
    names = dict(sheet.sides)
    for variant in sheet.variants:
        if variant.id in setting.enabled:
            names |= variant.names
    hands = (
        [describe_of(names[side], str(setting.hands[side])) for side in Side]
        if len(sheet.hands) > 1
        else []
    )
    variants = (
        texts.tick_box(variant.title, on=variant.id in setting.enabled)
        for variant in _list_variants(setting)
    )
    has_more = setting.few and any(variant.more for variant in sheet.variants)
    more = (sentences.MORE_OPTIONS,) if has_more else ()
    return (texts.BEGIN_TITLE, *hands, *variants, *more, texts.BACK_TITLE)


def _list_variants(setting: NewGameLayer) -> tuple[Variant, ...]:
    """Return the variants that may be chosen beside those that are on; the seldom wanted last."""
    every = setting.sheet.variants
    seldom = {variant.id for variant in every if variant.more}
    listed = list_open_variants(every, setting.enabled, few=setting.few)
    return tuple(sorted(listed, key=lambda each: bool(seldom & {each.id, each.needs})))


def finish_setup(setting: NewGameLayer) -> BeginGame:
    """Return the command to begin this game with its set-up led.

    All that the menu could show is said, so that the set-up does not ask for it again.
    """
    sheet = setting.sheet
    hands = (setting.hands[Side.LEFT], setting.hands[Side.RIGHT])
    may_be_on = list_open_variants(sheet.variants, setting.enabled, few=False)
    on = setting.enabled & {variant.id for variant in may_be_on}
    options = tuple(sorted((variant.id, variant.id in on) for variant in sheet.variants))
    return BeginGame(
        NewGame(sheet.id, hands if len(sheet.hands) > 1 else None, options, set_up=True)
    )


def change_setup(setting: NewGameLayer) -> NewGameLayer:
    """Change what is highlighted: a card more in a hand, a variant on or off, or list them all."""
    sheet = setting.sheet
    number = setting.highlighted - 1
    if len(sheet.hands) > 1:
        if number < len(Side):
            side = tuple(Side)[number]
            size = setting.hands[side] + 1
            sizes = {**setting.hands, side: size if size in sheet.hands else sheet.hands[0]}
            return replace(setting, hands=sizes)
        number -= len(Side)
    listed = _list_variants(setting)
    if number == len(listed):
        return replace(setting, few=False)
    changed = _switch_variant(setting, listed[number])
    # What others are listed depends on it: it stays highlighted.
    moved = _list_variants(changed).index(listed[number]) - number
    return replace(changed, highlighted=setting.highlighted + moved)


def _switch_variant(setting: NewGameLayer, variant: Variant) -> NewGameLayer:
    if variant.id in setting.enabled:
        return replace(setting, enabled=setting.enabled - {variant.id})
    group, sheet = variant.group, setting.sheet
    rivals = {other.id for other in sheet.variants if group is not None and other.group == group}
    hands = setting.hands
    if variant.hands is not None:
        hands = dict(zip(Side, variant.hands, strict=True))
    return replace(setting, enabled=(setting.enabled - rivals) | {variant.id}, hands=hands)


def update_new_game(state: UiState, setting: NewGameLayer, intent: Intent) -> Transition:
    """Change what is highlighted, or begin; the menu stays open meanwhile."""
    last = len(list_setup_lines(setting)) - 1
    match intent:
        case PressSide() if not state.context.knob:
            return update_new_game(state, setting, Advance())
        case Scroll() | Advance():
            steps, around = (intent.steps, False) if isinstance(intent, Scroll) else (1, True)
            number = step_index(setting.highlighted, last + 1, steps, around=around)
            return Transition(replace(state, layer=replace(setting, highlighted=number)))
        case PressUndo() | ToggleMenu():
            return Transition(replace(state, layer=None))
        case PickSpace():
            return Transition(state)
        case PressSide() | PushKnob() | Confirm() if setting.highlighted == 0:
            return Transition(replace(state, layer=None), (finish_setup(setting),))
        case PressSide() | PushKnob() | Confirm() if setting.highlighted == last:
            return Transition(replace(state, layer=setting.below))
        case PressSide() | PushKnob() | Confirm():
            return Transition(replace(state, layer=change_setup(setting)))
