"""What the die reader says: a throw, its answers while it is calibrated, its coming and going."""

from msgspec.structs import replace

from cdgdevice.drivers.reader.reader_conditions import CHOICE_REFUSALS
from cdgdevice.drivers.reader.reader_messages import DieInRange, Hello, Nak, ReaderAnswer
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import RollDice
from cdgdevice.rules.texts.words import Words
from cdgdevice.ui import calibration_guide, layers, texts
from cdgdevice.ui import choices as ui_choices
from cdgdevice.ui.calibration import Calibration
from cdgdevice.ui.intents_and_commands import (
    AskGame,
    Command,
    DieThrown,
    PageId,
    PlaySound,
    ReaderAnswered,
    ReaderLinked,
    SendToReader,
    ShowPage,
)
from cdgdevice.ui.sounds import Sound
from cdgdevice.ui.state import MenuLayer, Transition, UiState
from cdgdevice.ui.texts import build_naming_ended_page, build_same_die_page

UNWANTED_AGAIN = 2.0
"""Seconds without a throw that is not wanted, after which the next one is told again.

Nobody throws faster; a reader gone mad does, and must not hide the board."""


def update_on_reader(
    state: UiState,
    history: GameHistory,
    said: DieThrown | ReaderLinked | ReaderAnswered,
    now: float,
) -> Transition:
    """Take what the reader says. `now` is in seconds of the monotonic clock."""
    match said:
        case DieThrown():
            return _update_on_die(state, history, said, now)
        case ReaderLinked(reader):
            return _link_reader(state, reader)
        case ReaderAnswered(answer) if state.calibration is not None:
            return follow_guide(
                state, calibration_guide.take_answer(state.calibration, answer), now
            )
        case ReaderAnswered(answer):
            menu = layers.find_list_of_dice(state)
            if menu is None:
                return Transition(state)
            return _update_list_of_dice(state, menu, answer, history.now.sheet.words)


def _update_list_of_dice(
    state: UiState, menu: MenuLayer, answer: ReaderAnswer, words: Words
) -> Transition:
    """Show a die of the list as it is now, or say why one can't be taken."""
    match answer:
        case DieInRange():
            from cdgdevice.ui.bluetooth_menu import show_die  # few gadgets have such dice

            return Transition(layers.put_list_of_dice(state, show_die(menu, answer, words)))
        case Nak(reason) if reason in CHOICE_REFUSALS:
            return layers.refuse(
                state, PageId.REFUSED, texts.build_not_now_page(CHOICE_REFUSALS[reason])
            )
        case _:
            return Transition(state)


def tick_list_of_dice(state: UiState, now: float, commands: tuple[Command, ...]) -> Transition:
    """Ask for the dice in range, where their list is open and it is time to."""
    from cdgdevice.ui.bluetooth_menu import ask_for_dice  # as above

    after = ask_for_dice(state, now)
    return replace(after, commands=(*commands, *after.commands))


def follow_guide(state: UiState, guide: Calibration, now: float) -> Transition:
    """Continue the calibration, and ask the reader what the guide wants to know."""
    after = replace(state, calibration=guide)
    if guide is state.calibration or guide.line is None:
        return Transition(after)
    after = replace(after, answer_by=now + calibration_guide.ANSWER_SECONDS)
    return Transition(after, (SendToReader(guide.line),))


def _link_reader(state: UiState, reader: Hello | None) -> Transition:
    before = state.context.reader
    if reader == before:
        return Transition(state)
    state = replace(state, context=replace(state.context, reader=reader))
    if reader is None and layers.find_list_of_dice(state) is not None:
        state = layers.put_list_of_dice(state, None)
    restarted = before is None or reader is None or reader.boot != before.boot
    guide = state.calibration
    if guide is not None and guide.end is None:
        if not calibration_guide.can_calibrate(reader):
            guide = calibration_guide.note_reader_gone(guide)
        elif restarted:
            guide = calibration_guide.note_reader_restart(guide)
        return Transition(replace(state, calibration=guide))
    # Whoever began a calibration may have been cut off from it: throws must count now.
    stop = (
        (SendToReader(calibration_guide.STOP_LINE),)
        if restarted and calibration_guide.can_calibrate(reader)
        else ()
    )
    return Transition(state, stop)


def _update_on_die(
    state: UiState, history: GameHistory, thrown: DieThrown, now: float
) -> Transition:
    run = layers.find_self_test(state)
    if run is not None:
        after = layers.throw_in_self_test(state, run, ui_choices.format_face(thrown.roll))
        return Transition(after, () if run.by_touch else (PlaySound(Sound.REFUSED),))
    guide = state.calibration
    if guide is not None and guide.end is None:
        after = replace(state, calibration=calibration_guide.note_throw(guide))
        if not guide.remark_alone:
            return Transition(after)
        page = texts.build_no_throw_page(texts.NO_THROW_COUNTS)
        return layers.refuse(after, PageId.REFUSED, page)
    if state.needs_game:
        page = texts.build_no_throw_page(texts.CHOOSE_GAME_FIRST)
        return layers.refuse(state, PageId.REFUSED, page)
    before = layers.end_flash(replace(state, calibration=None))
    reaction = update_on_throw(before, history, thrown.roll)
    match reaction.commands:
        case (AskGame(RollDice(side=side) as roll),):
            again = ui_choices.find_kept_dice(history, side)
            asked = AskGame(roll, thrown)
            if again:
                page = build_same_die_page(ui_choices.format_dice(history.now, again))
                told = PlaySound(Sound.REFUSED), ShowPage(PageId.SAME_DIE, page)
                return Transition(reaction.state, (asked, *told))
            if ui_choices.has_named_white(before.layer):
                ended = ShowPage(
                    PageId.NAMING_ENDED, build_naming_ended_page(history.now.sheet.words)
                )
                return Transition(reaction.state, (asked, ended))
            return Transition(reaction.state, (asked,))
        case _ if now < state.unwanted_at + UNWANTED_AGAIN:
            return Transition(replace(state, unwanted_at=now))
        case _:
            after = replace(reaction.state, unwanted_at=now)
            return Transition(after, (PlaySound(Sound.REFUSED),))


def update_on_throw(state: UiState, history: GameHistory, roll: RollDice) -> Transition:
    """Take a real die: it counts for the side that asked for it, else for the active side."""
    roll = ui_choices.read_die(history.now, roll, state.context.conversion)
    rollers = prompt(history.now).rollers
    side = state.throwing_side or history.now.active
    if side not in rollers:
        page = texts.build_not_wanted_page(prompt(history.now).text)
        return Transition(layers.push_page(state, PageId.NOT_WANTED, page))
    return Transition(state, (AskGame(replace(roll, side=side)),))
