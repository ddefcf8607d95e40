"""What each page over the board says."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from cdgdevice.drivers.reader.reader_link import LinkState
from cdgdevice.drivers.reader.reader_messages import DieState, ReaderTrouble
from cdgdevice.errors import CdgDeviceError
from cdgdevice.render.views import PageKind, PageView
from cdgdevice.rules.card_display import drop_cancelled_flips
from cdgdevice.rules.die import STANDARD_CONVERSION, DieResult
from cdgdevice.rules.game import Game, GameHistory, RowDice
from cdgdevice.rules.requests import CorrectRoll, Request, RollDice, UndoLast
from cdgdevice.rules.sheet import Sheet
from cdgdevice.rules.texts.sentences import name_result
from cdgdevice.rules.texts.words import Words, begin_sentence, say_for_both
from cdgdevice.ui.choices import format_dice, is_method_die, name_die
from cdgdevice.ui.intents_and_commands import PageId
from cdgdevice.ui.state import FlashLayer, PageLayer, UiState

if TYPE_CHECKING:
    from cdgdevice.rules.engine import AnswerResult


def still_told(state: UiState, request: Request, after: GameHistory) -> UiState:
    """Forget that pages told orders which stand no more; what is asked anew was not told yet."""
    anew = () if isinstance(request, UndoLast) else after.now.instructions
    standing = tuple(act for act in after.orders.latest if act not in anew)
    return replace(state, acts_done=tuple(act for act in state.acts_done if act in standing))


def build_naming_ended_page(words: Words) -> PageView:
    """Say what became of two dice of which one was named when a throw came in between."""
    text = (
        f"Naming has ended: the throw is the {words.white} die. "
        f"Next comes the {words.coloured} one.",
    )
    return PageView(PageKind.NOTE, f"{begin_sentence(words.white)} die", text)


def build_same_die_page(kept: str) -> PageView:
    """Say why a real die counts for nothing: the throw that was taken back shows again."""
    text = (f"The throw that was taken back counts: {kept}.",)
    return PageView(PageKind.NOTE, "The same die", text)


def after_answer(request: Request, after: "AnswerResult", flash_until: float) -> UiState:
    """Return the state after the game took a request; `flash_until` is for a roll's result."""
    now = after.history.now
    if isinstance(request, UndoLast):
        return UiState(layer=PageLayer(PageId.PUT_BACK, _build_undone_page(after, now)))
    last = after.history.past[-1] if after.history.past else None
    if isinstance(request, CorrectRoll) and last is not None and last.roll_from is not None:
        acts = drop_cancelled_flips((*after.restore, *now.instructions))
        by_hand = say_for_both(acts, now.sheet.sides, now.active, now.sheet.words)
        text = (_say_corrected(last.roll_from, request), *by_hand)
        return UiState(
            layer=PageLayer(PageId.CORRECTED, PageView(PageKind.PUT_BACK, "Corrected", text))
        )
    if isinstance(request, RollDice) and last is not None and last.rolled is not None:
        return UiState(layer=FlashLayer(_flash_content(last.before, last.rolled[1]), flash_until))
    return UiState()


def _build_undone_page(after: "AnswerResult", now: Game) -> PageView:
    """Tell which answer was taken back, and what the hands put back for it."""
    of_other = all(act.side is now.active.other for act in after.restore)
    named_for = now.active if of_other else None
    acts = say_for_both(after.restore, now.sheet.sides, named_for, now.sheet.words)
    if not acts:
        return PageView(PageKind.PUT_BACK, "Undone", (f"{after.undone}.",))
    return PageView(PageKind.PUT_BACK, f"Undone: {after.undone}", acts)


def _say_corrected(roll_from: Game, correct: CorrectRoll) -> str:
    if correct.result is not None:
        return f"The die is {name_result(correct.result, roll_from.sheet.words)}."
    if is_method_die(roll_from):
        return f"The die is {format_dice(roll_from, correct.die)}."
    one = begin_sentence(name_die(roll_from))
    dice = f"{one} is" if len(correct.die) == 1 else "The dice are"
    return f"{dice} {format_dice(roll_from, correct.die)}."


def _flash_content(before: Game, numbers: tuple[int, ...]) -> DieResult | tuple[int, ...]:
    """Return what fills the screen: the result, or the dice, the white one beside the coloured."""
    if is_method_die(before):
        return STANDARD_CONVERSION.result(numbers[0])
    stage = before.stage
    thrown_before = stage.white if isinstance(stage, RowDice) else None
    return numbers if thrown_before is None else (thrown_before, *numbers)


_READER_TITLE, DIE_TITLE = "Die reader", "The die"

_NAME_IT = "The menu can name the die instead."
_REMEDIES = {
    LinkState.LOST: _NAME_IT,
    LinkState.SILENT: _NAME_IT,
    ReaderTrouble.BLIND: _NAME_IT,
    ReaderTrouble.BLANK: "The menu does it: Die reader. It can name the die instead.",
}
"""Without these nothing is thrown in the reader, and what the player can do about it here."""


def build_reader_page(
    state: LinkState | ReaderTrouble, sentence: str, *, needed: bool, calibrates: bool
) -> PageView | None:
    """Return the page that tells of the reader; None where there is nothing to tell.

    `needed`: the dice of this gadget come from the reader. `calibrates`: it is being taught its
    die, so that its not knowing it is no news.
    """
    if state is LinkState.REFUSED:
        return PageView(PageKind.FAULT, _READER_TITLE, (sentence,))
    if not needed or (state is ReaderTrouble.BLANK and calibrates):
        return None
    if state in _REMEDIES:
        return PageView(PageKind.FAULT, _READER_TITLE, (sentence, _REMEDIES[state]))
    return (
        PageView(PageKind.NOTE, _READER_TITLE, (sentence,))
        if state is ReaderTrouble.DIRTY
        else None
    )


def build_die_page(state: DieState, sentence: str, *, needed: bool, due: bool) -> PageView | None:
    """Return the page that tells how the die lies; None where there is nothing to tell.

    `due`: a roll of the die is due. A die that leans was thrown, even where the gadget has dice
    of its own; bad light bothers only who `needed` the reader.
    """
    worth = state is DieState.COCKED or (needed and state in (DieState.LIGHT, DieState.SATURATED))
    return PageView(PageKind.NOTE, DIE_TITLE, (sentence,)) if due and worth else None


def build_game_page(sheet: Sheet) -> PageView:
    """Name the game on the table, and the document that its sheet was read from."""
    return PageView(PageKind.NOTE, "Game", (sheet.title, sheet.source.partition(",")[0]))


def build_pairing_page(code: str) -> PageView:
    """Show the six digits that let a browser in."""
    text = (f"Code: {code[:3]} {code[3:]}", "Type it in the browser, within ten minutes.")
    return PageView(PageKind.NOTE, "Let a browser in", text)


WAIT_FOR_POWER_OFF = 'Wait for "Safe to unplug", or half a minute.'
"""What to do when the computer was asked to shut down; others say when it is safe."""


def build_farewell_page(fault: str | None, *, shutting_down: bool = False) -> PageView:
    """Say that the program ends, and if it was to, that the computer is `shutting_down`.

    `fault` says why the last answers are not saved.
    """
    title = "Shutting down" if shutting_down else "Stopped"
    if fault is not None:
        return PageView(PageKind.FAULT, title, ("The last answers are not saved.", fault))
    goes_on = WAIT_FOR_POWER_OFF if shutting_down else "It goes on from here."
    return PageView(PageKind.NOTE, title, (f"The game is kept. {goes_on}",))


def build_breakdown_page(error: Exception) -> PageView:
    """Say why the program ends: a missing part in its own sentence, else that it is a mistake."""
    if isinstance(error, CdgDeviceError):
        return PageView(PageKind.FAULT, "Broken down", (str(error),))
    return PageView(PageKind.FAULT, "Broken down", ("A mistake in the program. It starts afresh.",))
