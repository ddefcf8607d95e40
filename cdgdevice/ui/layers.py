"""What is over the board: pages, one over another or beneath a result, dice, and two guides.

The guides are the calibration and the self-test. Nothing unread is lost.
"""

import math

from msgspec.structs import replace

from cdgdevice.drivers.gpio.control_events import Gesture
from cdgdevice.render.draw import count_screenfuls
from cdgdevice.render.language import Language
from cdgdevice.render.views import PageKind, PageView
from cdgdevice.rules.requests import UndoLast
from cdgdevice.ui import calibration_guide, texts
from cdgdevice.ui import intents_and_commands as messages
from cdgdevice.ui.calibration import Calibration
from cdgdevice.ui.sounds import Sound
from cdgdevice.ui.state import (
    DiceLayer,
    EntryId,
    FlashLayer,
    Layer,
    MenuLayer,
    PageLayer,
    SelfTestLayer,
    SelfTestRun,
    Transition,
    UiState,
    step_index,
)


def push_page(state: UiState, id_: messages.PageId, page: PageView) -> UiState:
    """Lay a page over what is shown, or beneath a result that still fills the screen.

    What it covers comes to light again, so that nothing unread is lost; an older page of the
    same identity goes.
    """
    return _put_over(remove_page(state, id_), id_, page)


def refuse(state: UiState, id_: messages.PageId, page: PageView) -> Transition:
    """Say with a page, and with a sound, why something is not done."""
    return Transition(push_page(state, id_, page), (messages.PlaySound(Sound.REFUSED),))


def _put_over(state: UiState, id_: messages.PageId, page: PageView) -> UiState:
    layer = state.layer
    if not isinstance(layer, FlashLayer):
        return replace(state, layer=PageLayer(id_, page, layer))
    over = PageLayer(id_, page, layer.below)
    # A result is seen to its end; the name of the game gives way.
    named = isinstance(layer.shown, PageView)
    return replace(state, layer=over if named else replace(layer, below=over))


def find_page(layer: Layer | None, id_: messages.PageId) -> PageView | None:
    """Return this page, wherever it is; None if it is nowhere."""
    match layer:
        case PageLayer(found, page, below):
            return page if found is id_ else find_page(below, id_)
        case FlashLayer(_, _, then):
            return find_page(then, id_)
        case _:
            return None


def remove_page(state: UiState, id_: messages.PageId) -> UiState:
    """Take this page away, wherever it is."""
    return replace(state, layer=_remove_from_layer(state.layer, id_))


def _remove_from_layer(layer: Layer | None, id_: messages.PageId) -> Layer | None:
    match layer:
        case PageLayer(found, _, below) if found is id_:
            return below
        case PageLayer(_, _, below):
            return replace(layer, below=_remove_from_layer(below, id_))
        case FlashLayer(_, _, then):
            return replace(layer, below=_remove_from_layer(then, id_))
        case _:
            return layer


def end_flash(state: UiState) -> UiState:
    """Return the state after the result has filled the screen for long enough, if one did."""
    layer = state.layer
    return replace(state, layer=layer.below) if isinstance(layer, FlashLayer) else state


def keep_unread_faults(before: UiState, after: UiState) -> UiState:
    """Carry faults that are not read yet over to the next state."""
    layer = before.layer.below if isinstance(before.layer, FlashLayer) else before.layer
    pages = []
    while isinstance(layer, PageLayer):
        if layer.page.mood in (PageKind.ERROR, PageKind.FAULT):
            pages.append(layer)
        layer = layer.below
    for unread in reversed(pages):
        after = _put_over(after, unread.id, unread.page)
    return after


def update_page(
    state: UiState, reading: PageLayer, intent: messages.Intent, language: Language
) -> Transition:
    """Turn the pages, whose screenfuls are those of this language, or leave them."""
    if intent is messages.Press.UNDO and reading.page.mood is PageKind.PUT_BACK:
        return Transition(state, (messages.AskGame(UndoLast()),))
    return Transition(replace(state, layer=_turn_page(reading, intent, language)))


def _turn_page(reading: PageLayer, intent: messages.Intent, language: Language) -> Layer | None:
    page = reading.page
    number = _turn(page.page, count_screenfuls(language.write(page)), intent)
    return reading.below if number is None else replace(reading, page=replace(page, page=number))


def _turn(number: int, of: int, intent: messages.Intent) -> int | None:
    """Return which of so many pages is read after an intent; None: they are left."""
    match intent:
        case messages.Scroll(steps):
            return step_index(number, of, steps, around=False)
        case messages.Press.UNDO | messages.Press.MENU | messages.Press.KNOB:
            return None
        case _:
            return number + 1 if number + 1 < of else None


def update_dice(state: UiState, looking: DiceLayer, intent: messages.Intent) -> Transition:
    """Go from die to die, or back to the menu."""
    if isinstance(intent, messages.PickSpace):
        return Transition(state)
    number = _turn(looking.number, len(looking.shown.views), intent)
    layer = looking.below if number is None else replace(looking, number=number)
    return Transition(replace(state, layer=layer))


def is_counting_dice(state: UiState) -> bool:
    """Return whether the player waits for dice to be counted."""
    return isinstance(state.layer, DiceLayer) and state.layer.shown.counting


def update_calibration(state: UiState, guide: Calibration, intent: messages.Intent) -> Transition:
    """Take the step, or leave; whatever is left undone, what is stored stays in force."""
    match intent:
        case messages.Press.UNDO | messages.Press.MENU:
            stop = messages.SendToReader(calibration_guide.STOP_LINE)
            return Transition(replace(state, calibration=None), () if guide.end else (stop,))
        case messages.Scroll() | messages.PickSpace():
            return Transition(state)
    if guide.end is not None:
        return Transition(replace(state, calibration=None))
    after = calibration_guide.confirm_step(guide)
    line = None if after is guide else after.line
    ask = () if line is None else (messages.SendToReader(line),)
    return Transition(replace(state, calibration=after), ask)


_NO_THROW_PAGE = texts.build_no_throw_page(texts.SELF_TEST_THROW)


def update_self_test(state: UiState, run: SelfTestRun, intent: messages.Intent) -> Transition:
    """Continue the self-test, or leave it."""
    match intent:
        case messages.Scroll(steps):
            after = run.moved(steps)
        case messages.Press.ADVANCE:
            after = _advance(run)
        case messages.PressSide() if not state.context.knob:
            after = _advance(run)
        case messages.Press.UNDO | messages.Press.MENU:
            after = run.left()
        case messages.PickSpace():
            after = run
        case _:
            after = run.pressed()
    return Transition(put_self_test(state, after))


def _advance(run: SelfTestRun) -> SelfTestRun:
    """Take the press of a build without a knob: the next choice where there is one, else go on."""
    after = run.moved(1, around=True)
    return run.pressed() if after == run else after


def is_calibrating(state: UiState) -> bool:
    """Return whether a calibration was begun and is not over."""
    return state.calibration is not None and state.calibration.end is None


def tries_gestures(state: UiState) -> bool:
    """Return whether gestures are tried, and don't mean what they always do."""
    return isinstance(state.layer, SelfTestLayer) and state.layer.run.by_touch


def keep_around(before: UiState, after: UiState) -> UiState:
    """Return the state after, with what is not the game's as it was before."""
    return replace(
        after,
        context=before.context,
        screens=before.screens,
        chances=before.chances,
        count_at=before.count_at,
        answer_by=before.answer_by,
        unwanted_at=before.unwanted_at,
        shutdown_asked_at=before.shutdown_asked_at,
    )


def find_self_test(state: UiState) -> SelfTestRun | None:
    """Return the self-test that is under way, also while a page lies over it."""
    layer = _find_lowest(state.layer)
    return layer.run if isinstance(layer, SelfTestLayer) else None


def put_self_test(state: UiState, run: SelfTestRun) -> UiState:
    """Return the state with the self-test as it is now; once it is over, what has come of it."""
    layer: Layer | None = None if run.over else SelfTestLayer(run)
    for page in reversed(run.over):
        layer = PageLayer(messages.PageId.SELF_TEST, page, layer)
    return replace(state, layer=_replace_lowest(state.layer, layer))


def touch_in_self_test(state: UiState, gesture: Gesture) -> UiState | None:
    """Try a control with this gesture; None where gestures mean what they always do."""
    layer = state.layer
    if not isinstance(layer, SelfTestLayer) or not layer.run.by_touch:
        return None
    return put_self_test(state, layer.run.touched(gesture))


def throw_in_self_test(state: UiState, run: SelfTestRun, face: str) -> UiState:
    """Show what a throw showed, or that none is wanted now: it counts for nothing."""
    return (
        put_self_test(state, run.thrown(face))
        if run.by_touch
        else push_page(state, messages.PageId.REFUSED, _NO_THROW_PAGE)
    )


def find_list_of_dice(state: UiState) -> MenuLayer | None:
    """Return the list of Bluetooth dice if it is open, also while a page lies over it."""
    layer = _find_lowest(state.layer)
    ids = EntryId.BLUETOOTH, EntryId.WHITE_DIE
    return layer if isinstance(layer, MenuLayer) and layer.id in ids else None


def put_list_of_dice(state: UiState, menu: MenuLayer | None) -> UiState:
    """Return the state with the open list as it is now, beneath what lies over it; None: closed."""
    return replace(state, layer=_replace_lowest(state.layer, menu))


def find_layer_deadline(state: UiState) -> float:
    """Return when `Signal.TICK` must be sent next for what lies over the board."""
    if state.layer is None:
        return math.inf
    if isinstance(state.layer, FlashLayer):
        return state.layer.until
    if is_counting_dice(state):
        return -math.inf
    if find_list_of_dice(state) is not None:
        return state.ask_dice_at
    run = find_self_test(state)
    return math.inf if run is None else run.deadline()


def abandon_what_waits(state: UiState) -> UiState:
    """End a self-test that waits for somebody, or a list of dice: nobody is there any more."""
    if find_list_of_dice(state) is not None:
        return put_list_of_dice(state, None)
    run = find_self_test(state)
    if run is None or run.deadline() < math.inf:
        return state
    return put_self_test(state, run.left())


def _find_lowest(layer: Layer | None) -> Layer | None:
    while isinstance(layer, PageLayer):
        layer = layer.below
    return layer


def _replace_lowest(layer: Layer | None, lowest: Layer | None) -> Layer | None:
    if isinstance(layer, PageLayer):
        return replace(layer, below=_replace_lowest(layer.below, lowest))
    return lowest
